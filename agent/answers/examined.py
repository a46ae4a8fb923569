"""The verdicts of an answer that is no shortlist: one for each condition of its task. Pure."""

from __future__ import annotations

from agent.answers.contrary import weighed
from agent.answers.copied import copied
from agent.answers.listing import Listed
from agent.answers.verdicts import Claim, claims, not_there, stands, unfit
from agent.facts import Condition, Verdict
from agent.ledger import Ledger
from agent.run import Run


def examined(run: Run, listed: Listed) -> tuple[tuple[Verdict, ...], tuple[str, ...]]:
    """One verdict for each condition of the task, and what to mend."""
    wanted = [condition.id for condition in run.intent.conditions] if run.intent else []
    given = claims(list(listed.verdicts or ()))
    said = {one.condition: one for one in given}
    twice = [id for id in said if len({one.standing for one in given if one.condition == id}) > 1]
    said.update({id: Claim(id, "unknown") for id in twice})
    faults = [f"The verdicts block does not list {id}." for id in wanted if id not in said]
    faults += [f"The verdicts block lists {id} twice, and not the same; list it once." for id in twice]
    faults += [
        f"The verdicts block lists {id}, which is no condition of the task." for id in said if id not in wanted
    ]
    conditions = run.intent.conditions if run.intent else ()
    looked = [_examined(run.ledger, said.get(one.id, Claim(one.id, "unknown")), one) for one in conditions]
    told = said_before(run)
    faults += [fault for _, fault in looked if fault and fault not in told]
    return tuple(verdict for verdict, _ in looked), tuple(faults)


def said_before(run: Run) -> frozenset[str]:
    """The faults that this task's drafts had before: what a model did not mend once it will not mend."""
    since = run.intents[-1][0] if run.intents else 0
    earlier = (one.checked for one in run.rounds if one.seq > since and one.checked)
    return frozenset(fault for checked in earlier for fault in checked.faults)


def _examined(ledger: Ledger, said: Claim, condition: Condition) -> tuple[Verdict, str]:
    unknown = Verdict(condition=said.condition, standing="unknown")
    if said.standing == "unknown":
        return unknown, ""
    if not ledger.is_open(said.number):
        return unknown, f"The verdict on {said.condition} names no opened source."
    said = copied(said, [said.number], ledger)
    if fault := unfit(said, f"The verdict on {said.condition}", f"[{said.number}]"):
        return unknown, fault
    about = f"The verdict on {said.condition}"
    found = list(stands(said.words, [said.number], ledger))
    if not found:
        return unknown, not_there(said, about, f"[{said.number}]")
    return weighed(said, found, condition, about)
