"""Entries of other programs' files, written into the journal: all or none, each once, undone together.

An entry is known again by its key, which is made of what the file says: brought twice, also in a longer file,
it is booked once. One that was undone may come again. The lines of an import share a `method`, the program
with the number of the import ("Splitwise 2"): by that they are found, and taken back together.
"""

import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.db import IntegrityError, transaction

from ledger.models import Group, Kind, Membership, Posting, Transaction, name_key
from ledger.models.journal import LONGEST_NOTE
from ledger.recording.group import check_players, clean_name
from ledger.recording.journal import Booking, Party, check_lines, inked, next_number, undo
from ledger.recording.projecting import evening_of
from ledger.recording.removing import remove_group
from ledger.recording.staging import hand_over_stage, hold_living, start_stage
from ledger.recording.writing import Refused, WriteContext, keys_are_used_once
from ledger.standings.brought import SharedImport, brought_of
from ledger.steps import pause
from ledger.words.texts import clean, is_fit

# Lines that are written in one step.
AT_ONCE = 100
# Keys that are looked for in one query.
MOST_KEYS = 5_000
# Times that the same entry can be brought and undone again.
MOST_TIMES = 50


@dataclass(frozen=True, kw_only=True)
class SharedEntry:
    """An entry to be booked: cents that players `paid` and that each bears, by places of names.

    `mark` is what the file says of it, by which it is known again. With `is_net` only the differences are
    known.
    """

    mark: str
    day: date
    note: str
    paid: Mapping[int, int]
    shares: Mapping[int, int]
    is_payment: bool = False
    is_net: bool = False

    def booking(self, people: Sequence[int], method: str) -> Booking | None:
        """Return it as the journal holds it, of these players by place; None if it changes nothing.

        Two names may be one player. One payer for others is an expense, one person paying another a payment;
        several payers, and money that came in, are kept as the differences alone.
        """
        paid, net = set(), dict[Party, int]()
        for place, cents in self.paid.items():
            paid.add(people[place])
            net[people[place]] = net.get(people[place], 0) + cents
        for place, cents in self.shares.items():
            net[people[place]] = net.get(people[place], 0) - cents
        net = {player: cents for player, cents in net.items() if cents}
        if not net:
            return None
        amount = sum(self.paid.values())
        is_plain = len(paid) == 1 and not self.is_net and amount > 0
        kind = Kind.ADJUSTMENT
        if is_plain and not self.is_payment:
            kind = Kind.EXPENSE
        elif is_plain and len(net) == 2:
            kind = Kind.PAYMENT
        note = clean(self.note)[:LONGEST_NOTE] if is_fit(self.note) else ""
        return Booking(
            kind=kind, cents=net, amount=amount if kind == Kind.EXPENSE else None, note=note, method=method
        )


@dataclass(frozen=True, kw_only=True)
class Bringing:
    """A file to be brought: its program, the names of its people as the group calls them, and its entries."""

    program: str
    names: Sequence[str]
    entries: Sequence[SharedEntry]
    by: Membership | None = None


@dataclass(frozen=True, kw_only=True)
class KnownEntries:
    """Entries by the keys under which they are `new`: so many of them were once `undone`. Others are in the
    journal: `there` is how many."""

    new: Mapping[uuid.UUID, SharedEntry] = field(default_factory=dict)
    there: int = 0
    undone: int = 0


def not_yet_in_the_journal(group: Group, entries: Sequence[SharedEntry]) -> KnownEntries:
    """Return the entries that the journal has not; two alike are two only if the journal has fewer."""
    times: dict[str, int] = {}
    left: list[tuple[str, SharedEntry]] = []
    for entry in entries:
        times[entry.mark] = times.get(entry.mark, 0) + 1
        left.append((f"{times[entry.mark]}\0{entry.mark}", entry))
    new: dict[uuid.UUID, SharedEntry] = {}
    there = undone = 0
    for again in range(MOST_TIMES):
        keys = [(uuid.uuid5(group.key, f"{again}\0{mark}"), mark, entry) for mark, entry in left]
        found = _undone_by_key(group, [key for key, *_ in keys])
        new |= {key: entry for key, _, entry in keys if key not in found}
        there += sum(key in found and not found[key] for key, *_ in keys)
        left = [(mark, entry) for key, mark, entry in keys if found.get(key)]
        if again:
            undone += sum(key not in found for key, *_ in keys)
        if not left:
            break
    return KnownEntries(new=new, there=there, undone=undone)


