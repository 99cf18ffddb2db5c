"""The score sheet: what the entries of a session add up to, as `ledger.book.folding.fold` writes it. Pure.

Players are known by their ids; inside a hand the engine knows seats (indices into the hand's own `seats`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, reduce
from typing import Any, NamedTuple
from uuid import UUID

from ledger.book.seating import Seating
from ledger.money.payments import Transfer
from ledger.money.rounding import THE_BOX, Rounding, odd_cents
from ledger.scoring import Scored, game_called
from ledger.scoring.carried import Carried
from ledger.scoring.option import read_rules
from ledger.scoring.receipt import plus, to_parts
from ledger.words.messages import Message


class EntryKind(StrEnum):
    """The kinds of lines of a book. The first is `opened`, or `notebook` of a night out of an old notebook.

    Where that has seats, hands follow that were in the notebook; else only the totals are known.

    Of such a night other totals are said by `amended`, and `struck` takes it out of everything that is
    counted. `remarked` writes a few words about a hand, and changes nothing that counts.
    """

    OPENED = "opened"
    NOTEBOOK = "notebook"
    HAND = "hand"
    CORRECTED = "corrected"
    VOIDED = "voided"
    ARRANGED = "arranged"
    JOINED = "joined"
    LEFT = "left"
    RULES = "rules"
    STAKE = "stake"
    UNDONE = "undone"
    ENDED = "ended"
    REOPENED = "reopened"
    PAID = "paid"
    UNPAID = "unpaid"
    AMENDED = "amended"
    STRUCK = "struck"
    REMARKED = "remarked"


# Kinds that change a table between two hands; the latest can be taken back as long as no hand counts at it.
CHANGES = (EntryKind.ARRANGED, EntryKind.JOINED, EntryKind.LEFT, EntryKind.RULES, EntryKind.STAKE)


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line in ink: the pure form of a stored Entry. `by` is the id of the membership that told it.

    `kind` is an `EntryKind` in every book that `ledger.recording` has written; what else a damaged one says
    is kept as it is, for the fold to refuse and the audit to name.
    """

    number: int
    kind: str
    facts: Mapping[str, Any]
    by: int | None = None
    at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class RulesInForce:
    """House rules in force: their version, the game, and the options that differ from its defaults."""

    version: int
    game: str
    options: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def read(self) -> Any:
        """Return the rules as the game's own dataclass."""
        return read_rules(game_called(self.game).rules, self.options)


@dataclass(frozen=True, kw_only=True)
class Version:
    """Version of a hand: as it was first recorded, corrected, or voided.

    `points` are by player id under the doublers and the deal that now stand before the hand, `row` is the
    row of the chart that it was (`Scored.row`); empty and None when this version took the hand back, or
    cannot have been after what was corrected since.
    """

    entry: int
    kind: str
    by: int | None
    at: datetime | None
    facts: Mapping[str, Any]
    points: Mapping[int, Fraction]
    row: str | None
    label: Message


