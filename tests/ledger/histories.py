"""Small random histories of a group: evenings, corrections, hands taken back, changes, copied nights."""

import random
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings

from ledger.book.sheet import HandRow
from ledger.models import Group, Merge, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    NewHand,
    WriteContext,
    amend_night,
    change_stake,
    correct_hand,
    end_night,
    join,
    merge_players,
    reopen_night,
    start_session,
    strike_night,
    take_back_hand,
    tell_hand,
    unmerge_players,
)
from ledger.recording.notebook import Copying, copy_notebook
from ledger.recording.rules import write_rules
from ledger.scoring import TYPED, HandRefused
from ledger.standings.marks import Copied
from ledger.standings.merging import newest_merge
from tests import cast
from tests.ledger.rebuilt import built_once

RESULTS = ("won", "won", "won_schneider", "lost", "lost_schneider", "won_all_tricks")


def on(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 20, tzinfo=ZoneInfo(settings.TIME_ZONE))


def a_hand(session: Session, luck: random.Random) -> NewHand:
    """Return any hand of the table as it sits: picked, alone or not, cracked or not, or a leaster."""
    seating = sheet_of(session).seating
    playing = [seat for seat, who in enumerate(seating.seats) if who in seating.active]
    luck.shuffle(playing)
    picker, partner, other = playing[:3]
    if luck.random() < 0.15:
        return NewHand(seats=seating.seats, told={"kind": "leaster", "winners": [picker]})
    told = {"kind": "picked", "picker": picker, "result": luck.choice(RESULTS)}
    told["partners"] = [partner] if luck.random() < 0.75 else []
    if luck.random() < 0.4:
        told |= {"cracks": ["crack"], "cracks_by": [other]}
    return NewHand(seats=seating.seats, told=told)


def an_evening(group: Group, day: date, luck: random.Random, *, hands: int = 8, ends: bool = True) -> Session:
    """Play some hands; some are corrected, some taken back, and now and then the stake changes."""
    names = cast.NAMES[: luck.choice((5, 6, 6))]
    context = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group), at=on(day))
    session = start_session(group, cast.seated(group, *names, dealer=luck.choice(names)), context)
    for _ in range(hands):
        told = tell_hand(session, a_hand(session, luck), cast.context(session))
        what = luck.random()
        if what < 0.15:
            entry = told.entry.number
            correct_hand(session, entry, a_hand_like(session, entry, luck), cast.context(session))
        elif what < 0.3:
            take_back_hand(session, told.entry.number, cast.context(session))
        elif what < 0.4:
            change_stake(session, luck.choice((25, 50)), cast.context(session))
    if ends:
        end_night(session, cast.context(session))
    return session


def a_hand_like(session: Session, entry: int, luck: random.Random) -> NewHand:
    row = next(row for row in sheet_of(session).rows if row.entry == entry)
    playing = [seat for seat, who in enumerate(row.seats) if who not in row.out]
    picker, partner = luck.sample(playing, 2)
    told = {"kind": "picked", "picker": picker, "partners": [partner], "result": luck.choice(RESULTS)}
    return NewHand(seats=row.seats, told=told)


def a_history(group: Group, seed: int) -> random.Random:
    """Write four evenings in three months, two nights out of a notebook, and an evening that goes on."""
    luck = random.Random(seed)
    for day in (date(2025, 1, 3), date(2025, 1, 17), date(2025, 2, 7)):
        an_evening(group, day, luck)
    other = {"crack": "crack", "bump": False}
    write_rules(group, "sheepshead", "", other, uuid.uuid4(), cast.owner_of(group))
    an_evening(group, date(2025, 3, 7), luck)
    nights = []
    for day in (date(2025, 1, 20), date(2025, 2, 20)):
        won = Fraction(luck.randint(1, 9))
        nights.append(Copied(date=day, totals={0: won, 1: -won}))
    copy_notebook(group, Copying(names=("Ann", "Ben"), nights=nights))
    an_evening(group, date(2025, 3, 21), luck, ends=False)
    return luck


# Everything that there is: what `a_history` has, and all else that a statistic may stumble over

# The house rules of the first nights: leasters feed a pot, and there are cracks.
POT = {"crack": "crack", "pot": "leaster"}

# What is played after them: doublers, picks that one has to make, and another game with a pot.
LATER: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("sheepshead", {"crack": "crack", "bump": False, "no_picker": "doubler"}),
    ("sheepshead", {"no_picker": "forced", "sixty_doubles": True}),
    ("mehrkopf", {"stock": 2}),
)

