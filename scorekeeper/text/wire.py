"""The engine's contract in JSON: one request in, one answer out.

What `manage.py score` reads and writes, as pure functions on the objects that JSON knows; sentences are in
the language that is active.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ledger.scoring import score
from ledger.scoring.scored import HandRefused, Points, Reason, Scored
from scorekeeper.text.refusals import sentence

Answer = dict[str, Any]


def answer_line(line: str | bytes, number: int) -> Answer:
    """The answer to one line of JSON, the `number`th of its file; broken JSON is refused with that number."""
    try:
        request = json.loads(line, object_pairs_hook=_each_name_once, parse_constant=_no_such_number)
    except (ValueError, RecursionError) as problem:
        words = str(problem) if isinstance(problem, _UnclearError) else "this is not JSON"
        return refusal(HandRefused("bad_json", f"Line {number}: {words}."))
    return answer(request)


def answer(request: object) -> Answer:
    """The answer to one request: points and reasons, or why it was refused."""
    try:
        return scored_answer(_score(request))
    except HandRefused as refused:
        return refusal(refused)


def _score(request: object) -> Scored:
    if not isinstance(request, Mapping):
        raise HandRefused("bad_request", "A request names a game, the players, the rules and a hand.")
    rules = request.get("rules", {})
    if not isinstance(rules, Mapping):
        raise HandRefused("bad_rules", "The rules are named options.", fact="rules")
    if "hand" not in request:
        raise HandRefused("not_a_hand", "No hand was told.", fact="hand")
    return score(request.get("game"), request.get("players"), rules, request["hand"])  # type: ignore[arg-type]


def refusal(refused: HandRefused) -> Answer:
    """A refusal: a code for machines, a sentence for people, and the fact it is about, if it is about one."""
    told = {"code": refused.code, "message": sentence(refused)}
    return {"refused": told if refused.fact is None else {**told, "fact": refused.fact}}


def scored_answer(scored: Scored) -> Answer:
    """A score; what does not apply to the hand is left out."""
    found: Answer = {
        "points": exact_strings(scored.points),
        "pot_delta": str(scored.pot_delta),
        "reasons": [_reason(reason) for reason in scored.reasons],
        "label": scored.label,
        "factor": str(scored.factor),
        "roles": list(scored.roles) or None,
        "won": list(scored.won) or None,
        "row": scored.row,
        "next_dealer": scored.next_dealer,
        **scored.carried_after.answer(len(scored.points)),
        "totals": None if scored.totals is None else exact_strings(scored.totals),
        "money": None if scored.money is None else exact_strings(scored.money),
    }
    return {name: value for name, value in found.items() if value is not None}


def exact_strings(points: Points) -> list[str]:
    """Exact numbers as JSON carries them: "3", "-3/2"."""
    return [str(point) for point in points]


def _reason(reason: Reason) -> Answer:
    factor: Fraction | None = reason.factor
    found: Answer = {
        "code": reason.code,
        "text": reason.text,
        "detail": reason.detail or None,
        "points": exact_strings(reason.points),
        "seats": list(reason.seats) or None,
        "factor": None if factor is None else str(factor),
        "rule": reason.rule,
        "source": reason.source or None,
    }
    return {name: value for name, value in found.items() if value is not None}


class _UnclearError(ValueError):
    """JSON that can be read but not understood."""


def _each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _UnclearError("a name stands twice in the same object")
    return found


def _no_such_number(name: str) -> Any:
    raise _UnclearError(f"{name} is not a number that JSON knows")
