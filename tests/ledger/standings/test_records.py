"""Records: the slow and obvious way, hand by hand from the sheets, finds the same ones."""

from collections import defaultdict
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.utils import timezone

from ledger.counting import Case, Circumstances, Counts, Course, Mark, Nights, all_added
from ledger.counting.kinds import Night
from ledger.exchange.copying import copy
from ledger.exchange.notebook import read_notebook
from ledger.models import Group, to_parts
from ledger.models.book import sheet_of
from ledger.sheet import HandRow, ScoreSheet
from ledger.standings.after_nights import Brought
from ledger.standings.counted import Asked, counted
from ledger.standings.records import LEAST_HANDS, Days, Feat, Record, records_in
from tests import cast
from tests.ledger import histories
from tests.steady import seeds

ASKED = (
    Asked(),
    Asked(since=date(2025, 1, 10), until=date(2025, 2, 28)),
    Asked(circumstances=Circumstances(version=1)),
    Asked(since=date(2025, 1, 1), circumstances=Circumstances(stake=50)),
)

Told = list[tuple[int, int, int, int]]
"""Parts, the number of the night, the entry of the hand (0 of a night), and the player."""


def told_of(group: Group, asked: Asked) -> dict[Feat, Told]:
    """All that could be a record, night after night from the sheets."""
    found: dict[Feat, Told] = defaultdict(list)
    for session in group.sessions.order_by("started_at", "number"):
        day = session.started_at.astimezone(ZoneInfo(settings.TIME_ZONE)).date()
        if (asked.since or date.min) <= day <= (asked.until or date.max):
            of_a_night(session.number, sheet_of(session), asked.circumstances, found)
    return found


def rows_of(sheet: ScoreSheet, where: Circumstances) -> list[HandRow]:
    """The hands of the game that are asked for, and what moved points between them."""
    return [
        row
        for row in sheet.rows
        if row.scored
        and row.rules.game == "sheepshead"
        and where.fit(Case(row.rules.version, len(row.seats) - len(row.out), row.stake_cents))
    ]


def of_a_night(night: int, sheet: ScoreSheet, where: Circumstances, found: dict[Feat, Told]) -> None:
    if sheet.copied and (sheet.copied.struck or sheet.rules.game != "sheepshead"):
        return
    if sheet.notebook and where.fit(Case(sheet.rules.version, 0, sheet.stake_cents)):
        for who, points in sheet.notebook.items():
            found[Feat.BEST_NIGHT].append((to_parts(points), night, 0, who))
    running: dict[int, list[Fraction]] = defaultdict(list)
    for row in rows_of(sheet, where):
        for who, points in row.points.items():
            running[who].append(points)
            if row.number and who not in row.out:
                found[Feat.HAND_WON].append((to_parts(points), night, row.entry, who))
    in_rows(night, sheet, where, found)
    for who, brought in running.items():
        total, lowest = sum(brought), min(sum(brought[:n]) for n in range(len(brought) + 1))
        found[Feat.BEST_NIGHT].append((to_parts(Fraction(total)), night, 0, who))
        if total > 0 and lowest < 0:
            found[Feat.COMEBACK].append((to_parts(Fraction(-lowest)), night, 0, who))


def in_rows(night: int, sheet: ScoreSheet, where: Circumstances, found: dict[Feat, Told]) -> None:
    """Every row of hands that there was, the shorter ones in it as well: by the hand that it began with."""
    played: dict[int, list[tuple[int, Fraction]]] = defaultdict(list)
    for row in rows_of(sheet, where):
        for who, points in row.points.items():
            if row.number and who not in row.out:
                played[who].append((row.entry, points))
    for who, hands in played.items():
        for feat, sign in ((Feat.HANDS_WON, 1), (Feat.HANDS_LOST, -1)):
            for first in range(len(hands)):
                ends = [number for number, (_, points) in enumerate(hands) if points * sign <= 0]
                end = min((number for number in ends if number >= first), default=len(hands))
                found[feat].append((end - first, night, hands[first][0], who))


def days_of(group: Group) -> dict[int, int]:
    """The day of each night, by its number."""
    nights = group.sessions.values_list("number", "started_at")
    return {number: timezone.localdate(at).toordinal() for number, at in nights}