# Gus turns out to be Hanna, who is Frank; Ivo was taken for Edith for a while.
FRESH = ("Gus", "Hanna", "Ivo")

CONTRACTS = ("rufspiel", "rufspiel", "solo", "wenz")


def any_hand(session: Session, luck: random.Random, like: HandRow | None = None) -> NewHand:
    """Return any hand of the table's game, or in place of one that was told, or of another game."""
    sheet = sheet_of(session)
    seating = sheet.seating
    seats = like.seats if like else seating.seats
    playing = [who for who in seats if (who not in like.out if like else who in seating.active)]
    rules = like.rules if like else sheet.rules
    if rules.game == TYPED or (like is None and luck.random() < 0.08):
        points = [luck.randint(-4, 4) for _ in seats[1:]]
        return NewHand(
            seats=seats, told={"kind": "points", "points": [-sum(points), *points]}, out=(), other={}
        )
    told = _of_mehrkopf if rules.game == "mehrkopf" else _of_sheepshead
    dealer = seats.index(like.dealer if like else seating.dealer)
    in_turn = [*range(dealer + 1, len(seats)), *range(dealer + 1)]
    return NewHand(
        seats=seats, told=told(rules.read, [one for one in in_turn if seats[one] in playing], luck)
    )


def _of_sheepshead(rules: Any, in_turn: Sequence[int], luck: random.Random) -> dict[str, Any]:
    picker, partner, other = luck.sample(in_turn, 3)
    told: dict[str, Any] = {"kind": "picked", "picker": picker, "partners": [partner]}
    if luck.random() < 0.25:
        if rules.no_picker == "leaster":
            return {"kind": "leaster", "winners": [picker]}
        if rules.no_picker == "doubler":
            return {"kind": "all_pass"}
        partner = luck.choice(in_turn[:-1])
        told |= {"picker": in_turn[-1], "partners": [partner], "forced": True}
        other = next(one for one in in_turn if one not in (in_turn[-1], partner))
    if luck.random() < 0.25:
        told["partners"] = []
    if luck.random() < 0.6:
        # Again and again a hand that is lost by a hair.
        points = luck.choice((0, 20, 45, 57, 58, 59, 60, 61, 75, 95, 120))
        told |= {"side_points": points, "side_tricks": {0: "none", 120: "all"}.get(points, "some")}
    else:
        told["result"] = luck.choice(RESULTS)
    if rules.crack != "off" and luck.random() < 0.4:
        told |= {"cracks": ["crack"], "cracks_by": [other]}
    return told


def _of_mehrkopf(rules: Any, in_turn: Sequence[int], luck: random.Random) -> dict[str, Any]:
    if luck.random() < 0.35:
        return {"kind": "all_pass"}
    declarer, partner = luck.sample(in_turn, 2)
    contract = luck.choice(CONTRACTS)
    points = luck.choice((20, 55, 60, 61, 80, 95))
    told = {"kind": "played", "contract": contract, "declarer": declarer, "declarer_points": points}
    return told | {"partners": [partner] if contract == "rufspiel" else [], "declarer_tricks": "some"}


def a_full_evening(
    group: Group,
    day: date,
    luck: random.Random,
    *names: str,
    hands: int = 10,
    newcomer: str = "",
    ends: bool = True,
) -> Session:
    """Play hands of some minutes each; correct or take back some, now and then change the stake.

    After three of them somebody may sit down. What lies in a pot is divided before the night ends.
    """
    at = on(day)
    session = start_session(
        group,
        cast.seated(group, *names, dealer=luck.choice(names)),
        WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group), at=at),
    )
    for number in range(hands):
        at += timedelta(minutes=luck.randint(3, 9))
        if newcomer and number == 3:
            player, after = cast.ids(group, newcomer, names[0])
            join(session, player, _later(session, at), after=after)
        told = tell_hand(session, any_hand(session, luck), _later(session, at)).entry.number
        what = luck.random()
        if what < 0.15:
            correct_or_leave(session, told, luck, at)
        elif what < 0.25:
            take_back_hand(session, told, _later(session, at))
        elif what < 0.35:
            change_stake(session, luck.choice((25, 50)), _later(session, at))
        elif what < 0.45 and (rows := [row for row in sheet_of(session).rows[:-1] if row.number]):
            correct_or_leave(session, luck.choice(rows).entry, luck, at)
    if ends:
        end_with_a_pot(session, at)
    return session


