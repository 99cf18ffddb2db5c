"""The engine's contract in JSON: one request in, one answer out.

What `manage.py score` reads and writes, as pure functions on the objects that JSON knows; sentences are in
the language that is active.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ledger.scoring import game_called, score
from ledger.scoring.facts import shown
from ledger.scoring.option import read_rules
from ledger.scoring.scored import HandRefused, Points, Reason, Scored
from ledger.words.messages import Message, message
from scorekeeper.text.receipts import label_words, line_detail, line_text
from scorekeeper.text.refusals import sentence

WireAnswer = dict[str, Any]

# The fields of a request that are scored.
REQUEST = frozenset({"game", "players", "rules", "hand"})

# Fields of documented hands that are for people and are ignored.
BESIDE = frozenset({"id", "source", "also", "certainty", "expect", "note", "why"})


def answer_line(line: str | bytes, number: int) -> WireAnswer:
    """Return the answer to one line of JSON, the `number`th of its file; broken JSON is refused with that
    number."""
    try:
        request = json.loads(line, object_pairs_hook=_each_name_once, parse_constant=_no_such_number)
    except (ValueError, RecursionError) as problem:
        if isinstance(problem, _UnclearError):
            return refusal(HandRefused("bad_json", case="unclear", line=number, what=problem.what))
        return refusal(HandRefused("bad_json", line=number))
    return answer(request)


def answer(request: object) -> WireAnswer:
    """Return the answer to one request: points and reasons, or why it was refused."""
    try:
        if not isinstance(request, Mapping):
            raise HandRefused("bad_request")
        if unknown := [name for name in request if name not in REQUEST | BESIDE]:
            raise HandRefused("unknown_key", fact=str(unknown[0])[:40], value=shown(unknown[0]))
        rules = request.get("rules", {})
        if not isinstance(rules, Mapping):
            raise HandRefused("bad_rules", fact="rules")
        if "hand" not in request:
            raise HandRefused("not_a_hand", fact="hand", case="missing")
        game: Any = request.get("game")
        players: Any = request.get("players")
        scored = score(game, players, rules, request["hand"])
        return scored_answer(game, read_rules(game_called(game).rules, rules), scored)
    except HandRefused as refused:
        return refusal(refused)


def refusal(refused: HandRefused) -> WireAnswer:
    """Return a refusal: a code for machines, a sentence for people, and the fact it is about, if it is about
    one."""
    told = {"code": refused.code, "message": sentence(refused)}
    return {"refused": told if refused.fact is None else {**told, "fact": refused.fact}}


def scored_answer(game: str, rules: Any, scored: Scored) -> WireAnswer:
    """Return a score; what does not apply to the hand is left out. `game` is what was played, by `rules`."""
    found: WireAnswer = {
        "points": exact_strings(scored.points),
        "pot_delta": str(scored.pot_delta),
        "reasons": [_reason(game, rules, reason) for reason in scored.reasons],
        "label": label_words(game, scored.label, rules),
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
    return [str(point) for point in points]


def _reason(game: str, rules: Any, reason: Reason) -> WireAnswer:
    # A line of the receipt; `{0}`, `{1}` in its words stand for its seats.
    factor: Fraction | None = reason.factor
    seats = [f"{{{place}}}" for place in range(len(reason.seats))]
    found: WireAnswer = {
        "code": reason.code,
        "text": line_text(game, reason, seats, rules),
        "detail": line_detail(game, reason, seats, rules) or None,
        "points": exact_strings(reason.points),
        "seats": list(reason.seats) or None,
        "factor": None if factor is None else str(factor),
        "rule": reason.rule,
        "source": reason.source or None,
    }
    return {name: value for name, value in found.items() if value is not None}


class _UnclearError(ValueError):
    """JSON that can be read but not understood, and why."""

    def __init__(self, what: Message) -> None:
        self.what = what
        super().__init__(what)


def _each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _UnclearError(message("unclear", case="twice"))
    return found


def _no_such_number(name: str) -> Any:
    raise _UnclearError(message("unclear", case="number", name=name))
