"""Sums of one game: each is one query, kept until something of the group is written.

`Played` reads the tables of `ledger.models.played`; everything else in the statistics is computed from what
it answers. Points are in parts, 2520 to a point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property, wraps
from hashlib import sha256
from operator import add
from typing import Any, NamedTuple, TypeVar

from django.core.cache import cache
from django.db import connection
from django.db.models import Count, Min, Model, Q, QuerySet, Sum, Value

from ledger.book.sheet import NIGHT
from ledger.models import (
    Group,
    Hand,
    HandResult,
    News,
    NightGame,
    NightPair,
    NightPlace,
    NightPlayer,
    NightRole,
)
from ledger.models.night_rows import PLACES, PLAYERS, ROLES, player_nights
from ledger.scoring import TYPED
from ledger.scoring.scored import PICKING
from ledger.standings.filtering import EVERYTHING, Filter

Memo = TypeVar("Memo")


class NightSum(NamedTuple):
    """A night of the game: its number and day, its hands (None where only totals are known), and seconds.

    `version`, `active` and `stake` are None where its hands differ in them.
    """

    number: int
    day: date
    hands: int | None
    seconds: int
    goes_on: bool
    session: int
    version: int | None
    active: int | None
    stake: int | None


class PlayerNight(NamedTuple):
    """A player's night, by its number and day, and the parts that it brought."""

    number: int
    day: date
    player: int
    parts: int


class DetailedNight(NamedTuple):
    """A player's night with what stands out in it; the columns of `NightPlayer`, with the night's number."""

    number: int
    day: date
    player: int
    parts: int
    lowest: int
    best: int | None
    best_entry: int | None
    worst: int | None
    worst_entry: int | None
    won_row: int
    won_row_entry: int | None
    lost_row: int
    lost_row_entry: int | None


class RoleSum(NamedTuple):
    """A player's hands in one role with so many playing; `moved` are parts that moved between hands.

    `won` counts races as well, which are won between hands. `pots` are hands for a pot that lay there, how
    many were won, and what came out of it (parts). `uneven` is how far points as typed are above `parts`.
    """

    player: int
    role: str
    active: int
    hands: int
    won: int
    parts: int
    squares: int
    moved: int
    pots: int
    pots_won: int
    pot_parts: int
    uneven: int
    won_parts: int


class PlaceSum(NamedTuple):
    """Hands in which a player spoke at a place, how many were picked, and what they brought."""

    player: int
    place: int
    hands: int
    picked: int
    parts: int


class PairSum(NamedTuple):
    """Sums of a player with another; the columns of `NightPair`."""

    player: int
    other: int
    hands: int
    won: int
    parts: int
    picked: int
    picked_won: int
    picked_parts: int


class Sums(NamedTuple):
    """Hands added up: their number, the number won, parts, and squared parts."""

    hands: int = 0
    won: int = 0
    parts: int = 0
    squares: int = 0


def summed(*some: Sums) -> Sums:
    return Sums(*map(sum, zip(*some, strict=True)))


class Cases(NamedTuple):
    """Sums of rows by player and case: the columns that are summed, in the order of the model.

    `like` has the circumstances of each case, by column.
    """

    like: Mapping[int, Mapping[str, Any]]
    sums: Mapping[tuple[int, int], tuple[int, ...]]


# The columns that are alike in all rows of a case.
CIRCUMSTANCES: Mapping[type[Model], tuple[str, ...]] = {
    NightRole: tuple(name for name in ROLES.key if name not in ("player_id", "case")),
    NightPlace: tuple(name for name in PLACES.key if name not in ("player_id", "case")),
}


class RulesPlayed(NamedTuple):
    """Circumstances under which something was played."""

    version: Any
    active: Any
    stake: Any


def kept(group: Group, news: int, name: str, of: object, compute: Callable[[], Memo]) -> Memo:
    """Return what `compute` answers, or answered since something of the group was written last.

    `news` is the group's `News` number, which every write raises. Inside a transaction nothing is kept, as
    that may be taken back.
    """
    if connection.in_atomic_block:
        return compute()
    key = sha256(f"{group.pk} {news} {name} {of!r}".encode()).hexdigest()
    found: Memo | None = cache.get(key)
    if found is None:
        found = compute()
        cache.set(key, found)
    return found


def newest(group: Group) -> int:
    """Return the group's `News` number (one query)."""
    return News.objects.filter(group=group).aggregate(all=Sum("number"))["all"] or 0


