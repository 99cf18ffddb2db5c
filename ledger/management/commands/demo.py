"""`manage.py demo`: a table in each language with a season behind it, so that every page can be seen."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from ledger.book.seating import Seating, usually_play
from ledger.book.sheet import THE_NIGHT
from ledger.management.asking import WritingCommand
from ledger.models import Group
from ledger.models.book import sheet_of
from ledger.recording import (
    NewGroup,
    NewHand,
    WriteContext,
    Written,
    correct_hand,
    end_night,
    join,
    leave,
    remark_on_hand,
    start_group,
    start_session,
    take_back_hand,
    tell_hand,
)
from ledger.recording.journal import pay_line, share_expense
from ledger.scoring import game_called
from ledger.standings import names_of
from ledger.standings.groups import DEMO_KEYS
from ledger.standings.money import open_list

Told = dict[str, Any]
# The seats that play a hand, each with the name of who sits there.
Playing = Mapping[int, str]


class Habits(NamedTuple):
    """Card points that a player takes more (or fewer) than the average, and how readily they play."""

    skill: int
    bold: int


@dataclass(frozen=True, kw_only=True)
class DemoTable:
    """A table: its group, the weekday it meets (0 is Monday), and its people by name.

    The last of them found the table only on the night after `newcomer_comes`. `away_at_first` and `away` are
    how many stay at home, drawn from evenly, before and after. `tell` makes up the facts of a hand; `mend`
    returns what a hand is corrected to, None where it stays. `remarks` are on the night, by its number.
    """

    language: str
    # Another one for each table: keys of what is written are drawn from it, and no two may be equal.
    seed: int
    group: NewGroup
    weekday: int
    people: Mapping[str, Habits]
    newcomer_comes: int
    away_at_first: Sequence[int]
    away: Sequence[int]
    most_seats: int
    tonight: int
    tell: Callable[[Random, Playing, Mapping[str, Habits]], Told]
    mend: Callable[[Told], Told | None]
    remarks: Mapping[int, str] = field(default_factory=dict)
    # Expenses for all who were there, in cents and in words, by the night.
    expenses: Mapping[int, tuple[int, str]] = field(default_factory=dict)

    @property
    def key(self) -> uuid.UUID:
        return DEMO_KEYS[self.language]


# Percent of hands that are leasters; and of the others played alone, or counted.
LEASTERS, ALONE, COUNTED = 6, 9, 60
AVERAGE = 68


def _tell_sheepshead(luck: Random, playing: Playing, people: Mapping[str, Habits]) -> Told:
    if luck.randrange(100) < LEASTERS:
        return {"kind": "leaster", "winners": [luck.choice(list(playing))]}
    picker = _who_plays(luck, playing, people)
    others = [seat for seat in playing if seat != picker]
    partners = [] if luck.randrange(100) < ALONE else [luck.choice(others)]
    told = {"kind": "picked", "picker": picker, "partners": partners}
    skill = people[playing[picker]].skill + sum(people[playing[seat]].skill for seat in partners) // 2
    taken = AVERAGE + skill + sum(luck.randint(-21, 21) for _ in range(4))
    taken = 0 if taken < 2 else 120 if taken > 118 else taken
    if taken in (0, 120):
        return told | {"result": "won_all_tricks" if taken else "lost_no_trick"}
    if luck.randrange(100) < COUNTED:
        return told | {"side_points": taken, "side_tricks": "some"}
    won, plainly = taken > 60, 30 < taken < 91
    return told | {"result": ("won" if won else "lost") + ("" if plainly else "_schneider")}


def _mend_sheepshead(told: Told) -> Told | None:
    if told["kind"] != "picked":
        return None
    return {key: told[key] for key in ("kind", "picker", "partners")} | {"result": "lost"}


def _who_plays(luck: Random, playing: Playing, people: Mapping[str, Habits]) -> int:
    return luck.choices(list(playing), [people[name].bold for name in playing.values()])[0]


# The games of a Stammtisch in a hundred deals; `all_pass` feeds the stock.
GAMES = {
    "rufspiel": 56,
    "solo": 15,
    "wenz": 11,
    "geier": 4,
    "farbwenz": 3,
    "hochzeit": 2,
    "ramsch": 4,
    "all_pass": 5,
}
ALONE_IN = ("solo", "wenz", "geier", "farbwenz")
# Percent of games alone announced as a Tout, and of solos that are a Sie; and Augen that games alone bring
# more than others, as fewer dare them.
TOUTS, SIES, MORE_ALONE = 5, 4, 7
# Percent of hands that are doubled by one knock, by Kontra, and by Re where there was Kontra.
KNOCKED, KONTRA, RE = 16, 9, 25
# Percent of hands with Laufende, and of Ramsche that somebody takes through.
RUNS, MARCHES = 22, 25


def _tell_schafkopf(luck: Random, playing: Playing, people: Mapping[str, Habits]) -> Told:
    contract = luck.choices(list(GAMES), list(GAMES.values()))[0]
    if contract == "all_pass":
        return {"kind": "all_pass"}
    told: Told = {"kind": "played", "contract": contract}
    if luck.randrange(100) < KNOCKED:
        told["klopfer"] = 1
    if contract == "ramsch":
        seat = luck.choice(list(playing))
        return told | ({"durchmarsch": seat} if luck.randrange(100) < MARCHES else {"losers": [seat]})
    declarer = _who_plays(luck, playing, people)
    others = [seat for seat in playing if seat != declarer]
    partners = [] if contract in ALONE_IN else [luck.choice(others)]
    told |= {"declarer": declarer, "partners": partners}
    if luck.randrange(100) < KONTRA:
        told["stoss"] = 2 if luck.randrange(100) < RE else 1
    skill = people[playing[declarer]].skill + sum(people[playing[seat]].skill for seat in partners) // 2
    taken = AVERAGE + skill + (0 if partners else MORE_ALONE) + sum(luck.randint(-17, 17) for _ in range(4))
    if not partners and luck.randrange(100) < TOUTS:
        return told | {"tout": True, "declarer_tricks": "all" if taken > AVERAGE else "some"}
    if contract == "solo" and luck.randrange(100) < SIES:
        return told | {"sie": True, "declarer_tricks": "all"}
    if luck.randrange(100) < RUNS:
        told["laufende"] = luck.choice((3, 3, 3, 4, 4, 5) if contract in ("rufspiel", "solo") else (2, 2, 3))
        told["laufende_side"] = "declarers" if luck.randrange(100) < 70 else "opponents"
    if taken < 5 or taken > 115:
        return told | {"result": "won_schwarz" if taken > 60 else "lost_schwarz"}
    if luck.randrange(100) < COUNTED:
        return told | {"declarer_points": taken, "declarer_tricks": "some"}
    safe = 91 if taken > 60 else 31
    schneider = taken >= safe if taken > 60 else taken < safe
    return told | {"result": ("won" if taken > 60 else "lost") + ("_schneider" if schneider else "")}


def _mend_schafkopf(told: Told) -> Told | None:
    if told["kind"] != "played" or "declarer" not in told or "tout" in told or "sie" in told:
        return None
    counted = ("declarer_points", "declarer_tricks", "result")
    return {key: value for key, value in told.items() if key not in counted} | {"result": "lost"}


def _preset(game: str, key: str, **more: Any) -> Told:
    values = next(one.values for one in game_called(game).presets if one.key == key)
    return {"game": game, "preset": key, "options": {**values, **more}}


THURSDAY_TABLE = DemoTable(
    language="en",
    seed=1854,
    group=NewGroup(
        name="Thursday table",
        names=("Ann", "Ben", "Cleo", "Dave", "Edith", "Frank", "Grace"),
        currency="USD",
        stake_cents=25,
        **_preset("sheepshead", "wisconsin_called_ace"),
    ),
    weekday=3,
    people={
        "Ann": Habits(skill=4, bold=8),
        "Ben": Habits(skill=9, bold=10),
        "Cleo": Habits(skill=-7, bold=15),
        "Dave": Habits(skill=2, bold=9),
        "Edith": Habits(skill=-3, bold=7),
        "Frank": Habits(skill=-6, bold=13),
        "Grace": Habits(skill=6, bold=6),
    },
    newcomer_comes=4,
    away_at_first=(0, 0, 1),
    away=(0, 1, 1, 1, 2),
    most_seats=7,
    tonight=6,
    tell=_tell_sheepshead,
    mend=_mend_sheepshead,
)

STAMMTISCH = DemoTable(
    language="de",
    seed=1813,
    group=NewGroup(
        name="Stammtisch beim Hirschwirt",
        names=("Resi", "Sepp", "Vroni", "Lenz", "Burgi", "Xaver"),
        currency="EUR",
        stake_cents=1,
        **_preset(
            "mehrkopf",
            "bavarian_table",
            ramsch_durchmarsch="points_91",
            durchmarsch_pays="solo",
            bock=["tout", "schwarz"],
        ),
    ),
    weekday=4,
    people={
        "Resi": Habits(skill=5, bold=9),
        "Sepp": Habits(skill=-5, bold=14),
        "Vroni": Habits(skill=3, bold=8),
        "Lenz": Habits(skill=7, bold=10),
        "Burgi": Habits(skill=-3, bold=7),
        "Xaver": Habits(skill=-4, bold=12),
    },
    newcomer_comes=3,
    away_at_first=(0, 0, 1),
    away=(0, 1, 1, 2),
    most_seats=6,
    tonight=5,
    tell=_tell_schafkopf,
    mend=_mend_schafkopf,
    remarks={
        1: "Wieder am alten Tisch neben dem Ofen",
        3: "Spät am Abend ist Xaver dazugekommen",
        7: "Neue Karten, die alten haben geklebt",
        9: "Resi hat Geburtstag und zahlt eine Runde",
        12: "Um eins hat der Wirt das Licht ausgemacht",
        14: "Nächstes Mal schon um sieben",
    },
    expenses={5: (2450, "Brotzeit"), 7: (890, "Neue Schafkopfkarten")},
)

TABLES = (THURSDAY_TABLE, STAMMTISCH)

# The guest who starts the demo; no browser is ever this guest.
NOBODY = uuid.UUID(int=0)

SEASON = 14
HAND_MINUTES = 5
TONIGHT_HANDS = 13


class Command(WritingCommand):
    help = "Makes up a club for each language, with a season and an evening in progress; twice is once."

    def handle(self, *args: Any, **options: Any) -> None:
        missing = [table for table in TABLES if not Group.objects.filter(key=table.key).exists()]
        if not missing:
            self.stdout.write("The demo is there already.")
        for table in missing:
            with transaction.atomic():
                luck = Random(table.seed)  # noqa: S311  (luck at cards, no secret)
                group = play_a_season(table, luck, today=timezone.now())
            self.stdout.write(f"Made up the {group.name}: {SEASON} evenings, and one in progress.")


def play_a_season(table: DemoTable, luck: Random, *, today: datetime) -> Group:
    """Return the group, its evenings a week apart, and tonight."""
    group = start_group(table.group, NOBODY, table.key)
    for week in reversed(range(SEASON)):
        night = SEASON - week
        # Eight in the evening, on the table's weekday before today.
        evening_before = timezone.localtime(today).replace(hour=20, minute=0, second=0, microsecond=0)
        days = (evening_before.weekday() - table.weekday) % 7 or 7
        at = evening_before - timedelta(days=days + 7 * week)
        is_early = night <= table.newcomer_comes
        regulars = list(table.people)[: -1 if is_early else None]
        away = luck.sample(regulars, luck.choice(table.away_at_first if is_early else table.away))
        people = [name for name in regulars if name not in away]
        luck.shuffle(people)
        evening = DemoEvening(table, group, luck, at=at, people=people)
        evening.play_through(night, hands=luck.randint(18, 30))
    begun = today - timedelta(minutes=HAND_MINUTES * TONIGHT_HANDS + 5)
    people = list(table.people)[: table.tonight]
    DemoEvening(table, group, luck, at=begun, people=people).play(TONIGHT_HANDS)
    return group


class DemoEvening:
    """An evening that is told hand by hand, with the clock running."""

    def __init__(
        self, table: DemoTable, group: Group, luck: Random, *, at: datetime, people: list[str]
    ) -> None:
        self.table, self.group, self.luck, self.at = table, group, luck, at
        self.names = names_of(group)
        self.ids = {name: player for player, name in self.names.items()}
        self.usually = game_called(table.group.game).usually
        seats = tuple(self.ids[name] for name in people)
        seating = Seating(
            seats=seats, dealer=luck.choice(seats), plays=usually_play(len(seats), self.usually)
        )
        self.session = start_session(group, seating, self._pen(after=0))
        self.sheet = sheet_of(self.session)

    def play_through(self, night: int, *, hands: int) -> None:
        """Play an evening: people come and go, mistakes are put right, and in the end it is settled."""
        half = hands // 2
        self.play(half)
        here = self.sheet.seating.seats
        late = [player for player in self.names if player not in here]
        if night % 3 == 0 and late and len(here) < self.table.most_seats:
            after = self.luck.choice(here)
            self._write(join, self.luck.choice(late), after=after)
        row = self.sheet.rows[-2]
        if night % 4 == 1 and (mended := self.table.mend(row.facts["told"])):
            self._write(correct_hand, row.entry, NewHand(seats=row.seats, told=mended))
        self.play(hands - half - 3)
        if night % 5 == 2:
            self._write(take_back_hand, self.sheet.rows[-1].entry)
        here = self.sheet.seating.seats
        if night % 4 == 3 and len(here) > usually_play(len(here), self.usually):
            self._write(leave, self.luck.choice(here))
        self.play(3)
        if self.sheet.pot_points:
            self._write(tell_hand, NewHand(seats=self.sheet.seating.seats, told={"kind": "pot_divide"}))
        if remark := self.table.remarks.get(night):
            self._write(remark_on_hand, THE_NIGHT, remark)
        self._write(end_night)
        # Everybody pays, but for most of the last night; expenses are shared before that.
        if night in self.table.expenses:
            cents, note = self.table.expenses[night]
            shares = dict.fromkeys(self.sheet.players, 1)
            share_expense(self.group, self.sheet.players[0], cents, shares, self._pen(), note=note)
        lines = open_list(self.group)
        for one in lines if night < SEASON else lines[:1]:
            line = (one.payer, one.payee)
            pay_line(self.group, line, one.cents, self._pen(), method="cash", session=self.session)

    def play(self, hands: int) -> None:
        for _ in range(hands):
            self.at += timedelta(minutes=self.luck.randint(HAND_MINUTES - 2, HAND_MINUTES + 1))
            seating = self.sheet.seating
            playing = {seating.seats.index(player): self.names[player] for player in seating.active}
            told = self.table.tell(self.luck, playing, self.table.people)
            self._write(tell_hand, NewHand(seats=seating.seats, told=told))

    def _write(self, write: Callable[..., Written], *args: Any, **options: Any) -> None:
        self.sheet = write(self.session, *args, self._pen(), **options).sheet

    def _pen(self, *, after: int | None = None) -> WriteContext:
        key = uuid.UUID(int=self.luck.getrandbits(128), version=4)
        return WriteContext(key=key, after=self.sheet.newest if after is None else after, at=self.at)