def bring(
    group: Group, bringing: Bringing, *, began: Callable[[Group], object] = lambda hidden: None
) -> SharedImport | None:
    """Book the entries that are not in the journal yet, all or none, and the players they need.

    Return the import; None if nothing was new. `began` is told the hidden group the lines are staged in, in
    the transaction that makes it. Raises Refused for a group without money, for a name that will not do, for
    more than the group can hold, and where somebody changed the players or brought the same meanwhile.
    """
    check_can_be_brought(group, bringing.names, len(bringing.entries))
    new = not_yet_in_the_journal(group, bringing.entries).new
    if not new:
        return None
    names = [clean_name(name, fact="names") for name in bringing.names]
    known = {key: pk for pk, key in group.players.values_list("pk", "name_key")}
    newcomers = {name_key(name): name for name in names if name_key(name) not in known}
    hidden = start_stage(group, newcomers.values(), began)
    try:
        known |= {key: pk for pk, key in hidden.players.values_list("pk", "name_key")}
        with keys_are_used_once():  # somebody brings the same file at this moment
            lines = _stage(hidden, bringing, new, [known[name_key(name)] for name in names])
        if not lines:
            remove_group(hidden)
            return None
        number = _hand_over(hidden, group, bringing, lines)
    except Exception:
        remove_group(hidden)
        raise
    return next(one for one in brought_of(group) if one.number == number)


def take_back(group: Group, number: int, by: Membership | None) -> int:
    """Undo every line of an import that still counts, the latest first, and return how many those were.

    Stopped in between it has undone some, and goes on with the others when it is done again.
    """
    found = next((one for one in brought_of(group) if one.number == number), None)
    lines = group.transactions.filter(method=found.method, undoes=None, undone_by=None) if found else None
    left = list(lines.order_by("-number").values_list("number", flat=True)) if lines is not None else []
    done = 0
    for place, line in enumerate(left):
        pause(place, len(left))
        try:
            undo(group, line, WriteContext(key=uuid.uuid4(), after=0, by=by))
        except Refused as refused:
            if refused.code != "undone":
                raise
        else:
            done += 1
    pause(len(left), len(left))
    return done


def check_can_be_brought(group: Group, names: Collection[str], lines: int) -> None:
    """Raise Refused for a group that plays for points, a name that will not do, and more than it can hold."""
    if not group.currency:
        raise Refused("points_only")
    known = set(group.players.values_list("name_key", flat=True))
    check_players(len(known), more=len({name_key(clean_name(name, fact="names")) for name in names} - known))
    check_lines(next_number(group) + lines - 1)


def _stage(
    hidden: Group, bringing: Bringing, new: Mapping[uuid.UUID, SharedEntry], people: Sequence[int]
) -> int:
    # Write the entries that change something, some at a time; return how many those are.
    by, rows, lines = bringing.by.pk if bringing.by else None, list(new.items()), 0
    for first in range(0, len(rows), AT_ONCE):
        pause(first, len(rows))
        made = []
        for key, entry in rows[first : first + AT_ONCE]:
            if booking := entry.booking(people, bringing.program):
                lines += 1
                made.append(inked(hidden, booking, key=key, number=lines, at=evening_of(entry.day), by=by))
        with transaction.atomic():
            Posting.objects.bulk_create(posting for one in made for posting in one.postings)
            Transaction.objects.bulk_create(one.header for one in made)
    pause(len(rows), len(rows))
    return lines


def _hand_over(hidden: Group, group: Group, bringing: Bringing, lines: int) -> int:
    # Make everything that was staged the group's; return the number of the import.
    try:
        with transaction.atomic():
            hold_living(group)
            check_can_be_brought(group, bringing.names, lines)
            number = max((one.number for one in brought_of(group)), default=0) + 1
            hand_over_stage(hidden, group, method=f"{bringing.program} {number}")
    except IntegrityError:
        raise Refused("moved_on", case="players") from None
    return number


def _undone_by_key(group: Group, keys: Sequence[uuid.UUID]) -> dict[uuid.UUID, bool]:
    # Whether the line was undone, by the key of each that is in the journal.
    found: dict[uuid.UUID, bool] = {}
    for first in range(0, len(keys), MOST_KEYS):
        rows = Transaction.objects.filter(group=group, key__in=keys[first : first + MOST_KEYS])
        found |= {key: other is not None for key, other in rows.values_list("key", "undone_by")}
    return found
