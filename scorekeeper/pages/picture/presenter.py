"""What the picture and the text of a night say."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.initials import initials
from ledger.models import Group, NightPlayer, Session, to_points
from ledger.sheet import ScoreSheet
from ledger.standings import names_of
from ledger.standings.groups import Names
from scorekeeper.pages.picture.drawing import COURSE, MOST_LINES, Card, Line, drawable
from scorekeeper.pages.picture.forms import Called
from scorekeeper.presenters.payments import Settled
from scorekeeper.text.counts import hands
from scorekeeper.text.dates import when
from scorekeeper.text.figures import signed_money
from scorekeeper.text.lists import joined


def names_called(group: Group, sheet: ScoreSheet, called: Called) -> Mapping[int, str]:
    """Return what everybody is called (one query): numbers go by how the night ended, others follow."""
    if called is Called.NUMBERS:
        everybody = dict.fromkeys([*sheet.ranked, *names_of(group)])
        return {player: numbered(place) for place, player in enumerate(everybody, start=1)}
    if called is Called.INITIALS:
        rows = list(group.players.values_list("pk", "name", "initials"))
        short = initials({pk: name for pk, name, _ in rows}, {pk: own for pk, _, own in rows})
        return Names(short, group.who)
    return names_of(group)


def numbered(place: int) -> str:
    """A player by a number."""
    return _("Player {number}").format(number=place)


def headline(session: Session, sheet: ScoreSheet, told: Settled) -> str:
    """Return who won, how much, and whether no night was better before (one query); "" of no winner."""
    best = [bar for bar in told.bars if bar.side in ("plus", "best") and bar.points == told.bars[0].points]
    if not best:
        return ""
    names = [drawable(bar.name) or numbered(place) for place, bar in enumerate(best, start=1)]
    said = f"{joined(names)} {best[0].worth}"
    if sheet.is_typed:
        return said
    winners = [player for player, points in sheet.totals.items() if points == best[0].points]
    before = NightPlayer.objects.filter(
        group=session.group_id, player__in=winners, session__started_at__lt=session.started_at
    )
    nights = before.order_by().values_list("session").annotate(sum=Sum("parts"))
    sums = [to_points(int(parts)) for _night, parts in nights]
    if len(winners) > 1 or not sums or max(sums) >= best[0].points:
        return said
    return _("{winner}, best night so far").format(winner=said)


def course_of(sheet: ScoreSheet) -> tuple[tuple[int, ...], ...]:
    """Return each player's running totals, in parts of what the picture is high, those who won most first."""
    rows = [row.totals for row in sheet.rows if row.number]
    every = [total for row in rows for total in row.values()]
    low, high = min(every, default=0), max(every, default=0)
    if len(rows) < 2 or low == high:
        return ()
    return tuple(
        tuple(
            round((high - total) * COURSE / (high - low))
            for total in (Fraction(0), *(row.get(player, Fraction(0)) for row in rows))
        )
        for player in sheet.ranked
    )


def card_of(session: Session, sheet: ScoreSheet, told: Settled, payments: Sequence[str]) -> Card:
    """What the picture says of a night."""
    group = session.group
    longest = max((abs(bar.points) for bar in told.bars), default=0) or 1
    lines = tuple(
        Line(
            name=bar.name,
            instead=numbered(place),
            points=bar.worth,
            side=bar.side,
            money=signed_money(bar.cents, group.currency) if bar.cents is not None else "",
            share=round(100 * bar.points / longest),
        )
        for place, bar in enumerate(told.bars, start=1)
    )
    left = len(lines) - MOST_LINES
    more = ngettext("and {number} more", "and {number} more", max(left, 0))
    return Card(
        title=headline(session, sheet, told) or group.name,
        said=" · ".join(
            [group.name, when(session.started_at, "long"), *([hands(sheet.hands)] if sheet.hands else [])]
        ),
        note=sheet.note,
        course=course_of(sheet),
        payments=tuple(payments),
        lines=lines[:MOST_LINES],
        more=more.format(number=left) if left > 0 else "",
        foot=_("Score keeper"),
    )