def best_of(told: Told, sign: int, days: dict[int, int]) -> tuple[int, set[int], Mark] | None:
    there = [one for one in told if one[0] * sign > 0]
    if not there:
        return None
    parts, night, entry, _ = min(there, key=lambda one: (-sign * one[0], days[one[1]], one[1], one[2]))
    holders = {one[3] for one in there if one[:3] == (parts, night, entry)}
    return parts, holders, Mark(parts, night, entry, days[night])


@pytest.mark.django_db
@pytest.mark.parametrize("seed", seeds([1, 2, histories.FULL]))
def test_records_are_what_the_sheets_say_hand_by_hand(seed: int) -> None:
    group = histories.some_history(seed)
    for asked in ASKED:
        told = told_of(group, asked)
        found = {one.feat: one for one in records_in(counted(group, asked).get("sheepshead", Counts()))}
        for feat, of, sign in (
            (Feat.BEST_NIGHT, Feat.BEST_NIGHT, 1),
            (Feat.WORST_NIGHT, Feat.BEST_NIGHT, -1),
            (Feat.HAND_WON, Feat.HAND_WON, 1),
            (Feat.HAND_LOST, Feat.HAND_WON, -1),
            (Feat.COMEBACK, Feat.COMEBACK, 1),
            (Feat.HANDS_WON, Feat.HANDS_WON, 1),
            (Feat.HANDS_LOST, Feat.HANDS_LOST, 1),
        ):
            one = found.get(feat)
            best = best_of(told[of], sign, days_of(group))
            if best and feat in (Feat.HANDS_WON, Feat.HANDS_LOST) and best[0] < LEAST_HANDS:
                best = None
            assert best == (one and (one.number, set(one.players), one.mark))


@pytest.mark.django_db
def test_the_night_of_most_hands_and_the_longest_row_are_told_of_whole_nights_only() -> None:
    group = histories.some_history(3)
    nights = {one.number: sheet_of(one) for one in group.sessions.all()}
    most = max(sheet.hands for sheet in nights.values())
    found = {one.feat: one for one in records_in(counted(group)["sheepshead"])}
    days = days_of(group)
    first = min(
        (number for number, sheet in nights.items() if sheet.hands == most),
        key=lambda number: (days[number], number),
    )
    assert found[Feat.MOST_HANDS].mark == Mark(most, first, day=days[first])
    some = counted(group, Asked(circumstances=Circumstances(stake=25)))["sheepshead"]
    of_whole_nights = {Feat.MOST_HANDS, Feat.LONGEST, Feat.ROW, Feat.LOST_ROW}
    assert not of_whole_nights & {one.feat for one in records_in(some)}


ANN, BEN = 1, 2


def test_of_equals_the_earlier_counts_and_whoever_had_it_together_shares_it() -> None:
    together = {
        Night((), (), ANN): Nights(nights=2, best=Mark(5, 3), hand=Mark(4, 2, 9)),
        Night((), (), BEN): Nights(nights=2, best=Mark(5, 2), hand=Mark(4, 2, 9)),
    }
    found = records_in(Counts(nights=2, by_night=together))
    assert found == (
        Record(feat=Feat.BEST_NIGHT, number=5, players=(BEN,), mark=Mark(5, 2)),
        Record(feat=Feat.HAND_WON, number=4, players=(ANN, BEN), mark=Mark(4, 2, 9)),
    )


def test_nothing_won_is_no_record_and_a_single_night_no_row() -> None:
    nothing = {Night((), (), ANN): Nights(nights=1, best=Mark(0, 1), worst=Mark(0, 1), hand=Mark(-2, 1, 2))}
    assert records_in(Counts(nights=1, by_night=nothing, courses={ANN: Course(most=1)})) == ()
    assert records_in(Counts()) == ()
    rows = {ANN: Course(most=2, lost_most=3), BEN: Course(most=2, lost_most=1)}
    assert records_in(Counts(nights=2, courses=rows)) == (
        Record(feat=Feat.ROW, number=2, players=(ANN, BEN)),
        Record(feat=Feat.LOST_ROW, number=3, players=(ANN,)),
    )


