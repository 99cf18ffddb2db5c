"""Nights of players: what each brought, where everybody stood after it, and sums of each player's."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple, TypeVar

from django.db.models import Q, Sum

from ledger.book.sheet import ABOUT_TOTALS, EntryKind
from ledger.models import Entry, Group, Kind, NightGame, Posting
from ledger.standings.filtering import EVERYTHING, Filter
from ledger.standings.played import DetailedNight, Played, PlayerNight, kept, newest

AnyNight = TypeVar("AnyNight", PlayerNight, DetailedNight)


class Mark(NamedTuple):
    """Parts, with the number and the day of their night; the entry of a hand, else 0."""

    parts: int
    night: int
    day: date
    entry: int = 0

    @property
    def when(self) -> tuple[date, int, int]:
        """Return the order in which marks came: old nights may be copied, and so numbered, after newer
        ones.
        """
        return self.day, self.night, self.entry


class Streak(NamedTuple):
    """Nights in a row: how many, and the days of the first and the last one."""

    nights: int
    first: date
    last: date


@dataclass(frozen=True, kw_only=True)
class Nights:
    """A player's nights: how many, what they brought and the squares of that (parts), the best and the worst.

    `row` and `lost_row` are the first of the longest rows of nights won and lost, None where there is none,
    `row_now` and `lost_row_now` how many nights the present row has.
    """

    nights: int
    won: int
    parts: int
    squares: int
    best: Mark
    worst: Mark
    row: Streak | None
    lost_row: Streak | None
    row_now: int
    lost_row_now: int


@dataclass(frozen=True, kw_only=True)
class Within:
    """The comeback, dearest hands and rows of hands within a player's nights; None where there is none.

    `comeback` is the most that the player was behind in a night that ended above zero; `hand` and
    `worst_hand` are the dearest hands. `hands_won` and `hands_lost` are the most hands in a row that brought
    or cost something, in a single night, with the hand they begin with.
    """

    comeback: Mark | None
    hand: Mark | None
    worst_hand: Mark | None
    hands_won: Mark | None
    hands_lost: Mark | None


def nights_by_player(played: Played) -> Mapping[int, Nights]:
    """Return the sums of everybody's nights; those of part nights have no rows of nights."""
    found = played.kept(
        "nights by player",
        lambda: {
            player: _added(nights, has_rows=played.asked.has_whole_nights)
            for player, nights in _by_player(played.all_nights).items()
        },
    )
    return {player: nights for player, nights in found.items() if player not in played.without}


def within_nights(played: Played, of: int | None = None) -> Mapping[int, Within]:
    """Return comebacks and dearest hands by player: of everybody, or of the player `of` alone."""
    found = played.kept(
        f"within nights of {of}",
        lambda: {
            player: Within(
                comeback=_mark(((-one.lowest, one, 0) for one in nights if one.parts > 0 > one.lowest), 1),
                hand=_mark(((one.best, one, one.best_entry) for one in nights), 1),
                worst_hand=_mark(((one.worst, one, one.worst_entry) for one in nights), -1),
                hands_won=_mark(((one.won_row, one, one.won_row_entry) for one in nights), 1),
                hands_lost=_mark(((one.lost_row, one, one.lost_row_entry) for one in nights), 1),
            )
            for player, nights in _by_player(played.detailed_nights(of)).items()
        },
    )
    return {player: told for player, told in found.items() if player not in played.without}


def _by_player(nights: Iterable[AnyNight]) -> dict[int, list[AnyNight]]:
    by_player: dict[int, list[AnyNight]] = {}
    for one in nights:
        by_player.setdefault(one.player, []).append(one)
    return by_player


def _added(nights: list[PlayerNight], *, has_rows: bool) -> Nights:
    row, row_now = _longest(nights, 1)
    lost_row, lost_row_now = _longest(nights, -1)
    parts = [one.parts for one in nights]
    return Nights(
        nights=len(nights),
        won=sum(one > 0 for one in parts),
        parts=sum(parts),
        squares=sum(one * one for one in parts),
        best=_first([(one.parts, one, 0) for one in nights], 1),
        worst=_first([(one.parts, one, 0) for one in nights], -1),
        row=row if has_rows else None,
        lost_row=lost_row if has_rows else None,
        row_now=row_now if has_rows else 0,
        lost_row_now=lost_row_now if has_rows else 0,
    )


def _mark(told: Iterable[tuple[int | None, DetailedNight, int | None]], sign: int) -> Mark | None:
    # Players who ended at zero say nothing: in old books an absent player may stand there with a 0.
    there = [(parts, night, entry) for parts, night, entry in told if parts is not None and entry is not None]
    return _first(there, sign) if there else None


