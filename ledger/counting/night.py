"""What one night adds up to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from fractions import Fraction
from itertools import groupby

from ledger.counting.adding import add_to, evenings_in
from ledger.counting.choosing import Circumstances
from ledger.counting.flows import flows
from ledger.counting.kinds import (
    ALL_GAMES,
    PICKERS_SIDE,
    PICKING,
    Case,
    Counted,
    Counts,
    Course,
    Mark,
    Night,
    Nights,
    Occasion,
    Pair,
    Picks,
    Place,
    Role,
    Sums,
)
from ledger.scoring import GAMES, Scored
from ledger.scoring.receipt import PARTS
from ledger.sheet import NIGHT, HandRow, ScoreSheet

FEWEST_TIMED = 5
"""Of fewer hands nobody asks how long they took."""

A_HAND, A_NIGHT = timedelta(minutes=1), timedelta(hours=18)
"""Who plays takes so long for a hand, and at most so long for all of a night."""


def counts_of(sheet: ScoreSheet, night: int = 0, day: int = 0) -> dict[str, Counts]:
    """What a night adds up to, by game; `night` is its number, `day` when it began (`Mark.day`).

    Under `ALL_GAMES` stands its money, once it is over. A night that was taken out of the count adds nothing.
    """
    if sheet.copied and sheet.copied.struck:
        return {}
    rows: dict[str, list[HandRow]] = defaultdict(list)
    for row in sheet.rows:
        if row.scored is not None:
            rows[row.rules.game].append(row)
    found = {game: _Counting(night, day).of(played) for game, played in rows.items()}
    if sheet.notebook:
        found[sheet.rules.game] = _of_totals(sheet, night, day)
    if sheet.ending is not None and any(sheet.ending.cents.values()):
        found[ALL_GAMES] = money_of_a_night(sheet.ending.cents)
    return found


def money_of_a_night(cents: Mapping[int, int]) -> Counts:
    """The money of a night as it is counted under `ALL_GAMES`."""
    return Counts(nights=1, courses={player: course_of(won) for player, won in cents.items()})


def adds_something(sheet: ScoreSheet) -> bool:
    """Whether `counts_of` has anything to tell of a night that is over, without counting it."""
    if sheet.ending is None or (sheet.copied and sheet.copied.struck):
        return False
    return bool(sheet.notebook or any(sheet.ending.cents.values()) or any(row.scored for row in sheet.rows))


def course_of(sum_: int) -> Course:
    """The course of a single night in which a player was there."""
    won, lost = int(sum_ > 0), int(sum_ < 0)
    return Course(
        parts=sum_,
        low=sum_,
        low_at=1,
        high=sum_,
        high_at=1,
        played=1,
        first=won,
        last=won,
        most=won,
        lost_first=lost,
        lost_last=lost,
        lost_most=lost,
    )


def _of_totals(sheet: ScoreSheet, night: int, day: int) -> Counts:
    """A night of which only the totals are known: who neither won nor lost may not have been there."""
    case = Case(sheet.rules.version, 0, sheet.stake_cents)
    parts = {player: _parts(points) for player, points in sheet.notebook.items() if points}
    by_night = {Night((case,), (case,), who): _one_night(won, night, day) for who, won in parts.items()}
    return Counts(
        nights=1,
        evenings=evenings_in(by_night),
        roles={
            Role(case, who, NIGHT, "", ""): Sums(1, int(won > 0), won, won * won)
            for who, won in parts.items()
        },
        by_night=by_night,
        courses={who: course_of(won) for who, won in parts.items()},
    )


def _one_night(parts: int, night: int, day: int) -> Nights:
    mark = Mark(parts, night, day=day)
    return Nights(nights=1, won=int(parts > 0), parts=parts, squares=parts * parts, best=mark, worst=mark)


class _Counting:
    """One night and game while its hands are gone through."""

    def __init__(self, night: int, day: int) -> None:
        self._night, self._day = night, day
        self._hands: dict[Case, int] = defaultdict(int)
        self._roles: dict[Role, Sums] = {}
        self._places: dict[Place, Picks] = {}
        self._card_points: dict[Counted, int] = defaultdict(int)
        self._occasions: dict[Occasion, Sums] = {}
        self._partners: dict[Pair, Sums] = {}
        self._between: dict[Pair, Sums] = {}
        self._brought: list[tuple[Case, HandRow, dict[int, int]]] = []

    def of(self, rows: Iterable[HandRow]) -> Counts:
        for row in rows:
            if row.scored is not None:
                self._take(row, row.scored)
        seconds, by_night = self._seconds(), self._by_night()
        return Counts(
            nights=1,
            timed=int(seconds > 0),
            seconds=seconds,
            most_hands=self._mark(hands) if (hands := sum(self._hands.values())) else None,
            longest=self._mark(seconds) if seconds else None,
            hands=dict(self._hands),
            roles=self._roles,
            places=self._places,
            card_points=dict(self._card_points),
            occasions=self._occasions,
            partners=self._partners,
            between=self._between,
            evenings=evenings_in(by_night),
            by_night=by_night,
            courses=self._courses(),
        )

    def _take(self, row: HandRow, scored: Scored) -> None:
        case = Case(row.rules.version, len(row.seats) - len(row.out), row.stake_cents)
        parts = {who: _parts(points) for who, points in zip(row.seats, scored.points, strict=True)}
        self._brought.append((case, row, parts))
        self._take_between(case, row, parts)
        roles = row.roles
        won = scored.won or (None,) * len(row.seats)
        traits = GAMES[row.rules.game].traits(row.facts["told"])
        dealt = int(row.is_hand)
        sums = {
            who: Sums(dealt, int(bool(has_won)), parts[who], parts[who] ** 2)
            for who, has_won in zip(row.seats, won, strict=True)
        }
        for who, role in zip(row.seats, roles, strict=True):
            add_to(self._roles, Role(case, who, role, traits.kind, scored.row or ""), sums[who])
        if not dealt:
            return
        self._hands[case] += 1
        chiefs = [who for who, role in zip(row.seats, roles, strict=True) if role in PICKING]
        partners = [who for who, role in zip(row.seats, roles, strict=True) if role == "partner"]
        if row.number:  # a hand of another game has no place among the deals
            self._take_places(case, row, chiefs, parts)
        self._take_doubled(case, row, sums)
        self._take_pot(case, row, scored)
        if traits.cracker is not None:
            cracker = row.seats[traits.cracker]
            add_to(self._occasions, Occasion(case, cracker, "cracked"), sums[cracker])
        for chief in chiefs:
            if scored.side_points is not None:
                self._card_points[Counted(case, chief, scored.side_points)] += 1
            if traits.cracks:
                add_to(self._occasions, Occasion(case, chief, "was_cracked"), sums[chief])
            if traits.is_forced:
                add_to(self._occasions, Occasion(case, chief, "forced"), sums[chief])
            for partner in partners:
                together = parts[chief] + parts[partner]
                mark = Sums(1, sums[chief].won, together, together * together)
                add_to(self._partners, Pair(case, chief, partner), mark)

    def _take_places(self, case: Case, row: HandRow, chiefs: Sequence[int], parts: Mapping[int, int]) -> None:
        after = row.seats.index(row.dealer) + 1
        playing = [who for who in row.seats[after:] + row.seats[:after] if who not in row.out]
        for place, who in enumerate(playing, start=1):
            add_to(self._places, Place(case, who, place), Picks(1, int(who in chiefs), parts[who]))

    def _take_doubled(self, case: Case, row: HandRow, sums: Mapping[int, Sums]) -> None:
        if row.doublers:
            for who in row.seats:
                if who not in row.out:
                    add_to(self._occasions, Occasion(case, who, "doubled"), sums[who])

    def _take_pot(self, case: Case, row: HandRow, scored: Scored) -> None:
        if (brought := scored.for_the_pot) is None:
            return
        for who, role, has_won, points in zip(row.seats, scored.roles, scored.won, brought, strict=True):
            if role in PICKERS_SIDE:
                parts = _parts(points)
                add_to(
                    self._occasions, Occasion(case, who, "pot"), Sums(1, int(bool(has_won)), parts, parts**2)
                )

    def _take_between(self, case: Case, row: HandRow, parts: Mapping[int, int]) -> None:
        for (winner, loser), flow in flows(parts).items():
            if winner < loser:
                add_to(self._between, Pair(case, winner, loser), Sums(1, 1, flow, flow * flow))
            else:
                add_to(self._between, Pair(case, loser, winner), Sums(1, 0, -flow, flow * flow))

    def _seconds(self) -> int:
        """How long it took from the first hand to the last as they were told; 0 where nobody knows.

        Hands that were typed in afterwards tell nothing of it: they follow each other too fast, or the first
        of them was told days before the last.
        """
        told = [row.versions[0].at for _, row, _ in self._brought if row.number]
        times = [at for at in told if at is not None]
        if len(times) < len(told) or len(times) < FEWEST_TIMED:
            return 0
        took = max(times) - min(times)
        return int(took.total_seconds()) if A_HAND * (len(times) - 1) <= took <= A_NIGHT else 0

    def _by_night(self) -> dict[Night, Nights]:
        """Of each choice of cases that a filter can make: by the version, who many played, and the stake."""
        cases = tuple(sorted({case for case, _, _ in self._brought}))
        found: dict[Night, Nights] = {}
        for of in choices(cases):
            chosen = [(row, parts) for case, row, parts in self._brought if case in of]
            for who in _present(chosen):
                found[Night(cases, of, who)] = self._night_of(who, chosen)
        return found

    def _night_of(self, who: int, chosen: Sequence[tuple[HandRow, Mapping[int, int]]]) -> Nights:
        sum_ = deepest = 0
        hands: list[Mark] = []
        played: list[Mark] = []
        for row, parts in chosen:
            if who in parts:
                sum_ += parts[who]
                deepest = min(deepest, sum_)
                if row.is_hand:
                    hands.append(self._mark(parts[who], row.entry))
                    played += [] if who in row.out else hands[-1:]
        came_back = sum_ > 0 and deepest < 0
        return _one_night(sum_, self._night, self._day)._replace(
            comeback=self._mark(-deepest) if came_back else None,
            hand=max(hands, key=lambda mark: mark.parts, default=None),
            worst_hand=min(hands, key=lambda mark: mark.parts, default=None),
            won_row=_longest_row(played, 1),
            lost_row=_longest_row(played, -1),
        )

    def _mark(self, parts: int, entry: int = 0) -> Mark:
        return Mark(parts, self._night, entry, self._day)

    def _courses(self) -> dict[int, Course]:
        chosen = [(row, parts) for _, row, parts in self._brought]
        sums: dict[int, int] = defaultdict(int)
        for _, parts in chosen:
            for who, won in parts.items():
                sums[who] += won
        return {who: course_of(sums[who]) for who in _present(chosen)}


def _longest_row(played: Sequence[Mark], sign: int) -> Mark | None:
    """How many of these hands, which follow each other, brought something (or cost, by the sign) in a row.

    Of two rows alike the earlier one; it is told by its first hand. None where there is none.
    """
    longest: Mark | None = None
    for has_won, row in groupby(played, key=lambda mark: mark.parts * sign > 0):
        first, *more = row
        if has_won and (longest is None or len(more) >= longest.parts):
            longest = first._replace(parts=1 + len(more))
    return longest


def _present(chosen: Iterable[tuple[HandRow, Mapping[int, int]]]) -> list[int]:
    """Who played one of these hands, or won or lost something in between."""
    found: dict[int, None] = {}
    for row, parts in chosen:
        for who in row.seats:
            if parts[who] or (row.is_hand and who not in row.out):
                found[who] = None
    return list(found)


def _parts(points: Fraction) -> int:
    return int(points.numerator * (PARTS // points.denominator))


def choices(cases: Sequence[Case]) -> list[tuple[Case, ...]]:
    """Each part of these cases that some circumstances choose; of one case, as most nights have, itself."""
    if len(cases) == 1:
        return [tuple(cases)]
    found: dict[tuple[Case, ...], None] = {}
    for version in (None, *sorted({one.version for one in cases})):
        for active in (None, *sorted({one.active for one in cases})):
            for stake in (None, *sorted({one.stake for one in cases})):
                asked = Circumstances(version=version, active=active, stake=stake)
                if of := tuple(one for one in cases if asked.fit(one)):
                    found[of] = None
    return list(found)