@dataclass(frozen=True, kw_only=True)
class HandRow:
    """A row of the sheet: one hand, what it was worth, and the running totals after it.

    `number` is the hand's number on paper, 0 for what was taken back or told between two hands. `points` and
    `totals` are by player id; `foots` is the sum of the positive totals, the checksum of the last column.
    `book` and `carried` are the table and what the game carried, as the book had them before the hand;
    `dealer`, `out` and `doublers` are what counted in it, and `stake_cents` what a point of it is
    worth. `kept_by` is the entry that lets the hand keep its own deal and counts, None where it follows from
    the hands before. `versions` has everything that was said of it, oldest first; the last one counts.
    """

    number: int
    entry: int
    seats: tuple[int, ...]
    facts: Mapping[str, Any]
    dealer: int
    out: tuple[int, ...]
    book: Seating
    carried: Carried
    rules: RulesInForce
    stake_cents: int
    scored: Scored | None
    points: Mapping[int, Fraction]
    totals: Mapping[int, Fraction]
    foots: Fraction
    versions: tuple[Version, ...]
    kept_by: int | None = None
    # False of a hand out of a notebook: `dealer` only keeps the deal going round.
    is_dealer_known: bool = True

    @property
    def doublers(self) -> int:
        """Return how many doublers hung over the hand: as many as the book had, unless its teller said
        otherwise.
        """
        said: int | None = self.facts.get("doublers")
        return self.carried.pending_doublers if said is None else said

    @property
    def doublers_by_hand(self) -> int | None:
        """Return how many doublers its teller said there were, None where that is what the book has."""
        return None if self.doublers == self.carried.pending_doublers else self.doublers

    @property
    def is_void(self) -> bool:
        return self.scored is None

    @property
    def is_typed(self) -> bool:
        """Return whether the points of the hand are as typed: nobody wins what others lose."""
        return bool(self.scored and self.scored.compared)

    @property
    def is_hand(self) -> bool:
        """Return whether cards were dealt, also for a hand of another game, and not only points moved."""
        return "other" in self.facts or self.number > 0

    @cached_property
    def parts(self) -> tuple[int, ...]:
        """Return what the hand brought each seat, in parts that add up to zero with the pot's.

        Of points as typed that is how far each seat was ahead of the average.
        """
        return tuple(map(to_parts, self.scored.compared or self.scored.points)) if self.scored else ()

    @property
    def roles(self) -> tuple[str, ...]:
        """Return what everybody at the table was in the hand, seat by seat; nothing of one that was taken
        back.

        Who sat out of a hand that was thrown in, in which nobody has a role, sat out as well.
        """
        if self.scored is None:
            return ()
        roles = self.scored.roles or ("",) * len(self.seats)
        out = self.out if self.is_hand else ()
        return tuple("out" if who in out else role for who, role in zip(self.seats, roles, strict=True))

    @cached_property
    def told(self) -> tuple[Version, ...]:
        """Return what was said of the hand and not taken back in one breath: what leaves a trace on the
        sheet.
        """
        if len(self.versions) == 1:
            return self.versions
        kept: list[Version] = []
        for version in self.versions:
            if kept and _takes_back(version, kept):
                kept.pop()
            else:
                kept.append(version)
        return tuple(kept)

    @property
    def last_told(self) -> Version:
        """Return what was said last of the hand; of one that was taken back, before that."""
        return next(one for one in reversed(self.versions) if one.kind != EntryKind.VOIDED)

    @property
    def is_changed(self) -> bool:
        """Return whether the sheet marks the hand, as something else was said of it than when it was told
        first.
        """
        return len(self.told) > 1

    @property
    def is_slip(self) -> bool:
        """Return whether the hand was taken back in the breath in which it was told: the sheet is silent on
        it.
        """
        return not self.told

    @property
    def slip(self) -> int | None:
        """Return the entry of a correction that was undone in one breath, while nothing else was said
        since.
        """
        if len(self.versions) < 3 or self.versions[-1] in self.told:
            return None
        undone, last = self.versions[-2:]
        return undone.entry if undone.kind == last.kind == EntryKind.CORRECTED else None

    def role(self, player: int) -> str:
        """Return the role of a player in this hand, "" when he was not at the table or the hand is void."""
        if self.scored is None or player not in self.seats or not self.scored.roles:
            return ""
        return self.scored.roles[self.seats.index(player)]


def _takes_back(version: Version, told: Sequence[Version]) -> bool:
    # Told in one breath: the same phone, nothing in between.
    last = told[-1]
    if version.by != last.by or version.entry != last.entry + 1 or version.at is None or last.at is None:
        return False
    if version.at - last.at > IN_ONE_BREATH:
        return False
    if version.kind == EntryKind.VOIDED:
        return len(told) == 1
    return len(told) > 1 and version.facts.get("version") == told[-2].entry


@dataclass(frozen=True, kw_only=True)
class Note:
    """A line between the rows: somebody came or went, the table was arranged anew, or the stake changed."""

    kind: str
    entry: int
    facts: Mapping[str, Any]
    before_hand: int


# Letters of a remark on a hand.
LONGEST_REMARK = 140
# A remark on the line that opens a night is about the night itself.
THE_NIGHT = 1


@dataclass(frozen=True, kw_only=True)
class Remark:
    """A few words about a hand: the entry that wrote them, by whose membership (its id), and when."""

    text: str
    entry: int
    by: int | None
    at: datetime | None


@dataclass(frozen=True, kw_only=True)
class Payment(Transfer):
    """A payment of a plan that settled a night: whole cents from `payer` to `payee` (player ids).

    `paid` is the number of the entry that marked it paid, None while it is open.
    """

    paid: int | None = None


