"""What must hold in every history: invariants of one sentence, computed from the facts and from what really happened.

Nothing here asks the code it judges: `Facts` works out anew, from the facts alone, what people said, which of their
presses count, what they let through and which calls they made by changing others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property

from agent import ending
from agent.facts import (
    Answer,
    Answered,
    Anything,
    ApprovalRequested,
    Asked,
    AskedBack,
    Call,
    Checked,
    Closing,
    Compacted,
    Decided,
    Recalled,
    Record,
    Reminded,
    Replied,
    Returned,
    Said,
    Started,
    Stopped,
    Understood,
    Unknown,
)
from tests.agent.worlds import HOUR, Effect, World

# --- what is read off the facts ------------------------------------------------------------------------------------

Place = tuple[int, Anything | Unknown]


class Facts:
    """The facts of a finished history, by what the invariants ask for; and the world that they came from."""

    def __init__(self, records: list[Record], world: World, ended: bool) -> None:
        self.records, self.world, self.ended = records, world, ended
        self.all: list[Place] = [(record.seq, record.fact) for record in records]
        first = records[0].fact
        assert isinstance(first, Asked)
        self.rules = first.rules
        self.deciders = {*first.rules.approvers, *([first.by] if first.rules.own else [])}

    @cached_property
    def end(self) -> int:
        """The position of the end that counts; behind everything where there is none."""
        return next((seq for seq, fact in self.all if isinstance(fact, Answered | Stopped)), len(self.all))

    @cached_property
    def begun(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for seq, fact in self.all:
            if isinstance(fact, Started):
                found.setdefault(fact.step, []).append(seq)
        return found

    @cached_property
    def outcomes(self) -> list[tuple[int, Closing]]:
        return [(seq, fact) for seq, fact in self.all if isinstance(fact, Closing)]

    def outcome(self, step: str) -> tuple[int, Closing] | None:
        return next(((seq, fact) for seq, fact in self.outcomes if fact.step == step), None)

    @cached_property
    def remarks(self) -> list[int]:
        """Where people, or the time in their place, said something after which the model has to think anew."""
        heard, waiting = [0], None
        says: dict[str, str] = {}
        for seq, fact in self.all[: self.end]:
            if isinstance(fact, Asked | Said) and not getattr(fact, "replaces", ""):
                says.setdefault(fact.message, fact.text or repr(getattr(fact, "answers", "")))
            elif isinstance(fact, Said) and says.get(fact.replaces) == fact.text:
                continue  # it says what it said before
            elif isinstance(fact, Said):
                says[fact.replaces] = fact.text
            if isinstance(fact, AskedBack):
                waiting = {question.id for question in fact.questions}
            if isinstance(fact, Said):
                waiting = waiting - set(fact.answers) if waiting else None
                if fact.text or fact.replaces or not waiting:
                    heard.append(seq)
                    waiting = None
        return heard

    @property
    def last_remark(self) -> int:
        return self.remarks[-1]

    def undisturbed(self, after: int, before: int) -> bool:
        """Whether nothing was said, and nothing ended, between two positions."""
        return not any(after < seq < before for seq in [*self.remarks, self.end])

    @cached_property
    def replies(self) -> list[tuple[int, Replied]]:
        """The replies that count: nobody spoke while the model did."""
        found = [(seq, fact) for seq, fact in self.outcomes if isinstance(fact, Replied)]
        return [(seq, fact) for seq, fact in found if self.undisturbed(self.begun[fact.step][-1], seq)]

    @property
    def calls(self) -> dict[str, tuple[int, Call]]:
        """Every call by its id, with the position of its reply: those of the model, and those people made of them."""
        return self._told[0]

    @property
    def decisions(self) -> list[tuple[int, Decided]]:
        """The presses that count: of those who may, in time, about exactly what was shown and still waits."""
        return self._told[1]

    @cached_property
    def _told(self) -> tuple[dict[str, tuple[int, Call]], list[tuple[int, Decided]]]:
        """Both at once, since a press can make a call, which can be pressed on in its turn."""
        calls: dict[str, tuple[int, Call]] = {}
        decisions: list[tuple[int, Decided]] = []
        replies = dict(self.replies)
        for seq, fact in self.all[: self.end]:
            if seq in replies:
                calls.update((call.id, (seq, call)) for call in replies[seq].reply.calls)
            if isinstance(fact, Decided) and self._counts(seq, fact, calls, {one.call_id for _, one in decisions}):
                decisions.append((seq, fact))
                if fact.verdict == "edit":
                    said_at, call = calls[fact.call_id]
                    made = edited(call, fact.arguments)
                    calls[made.id] = (said_at, made)
        return calls, decisions

    @property
    def made(self) -> list[tuple[int, Returned]]:
        """The outcomes of calls."""
        return [(seq, fact) for seq, fact in self.outcomes if isinstance(fact, Returned) and is_call(fact.step)]

    def call(self, step: str) -> Call:
        return self.calls[step.removeprefix("call.")][1]

    @cached_property
    def calls_begun(self) -> list[tuple[int, Call]]:
        """Every beginning of a call, those begun again after a crash too."""
        return [(seq, self.call(step)) for step, seqs in self.begun.items() if is_call(step) for seq in seqs]

    def _counts(self, seq: int, fact: Decided, calls: dict[str, tuple[int, Call]], settled: set[str]) -> bool:
        if fact.by not in self.deciders or fact.call_id not in calls or fact.call_id in settled:
            return False
        shown = [one for at, one in self.requests if at < seq and fact.call_id in ids(one)]
        exactly = any((fact.call_id, fact.digest) == (r.call_id, r.digest) for one in shown for r in one.requests)
        said_at, call = calls[fact.call_id]
        in_time = bool(shown) and self.records[seq].at < shown[-1].expires
        untouched = not self.has_begun(call.id, seq) and not self.is_closed(call.id, seq)
        return exactly and fact.digest == call.digest and in_time and untouched and self.undisturbed(said_at, seq)

    def ever_began(self, id: str) -> bool:
        return f"call.{id}" in self.begun

    def has_begun(self, id: str, before: int) -> bool:
        return self.begun.get(f"call.{id}", [before])[0] < before

    def open_at(self, at: int) -> bool:
        """Whether a call that counts had no outcome at a position."""
        return any(said_at < at and not self.is_closed(id, at) for id, (said_at, _) in self.calls.items())

    def is_closed(self, id: str, before: int) -> bool:
        outcome = self.outcome(f"call.{id}")
        return outcome is not None and outcome[0] < before

    @cached_property
    def requests(self) -> list[tuple[int, ApprovalRequested]]:
        return [(seq, fact) for seq, fact in self.all if isinstance(fact, ApprovalRequested)]

    def shown(self, before: int) -> set[str]:
        """The tools of everything that was put before people up to a position."""
        return {self.calls[id][1].tool for seq, one in self.requests if seq < before for id in ids(one)}

    def said_of(self, verdict: str, before: int) -> set[str]:
        """The ids of the calls about which people said so up to a position."""
        return {fact.call_id for seq, fact in self.decisions if seq < before and fact.verdict == verdict}

    def tools(self, of: set[str]) -> set[str]:
        return {self.calls[id][1].tool for id in of}

    def free(self, call: Call, at: int) -> bool:
        """Whether the rules let a call go that nobody decides about; a changed one they never do."""
        match self.rules.approval:
            case "off":
                return True
            case "each":
                return False
            case "writes":
                return not call.writes and not is_edit(call.id)
            case "once":
                return call.tool in self.tools(self.said_of("approve", at)) and not is_edit(call.id)

    def granted(self, call: Call, at: int) -> bool:
        """Whether somebody let the tools shown so far, and never refused, go on, nobody spoke since, and the model
        asked for nothing else since that needs a person."""
        return not is_edit(call.id) and any(
            self.undisturbed(seq, at) and self._asked_for(seq, at) | {call.tool} <= self._covered(seq)
            for seq, fact in self.decisions
            if fact.scope == "run" and fact.verdict == "approve" and seq < at
        )

    def _asked_for(self, after: int, before: int) -> set[str]:
        said = [(at, call) for at, call in self.calls.values() if after < at < before and not is_edit(call.id)]
        return {call.tool for at, call in said if not call.error and not self.free(call, at)}

    def _covered(self, at: int) -> set[str]:
        return self.shown(at) - self.tools(self.said_of("reject", at))

    def approved(self, call: Call, at: int) -> bool:
        return any(
            seq < at and fact.verdict == "approve" and (fact.call_id, fact.digest) == (call.id, call.digest)
            for seq, fact in self.decisions
        )

    def let_through(self, call: Call, at: int) -> bool:
        return self.approved(call, at) or self.granted(call, at) or self.free(call, at)

    def waits(self, id: str, at: int) -> bool:
        """Whether a call stands before people at a position, and they are to decide about it."""
        said_at, call = self.calls[id]
        shown = any(seq < at and id in ids(one) for seq, one in self.requests)
        settled = any(seq < at and fact.call_id == id for seq, fact in self.decisions)
        untouched = not self.has_begun(id, at) and not self.is_closed(id, at)
        return (
            shown and not settled and untouched and self.undisturbed(said_at, at) and not self.let_through(call, at)
        )

    def overdue(self, id: str, at: int) -> bool:
        """Whether the time that people had for a call is over."""
        shown = [one for seq, one in self.requests if seq < at and id in ids(one)]
        return bool(shown) and self.records[at].at >= shown[-1].expires

    @cached_property
    def expired(self) -> list[tuple[int, int]]:
        """Where a run gave up waiting for people: (position, position of the reply with that call)."""
        closed = [(seq, one) for seq, one in self.outcomes if isinstance(one, Returned) and one.outcome == "expired"]
        return [(seq, self.calls[one.step.removeprefix("call.")][0]) for seq, one in closed]

    @property
    def checks(self) -> list[Checked]:
        """The checks that were begun after the last remark, in their order."""
        listed = [(seq, one) for seq, one in self.outcomes if isinstance(one, Checked) and seq < self.end]
        return [one for _, one in listed if self.begun[one.step][-1] > self.last_remark]

    @cached_property
    def recalls(self) -> list[tuple[int, Recalled]]:
        found = [(seq, one) for seq, one in self.outcomes if isinstance(one, Recalled) and seq < self.end]
        return [(seq, one) for seq, one in found if self.undisturbed(self.begun[one.step][-1], seq)]

    def done_before(self, call: Call) -> bool:
        """Whether the run from which this one goes on made this call, and it brought something."""
        lead = f"{call.tool} {call.arguments} → "
        tried = [line for _, one in self.recalls for line in one.tried if line.startswith(lead)]
        return any(not line.startswith(f"{lead}failed") for line in tried)

    @cached_property
    def brought(self) -> set[str]:
        """The addresses that calls brought up to the end, or that were opened before."""
        results = [one.result for seq, one in self.made if seq < self.end and one.outcome == "ok"]
        before = {passage.address for _, one in self.recalls for passage in one.opened}
        return before | {hit.address for result in results for hit in result.hits}

    def late(self, at: int) -> bool:
        """Whether so much time passed since the last remark as the rules give, that of people counted as well."""
        since = max(seq for seq in self.remarks if seq < at)
        minutes = self.rules.minutes
        return minutes > 0 and self.records[at].at - self.records[since].at >= minutes * 60

    def next_remark(self, after: int) -> int:
        """Where somebody speaks next, or the run ends."""
        return next((seq for seq in [*self.remarks, self.end] if seq > after), len(self.all))

    @property
    def lasting(self) -> list[Effect]:
        """What came to its end in a process that had the time to write it down."""
        return [effect for effect in self.world.effects if effect.ended and effect.worker not in self.world.lost]


def ids(request: ApprovalRequested) -> set[str]:
    return {one.call_id for one in request.requests}


def is_edit(id: str) -> bool:
    return "e" in id


def edited(call: Call, arguments: str) -> Call:
    """What a call becomes when a person changes its arguments: "3.1" is followed by "3.1e2", that by "3.1e3"."""
    id, _, version = call.id.partition("e")
    return call.model_copy(update={"id": f"{id}e{int(version or 1) + 1}", "arguments": arguments})


def is_call(step: str) -> bool:
    return step.startswith("call.")


def same(one: Call, other: Call) -> bool:
    return (one.tool, one.arguments) == (other.tool, other.arguments)


NONSENSE = (
    "Only calls of the replies that count, and what those who may made of them, are asked about, begun or closed."
)


def sensible(facts: Facts) -> bool:
    """Whether the history speaks of calls that exist; where it does not, there is nothing else to be said of it."""
    steps = {*facts.begun, *(fact.step for _, fact in facts.outcomes)}
    asked = {id for _, one in facts.requests for id in ids(one)}
    return {step.removeprefix("call.") for step in steps if is_call(step)} | asked <= facts.calls.keys()


# --- the invariants ------------------------------------------------------------------------------------------------


def comes_to_an_end(facts: Facts) -> bool:
    """A run ends once the model answers, people decide and time passes."""
    return facts.ended and facts.end < len(facts.all)


def time_never_goes_back(facts: Facts) -> bool:
    """Positions count up by one, and the time of a fact is never before that of the fact before it."""
    times = [record.at for record in facts.records]
    return [record.seq for record in facts.records] == list(range(len(times))) and times == sorted(times)


def one_outcome(facts: Facts) -> bool:
    """No step has two outcomes, and no outcome stands before its beginning."""
    steps = [fact.step for _, fact in facts.outcomes]
    late = all(facts.begun[fact.step][0] < seq for seq, fact in facts.outcomes if fact.step in facts.begun)
    return len(steps) == len(set(steps)) and late


def only_calls_close_unmade(facts: Facts) -> bool:
    """Only a call can have an outcome without a beginning: dropped, refused, expired, impossible, or made before."""
    return all(
        is_call(fact.step) and isinstance(fact, Returned) and not fact.result.note.startswith("brought")
        for _, fact in facts.outcomes
        if fact.step not in facts.begun
    )


def outcomes_are_true(facts: Facts) -> bool:
    """What the log says a step brought is what that step really brought."""
    really = [effect.outcome for effect in facts.world.effects if effect.outcome]
    told = [fact for _, fact in facts.outcomes if fact.step in facts.begun]
    return all(fact in really for fact in told if not isinstance(fact, Returned) or fact.outcome == "ok")


def begun_before_done(facts: Facts) -> bool:
    """Nothing is carried out that was not written down as begun, by the worker that carries it out."""
    written = Counter((fact.step, fact.worker) for _, fact in facts.all if isinstance(fact, Started))
    really = Counter((effect.step.id, effect.worker) for effect in facts.world.effects)
    return all(count <= written[key] for key, count in really.items())


def every_call_is_closed(facts: Facts) -> bool:
    """When a run is answered, each call of each reply that counts has exactly one outcome."""
    if facts.end == len(facts.all) or not isinstance(facts.all[facts.end][1], Answered):
        return True
    closed = Counter(fact.step for seq, fact in facts.outcomes if seq < facts.end)
    return all(closed[f"call.{id}"] == 1 for id in facts.calls)


def let_through(facts: Facts) -> bool:
    """No call begins that was not let through, in time and by those who may: by its digest, by a grant for the tools
    they saw, or by the rules."""
    first = [(facts.begun[f"call.{id}"][0], call) for id, (_, call) in facts.calls.items() if facts.ever_began(id)]
    return all(facts.let_through(call, seq) for seq, call in first)


def carried_out_as_shown(facts: Facts) -> bool:
    """What a tool gets is, to the letter, what people saw and approved, where they had to see it."""
    for effect in facts.world.effects:
        if effect.step.call is None:
            continue
        call, first = facts.call(effect.step.id), facts.begun[effect.step.id][0]
        seen = {(r.call_id, r.digest) for seq, one in facts.requests if seq < first for r in one.requests}
        as_seen = (call.id, effect.step.call.digest) in seen and facts.approved(effect.step.call, first)
        if not same(call, effect.step.call) or not (as_seen or facts.granted(call, first) or facts.free(call, first)):
            return False
    return True


def what_was_changed_never_begins(facts: Facts) -> bool:
    """A call that somebody changed is never made as it was."""
    return not any(fact.verdict == "edit" and facts.ever_began(fact.call_id) for _, fact in facts.decisions)


def nobody_is_asked_in_vain(facts: Facts) -> bool:
    """People are asked only about calls that need them: never about what reads where only writing asks, and never
    about a tool they let through where once is enough."""
    asked = [(seq, facts.calls[id][1]) for seq, one in facts.requests for id in ids(one)]
    return not any(facts.let_through(call, seq) for seq, call in asked)


def one_of_a_tool_at_a_time(facts: Facts) -> bool:
    """Where once is enough, no two calls of one tool wait for people together, changed ones aside."""
    if facts.rules.approval != "once":
        return True
    for seq, one in facts.requests:
        waiting = [id for id in facts.calls if not is_edit(id) and (id in ids(one) or facts.waits(id, seq))]
        if max(Counter(facts.calls[id][1].tool for id in waiting).values(), default=0) > 1:
            return False
    return True


def whoever_is_asked_has_the_whole_time(facts: Facts) -> bool:
    """A request and a question are open for as long as the rules say, from the moment they are in the log."""
    for record in facts.records:
        match record.fact:
            case ApprovalRequested(expires=expires):
                given, due = expires - record.at, facts.rules.approval_hours * HOUR
            case AskedBack(expires=expires):
                given, due = expires - record.at, facts.rules.question_hours * HOUR
            case _:
                continue
        if abs(given - due) > 1:
            return False
    return True


def one_reminder(facts: Facts) -> bool:
    """People are reminded at most once of each thing, after half of its time and before its end, while it waits."""
    reminders = [(seq, fact.of) for seq, fact in facts.all if isinstance(fact, Reminded)]
    return len({of for _, of in reminders}) == len(reminders) and all(
        in_its_second_half(facts, seq, of) and still_waits(facts, seq, of) for seq, of in reminders
    )


def in_its_second_half(facts: Facts, at: int, of: int) -> bool:
    fact, since, now = facts.all[of][1], facts.records[of].at, facts.records[at].at
    assert isinstance(fact, ApprovalRequested | AskedBack)
    return since + (fact.expires - since) / 2 <= now < fact.expires


def still_waits(facts: Facts, at: int, of: int) -> bool:
    fact = facts.all[of][1]
    if isinstance(fact, ApprovalRequested):
        return any(facts.waits(id, at) for id in ids(fact))
    return facts.undisturbed(of, at)


def an_expiry_is_the_end_of_the_search(facts: Facts) -> bool:
    """Once nobody decided in time, and until somebody speaks, nobody is asked but about what they changed, no
    later reply makes a call, and what begins is only what was let through of the same reply."""
    for seq, said_at in facts.expired:
        later = range(seq, facts.next_remark(seq))
        asked = any(not is_edit(id) for at, one in facts.requests if at in later for id in ids(one))
        begun = {step for at, fact in facts.all if at in later and isinstance(fact, Started) for step in [fact.step]}
        made = any(facts.calls[step.removeprefix("call.")][0] != said_at for step in begun if is_call(step))
        if asked or made or any(fact.reply.calls for at, fact in facts.replies if at in later):
            return False
    return True


def closed_for_a_reason(facts: Facts) -> bool:
    """A call that is not made is closed for what really happened: it was refused or changed by those who may, nobody
    who may let it through in time, somebody spoke, it was made before, it cannot be made, or its budget is spent."""
    unmade = [(seq, one) for seq, one in facts.outcomes if is_call(one.step) and one.step not in facts.begun]
    return all(isinstance(one, Returned) and has_reason(facts, seq, one) for seq, one in unmade)


def has_reason(facts: Facts, seq: int, fact: Returned) -> bool:
    id = fact.step.removeprefix("call.")
    said_at, call = facts.calls[id]
    match fact.outcome:
        case "refused":
            return id in facts.said_of("reject", seq)
        case "dropped":
            return id in facts.said_of("edit", seq) or not facts.undisturbed(said_at, seq)
        case "expired":
            shown = any(at < seq and id in ids(one) for at, one in facts.requests)
            given_up = any(at < seq and reply == said_at for at, reply in facts.expired) and not is_edit(id)
            return not facts.let_through(call, seq) and (facts.overdue(id, seq) if shown else given_up)
        case "ok":
            done = any(at < seq and succeeded(one) and same(facts.call(one.step), call) for at, one in facts.made)
            return done or facts.done_before(call)
        case "failed":
            allowed = facts.rules.allowed(call.budget)
            spent = sum(
                other.budget == call.budget for i, (_, other) in facts.calls.items() if facts.has_begun(i, seq)
            )
            return bool(call.error) or spent == allowed or facts.late(seq)
        case _:
            return False


def no_outcome_is_lost(facts: Facts) -> bool:
    """What ended in a process that lived on, or left in its own time, has exactly its outcome in the log, however
    long the log could not be used."""
    for effect in facts.lasting:
        closed, gone = facts.outcome(effect.step.id), facts.world.left.get(effect.worker, len(facts.all))
        if closed is None or closed[0] >= gone:
            return False
        if effect.outcome and closed[1] != effect.outcome and not overtaken(facts, effect):
            return False
    return True


def overtaken(facts: Facts, effect: Effect) -> bool:
    """Whether another process closed this step first: it began it too, or found it begun and took it for lost."""
    closed = facts.outcome(effect.step.id)
    given_up = closed is not None and isinstance(closed[1], Returned) and closed[1].outcome == "unknown"
    begun = {fact.worker for _, fact in facts.all if isinstance(fact, Started) and fact.step == effect.step.id}
    return len(begun) > 1 or (given_up and facts.world.started > 1)


def only_the_dead_leave_a_step_open(facts: Facts) -> bool:
    """Whatever was begun has an outcome, unless every process that began it died or left."""
    gone = facts.world.lost | facts.world.left.keys()
    begun = [fact for _, fact in facts.all if isinstance(fact, Started)]
    return all(fact.worker in gone for fact in begun if not facts.outcome(fact.step))


def a_no_is_a_no(facts: Facts) -> bool:
    """A call that somebody who may decide rejected never begins."""
    return not any(fact.verdict == "reject" and facts.ever_began(fact.call_id) for _, fact in facts.decisions)


def the_closed_stay_closed(facts: Facts) -> bool:
    """A step with an outcome, be it rejected, expired, superseded or done, is never begun again."""
    ends = {fact.step: seq for seq, fact in facts.outcomes}
    return all(seqs[-1] < ends.get(step, len(facts.all)) for step, seqs in facts.begun.items())


def a_remark_supersedes(facts: Facts) -> bool:
    """A call that had not begun when somebody said something else never begins."""
    return all(
        facts.undisturbed(said_at, facts.begun[f"call.{id}"][0])
        for id, (said_at, _) in facts.calls.items()
        if facts.ever_began(id)
    )


def no_call_succeeds_twice(facts: Facts) -> bool:
    """A call that succeeded is not begun again, under whatever id."""
    brought = [(seq, facts.call(f.step)) for seq, f in facts.outcomes if isinstance(f, Returned) and succeeded(f)]
    return not any(then < seq and same(one, call) for then, one in brought for seq, call in facts.calls_begun)


def succeeded(fact: Returned) -> bool:
    return is_call(fact.step) and fact.outcome == "ok"


def no_twins_under_way(facts: Facts) -> bool:
    """Two equal calls are never under way together, and at most four calls are."""
    open_calls: dict[str, Call] = {}
    for _, fact in facts.all:
        if isinstance(fact, Started) and is_call(fact.step):
            open_calls[fact.step] = facts.call(fact.step)
        if isinstance(fact, Closing):
            open_calls.pop(fact.step, None)
        if len({(one.tool, one.arguments) for one in open_calls.values()}) < len(open_calls) or len(open_calls) > 4:
            return False
    return True


def the_unrepeatable_happens_once(facts: Facts) -> bool:
    """A call that must not be repeated is carried out at most once, whatever dies in between."""
    calls = [effect.step.id for effect in facts.world.effects if is_call(effect.step.id)]
    really = Counter(step for step in calls if not facts.call(step).repeatable)
    return all(count == 1 for count in really.values())


def nothing_starts_after_the_end(facts: Facts) -> bool:
    """After the end that counts nothing begins, is asked or is answered."""
    later = [fact for _, fact in facts.all[facts.end + 1 :]]
    return not any(isinstance(fact, Started | AskedBack | ApprovalRequested | Answered) for fact in later)


def answers_are_fresh(facts: Facts) -> bool:
    """An answer is a draft that was begun, and checked, after the last remark."""
    fact = facts.all[facts.end][1] if facts.end < len(facts.all) else None
    if not isinstance(fact, Answered):
        return True
    if fact.answer.partial and not fact.answer.text:
        return True  # a list, of which there is no draft
    drafts = {one.reply.text for _, one in facts.replies if facts.begun[one.step][0] > facts.last_remark}
    return fact.answer.text in drafts and any(c.answer == whole(fact.answer) for c in facts.checks)


def whole(answer: Answer) -> Answer:
    """A partial answer as the check that it comes from has it."""
    return answer.model_copy(update={"partial": False, "missing": ""}) if answer.partial else answer


def a_partial_answer_claims_nothing_new(facts: Facts) -> bool:
    """An answer that is partial says why and names something: it is a draft, the newest that a source carries if
    there is one, or a list of what was opened or found in this run or in that from which it goes on."""
    fact = facts.all[facts.end][1] if facts.end < len(facts.all) else None
    if not isinstance(fact, Answered) or not fact.answer.partial:
        return True
    answer = fact.answer
    carried = [check.answer for check in facts.checks if check.answer.statements]
    if carried or answer.text:
        return bool(answer.missing) and (whole(answer) == carried[-1] if carried else not answer.statements)
    listed = {source.address for source in answer.sources}
    return (
        bool(answer.missing)
        and bool(listed) == bool(facts.brought)
        and listed <= facts.brought
        and not answer.statements
    )


def nothing_found_is_thrown_away(facts: Facts) -> bool:
    """Whoever's question ends without an answer, and did not end it, gets to see what was found, if anything was."""
    fact = facts.all[facts.end][1] if facts.end < len(facts.all) else None
    ended = isinstance(fact, Stopped) and fact.why in ("budget", "spent", "failed")
    return not ended or not facts.brought