def correct_or_leave(session: Session, entry: int, luck: random.Random, at: datetime) -> bool:
    """Tell another hand in place of one; return whether it can be before what was told since."""
    row = next(row for row in sheet_of(session).rows if row.entry == entry)
    try:
        correct_hand(session, entry, any_hand(session, luck, row), _later(session, at))
    except HandRefused:
        return False
    return True


def end_with_a_pot(session: Session, at: datetime) -> None:
    if sheet_of(session).pot_points:
        seats = sheet_of(session).seating.seats
        tell_hand(session, NewHand(seats=seats, told={"kind": "pot_divide"}), _later(session, at))
    end_night(session, _later(session, at))


def _later(session: Session, at: datetime) -> WriteContext:
    return replace(cast.context(session), at=at)


@built_once
def a_full_history(seed: int) -> Group:
    """Write twelve evenings by four sheets of rules and of two games, and nights out of a notebook.

    Two were ended, opened again, corrected and ended anew; of the notebook's nights one was corrected and one
    taken out. Some players turned out to be others, and one after all not. Some nights are still to be
    counted, and one goes on.
    """
    luck = random.Random(seed)
    group = cast.thursday_table(names=(*cast.NAMES, *FRESH), options=POT)
    days = iter([date(2024, 11, 8) + timedelta(weeks=3 * number) for number in range(20)])
    ann, ben, cleo, dave, edith, frank = cast.NAMES
    gus, hanna, ivo = FRESH
    tables = (
        (ann, ben, cleo, dave, edith, frank),
        (ann, gus, cleo, dave, edith, ben),
        (ann, ben, cleo, dave, edith),
        (ann, ben, ivo, dave, hanna, cleo),
    )
    played = [a_full_evening(group, next(days), luck, *names) for names in tables]
    played.append(a_full_evening(group, next(days), luck, *tables[2], newcomer=frank))
    _merge(group, gus, hanna)
    _merge(group, hanna, frank)
    wrong = _merge(group, ivo, edith)
    for game, options in LATER:
        write_rules(group, game, "", options, uuid.uuid4(), cast.owner_of(group))
        for names in ((ann, ben, cleo, dave, edith, frank), (gus, ann, cleo, dave, edith)):
            plays, hands = (names, 10) if game == "sheepshead" else (names[:4], 20)
            now = Group.objects.get(pk=group.pk)
            played.append(a_full_evening(now, next(days), luck, *plays, hands=hands))
    unmerge_players(group, wrong.number, _pen(group))
    for session in (played[1], played[5]):
        again = Session.objects.get(pk=session.pk)
        at = (again.ended_at or again.started_at) + timedelta(minutes=5)
        reopen_night(again, _later(again, at))
        rows = [row for row in sheet_of(again).rows if row.number]
        luck.shuffle(rows)
        any(correct_or_leave(again, row.entry, luck, at) for row in rows)
        end_with_a_pot(again, at)
    _nights_of_a_notebook(group, luck)
    write_rules(group, "sheepshead", "", POT, uuid.uuid4(), cast.owner_of(group))
    a_full_evening(group, next(days), luck, *tables[0], ends=False)
    return Group.objects.get(pk=group.pk)


def _nights_of_a_notebook(group: Group, luck: random.Random) -> None:
    nights = []
    for day in (date(2025, 1, 20), date(2025, 2, 20), date(2025, 2, 27)):
        won = Fraction(luck.randint(1, 9))
        nights.append(Copied(date=day, totals={0: won, 1: -won, 2: Fraction(0)}))
    copy_notebook(group, Copying(names=("Ann", "Gus", "Ben"), nights=nights))
    copied = group.sessions.filter(is_copied=True).order_by("started_at")
    amended, struck = copied[1], copied[2]
    ann, cleo = cast.ids(group, "Ann", "Cleo")
    won = Fraction(luck.randint(10, 19), 2)
    amend_night(amended, date(2025, 2, 21), {ann: -won, cleo: won}, cast.context(amended))
    strike_night(struck, cast.context(struck))


def _merge(group: Group, name: str, into: str) -> Merge:
    player, person = cast.ids(group, name, into)
    return merge_players(Group.objects.get(pk=group.pk), player, person, _pen(group))


def _pen(group: Group) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=newest_merge(group), by=cast.owner_of(group))


# Among the seeds of histories, the one that stands for a full one.
FULL = 0


def some_history(seed: int) -> Group:
    return a_full_history(1) if seed == FULL else a_short_history(seed)


@built_once
def a_short_history(seed: int) -> Group:
    group = cast.thursday_table(options={"crack": "crack"})
    a_history(group, seed)
    return group