@dataclass(frozen=True, kw_only=True)
class Ending:
    """The end of the night: cents won or lost by player id, and how they were rounded.

    `to_kitty` is what rounding left to the kitty; without it the cents add up to zero. `payments` is the plan
    that nights had of their own, None where the night is paid with all that is open in the group. `was_paid`
    says that all of it was paid before it was written down: the journal has nothing of it.
    """

    entry: int
    at: datetime | None
    cents: Mapping[int, int]
    rounding: Rounding = field(default_factory=Rounding)
    to_kitty: int = 0
    payments: tuple[Payment, ...] | None = None
    was_paid: bool = False

    @property
    def booked(self) -> dict[int, int]:
        """Return what the journal has of the night: its cents, or nothing where all was paid before."""
        return {} if self.was_paid else self.brought

    @property
    def brought(self) -> dict[int, int]:
        """Return the cents, and the kitty's under THE_BOX."""
        return {**self.cents, THE_BOX: self.to_kitty} if self.to_kitty else dict(self.cents)


class Struck(StrEnum):
    """A night out of a notebook taken out of the count: by itself, or with all it came with."""

    NO = ""
    ALONE = "alone"
    WITH_ALL = "all"


# Letters of a file's name that are kept.
LONGEST_FILE = 120


@dataclass(frozen=True, kw_only=True)
class Brought:
    """The import with which a night came: its key, its file, and when."""

    key: UUID
    file: str
    at: datetime


@dataclass(frozen=True, kw_only=True)
class CopiedNight:
    """A night out of a notebook: its day, and whether it counts.

    `brought` is None in books from before imports were told apart. `was_paid` says that its money was paid
    before it was written down, so that nobody owes anything for it. `has_hands` where the notebook had them:
    nobody knows who dealt those.
    """

    day: date
    brought: Brought | None
    was_paid: bool = False
    struck: Struck = Struck.NO
    has_hands: bool = False


# Kinds of lines that say the totals of a night of which nothing else is known.
SAYS_TOTALS = (EntryKind.NOTEBOOK, EntryKind.AMENDED)

# Kinds of lines that such a book has, but for remarks.
ABOUT_TOTALS = (*SAYS_TOTALS, EntryKind.STRUCK)


def totals_said(lines: Iterable[Line]) -> list[Line]:
    """Return the lines that say totals of a night out of a notebook, without those that were undone.

    The last one counts, unless the night was struck. A line that puts a night back as it was is left out.
    """
    said: list[Line] = []
    for line in lines:
        if "undoes" in line.facts:
            said = [one for one in said if one.number != line.facts["undoes"]]
        elif line.kind in SAYS_TOTALS:
            last = said[-1].facts if said else {}
            if any(line.facts[name] != last.get(name) for name in ("date", "totals")):
                said.append(line)
    return said


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """Hands after each other that were played for one stake: the numbers of the first and the last of them.

    `cents` are what they brought by player id, in exact fractions of a cent. Where points lay on the table
    when the stake changed, those who sat there evened out among themselves what they are worth more, or
    less, from then on (`topped_up` cents in all): so the cents of a night add up to zero as its points do.
    """

    stake_cents: int
    first: int
    last: int
    cents: Mapping[int, Fraction]
    topped_up: Fraction = Fraction(0)


# A line taken back so soon, before anything else is written, was a slip: nobody has dealt a hand on it.
# A line taken back later was believed, and the sheet says so.
IN_ONE_BREATH = timedelta(minutes=1)


# The role of everybody in a night of which only the totals are known.
NIGHT = "night"


class Count(NamedTuple):
    """Counts of a player in one role: hands, how many of them were won, and the points they brought."""

    hands: int
    won: int
    points: Fraction