def what_was_done_before_is_not_done_again(facts: Facts) -> bool:
    """A call that brought something in the run from which this one goes on never begins."""
    return not any(facts.done_before(call) for _, call in facts.calls_begun)


def time_is_no_reason_without_a_bound(facts: Facts) -> bool:
    """No answer is cut for want of time where the rules set none, or where less of it passed, people's included."""
    fact = facts.all[facts.end][1] if facts.end < len(facts.all) else None
    over = isinstance(fact, Answered) and fact.answer.missing == ending.TIME
    return not over or facts.late(facts.end)


def everything_said_is_understood(facts: Facts) -> bool:
    """After a remark nothing is made of it, searched or answered before the thread was understood anew."""
    understood = [facts.begun[fact.step][0] for _, fact in facts.outcomes if isinstance(fact, Understood)]
    spoken = [seq for step, seqs in facts.begun.items() if step.startswith("reply.") for seq in seqs]
    for remark, following in zip(facts.remarks, [*facts.remarks[1:], facts.end], strict=True):
        heard = [seq for seq in understood if remark < seq < following]
        made_of_it = [seq for seq in spoken if remark < seq < following]
        if made_of_it and (not heard or min(made_of_it) < min(heard)):
            return False
    return True


def budgets_hold(facts: Facts) -> bool:
    """No more calls of a kind begin than the rules allow, over the whole run."""
    spent = Counter(call.budget for id, (_, call) in facts.calls.items() if facts.ever_began(id))
    return all(
        count <= allowed for kind, count in spent.items() if (allowed := facts.rules.allowed(kind)) is not None
    )


