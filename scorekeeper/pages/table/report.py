"""A night on one sheet of paper: its hands, the result, and what was paid. Made to be printed.

A night of Schafkopf has its list as a table keeps it on paper: each game with the plus and minus it brought.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_safe

from ledger.book.sheet import HandRow, ScoreSheet
from ledger.models.book import sheet_of
from ledger.scoring import game_called
from ledger.standings import names_of
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import asked_page, paged
from scorekeeper.presenters.owed import on_paper, owed_in
from scorekeeper.presenters.payments import plays_for_money, settled
from scorekeeper.presenters.sheet import remark_lines
from scorekeeper.text.figures import points, signed
from scorekeeper.text.lists import listed
from scorekeeper.text.receipts import hand_called

# More hands than a table plays in a night.
HANDS_A_PAGE = 500


# Doublings that are drawn as strokes; more are written as a factor.
MOST_STROKES = 4
DECLARERS = ("picker", "alone", "partner")


def paper_list(
    sheet: ScoreSheet, rows: Sequence[HandRow], shown: Sequence[HandRow], names: Mapping[int, str]
) -> dict[str, Any]:
    """Return the list of `shown`, some of the night's `rows`; plus and minus are those of all of them."""
    brought = {player: [row.points.get(player, Fraction(0)) for row in rows] for player in sheet.players}
    plus = [sum((one for one in worths if one > 0), Fraction(0)) for worths in brought.values()]
    minus = [sum((one for one in worths if one < 0), Fraction(0)) for worths in brought.values()]
    return {
        "lines": [_line(sheet, row, names) for row in shown],
        "plus": [signed(one) for one in plus],
        "minus": [signed(one) for one in minus],
        "sum_of_plus": points(sum(plus, Fraction(0))),
        "sum_of_minus": points(-sum(minus, Fraction(0))),
        "in_stock": points(sheet.pot_points) if sheet.pot_points else "",
    }


def _line(sheet: ScoreSheet, row: HandRow, names: Mapping[int, str]) -> dict[str, Any]:
    # A game on the list; `strokes` has one for each doubling, and `factor` says the same as "×4".
    factor = row.scored.factor if row.scored else Fraction(1)
    said = "" if factor == 1 else f"×{points(factor)}"
    doublings = factor.numerator.bit_length() - 1
    has_strokes = 1 <= doublings <= MOST_STROKES and factor == 2**doublings
    return {
        "number": row.number,
        "called": hand_called(row),
        "who": listed([names[player] for player in _named_players(row)]),
        "strokes": "|" * doublings if has_strokes else said,
        "factor": said,
        "cells": [_cell(row, player) for player in sheet.players],
    }


def _named_players(row: HandRow) -> list[int]:
    # Those who played the game, who plays it first; of a Ramsch those who lost it.
    declarers = [player for player in row.seats if row.role(player) in DECLARERS]
    if declarers or row.scored is None or not row.scored.won:
        return sorted(declarers, key=lambda player: DECLARERS.index(row.role(player)))
    return [player for player, won in zip(row.seats, row.scored.won, strict=True) if won is False]


def _cell(row: HandRow, player: int) -> tuple[str, bool]:
    # Points with their sign and whether they were won alone; "" where nobody sat.
    worth = row.points.get(player)
    if worth is None:
        return "", False
    return (signed(worth) if worth else "–"), row.role(player) == "alone"


@watcher
@require_safe
def report(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    session = access.session(number)
    if session.is_copied:
        return go_to(request, resolve_url("copied", code=access.group.code, number=number))
    sheet, names = sheet_of(session), names_of(access.group)
    in_money = plays_for_money(access.group.currency, sheet)
    owed = owed_in(access.group, on_paper(access.group), names, session=session) if in_money else None
    has_list = game_called(sheet.rules.game).lists_games
    # A list adds up plus and minus, so it has also the stock that is divided between two hands.
    rows = [row for row in sheet.rows if row.number or (has_list and not row.is_void)]
    pages = max(1, -(-len(rows) // HANDS_A_PAGE))
    page = asked_page(request.GET, pages)
    shown = rows[(page - 1) * HANDS_A_PAGE : page * HANDS_A_PAGE]
    # Remarks up to the last hand of a page: also of hands taken back and what has no number.
    first = sheet.rows.index(rows[(page - 1) * HANDS_A_PAGE - 1]) + 1 if page > 1 else 0
    last = sheet.rows.index(rows[page * HANDS_A_PAGE - 1]) + 1 if page < pages else len(sheet.rows)
    context = {
        "access": access,
        "night": session,
        "sheet": sheet,
        "names": names,
        "rows": shown,
        "list": paper_list(sheet, rows, shown, names) if has_list else None,
        "remarks": remark_lines(sheet, sheet.rows[first:last]),
        **paged(page, pages),
        "in_money": in_money,
        "told": settled(
            sheet,
            names,
            in_money=in_money,
            currency=access.group.currency,
            rounding=access.group.rounding,
            session=session,
        ),
        "owed": owed,
    }
    return show(request, "table/report/page.html", context)