@dataclass(frozen=True, kw_only=True)
class ScoreSheet:
    """Everything a table wants to know of its evening.

    `players` are the columns (everyone who sat at the table and played or still sits), `seats` those who sit
    there now. `carried` is what the game carries to the next hand; `pot_points` lie on the table. `counts`
    are by player id and role. `notebook` are the totals of a night of which nothing else is known, by player
    id; `copied` says more of it, None for a night with hands. `stake_cents` is what a point of the next hand
    is worth; `stretches` are the hands by their stakes. `remarks` are by the entry that told the hand first.
    """

    newest: int
    players: tuple[int, ...]
    seating: Seating
    rows: tuple[HandRow, ...]
    notes: tuple[Note, ...]
    totals: Mapping[int, Fraction]
    carried: Carried
    pot_points: Fraction
    rules: RulesInForce
    stake_cents: int
    stretches: tuple[Stretch, ...]
    ending: Ending | None
    paid: tuple[Payment, ...]
    counts: Mapping[tuple[int, str], Count]
    notebook: Mapping[int, Fraction] = field(default_factory=dict)
    # Rounds in which everybody who is in the game has dealt.
    rounds: int = 0
    # Players who have dealt in the round that is going on.
    dealt: frozenset[int] = frozenset()
    # The change of the table that can be taken back: the latest of `CHANGES`, if no hand counts at it yet.
    last_change: Note | None = None
    copied: CopiedNight | None = None
    # The import that the night came with, with its hands or as totals.
    brought: Brought | None = None
    remarks: Mapping[int, Remark] = field(default_factory=dict)
    # Everybody whom the book names, those included that came and were gone again.
    named: frozenset[int] = frozenset()
    # The place at which each entry counts, by its number; empty where that is the order of numbers.
    places: Mapping[int, int] = field(default_factory=dict)
    # The fold as it stopped, for it alone to go on from there.
    folded: object = field(default=None, compare=False, repr=False)
    # Odd cents of nights before this one that went round by turns.
    turn: int = 0

    @cached_property
    def hands(self) -> int:
        return sum(row.number > 0 for row in self.rows)

    @cached_property
    def worth(self) -> Mapping[int, Fraction]:
        """Return what everybody won or lost in money: exact fractions of a cent, to be rounded once, at the
        end.
        """
        found = dict.fromkeys(self.players, Fraction(0))
        for stretch in self.stretches:
            for player, cents in stretch.cents.items():
                found[player] += cents
        return found

    @property
    def next_turn(self) -> int:
        """Return the turn of the night after this one; coins move on by one a night."""
        if self.ending is None:
            return self.turn
        return self.turn + (1 if self.ending.rounding.is_on else odd_cents(self.worth))

    @property
    def has_stake(self) -> bool:
        return any(stretch.stake_cents for stretch in self.stretches)

    @property
    def note(self) -> str:
        """Return the words about the night itself, "" for none."""
        return self.remarks[THE_NIGHT].text if THE_NIGHT in self.remarks else ""

    @property
    def foots(self) -> Fraction:
        """Return the checksum of the paper sheet: the sum of the positive totals."""
        return foots(self.totals)

    @property
    def race_winners(self) -> tuple[int, ...]:
        return self.carried.winners(self.rules.read)

    @property
    def is_typed(self) -> bool:
        """Return whether points of this table are as typed, so that they need not add up to zero."""
        return game_called(self.rules.game).money_at_end(self.rules.read) is not None

    @property
    def do_fewest_win(self) -> bool:
        """Return whether the fewest points as typed win."""
        _way, low_wins = game_called(self.rules.game).money_at_end(self.rules.read) or ("", False)
        return low_wins

    @property
    def ranked(self) -> tuple[int, ...]:
        """Return everybody who has a column, the best first; of level ones whoever stands first."""
        sign = 1 if self.do_fewest_win else -1
        return tuple(sorted(self.players, key=lambda one: sign * self.totals[one]))

    @property
    def reached(self) -> tuple[int, ...]:
        """Return who came first to the points that this table plays to; several with the same, or nobody."""
        target = self.target
        first = next(
            (row for row in self.rows if target and max(row.totals.values(), default=0) >= target), None
        )
        totals = first.totals if first else {}
        return tuple(player for player, total in totals.items() if total == max(totals.values()))

    @property
    def unbalanced(self) -> Fraction:
        """Return what the totals add up to, but for points as typed, which need not add up to zero."""
        typed = [row.scored.points for row in self.rows if row.scored and row.is_typed]
        return sum(self.totals.values(), Fraction(0)) - sum(map(sum, typed), Fraction(0))

    @property
    def target(self) -> int | None:
        """Return how many points this table plays to, None where nobody said so."""
        return game_called(self.rules.game).target(self.rules.read)

    def row(self, entry: int) -> HandRow | None:
        """Return the row of the hand first told by this entry."""
        return next((row for row in self.rows if row.entry == entry), None)

    def row_number(self, entry: int) -> int:
        """Return the hand's number on paper, also of a hand that was taken back (where it would stand)."""
        before = [row for row in self.rows if self.place(row.entry) < self.place(entry) and row.number]
        return len(before) + 1

    def place(self, entry: int) -> int:
        """Return the place at which an entry counts; hands written late come before younger lines."""
        return self.places.get(entry, entry)


def foots(totals: Mapping[int, Fraction]) -> Fraction:
    """Return the sum of the positive totals, in points."""
    return reduce(plus, [total for total in totals.values() if total.numerator > 0], Fraction(0))
