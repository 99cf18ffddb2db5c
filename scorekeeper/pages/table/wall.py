"""The sheet for a television or a tablet, made to be read from across the room."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from ledger.book.sheet import HandRow, ScoreSheet
from ledger.models import Role
from ledger.standings import nights_in_progress, open_links
from ledger.standings.nights import last_played
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.components.course import COLOURS, DASHES
from scorekeeper.components.drawing import ACROSS, UP, apart, percent, shortened
from scorekeeper.http.htmx import show
from scorekeeper.pad.evening import evening_of, next_deal
from scorekeeper.presenters.qr import qr_svg, whole_address
from scorekeeper.presenters.receipt import chief_of, receipt
from scorekeeper.presenters.sheet import brought, said_points
from scorekeeper.text.figures import MINUS, PLUS, points
from scorekeeper.text.lists import joined, listed
from scorekeeper.text.numbers import number
from scorekeeper.text.receipts import hand_called
from scorekeeper.visitors.links import said_again

# Figures beside each other at the size that is read from across a room.
A_ROW = 15

# The first lines of a long receipt, and the last hands of a night.
LINES, HANDS = 3, 5


def wall_view(sheet: ScoreSheet, names: Mapping[int, str]) -> dict[str, Any]:
    rows = [one for one in sheet.rows if one.scored]
    courses = {
        player: [Fraction(0), *(row.totals.get(player, 0) for row in rows)] for player in sheet.players
    }
    every = [value for course in courses.values() for value in course]
    low, high = min(every), max(every)

    def down(value: Fraction | int) -> int:
        return int((high - value) * UP / (high - low or 1))

    order = sorted(sheet.players)  # by id, so that each player has the same colour on every page
    labels = apart([down(course[-1]) for course in courses.values()], gap=UP // max(8, len(courses)), high=UP)
    row = rows[-1] if rows else None
    seating, is_open = sheet.seating, sheet.ending is None
    players: list[dict[str, Any]] = []
    for player, y in zip(sheet.players, labels, strict=True):
        played = row is not None and player in row.points and player not in row.out
        worth, side = brought(row, player) if row and played else ("", "")
        corners = (
            f"{at * ACROSS // max(len(rows), 1)},{down(value)}" for at, value in enumerate(courses[player])
        )
        players.append(
            {
                "name": names[player],
                "label": shortened(names[player]),
                "label_y": percent(y, UP),
                "corners": " ".join(corners),
                "css": f"colour-{order.index(player) % COLOURS} dash-{order.index(player) % DASHES}",
                "leads": row is not None and sheet.totals[player] == sheet.totals[sheet.ranked[0]],
                "total": points(sheet.totals[player]),
                "brought": worth,
                "side": side,
                "deals": is_open and player == seating.dealer,
                "sits_out": is_open and (player in seating.out or player not in seating.seats),
            }
        )
    length = max([3, *(len(one["total"]) for one in players)])
    # all of them, or two or more rows that are alike
    lines = -(-len(players) // max(2, A_ROW // length))
    columns = -(-len(players) // lines)
    return {
        "players": players,
        "columns": columns,
        "is_in_a_row": columns == len(players),
        "length": min(length, 9),
        "hands": [_told(row, names) for row in reversed(rows[-HANDS:])],
        # The course's distance from the top to zero.
        "zero": down(0),
        "spoken": _spoken(sheet, names, row),
    }


def _told(row: HandRow, names: Mapping[int, str]) -> dict[str, Any]:
    told = receipt(row, row.scored, chief_of(row), names) if row.scored else None
    picked = [names[one] for one in row.seats if row.role(one) in ("picker", "alone")]
    partners = [names[one] for one in row.seats if row.role(one) == "partner"]
    return {
        "number": row.number,
        "who": joined([*picked, *partners]) if picked else "",
        "called": hand_called(row),
        "worths": said_points(row, names),
        "lines": told["lines"][:LINES] if told else (),
    }


def _spoken(sheet: ScoreSheet, names: Mapping[int, str], row: HandRow | None) -> str:
    said = []
    if row is not None:
        worths = [f"{who} {_aloud(worth)}" for who, worth in said_points(row, names)]
        said.append(_("{sentence}.").format(sentence=listed(worths)))
    if sheet.ending is None:
        said.append(_("{name} deals.").format(name=names[sheet.seating.dealer]))
    else:
        hands = ngettext(
            "The night is over after one hand.", "The night is over after {n} hands.", sheet.hands
        )
        said.append(hands.format(n=sheet.hands))
    return " ".join(said)


def _aloud(worth: str) -> str:
    # A number with its sign as a word, which not every voice reads.
    if worth.startswith(PLUS):
        return _("plus {number}").format(number=worth[len(PLUS) :])
    if worth.startswith(MINUS):
        return _("minus {number}").format(number=worth[len(MINUS) :])
    return worth


@watcher
@require_safe
def wall(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show the night that is played now, else the last one; with `?night=N` that one as long as it is played.

    Of several nights that are played, the one that began last. The page renews itself with whatever is
    written of the group, so that a screen that hangs there shows the next night, too.
    """
    asked = number(request.GET.get("night", ""))
    played = [one.number for one in nights_in_progress(access.group)]
    shown = asked if asked in played else max(played) if played else last_played(access.group)
    # The link to watch, for whoever sits in the room; not every link can be said again.
    to_watch = [one for one in open_links(access.group) if one.role == Role.WATCHER]
    secrets = [secret for secret in map(said_again, to_watch) if secret]
    qr = qr_svg(whole_address(request, reverse("invited", args=[secrets[0]]))) if secrets else ""
    context = {"access": access, "qr": qr}
    if shown:
        evening = evening_of(access.session(shown))
        context |= {
            "evening": evening,
            "sheet": evening.sheet,
            "wall": wall_view(evening.sheet, evening.names),
            **next_deal(evening),
        }
    return show(request, "table/wall/page.html", context)
