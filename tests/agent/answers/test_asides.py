"""What in a draft needs no number, and what does though it looks like it: in six languages, in any shape."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers.asides import is_admission, is_aside
from agent.decide import WriteDown, decide
from agent.evidence import check
from agent.facts import Answered
from bot.playground.rehearsal.tongues import LANGUAGES, stock
from tests.agent.test_evidence import looked_at, run_with
from tests.agent.worlds import done, replied

CLAIM = "The reader costs 129 euros [2]."


@pytest.mark.parametrize(
    "text",
    [
        "Yes.", "**No.**", "In short:", "**Price**", "__Screen size__", "Here is what I found.", "I hope this helps!",
        "Let me know if you need more.", "Here are the details.", "I could not find its storage size.",
        "*Note:* I could not verify the release date.", "None of the sources says what it costs in Poland.",
        "The sources do not mention a warranty.", "Unfortunately, I found no information on the battery.",
        "Nothing in the opened documents answers this.",
        "Ja.", "Das habe ich gefunden:", "Zum Speicher konnte ich nichts finden.", "Hier die Ergebnisse:",
        "Keine der Quellen nennt das Gewicht in Unzen.", "Ich konnte nicht klären, was er in Polen kostet.",
        "Leider habe ich keine Angaben zur Garantie gefunden.",
        "Tak.", "Oto, co znalazłem.", "Nie znalazłem informacji o gwarancji.",
        "Niestety żadne źródło nie mówi o cenie.",
        "Nie udało mi się ustalić, ile kosztuje.",
        "Sí.", "No encontré información sobre la garantía.", "Ninguna de las fuentes menciona el peso.",
        "Oui.", "Je n'ai pas trouvé d’information sur la garantie.", "Aucune des sources ne mentionne le poids.",
        "はい。", "以下の通りです。", "保証については見つかりませんでした。", "重さは記載がありません。",
        "I could not find its price or weight.", "No source says what it weighs and how big it is.",
        "I could not find its price, weight or warranty.", "I found nothing on its price in Poland or Germany.",
        "I could not find the price and the weight of the case.",
        "Den Preis und das genaue Gewicht konnte ich nicht finden.",
        "Was er in Polen kostet, konnte ich nicht klären.",
        "Ich konnte den Preis und das Gewicht nicht finden.",
        "Nie znalazłem ceny ani wagi.", "Nie udało mi się ustalić, ile kosztuje i kiedy się ukaże.",
        "No encontré el precio ni el peso.", "Je n'ai pas trouvé le prix ni la garantie.",
        "この資料では、価格や重さは記載がありません。",
        "If you want, I can also compare it with an older one.", "I can look up more details if you need them.",
        "Please let me know if you need anything else!", "Feel free to ask if you have more questions.",
        "Wenn du möchtest, kann ich die Preise vergleichen.", "Bei Fragen bin ich gerne da.",
        "Jeśli chcesz, mogę porównać ceny.", "Si quieres, puedo buscar más detalles.",
        "Si vous le souhaitez, je peux comparer les prix.", "さらに詳しい情報が必要であれば、お知らせください。",
    ],
)  # fmt: skip
def test_what_claims_nothing_stays_without_a_number(text: str) -> None:
    found = looked_at(f"{text}\n\n{CLAIM}")
    assert (found.answer.text, found.answer.unconfirmed, found.faults) == (f"{text}\n\n{CLAIM}", (), ())


@pytest.mark.parametrize(
    "text",
    [
        "It is red.", "However, it is red.", "If you want, I can show that it is red.", "If you want it cheap, wait.",
        "If you like, I can check: it is free.", "Bei Fragen zahlt der Hersteller alles.",
        "In summary, it is the best reader on the market.", "No one buys it.",
        "Yes, it is waterproof.", "**It costs 500 euros**", "**It is red.**",
        "None of the sources says so, but it was made by thieves.", "I could not find it; it was withdrawn in May.",
        "I could not find a price. It is 99 euros.", "The sources do not mention it, yet it is red.",
        "I found that it is red.", "Nothing beats it.", "No reader is cheaper.", "The sources agree that it is red.",
        "I could not find its price – it is sold out.", "I could not confirm it because Anna Berger left.",
        "Es ist rot.", "Ja, es ist wasserdicht.", "Keine Quelle nennt es, aber es ist rot.", "Kein Gerät ist besser.",
        "Ich habe gefunden, dass es rot ist.",
        "Jest czerwony.", "Nie znalazłem ceny, ale jest tani.", "Nie jest czerwony.",
        "No es rojo.", "No encontré el precio, pero es barato.",
        "Il est rouge.", "Aucune source ne le dit, mais il est rouge.",
        "赤いです。", "価格は見つかりませんでしたが、赤いです。",
        "I could not find the price, it is 400 euros.", "The sources do not say how big it is, dogs are forbidden.",
        "No source says what it weighs and Anna Berg was fired.", "I could not find its colour, red.",
        "I could not find its maker (Anna Berg).", "I could not find its price—it is high.",
        "I could not find the price and dogs bite people.", "I found no price as it is sold out.",
        "I could not find out whether it costs 400 euros.",
        "Ich konnte den Preis nicht finden, er ist hoch.", "Hunde sind verboten, den Preis konnte ich nicht finden.",
        "Der Hund ist weg und den Preis konnte ich nicht finden.",
        "Keine Quelle nennt den Preis und Anna wurde entlassen.",
        "Nie znalazłem ceny, psy są zakazane.", "Żadne źródło nie mówi o wadze i psy są zakazane.",
        "No encontré el precio, es alto.", "Ninguna fuente menciona el peso y los perros muerden.",
        "Je n'ai pas trouvé le prix, il est élevé.", "Aucune source ne donne le poids et les chiens mordent.",
        "犬は禁止で、重さは記載がありません。", "価格は400ユーロで重さは見つかりませんでした。",
        "- It is red", "> It is red.", "1. It is red",
    ],
)  # fmt: skip
def test_a_claim_without_a_number_goes(text: str) -> None:
    found = looked_at(f"{text}\n\n{CLAIM}")
    assert found.answer.text == CLAIM and found.faults and found.answer.unconfirmed
    assert not is_aside(text)


def test_what_the_rehearsal_model_says_where_nothing_answers_is_an_admission() -> None:
    assert [one for one in LANGUAGES if not is_admission(stock("nothing", one))] == []


def test_within_a_block_it_borrows_no_number_and_is_no_statement() -> None:
    found = looked_at(f"Yes. {CLAIM} I could not find its storage size.")
    assert found.answer.text == f"Yes. {CLAIM} I could not find its storage size." and found.faults == ()
    assert [one.text for one in found.answer.statements] == ["The reader costs 129 euros."]


def test_whatever_number_is_shown_its_source_is_listed() -> None:
    found = looked_at(f"# Screen [3]\n\n{CLAIM}\n\nI could not find its storage size [3].").answer
    assert "[3]" in found.text and [source.number for source in found.sources] == [2, 3]


def test_an_admission_with_a_number_is_looked_up_like_anything_else() -> None:
    found = looked_at(f"{CLAIM} I could not find how many dogs bite people [2].")
    assert found.answer.text == CLAIM and "dogs" in found.answer.unconfirmed[0] and len(found.faults) == 1


def test_an_admission_may_give_the_figures_that_were_asked_about() -> None:
    admits = "I could not find what the Slate A5 cost in 2023."
    assert looked_at(f"{CLAIM}\n\n{admits}", text="What did the Slate A5 cost in 2023?").faults == ()
    assert looked_at(f"{CLAIM}\n\n{admits}", text="What did the Slate A5 cost?").faults
    assert is_aside("No source says how it did in 1999.", "in 1999?")
    assert not is_aside("I could not find the price, it is 400 euros.", "Is it 400 euros?")


def test_with_a_number_of_its_own_a_yes_is_looked_up() -> None:
    assert [one.text for one in looked_at("Yes [2].").answer.statements] == ["Yes."]


@pytest.mark.parametrize(
    "draft", ["I could not find an answer in the sources.", "Keine der Quellen nennt den Preis."]
)
def test_that_no_source_answers_is_an_answer_and_nothing_that_failed(draft: str) -> None:
    run = run_with(*replied(2, text=draft))
    found = check(run, "check.1")
    assert (found.faults, found.answer.unconfirmed, found.answer.unanswered) == ((), (), "in sources")
    ended = decide(run_with(*replied(2, text=draft), *done(found)), 99.0)
    assert isinstance(ended, WriteDown) and isinstance(ended.fact, Answered)
    assert (ended.fact.answer.partial, ended.fact.answer.unanswered) == (False, "in sources")


@given(st.text(max_size=400) | st.text(alphabet="nich keine,.;aber ", max_size=400))
def test_any_text_is_looked_at(text: str) -> None:
    assert not is_admission(text) or is_aside(text)