def rounds_hold(facts: Facts) -> bool:
    """Between two remarks the model speaks no more often than the rules allow; attempts that failed do not count."""
    failed = {fact.step for _, fact in facts.outcomes if isinstance(fact, Returned)}
    spoken = [(step, seqs[0]) for step, seqs in facts.begun.items() if step.startswith("reply.")]
    for remark, following in zip(facts.remarks, [*facts.remarks[1:], facts.end], strict=True):
        counted = [step for step, seq in spoken if remark < seq < following and step not in failed]
        if len(counted) > facts.rules.rounds:
            return False
    return True


def two_askings_at_most(facts: Facts) -> bool:
    """People are asked back at most twice, with one to three questions."""
    askings = [fact for _, fact in facts.all if isinstance(fact, AskedBack)]
    return len(askings) <= 2 and all(1 <= len(asking.questions) <= 3 for asking in askings)


def summaries_are_few_and_tell_of_more_each_time(facts: Facts) -> bool:
    """A summary is made of what came before it, of more than the last one told, while no call is open, and it is
    tried at most twice in a row between two remarks."""
    told, failed = 0, 0
    for seq, fact in facts.all[: facts.end]:
        if seq in facts.remarks:
            failed = 0
        if isinstance(fact, Compacted) and facts.undisturbed(facts.begun[fact.step][-1], seq):
            begun = facts.begun[fact.step][0]
            if not told < fact.through <= begun or facts.open_at(begun):
                return False
            told, failed = fact.through, 0
        if isinstance(fact, Said) and fact.replaces:
            told = 0
        if isinstance(fact, Returned) and fact.step.startswith("compact.") and fact.outcome == "failed":
            failed += 1
            if failed > 2:
                return False
    return True