def _nights_with(group: Group, asked: Filter) -> QuerySet[NightGame]:
    # The nights of which at least one hand fits; of mixed nights that is looked up in their hands.
    nights = NightGame.objects.filter(asked.of_nights, group=group)
    if asked.has_whole_nights:
        return nights
    mixed = _mixed(group, asked)
    hands = Hand.objects.filter(asked.of_hands, group=group, session__in=[session for session, *_ in mixed])
    there = set(hands.values_list("session", "game").distinct())
    some = [pk for session, pk, game in mixed if (session, game) in there]
    return nights.filter(Q(**asked.circumstances) | Q(pk__in=some))


def _mixed(group: Group, asked: Filter) -> list[tuple[int, int, str]]:
    # Session, row and game of nights with hands under several circumstances, if some may fit.
    mixed, may = Q(), Q()
    for name, value in asked.circumstances.items():
        mixed |= Q(**{f"{name}__isnull": True})
        may &= Q(**{name: value}) | Q(**{f"{name}__isnull": True})
    nights = NightGame.objects.filter(asked.of_nights, mixed, may, group=group)
    return list(nights.values_list("session", "pk", "game"))


def once(compute: Callable[[Played], Memo]) -> Callable[[Played], Memo]:
    """Return the function so that it computes its answer once for a `Played`, whoever is left out."""

    @wraps(compute)
    def found(played: Played) -> Memo:
        return played.memo(compute.__name__, lambda: compute(played))

    return found