def test_player_who_hardly_came_holds_no_record() -> None:
    def of(night: int, many: int) -> Nights:
        return Nights(nights=many, best=Mark(night, night), hand=Mark(night, night, 2))

    def found(many: int) -> tuple[Record, ...]:
        by_night = {Night((), (), ANN): of(5, 40), Night((), (), BEN): of(9, many)}
        courses = {ANN: Course(most=2, lost_most=3), BEN: Course(most=4, lost_most=2)}
        return records_in(Counts(nights=40, by_night=by_night, courses=courses))

    feats = [Feat.BEST_NIGHT, Feat.HAND_WON, Feat.ROW, Feat.LOST_ROW]
    assert [(one.feat, one.players) for one in found(3)] == [(feat, (ANN,)) for feat in feats]
    # A tenth of the most is enough.
    assert [one.players for one in found(4)] == [(BEN,), (BEN,), (BEN,), (ANN,)]


def brought(*nights: dict[int, int]) -> list[Brought]:
    """Return nights of these results, on one day after the other."""
    first = datetime(2026, 1, 1, 20, tzinfo=ZoneInfo(settings.TIME_ZONE))
    return [Brought(first + timedelta(days=at), at + 1, parts) for at, parts in enumerate(nights)]


def test_row_of_nights_has_the_days_of_its_first_and_last_night() -> None:
    nights = brought(
        {ANN: 1, BEN: 2},
        {ANN: 0, BEN: -1},  # a played zero ends a row
        {ANN: 1, BEN: -1},
        {BEN: -1},  # a night without Ann does not
        {ANN: 1, BEN: 1},
        {ANN: -1, BEN: 1},
        {ANN: 3},
        {ANN: 3},
    )
    courses = {ANN: Course(most=2, lost_most=1), BEN: Course(most=2, lost_most=3)}
    row, lost = records_in(Counts(nights=8, courses=courses), nights)

    def days(first: int, last: int) -> Days:
        return Days(date(2026, 1, first), date(2026, 1, last))

    # Of two rows of a player the earlier is told.
    assert (row.feat, row.number, row.players) == (Feat.ROW, 2, (ANN, BEN))
    assert row.days == (days(3, 5), days(5, 6))
    assert (lost.feat, lost.players, lost.days) == (Feat.LOST_ROW, (BEN,), (days(2, 4),))


def test_row_that_the_nights_do_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="no 3 nights in a row"):
        records_in(Counts(nights=2, courses={ANN: Course(most=3)}), brought({ANN: 1}, {ANN: 1}))


def test_two_hands_in_a_row_are_no_record_and_of_equal_rows_the_earlier_counts() -> None:
    def rows(**marks: Any) -> Counts:
        return Counts(by_night={Night((), (), ANN): Nights(nights=1, **marks)})

    assert records_in(rows(won_row=Mark(2, 1, 4), lost_row=Mark(2, 1, 6))) == ()
    assert records_in(rows(won_row=Mark(3, 1, 4))) == (
        Record(feat=Feat.HANDS_WON, number=3, players=(ANN,), mark=Mark(3, 1, 4)),
    )
    both = all_added([rows(lost_row=Mark(4, 2, 3)), rows(lost_row=Mark(4, 1, 8)), rows()])
    assert records_in(both) == (Record(feat=Feat.HANDS_LOST, number=4, players=(ANN,), mark=Mark(4, 1, 8)),)


def test_the_longest_night_is_one_that_is_known_to_have_lasted() -> None:
    seconds = int(timedelta(hours=5).total_seconds())
    (found,) = records_in(Counts(nights=1, timed=1, seconds=seconds, longest=Mark(seconds, 4)))
    assert found == Record(feat=Feat.LONGEST, number=seconds, mark=Mark(seconds, 4))


@pytest.mark.django_db
def test_of_equals_the_earlier_day_counts_also_where_it_was_copied_later() -> None:
    """Of one player on two nights, and of two players, whether what they add up to is kept or not."""
    group = cast.thursday_table()
    for year in (2011, 2010):
        rows = "".join(f"{year}-1-{day},{won}\n" for day, won in ((1, "3,-3,"), (2, ",-3,3")))
        copy(group, read_notebook(f"{year}.csv", f"Date,Ann,Ben,Cleo\n{rows}"))
    days = days_of(group)

    def told() -> dict[Feat, tuple[tuple[int, ...], date]]:
        found = records_in(counted(group)["sheepshead"])
        return {one.feat: (one.players, date.fromordinal(days[one.mark.night])) for one in found if one.mark}

    ann, ben = cast.ids(group, "Ann", "Ben")
    wanted = {Feat.BEST_NIGHT: ((ann,), date(2010, 1, 1)), Feat.WORST_NIGHT: ((ben,), date(2010, 1, 1))}
    assert told() == wanted
    cast.add_up(group)
    assert told() == wanted
