"""Records: of equals the earlier counts, and nothing is claimed that was not."""

from datetime import date, timedelta

import pytest

from ledger.exchange.copying import copy
from ledger.standings.nights_by_player import Mark, Streak
from ledger.standings.played import DetailedNight
from ledger.standings.records import Feat, Record, records_in
from tests import cast
from tests.ledger.made_up import made_up, night, of_player
from tests.notebooks import read_notebook

ANN, BEN = 1, 2
NIGHTS = [night(number, hands=None) for number in range(1, 8)]


def feats(*players: list[DetailedNight]) -> dict[Feat, Record]:
    every = sorted((one for mine in players for one in mine), key=lambda one: one.number)
    return {one.feat: one for one in records_in(made_up(nights=NIGHTS, players=every))}


def test_of_equals_the_earlier_night_counts_and_who_had_it_together_shares_it() -> None:
    found = feats(of_player(ANN, [1, 2, 5]), of_player(BEN, [1, 5, 2]))
    assert (found[Feat.BEST_NIGHT].players, found[Feat.BEST_NIGHT].number) == ((BEN,), 5)
    assert feats(of_player(ANN, [5]), of_player(BEN, [5]))[Feat.BEST_NIGHT].players == (ANN, BEN)


def test_nothing_won_is_no_record_and_a_single_night_or_two_hands_are_no_row() -> None:
    assert feats(of_player(ANN, [0])) == {}
    assert Feat.ROW not in feats(of_player(ANN, [3]))
    assert Feat.HANDS_WON not in feats(of_player(ANN, [1], won_row=2, won_row_entry=4))
    found = feats(of_player(ANN, [1], won_row=3, won_row_entry=4))[Feat.HANDS_WON]
    assert (found.number, found.mark and (found.mark.night, found.mark.entry)) == (3, (1, 4))


def test_a_night_that_ended_at_zero_ends_a_row() -> None:
    found = feats(of_player(ANN, [1, 1, 0, 1, 1, 1, -1]), of_player(BEN, [-1, -1, 0, -1, 0, 0, 0]))
    assert (found[Feat.ROW].number, found[Feat.ROW].players) == (3, (ANN,))
    assert (found[Feat.LOST_ROW].number, found[Feat.LOST_ROW].players) == (2, (BEN,))


def test_a_row_of_nights_has_the_days_of_its_first_and_last_night_and_of_two_the_earlier_is_told() -> None:
    ann = of_player(ANN, [1, 0, 1, 1, -1, 1, 1])
    # A night without Ben does not end a row.
    found = feats(ann, [one for one in of_player(BEN, [-1, -1, 9, -1, 1, 1, 0]) if one.number != 3])

    def row(many: int, first: int, last: int) -> Streak:
        return Streak(many, night(first).day, night(last).day)

    assert (found[Feat.ROW].players, found[Feat.ROW].rows) == ((ANN, BEN), (row(2, 3, 4), row(2, 5, 6)))
    assert (found[Feat.LOST_ROW].players, found[Feat.LOST_ROW].rows) == ((BEN,), (row(3, 1, 4),))


@pytest.mark.parametrize(("came", "best"), [(3, ANN), (4, BEN)])
def test_who_came_to_fewer_than_a_tenth_of_the_most_nights_holds_no_record(came: int, best: int) -> None:
    ann = of_player(ANN, [5, 5, *[0] * 38], best=5, best_entry=2)
    ben = of_player(BEN, [9] * came, best=9, best_entry=2)
    held = (Feat.BEST_NIGHT, Feat.HAND_WON, Feat.ROW)
    found = {one.feat: one for one in records_in(made_up(players=[*ann, *ben]))}
    assert [found[feat].players for feat in held] == [(best,)] * 3


def test_the_longest_night_is_one_that_is_known_to_have_lasted() -> None:
    seconds = int(timedelta(hours=5).total_seconds())
    nights = [night(1), night(2, seconds=seconds), night(3, seconds=60)]
    (most, longest) = records_in(made_up(nights=nights))
    assert most.feat is Feat.MOST_HANDS
    assert longest == Record(feat=Feat.LONGEST, number=seconds, mark=Mark(seconds, 2, nights[1].day))


@pytest.mark.django_db
def test_of_equals_the_earlier_day_counts_also_where_it_was_copied_later() -> None:
    group = cast.thursday_table()
    for year in (2011, 2010):
        rows = "".join(f"{year}-1-{day},{won}\n" for day, won in ((1, "3,-3,"), (2, ",-3,3")))
        copy(group, read_notebook(f"{year}.csv", f"Date,Ann,Ben,Cleo\n{rows}"))
    ann, ben = cast.ids(group, "Ann", "Ben")
    found = {one.feat: one for one in records_in(cast.played(group)) if one.mark}
    for feat, player in ((Feat.BEST_NIGHT, ann), (Feat.WORST_NIGHT, ben)):
        mark = found[feat].mark
        assert mark
        assert (found[feat].players, mark.day) == ((player,), date(2010, 1, 1))