def _first(told: Sequence[tuple[int, AnyNight, int]], sign: int) -> Mark:
    # The mark of most (by the sign fewest) parts; of equal ones the earliest.
    most = max([sign * parts for parts, _, _ in told]) * sign
    marks = [Mark(parts, night.number, night.day, entry) for parts, night, entry in told if parts == most]
    return min(marks, key=lambda mark: mark.when)


def _longest(nights: Iterable[PlayerNight], sign: int) -> tuple[Streak | None, int]:
    # The first of the longest rows of nights won (by the sign lost), and the present row's length.
    longest: Streak | None = None
    now = 0
    first = date.min
    for one in nights:
        if one.parts * sign <= 0:
            now = 0
            continue
        first, now = (first, now + 1) if now else (one.day, 1)
        if longest is None or now > longest.nights:
            longest = Streak(now, first, one.day)
    return longest, now


class NightResult(NamedTuple):
    """Results of a night, in parts (of money in cents); whoever was there has some, or 0."""

    number: int
    day: date
    parts: Mapping[int, int]


def brought_every_night(played: Played) -> list[NightResult]:
    """Return what every night brought everybody, the earliest first."""

    def compute() -> list[tuple[int, date, dict[int, int]]]:
        parts: dict[int, dict[int, int]] = {night.number: {} for night in played.nights}
        for one in played.all_nights:
            parts[one.number][one.player] = one.parts
        return [(night.number, night.day, parts[night.number]) for night in played.nights]

    nights = played.kept("brought every night", compute)
    return [
        NightResult(number, day, {who: parts for who, parts in brought.items() if who not in played.without})
        for number, day, brought in nights
    ]


def money_nights(
    group: Group, asked: Filter = EVERYTHING, *, news: int | None = None, of: int | None = None
) -> list[NightResult]:
    """Return the cents that each night brought everybody (or the player `of`) in all games, in order.

    Payments are not in it. Nights that were paid before they were written down are: the journal has nothing
    of them, and they were won all the same. A night that was opened again brings what it brought before,
    until it is over.
    """
    days = Filter(since=asked.since, until=asked.until)

    def read() -> list[tuple[int, date, dict[int, int]]]:
        nights = NightGame.objects.filter(days.of_nights, group=group)
        booked = Posting.objects.filter(transaction__group=group, transaction__kind=Kind.NIGHT)
        if not days.are_all_nights:
            booked = booked.filter(transaction__session__in=nights.order_by().values("session"))
        whose = booked.exclude(player=None) if of is None else booked.filter(player__in=group.who.ids_of(of))
        sums = whose.order_by().values_list("transaction__session", "player")
        found: dict[int, dict[int, int]] = {}
        for session, player, cents in sums.annotate(all=Sum("cents")):
            found.setdefault(session, {})[player] = int(cents)
        mine = None if of is None else set(group.who.ids_of(of))
        for session, cents in _paid_before(group):
            found[session] = {who: won for who, won in cents.items() if mine is None or who in mine}
        rows = nights.order_by("session__started_at", "session__number")
        told = rows.values_list("session", "session__number", "day")
        return [(number, day, found.pop(session)) for session, number, day in told if session in found]

    nights = kept(group, newest(group) if news is None else news, f"money of {of}", days, read)
    return [NightResult(number, day, group.who.sums(cents)) for number, day, cents in nights]


def _paid_before(group: Group) -> Iterator[tuple[int, dict[int, int]]]:
    # Sessions that were paid before they were written down, with their cents by player (one query).
    lines = Entry.objects.filter(
        Q(session__is_copied=True) | Q(session__brought__isnull=False),
        session__group=group,
        kind__in=(*ABOUT_TOTALS, EntryKind.ENDED),
    )
    paid, won = set[int](), dict[int, dict[str, int]]()
    for session, facts in lines.order_by("number").values_list("session", "facts"):
        won[session] = facts["cents"]
        if facts.get("was_paid"):
            paid.add(session)
    for session in paid:
        yield session, {int(player): cents for player, cents in won[session].items()}


def won_at_cards(nights: Iterable[NightResult]) -> dict[int, int]:
    """Return the cents that everybody won in these nights, by player."""
    found = Counter[int]()
    for night in nights:
        found.update(night.parts)
    return dict(found)


def after_every_night(played: Played) -> Iterator[NightResult]:
    """Yield where everybody stood after every night who had come by then, the earliest first."""
    sums = Counter[int]()
    for night in brought_every_night(played):
        sums.update(night.parts)
        yield night._replace(parts=dict(sums))
