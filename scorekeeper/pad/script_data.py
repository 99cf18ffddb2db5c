"""Data that the script on the phone needs of a pad to answer a tap by itself (static/js/pad.js).

Every sentence and every number it shows is handed over here, made by the same functions that draw the pad on
the server: the script puts them in their places and knows no word itself. Players are ids, written as text.
"""

from collections.abc import Callable, Mapping
from functools import partial

from ledger.book.sheet import RulesInForce
from ledger.scoring import HandRefused
from ledger.scoring.scored import Facts, Scored
from scorekeeper.pad.prices import Prices, Tells, brings, raced
from scorekeeper.pad.questions import Mode
from scorekeeper.pad.state import Pad
from scorekeeper.text.figures import signed
from scorekeeper.text.receipts import label_words
from scorekeeper.text.refusals import sentence

# Typed as card points, no number under any rules.
NO_POINTS = "–"

# Their id, their name, what is read out of them, and the name as it stands apart in a sentence.
ScriptPlayer = tuple[str, str, str, str]


def script_data(
    pad: Pad,
    prices: Prices,
    *,
    players: tuple[ScriptPlayer, ...],
    titles: Mapping[str, str],
    words: Mapping[str, str],
    is_followed: bool,
) -> dict[str, object]:
    """Return what the script has to know, for JSON.

    `players` are those who play this hand, in seat order; `titles` are what the big button says by mode, ""
    for a picked hand; `is_followed` means that a hand is corrected which others follow, so that the server
    has the last word.
    """
    asks, tells = pad.asks, Tells(pad, whole=True)
    blocked = _refusal(pad.check_table)
    wrong_points = ""
    if asks.rows and not blocked:
        row, least = asks.rows[0].code, asks.least_partners
        wrong_points = _refusal(lambda: Tells(pad).result(row, least, points=NO_POINTS))
    return {
        "players": players,
        "most_partners": asks.most_partners,
        "least_partners": asks.least_partners,
        "partner_steps": asks.partner_steps,
        "is_partner_fixed": asks.is_partner_fixed,
        "is_counted": asks.is_counted,
        # Said instead of anything else, where so few or so many cannot play a hand.
        "blocked": blocked,
        # Said of a hand that a player cannot have picked.
        "refused": _not_picked(pad, tells, prices),
        "is_followed": is_followed,
        "tap_picker": asks.tap_picker,
        "tap_partner": asks.tap_partner,
        # Said of card points that cannot be, "" where they are not looked at.
        "wrong_points": wrong_points,
        "least_points": asks.least_points,
        "most_points": asks.most_points,
        "title": titles[""],
        "words": words,
        "results": [
            {
                "code": row.code,
                # The card points that it stands for, None where only tricks decide it.
                "low": row.low,
                "high": row.high,
                # The card points that go with all tricks, or none.
                "edge": asks.most_points if row.side == "won" else asks.least_points,
                "cells": [
                    _cell(prices.results.get((row.code, count)), count)
                    for count in range(asks.most_partners + 1)
                ],
            }
            for row in asks.rows
        ],
        "modes": [_mode(pad.rules, mode, prices, tells, titles[mode.code]) for mode in asks.modes],
        "questions": [
            {
                "name": one.name,
                "modes": one.modes,
                # An answer leaves the price to the server.
                "is_open": one.is_open,
                # Typed numbers, or the answer, say who won, so that nobody has to be tapped.
                "counts": one.kind == "counts" or one.names_result,
                # Answers that nobody can give alone.
                "with_partner": one.with_partner,
            }
            for one in asks.questions
        ],
    }


def _refusal(told: Callable[[], object]) -> str:
    try:
        told()
    except HandRefused as refused:
        return sentence(refused)
    return ""


def _refused_at_table(tells: Tells, told: Callable[[], Facts]) -> str:
    # Refused by the table as it sits, whoever else is tapped, and however a hand came out.
    game, rules, seats = tells.scored_by
    return _refusal(lambda: game.scored(seats, rules, told()))


def _not_picked(pad: Pad, tells: Tells, prices: Prices) -> dict[str, str]:
    priced = next(iter(prices.results), None)
    if priced is None:
        return {}
    refused = {
        str(one): _refused_at_table(tells, partial(tells.result, *priced, picker=one))
        for one in pad.deal.active
    }
    return {player: why for player, why in refused.items() if why}


def _cell(scored: Scored | None, partners: int) -> tuple[str, str, str, str] | None:
    # The picker, a partner, an opponent, and the words of the button; None where so many partners cannot be.
    if scored is None:
        return None
    points = scored.points
    # A partner sits next to the picker, but in a Kreuzspiel across.
    partner = scored.roles.index("partner") if "partner" in scored.roles else min(partners, 1)
    return signed(points[0]), signed(points[partner]), signed(points[-1]), brings(scored)


def _mode(rules: RulesInForce, mode: Mode, prices: Prices, tells: Tells, title: str) -> dict[str, object]:
    ties = prices.ties[mode.code]
    priced = next((count for count, scored in ties.items() if scored), None)
    return {
        "code": mode.code,
        "tap": mode.tap,
        "part": mode.part,
        "most": mode.most,
        "title": title,
        # Said where this table cannot have such a hand.
        "refused": "" if priced is None else _refused_at_table(tells, partial(tells.mode, mode.code, priced)),
        "ties": {count: _tie(rules, mode, count, scored) for count, scored in ties.items()},
    }


def _tie(
    rules: RulesInForce, mode: Mode, tapped: int, scored: Scored | None
) -> tuple[str, str, str, str | None] | None:
    # The first who was tapped, the next, everybody else, and the name of a hand that brings nobody anything.
    if scored is None or raced(scored) or (not mode.tap and any(scored.points)):
        return None  # whose points they are depends on who sits where
    first, second, other = scored.points[0], scored.points[min(1, max(tapped - 1, 0))], scored.points[-1]
    label = None if any(scored.points) else label_words(rules.game, scored.label, rules.read)
    return signed(first), signed(second), signed(other), label