class Played:
    """Nights and hands of a game that a filter asks for.

    `without` are players who are left out of all that compares people (`ledger.standings.players`).
    """

    def __init__(
        self, group: Group, asked: Filter, without: Collection[int] = (), *, news: int | None = None
    ) -> None:
        self.group, self.asked, self.game = group, asked, asked.game
        self.news = newest(group) if news is None else news
        self.without = frozenset(without)
        self._memo: dict[str, Any] = {}

    def leaving_out(self, players: Collection[int]) -> Played:
        """Return the same without these players; what was read already is not read again."""
        found = Played(self.group, self.asked, players, news=self.news)
        found._memo = self._memo
        return found

    def memo(self, name: str, compute: Callable[[], Memo]) -> Memo:
        """Return what `compute` answered the first time it was asked under this name."""
        if name not in self._memo:
            self._memo[name] = compute()
        found: Memo = self._memo[name]
        return found

    def kept(self, name: str, compute: Callable[[], Memo]) -> Memo:
        """Return what `compute` answers, or answered since something of the group was written last."""
        return kept(self.group, self.news, name, self.asked, compute)

    @property
    @once
    def nights(self) -> tuple[NightSum, ...]:

        def read() -> list[tuple[Any, ...]]:
            rows = _nights_with(self.group, self.asked).order_by("session__started_at", "session__number")
            columns = ("session__number", "day", "hands", "seconds", "is_copied", "goes_on", "session")
            rows = rows.annotate(goes_on=Q(session__ended_at=None))
            return [
                (number, day, None if is_copied else hands, seconds, *told)
                for number, day, hands, seconds, is_copied, *told in rows.values_list(
                    *columns, *RulesPlayed._fields
                )
            ]

        return tuple(NightSum(*row) for row in self.kept("nights", read))

    @property
    @once
    def all_nights(self) -> Sequence[PlayerNight]:
        """Return every night of everybody who was there, also of those who are left out, the earliest
        first.
        """
        return list(map(PlayerNight._make, self._rows(PlayerNight._fields[3:], Q())))

    def detailed_nights(self, of: int | None) -> Sequence[DetailedNight]:
        """Return the nights of a player, or of everybody who was there, the earliest first."""
        whose = Q() if of is None else Q(player=of)
        columns = DetailedNight._fields[3:]
        return self.memo(
            f"detailed nights {of}", lambda: list(map(DetailedNight._make, self._rows(columns, whose)))
        )

    def _rows(self, columns: tuple[str, ...], whose: Q) -> list[tuple[Any, ...]]:
        # Number, day, player and these columns of players' nights, the earliest first.
        asked = self.asked
        # Days and numbers are those of `nights`: read with every row they take longer than all the rest.
        found: dict[int, list[tuple[int, Sequence[Any]]]] = {night.session: [] for night in self.nights}
        there = NightPlayer.objects.filter(asked.of_nights, whose, group=self.group, is_there=True).order_by()
        if not asked.has_whole_nights:
            mixed = {session for session, _, _ in _mixed(self.group, asked)}
            there = there.filter(session__in=found.keys() - mixed)
            # `NightPlayer` has whole nights: a night of which only some hands fit is added up from its hands.
            hands = Hand.objects.filter(asked.of_hands, group=self.group, session__in=mixed)
            results = HandResult.objects.filter(whose, hand__in=hands)
            by_night: dict[int, list[tuple[int, int, int, bool, bool]]] = {}
            for session, player, entry, parts, is_dealt, role in results.order_by(
                "hand__session", "hand__position"
            ).values_list("hand__session", "player", "hand__entry", "parts", "hand__is_dealt", "role"):
                by_night.setdefault(session, []).append((player, entry, parts, is_dealt, role == "out"))
            for session, played in by_night.items():
                for player, brought in player_nights(played).items():
                    night = dict(zip(PLAYERS.values, brought, strict=True))
                    if night["is_there"]:
                        found[session].append((player, [night[column] for column in columns]))
        for session, player, *values in there.values_list("session", "player", *columns):
            found[session].append((player, values))
        return [
            (night.number, night.day, player, *told)
            for night in self.nights
            for player, told in sorted(found[night.session])
        ]

    def cases(self, table: type[NightRole | NightPlace]) -> Cases:
        """Return what the rows of a table add up to, by player and case (one query, two with new cases)."""

        def read() -> Cases:
            rows = table._default_manager.filter(self.asked.of_nights, group=self.group).order_by()
            summed: dict[str, Any] = {name: Sum(name) for name in ("hands", "parts")}
            if table is NightRole:
                summed |= {name: Sum(name) for name in ("squares", "pot_parts")}
                # No other game has such points, and the index that covers the other columns has not this one.
                summed["uneven"] = Sum("uneven") if self.game == TYPED else Value(0)
            sums = rows.values_list("player", "case").annotate(
                **{f"all_{name}": added for name, added in summed.items()}
            )
            found = {(player, case): tuple(told) for player, case, *told in sums}
            # A case stands for the same circumstances for ever, so only those of new cases are read.
            name = f"circumstances-{self.group.pk}-{table.__name__}"
            known: dict[int, dict[str, Any]] = cache.get(name, {})
            if new := {case for _, case in found} - known.keys():
                each = rows.filter(case__in=new).values("case").annotate(one=Min("pk"))
                columns = CIRCUMSTANCES[table]
                like = table._default_manager.filter(pk__in=each.values_list("one", flat=True)).order_by()
                told = like.values_list("case", *columns)
                known |= {case: dict(zip(columns, row, strict=True)) for case, *row in told}
                cache.set(name, known, timeout=None)
            asked = self.asked.circumstances.items()
            # A hand that was corrected between the two queries takes its case along.
            fitting = {
                case: known[case] for _, case in found if case in known and asked <= known[case].items()
            }
            return Cases(fitting, {key: sums for key, sums in found.items() if key[1] in fitting})

        return self.memo(table.__name__, lambda: self.kept(table.__name__, read))

    @property
    @once
    def roles(self) -> tuple[RoleSum, ...]:
        """Return what everybody did in each role, with so many playing."""
        found: dict[tuple[int, str, int], tuple[int, ...]] = {}
        cases = self.cases(NightRole)
        for (player, case), (hands, parts, squares, pot_parts, uneven) in cases.sums.items():
            of = cases.like[case]
            won = hands * of["won"]
            pot = (hands, won, pot_parts) if of["is_for_pot"] else (0, 0, 0)
            told = (hands, won, parts, squares, 0, *pot, uneven, parts * (of["is_dealt"] and of["won"]))
            if not of["is_dealt"] and of["role"] != NIGHT:
                told = (0, won, 0, 0, parts, *pot, uneven, 0)
            key = player, of["role"], of["active"]
            found[key] = tuple(map(add, found[key], told)) if key in found else told
        return tuple(RoleSum(*key, *sums) for key, sums in found.items())

    @property
    @once
    def uneven(self) -> Mapping[int, int]:
        """Return by player how far points as typed are above those that add up to zero; empty without any."""
        found = Counter[int]()
        for one in self.roles:
            found[one.player] += one.uneven
        return found if any(found.values()) else {}

    @property
    @once
    def places(self) -> tuple[PlaceSum, ...]:
        """Return how often everybody spoke at each place, and picked."""
        found: dict[tuple[int, int], Counter[str]] = {}
        cases = self.cases(NightPlace)
        for (player, case), (hands, parts) in cases.sums.items():
            of = cases.like[case]
            mine = found.setdefault((player, of["place"]), Counter())
            mine.update(hands=hands, parts=parts, picked=hands * (of["role"] in PICKING))
        return tuple(
            PlaceSum(*key, *(mine[name] for name in PlaceSum._fields[2:]))
            for key, mine in sorted(found.items())
        )

    @property
    @once
    def pairs(self) -> tuple[PairSum, ...]:
        """Return what any two had with each other, seen from each of them."""

        def read() -> list[PairSum]:
            rows = NightPair.objects.filter(self.asked.of_hands, group=self.group).order_by("player", "other")
            sums = rows.values("player", "other").annotate(
                **{f"all_{name}": Sum(name) for name in PairSum._fields[2:]}
            )
            named = [f"all_{name}" for name in PairSum._fields[2:]]
            return [PairSum(*row) for row in sums.values_list("player", "other", *named)]

        return tuple(self.kept("pairs", read))

    @property
    @once
    def together(self) -> Mapping[tuple[int, int], Sums]:
        """Return hands of each two on one side, whoever of them picked; by both ids, the lower one first."""
        found: dict[tuple[int, int], Sums] = {}
        for one in self.pairs:
            if one.picked:
                both = min(one.player, one.other), max(one.player, one.other)
                sums = Sums(one.picked, one.picked_won, one.picked_parts)
                found[both] = summed(found.get(both, Sums()), sums)
        return found

    def card_points(self, of: int | None = None) -> Mapping[tuple[int, int], int]:
        """Return how often each picker's side (or that of the player `of`) had so many card points."""

        def read() -> list[tuple[int, int, int]]:
            hands = Hand.objects.filter(self.asked.of_hands, group=self.group, side_points__isnull=False)
            pickers = hands.filter(picker__isnull=False) if of is None else hands.filter(picker=of)
            return list(pickers.order_by().values_list("picker", "side_points").annotate(times=Count("pk")))

        name = f"card points of {of}"
        return self.memo(name, lambda: {told[:2]: told[2] for told in self.kept(name, read)})

    @property
    @once
    def contracts(self) -> Mapping[tuple[int, str], tuple[int, int, int]]:
        """Return picked hands by player and kind (or contract): how many, how many won, and the parts."""
        found: dict[tuple[int, str], tuple[int, int, int]] = {}
        cases = self.cases(NightRole)
        for (player, case), (hands, parts, *_) in cases.sums.items():
            of = cases.like[case]
            if of["is_dealt"] and of["role"] in PICKING:
                n, k, brought = found.get((player, of["kind"]), (0, 0, 0))
                found[player, of["kind"]] = n + hands, k + hands * of["won"], brought + parts
        return found

    @cached_property
    def rules_played(self) -> tuple[RulesPlayed, ...]:
        """Return under which circumstances something was played in these nights, whichever are asked for."""
        every = self
        if not self.asked.has_whole_nights:
            asked = replace(self.asked, active=None, version=None, stake=None)
            every = Played(self.group, asked, news=self.news)
        uniform = {RulesPlayed(*night[-3:]) for night in every.nights if None not in night[-3:]}
        mixed = [night.session for night in every.nights if None in night[-3:]]

        def read() -> list[tuple[int, int, int]]:
            hands = Hand.objects.filter(session__in=mixed, game=self.game).order_by()
            return list(hands.values_list(*RulesPlayed._fields).distinct())

        of_mixed = every.kept("rules played", read) if mixed else []
        return tuple(sorted({*uniform, *(RulesPlayed(*one) for one in of_mixed)}))


def played_in(group: Group, asked: Filter = EVERYTHING, *, news: int | None = None) -> dict[str, Played]:
    """Return what was played in each game of which something fits, that of most nights first.

    `news` is the group's `News` number, where it was read already.
    """
    news = newest(group) if news is None else news

    def read() -> list[tuple[str, int]]:
        nights = _nights_with(group, asked).order_by().values_list("game")
        return list(nights.annotate(nights=Count("session", distinct=True)))

    found = sorted(kept(group, news, "games", asked, read), key=lambda one: (-one[1], one[0]))
    return {game: Played(group, replace(asked, game=game), news=news) for game, _ in found}
