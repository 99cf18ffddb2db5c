"""The receipt that answers "why −8?": the lines of a hand's score, as they add up for one player."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from ledger.book.sheet import HandRow
from ledger.scoring import Scored, game_called
from ledger.scoring.game import Game
from ledger.scoring.option import options
from scorekeeper.text.figures import points, side, signed
from scorekeeper.text.receipts import label_words, line_detail, line_text, role_words


def receipt(row: HandRow, scored: Scored, player: int, names: Mapping[int, str]) -> dict[str, Any]:
    """Return why a player won or lost so many points in a hand."""
    seat, seats = row.seats.index(player), [names[one] for one in row.seats]
    told = example_receipt(game_called(row.rules.game), scored, seat, seats, row.rules.read)
    return {"player": player, **told}


def worth_words(scored: Scored, seat: int) -> str:
    """Return what a hand brought a seat: with a sign, but for points as typed."""
    return (points if scored.compared else signed)(scored.points[seat])


def worth_side(scored: Scored, seat: int) -> str:
    """Return the class of what a hand brought: "plus" or "minus"; of points as typed "best" for the best."""
    if scored.compared:
        return "best" if scored.won[seat] else ""
    return side(scored.points[seat])


def played_in(row: HandRow) -> list[int]:
    """Return who played a hand (player ids); everybody at the table where an older book has all sit out."""
    return [one for one in row.seats if one not in row.out] or list(row.seats)


def chief_of(row: HandRow) -> int:
    """Return whom the table asks about first, of those who played: who picked, or who won most."""
    played = played_in(row)
    picked = [one for one in played if row.role(one) in ("picker", "alone")]
    brought = dict(zip(row.seats, row.parts, strict=False))
    return picked[0] if picked else max(played, key=lambda one: brought.get(one, 0))


def example_receipt(
    game: Game[Any], scored: Scored, seat: int, names: Sequence[str], rules: Any
) -> dict[str, Any]:
    """Return why a seat won or lost so many points; `label` is what the hand is called."""
    return {
        "name": names[seat],
        "role": role_words(game.key).get(scored.roles[seat], "") if scored.roles else "",
        "label": label_words(game.key, scored.label, rules),
        "worth": worth_words(scored, seat),
        "side": worth_side(scored, seat),
        "lines": _lines(game, scored, seat, names, rules),
    }


def _lines(
    game: Game[Any], scored: Scored, seat: int, names: Sequence[str], own: Any
) -> list[dict[str, str]]:
    # Lines of a seat's receipt: the event, the house rule behind it, its effect and the sum so far. `names`
    # are of the seats, `own` the rules.
    rules = {option.name: gettext(option.label) for option in options(game.rules)}
    lines: list[dict[str, str]] = []
    write = points if scored.compared else signed
    so_far = Fraction(0)
    for reason in scored.reasons:
        so_far += reason.points[seat]
        called = [names[one] for one in reason.seats]
        rule = rules.get(reason.rule or "", "")
        text, detail = (word(game.key, reason, called, own) for word in (line_text, line_detail))
        if rule and rule.casefold() not in text.casefold():  # the line says it already, in the same words
            words = gettext("{detail} · house rule: {rule}") if detail else gettext("House rule: {rule}")
            detail = words.format(detail=detail, rule=rule)
        effect = f"× {points(reason.factor)}" if reason.factor else write(reason.points[seat])
        lines.append({"text": text, "detail": detail, "effect": effect, "sum_so_far": write(so_far)})
    return lines
