"""What the rehearsal model makes of a thread: the goal, the conditions and who set them, what is unclear."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.playground.rehearsal import asked_back
from bot.playground.rehearsal.checks import check
from bot.playground.rehearsal.filler import each
from bot.playground.rehearsal.intent import Intent, Material, Open, Stated, Turn, intent, understand
from bot.playground.rehearsal.vague import SCALES
from bot.playground.rehearsal.wishes import wishes

US = "us"


def thread(*said: str | tuple[str, str], questions: list[Open] | None = None) -> Intent:
    """The intent of a thread: plain texts are a member's, pairs name the speaker's kind; the last member asks."""
    turns = [
        Turn(
            message=f"m{i}",
            kind="member" if isinstance(one, str) else one[0],
            text=one if isinstance(one, str) else one[1],
        )
        for i, one in enumerate(said, 1)
    ]
    asked = next(turn.message for turn in reversed(turns) if turn.kind == "member")
    return understand(Material(today="2026-11-29", asked=asked, turns=turns, open_questions=questions or []))


def texts(stated: list[Stated]) -> list[str]:
    return [one.text for one in stated]


def test_the_goal_is_the_question_without_mention_and_greeting() -> None:
    assert (
        thread("<@U0BOT> Hi! What is the notice period of our lease?").goal
        == "What is the notice period of our lease?"
    )


def test_conditions_go_into_their_lists_and_name_their_message() -> None:
    found = thread("Find a venue. It must seat 60 people, must not be a hotel, and ideally has a garden.")
    assert [(c.text, c.message) for c in found.must] == [("seat 60 people", "m1")]
    assert texts(found.must_not) == ["a hotel"]
    assert texts(found.prefer) == ["has a garden"]
    assert found.goal == "Find a venue."
    assert (found.mode, found.since) == ("research", "m1")


@pytest.mark.parametrize(
    ("said", "kind", "text"),
    [
        ("Which bikes are there? They need to have lights.", "must", "have lights"),
        ("Find papers on sleep, only from 2024", "must", "only from 2024"),
        ("Which phones work without an account?", "must_not", "an account"),
        ("Suggest a printer, no subscription please", "must_not", "subscription"),
        ("List suppliers, but not from Norway", "must_not", "from Norway"),
        ("Find a course, no more than 20 hours", "must", "no more than 20 hours"),
        ("Find a room. A balcony would be nice.", "prefer", "A balcony"),
        ("Recommend a printer, preferably with a scanner", "prefer", "with a scanner"),
        ("Which tablet under €300 has a pen?", "must", "under €300 has a pen"),
    ],
)
def test_the_words_that_say_a_condition(said: str, kind: str, text: str) -> None:
    assert text in texts(getattr(thread(said), kind))


@pytest.mark.parametrize(
    "said",
    [
        "What must a contractor sign?",
        "Do we have to report gifts?",
        "What happens without approval?",
        "I need to know our VAT number.",
    ],
)
def test_a_question_about_a_duty_sets_no_condition(said: str) -> None:
    found = thread(said)
    assert found.goal
    assert not [*found.must, *found.must_not, *found.prefer]


def test_a_later_must_about_the_same_thing_moves_the_wish() -> None:
    found = thread("Find a tablet, ideally with a pen.", (US, "Here is one. [1]"), "It must have a pen.")
    assert [(c.text, c.message) for c in found.must] == [("have a pen", "m3")]
    assert found.prefer == []


def test_a_later_bound_replaces_the_earlier_one() -> None:
    found = thread("Find a tablet. It must cost under €300.", (US, "x"), "It must be under €450 then")
    assert [(c.text, c.message) for c in found.must] == [("costs under €450", "m3")]


def test_a_condition_can_be_taken_back() -> None:
    assert thread("Find a desk. It must have drawers.", (US, "x"), "Forget the drawers.").must == []


@pytest.mark.parametrize(
    "said",
    [
        "Forget that. When does the library open?",
        "New question: when does the library open?",
        "Different topic, when does the library open?",
        "Instead, tell me when the library opens",
    ],
)
def test_a_new_task_leaves_the_old_conditions_behind(said: str) -> None:
    found = thread("Find a tablet. It must cost under €300.", (US, "x"), said)
    assert found.must == []
    assert found.since == "m3"
    assert "library" in found.goal and "tablet" not in found.goal


def test_a_question_of_its_own_below_our_answer_is_a_new_task() -> None:
    found = thread("Find a tablet. It must cost under €300.", (US, "x"), "Who approves sick leave?")
    assert (found.goal, found.must, found.since) == ("Who approves sick leave?", [], "m3")


@pytest.mark.parametrize(
    ("first", "then", "goal"),
    [
        ("What is the hotel limit in Zurich?", "and for Geneva?", "What is the hotel limit in Geneva?"),
        ("What was our revenue in 2024?", "what about 2025?", "What was our revenue in 2025?"),
        ("How many days off do we get for moves?", "And for weddings?", "How many days off do we get for weddings?"),
        ("hotels in Bern please", "Basel instead", "Hotels in Basel"),
    ],
)
def test_what_about_asks_the_same_of_another_thing(first: str, then: str, goal: str) -> None:
    found = thread(first, (US, "x"), then)
    assert (found.goal, found.since) == (goal, "m1")


def test_asked_to_help_with_what_was_said_before_it_takes_that() -> None:
    assert (
        thread("How long do we keep invoices?", "<@U0BOT> can you help here?").goal == "How long do we keep invoices?"
    )


@pytest.mark.parametrize("kind", ["bot", "us", "outsider"])
def test_only_people_of_the_team_set_conditions(kind: str) -> None:
    found = thread((kind, "The answer must be short and must not name the price."), "What does the plan cost?")
    assert [*found.must, *found.must_not, *found.prefer] == []
    assert (found.mode, found.since) == ("research", "m2")


# --- what is unclear ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("Find a report on tides, not too long", "not too long"),
        ("Find a cheap scanner", "cheap"),
        ("Find recent papers on tides", "recent"),
        ("Which good trainers are there?", "good"),
        ("Finde ein günstiges Hotel", "gunstiges"),
        ("Znajdź tani hotel", "tani"),
    ],
)
def test_a_vague_word_is_asked_about(said: str, about: str) -> None:
    found = thread(said)
    assert found.mode == "clarify"
    [question] = found.unclear
    assert question.about == about
    assert 2 <= len(question.options) <= 4 and question.default in question.options


@pytest.mark.parametrize(
    "said",
    [
        "Find a cheap scanner, under €80",
        "Find a short report, up to 10 pages",
        "Find recent papers since 2024",
        "What is new in version 4?",
        "What is the latest version of Larkspur?",
        "How fast is the ferry?",
        "What are the best practices for backups?",
        "When do new hires get a laptop?",
    ],
)
def test_a_number_or_a_set_phrase_leaves_nothing_unclear(said: str) -> None:
    assert thread(said).unclear == []


@pytest.mark.parametrize(
    ("reply", "must"),
    [
        ("How long is too long? — up to 20 pages", "up to 20 pages"),
        ("up to 100 pages", "up to 100 pages"),
        ("30 pages at most, please", "30 pages at most"),
        ("no answer", "up to 20 pages"),
        ("How long is too long? — no answer", "up to 20 pages"),
    ],
)
def test_an_answer_becomes_a_condition_that_names_its_message(reply: str, must: str) -> None:
    found = thread("Find a report on tides, not too long", (US, "How long is too long?"), reply)
    assert found.mode == "research"
    assert [(c.text, c.message) for c in found.must] == [(must, "m3")]
    assert found.goal == "Find a report on tides"


@pytest.mark.parametrize(
    ("said", "question", "default", "reply", "must"),
    [
        ("Finde ein günstiges Hotel in Bern", "Was darf es höchstens kosten?", "bis zu 150 € pro Nacht",
         "bis zu 250 € pro Nacht", "kostet bis zu 250 € pro Nacht"),
        ("Finde einen günstigen Scanner", "Was darf es höchstens kosten?", "bis zu 300 €",
         "250", "kostet bis zu 250 €"),
        ("Suche einen Bericht, nicht zu lang", "Wie lang ist zu lang?", "bis zu 3 Stunden",
         "Wie lang ist zu lang? — 20 Seiten", "bis zu 20 Seiten"),
        ("Znajdź tani skaner", "Ile może to najwyżej kosztować?", "do 300 €",
         "Ile może to najwyżej kosztować? — do 100 €", "kosztuje do 100 €"),
    ],
)  # fmt: skip
def test_it_asks_back_in_the_language_of_the_question(
    said: str, question: str, default: str, reply: str, must: str
) -> None:
    [unclear] = thread(said).unclear
    assert (unclear.question, unclear.default) == (question, default)
    answered = thread(said, (US, question), reply)
    assert (answered.mode, texts(answered.must)) == ("research", [must])


@pytest.mark.parametrize("language", ["German", "Polish"])
def test_every_question_and_every_answer_it_offers_has_its_words(language: str) -> None:
    for scale in SCALES:
        assert asked_back.question(scale.question, language) != scale.question
        for option in (option for choice in scale.choices for option in choice.options):
            translated = asked_back.answer(option, language)
            assert translated != option
            bound, known = check(translated, "must").bound, check(option, "must").bound
            assert known is None or (bound is not None and (bound.value, bound.unit) == (known.value, known.unit))


# --- whose question it is, and what was edited ---------------------------------------------------------------------

CHEAP = "Can you find a cheap e-ink tablet for writing?"


def of(*said: tuple[str, str], edited: dict[str, str] | None = None) -> Intent:
    """The intent of a thread in which several speak, "us" among them; `edited` says after which message one was."""
    turns = [
        Turn(
            message=f"m{i}",
            speaker=who,
            kind="us" if who == "us" else "member",
            text=text,
            edited_after=(edited or {}).get(f"m{i}", ""),
        )
        for i, (who, text) in enumerate(said, 1)
    ]
    asked = next(turn.message for turn in reversed(turns) if turn.kind == "member")
    return understand(Material(today="2026-11-29", asked=asked, turns=turns))


def test_what_somebody_else_asks_is_a_task_of_its_own() -> None:
    found = of(("anna", CHEAP), ("us", "?"), ("anna", "up to €100"), ("ben", "Find an e-ink tablet with a pen"))
    assert (found.goal, found.must, found.since) == ("Find an e-ink tablet with a pen", [], "m4")


def test_a_limit_in_somebody_else_s_question_is_kept_and_answers_no_question_put_to_the_first() -> None:
    found = of(("anna", CHEAP), ("us", "?"), ("ben", "Find a scanner, it must cost under €400"))
    assert [(one.text, one.message) for one in found.must] == [("cost under €400", "m3")]
    assert (found.goal, found.unclear) == ("Find a scanner", [])


@pytest.mark.parametrize(
    ("reply", "must"),
    [
        ("and for drawing?", ["costs up to €100"]),
        ("could it be up to 95 euro?", ["costs up to 95 euro"]),
        ("It must have a pen", ["costs up to €100", "have a pen"]),
        ("can you help here?", ["costs up to €100"]),
    ],
)
def test_what_somebody_else_adds_to_the_question_keeps_what_was_chosen(reply: str, must: list[str]) -> None:
    found = of(("anna", CHEAP), ("us", "?"), ("anna", "up to €100"), ("ben", reply))
    assert (texts(found.must), found.since) == (must, "m1")


def test_a_limit_edited_into_the_question_is_newer_than_the_answer_below_it() -> None:
    said = (
        ("anna", "Can you find an e-ink tablet for writing, under 400 euros?"),
        ("us", "What is the most it may cost?"),
        ("anna", "What is the most it may cost? — up to €100"),
    )
    assert [(one.text, one.message) for one in of(*said, edited={"m1": "m3"}).must] == [
        ("costs under 400 euros", "m1")
    ]
    assert [one.message for one in of(*said).must] == ["m3"]


def test_an_edit_of_an_earlier_task_says_nothing_about_this_one() -> None:
    said = (("anna", "Find a tablet under €400"), ("us", "x"), ("anna", "New question: find a scanner under €50"))
    assert [one.message for one in of(*said, edited={"m1": "m3"}).must] == ["m3"]


def test_it_does_not_matter_settles_the_question_without_a_condition() -> None:
    found = thread("Find a report on tides, not too long", (US, "How long is too long?"), "doesn't matter")
    assert (found.mode, found.must) == ("research", [])


def test_an_option_that_another_model_offered_is_an_answer_too() -> None:
    asked = [Open(text="What is the most it may cost?", options=["pocket money", "whatever it takes"])]
    found = thread("Find a cheap scanner", (US, "?"), "pocket money", questions=asked)
    assert texts(found.must) == ["pocket money"]


def test_two_questions_are_answered_one_by_one() -> None:
    said = "Find a cheap restaurant nearby"
    questions = [q.question for q in thread(said).unclear]
    assert len(questions) == 2
    half = thread(said, (US, "?"), f"{questions[0]} — up to €25")
    assert [q.question for q in half.unclear] == questions[1:]
    both = thread(said, (US, "?"), f"{questions[0]} — up to €25\n{questions[1]} — up to 1 km")
    assert (both.mode, texts(both.must)) == ("research", ["costs up to €25", "up to 1 km"])


def test_answers_in_ones_own_words_settle_every_question_they_fit() -> None:
    said = "Which good, cheap printer is there? not too old"
    assert len(thread(said).unclear) == 3
    found = thread(said, (US, "?"), "nothing over 180 euro, from 2025 on; easiest to use")
    assert (found.mode, found.unclear) == ("research", [])
    assert sorted(texts(found.must)) == ["easiest to use", "from 2025 on", "nothing over 180 euro"]


@pytest.mark.parametrize(
    ("reply", "left", "must"),
    [
        ("up to 90 euro, and the quality does not matter", 0, ["costs up to 90 euro"]),
        ("90 euro. No preference for quality", 0, ["costs up to 90 euro"]),
        ("90, quality first", 0, ["costs up to €90", "highest quality"]),
        ("up to 90 euro; I don't care about the rest", 0, ["costs up to 90 euro"]),
        ("egal", 0, []),
        ("the budget is not important", 1, []),
        ("the colour does not matter", 2, []),
        ("under 2 kg", 2, ["weighs under 2 kg"]),
    ],
)
def test_what_is_not_answered_stays_open(reply: str, left: int, must: list[str]) -> None:
    found = thread("Which good, cheap kettle is there?", (US, "?"), reply)
    assert (len(found.unclear), texts(found.must)) == (left, must)


def test_what_is_said_beyond_an_answer_is_a_condition_too() -> None:
    reply = "120 euro at most, under 2 kg, with a lamp, and it must not need an app"
    found = thread("Find a cheap scale", (US, "?"), reply)
    assert found.mode == "research"
    assert sorted(texts(found.must)) == ["a lamp", "costs 120 euro at most", "weighs under 2 kg"]
    assert texts(found.must_not) == ["need an app"]


def test_several_answers_may_stand_behind_the_question_that_was_answered_first() -> None:
    reply = "What is the most it may cost? — at most 90 euro; the quality does not matter"
    found = thread("Which good, cheap kettle is there?", (US, "?"), reply)
    assert (found.mode, texts(found.must)) == ("research", ["costs at most 90 euro"])


def test_a_question_answered_twice_takes_the_later_answer() -> None:
    question = "What is the most it may cost?"
    found = thread("Find a cheap scale", (US, "?"), f"{question} — up to €100", f"{question} — up to €300")
    assert [(c.text, c.message) for c in found.must] == [("costs up to €300", "m4")]
    assert found.goal == "Find a cheap scale"


@pytest.mark.parametrize(
    ("remark", "must"),
    [
        ("and for up to €95?", "costs up to €95"),
        ("I meant at most 95 euro, the 60 no longer counts", "costs at most 95 euro"),
        ("make it 95", "costs up to €95"),
        ("€95 would be fine too", "costs up to €95"),
        ("could it be up to 95 euro?", "costs up to 95 euro"),
        ("lieber bis zu 95 Euro", "kostet bis zu 95 Euro"),
        ("raczej do 95 zł", "kosztuje do 95 zł"),
    ],
)
def test_a_limit_said_in_passing_takes_the_place_of_the_one_before(remark: str, must: str) -> None:
    found = thread("Find a cheap scale", "What is the most it may cost? — up to €60", remark)
    assert [(c.text, c.message) for c in found.must] == [(must, "m3")]
    assert (found.goal, found.mode, found.since) == ("Find a cheap scale", "research", "m1")


@pytest.mark.parametrize(
    ("first", "then", "must"),
    [
        ("It must have at most 200 pages", "no, up to 250 pages", ["up to 250 pages"]),
        ("It must weigh less than 3 kg", "rather under 2 kg", ["weighs under 2 kg"]),
        ("It must come before 3 May 2027", "sorry, before 1 June 2027", ["before 1 June 2027"]),
        ("It must cost at least €50", "and at most €90", ["cost at least €50", "costs at most €90"]),
        ("It must cost at most €50", "at least €90", ["costs at least €90"]),
        ("It must cost under €50", "at most 200 pages", ["cost under €50", "at most 200 pages"]),
    ],
)
def test_limits_give_way_to_limits_of_the_same_quantity_only(first: str, then: str, must: list[str]) -> None:
    assert texts(thread(f"Find an atlas. {first}.", then).must) == must


def test_a_question_with_a_number_in_it_is_no_remark_about_a_limit() -> None:
    found = thread("Find a scale, it must cost under €60", (US, "x"), "Who signs orders, up to 95 euro?")
    assert (found.goal, found.must) == ("Who signs orders, up to 95 euro?", [])


@pytest.mark.parametrize(
    ("said", "goal"),
    [
        ("Can you find a quiet kettle?", "Find a quiet kettle"),
        ("could you please list the vans? It must be from 2024", "List the vans"),
        ("Can you tell me when the ferry leaves?", "When the ferry leaves?"),
        ("Can ferries turn around?", "Can ferries turn around?"),
    ],
)
def test_a_request_put_as_a_question_is_a_request(said: str, goal: str) -> None:
    assert thread(said).goal == goal


# --- small talk, language, form -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said", ["Hello!", "thanks a lot", "<@U0BOT> who are you?", "Translate this into Polish: see you soon"]
)
def test_small_talk_is_chat_and_sets_nothing(said: str) -> None:
    found = thread(said)
    assert found.mode == "chat"
    assert not [*found.must, *found.must_not, *found.prefer, *found.unclear]


@pytest.mark.parametrize(
    "said",
    [
        "cheers, brilliant work!",
        "that was really helpful",
        "you're the best",
        "perfect, just what I needed",
        "Super, vielen Dank!",
        "Świetna robota, dzięki!",
    ],
)
def test_praise_is_chat_however_vague_its_words(said: str) -> None:
    for found in (thread(said), thread("When does the ferry leave?", (US, "At 9. [1]"), said)):
        assert (found.mode, found.unclear) == ("chat", [])


def test_thanks_before_a_question_are_no_part_of_it() -> None:
    found = thread("When does the ferry leave?", (US, "At 9. [1]"), "Great job, thanks! Who sells the tickets?")
    assert (found.goal, found.unclear) == ("Who sells the tickets?", [])


def test_good_things_that_are_asked_for_are_no_praise() -> None:
    assert thread("good help desks in Bern").mode == "clarify"


def test_thanks_below_an_answer_asks_nothing_new() -> None:
    assert thread("When does the ferry leave?", (US, "At 9. [1]"), "thanks!").mode == "chat"


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("When does the bus leave?", "English"),
        ("Wann fährt der Bus und was kostet er?", "German"),
        ("Finde ein günstiges Hotel in Bern", "German"),
        ("What is the hotel limit in Zürich?", "English"),
        ("Kiedy odjeżdża autobus?", "Polish"),
        ("Quand est le départ du bus ?", "French"),
    ],
)
def test_the_language_is_the_question_s(said: str, language: str) -> None:
    assert thread(said).language == language


KINDS = st.sampled_from(["member", "guest", "outsider", "bot", "us"])
WORDS = st.sampled_from(
    each(
        "must must_not not no without only ideally it they and but , . ? — cheap short under 300 € pages forget that "
        "instead what about for Bern find tablets the a with pen thanks hello 2026 <@U1>"
    )
)
SENTENCES = st.lists(WORDS, max_size=14).map(" ".join) | st.text(max_size=60)
TURNS = st.lists(st.tuples(KINDS, SENTENCES), max_size=6)


@settings(deadline=None)
@given(TURNS)
def test_any_thread_gives_a_valid_intent(said: list[tuple[str, str]]) -> None:
    turns = [
        {"message": f"m{i}", "speaker": "U1", "kind": kind, "name": "A", "text": text}
        for i, (kind, text) in enumerate(said)
    ]
    body = {"today": "2026-11-29", "asked": "m0", "asked_by": "U1", "open_questions": [], "turns": turns}
    found = Intent.model_validate_json(intent(json.dumps(body)), extra="forbid")
    people = {turn["message"] for turn in turns if turn["kind"] in ("member", "guest")}
    stated = [*found.must, *found.must_not, *found.prefer]
    assert (found.mode == "clarify") == bool(found.unclear)
    assert all(one.message in people and one.text.strip() for one in stated)
    assert len({one.text for one in stated}) == len(stated)
    assert all(2 <= len(q.options) <= 4 and q.default in q.options for q in found.unclear)


@settings(deadline=None)
@given(st.text(max_size=200))
def test_what_is_no_object_is_read_as_one_message(text: str) -> None:
    Intent.model_validate_json(intent(text), extra="forbid")


@settings(deadline=None)
@given(SENTENCES)
def test_every_condition_is_made_of_the_message_s_own_words(text: str) -> None:
    own = {word.rstrip(".!?") for word in (*text.split(), *text.replace(",", " ").split())}
    assert all({word.rstrip(".!?") for word in found.text.split()} <= own for found in wishes(text).found)


@settings(deadline=None)
@given(SENTENCES, st.sampled_from(["must", "must_not", "prefer"]), st.text(max_size=80))
def test_a_condition_and_its_contrary_never_both_hold(text: str, kind: str, sentence: str) -> None:
    one = check(text, "must").standing(sentence)
    other = check(text, "must_not").standing(sentence)
    assert (one, other) in {("met", "not met"), ("not met", "met"), ("unknown", "unknown")}