def no_run_ends_for_want_of_a_summary(facts: Facts) -> bool:
    """A run that ends because a step failed ends for one that it cannot do without."""
    if facts.end == len(facts.all) or getattr(facts.all[facts.end][1], "why", "") != "failed":
        return True
    failed = [one.step for seq, one in facts.outcomes if isinstance(one, Returned) and facts.last_remark < seq]
    return any(not is_call(step) and not step.startswith("compact.") for step in failed)


def a_remark_cancels_no_tool(facts: Facts) -> bool:
    """A tool call under way is cancelled by the end of the run, and by nothing else."""
    cancelled = [(seq, f) for seq, f in facts.outcomes if isinstance(f, Returned) and f.outcome == "cancelled"]
    return all(seq > facts.end for seq, fact in cancelled if is_call(fact.step))


def once_is_once(facts: Facts) -> bool:
    """What is delivered twice under one key counts once."""
    return all(count <= 1 for count in Counter(key for key, went_in in facts.world.told if went_in).values())


def no_busy_loop(facts: Facts) -> bool:
    """A step begins at most once in each process that ever carried the run, and the facts stay few."""
    return all(len(seqs) <= facts.world.started for seqs in facts.begun.values()) and len(facts.all) < 1_000


INVARIANTS: tuple[Callable[[Facts], bool], ...] = (
    comes_to_an_end,
    time_never_goes_back,
    one_outcome,
    only_calls_close_unmade,
    outcomes_are_true,
    begun_before_done,
    every_call_is_closed,
    let_through,
    carried_out_as_shown,
    a_no_is_a_no,
    what_was_changed_never_begins,
    nobody_is_asked_in_vain,
    one_of_a_tool_at_a_time,
    whoever_is_asked_has_the_whole_time,
    one_reminder,
    an_expiry_is_the_end_of_the_search,
    closed_for_a_reason,
    no_outcome_is_lost,
    only_the_dead_leave_a_step_open,
    the_closed_stay_closed,
    a_remark_supersedes,
    no_call_succeeds_twice,
    no_twins_under_way,
    the_unrepeatable_happens_once,
    nothing_starts_after_the_end,
    answers_are_fresh,
    a_partial_answer_claims_nothing_new,
    nothing_found_is_thrown_away,
    what_was_done_before_is_not_done_again,
    time_is_no_reason_without_a_bound,
    everything_said_is_understood,
    budgets_hold,
    rounds_hold,
    two_askings_at_most,
    summaries_are_few_and_tell_of_more_each_time,
    no_run_ends_for_want_of_a_summary,
    a_remark_cancels_no_tool,
    once_is_once,
    no_busy_loop,
)
