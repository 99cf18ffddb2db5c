"""Entries of files with money, written into the journal: all or none, each once, undone together.

An entry is known again by its key, which is made of what the file says: brought twice, also in a longer file,
it is booked once. One of a journal that left this program is also known by what stands here: its day, kind,
note and cents. One that was undone may come again. The lines of an import share a `method`, the program with
the number of the import ("Splitwise 2"): by that they are found, and taken back together.
"""

import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db import IntegrityError, transaction
from django.utils.timezone import localdate

from ledger.models import Account, Group, Kind, Membership, Posting, Transaction, name_key
from ledger.models.journal import LONGEST_NOTE
from ledger.recording.group import clean_name
from ledger.recording.journal import Booking, Party, check_lines, inked, next_number, undo
from ledger.recording.projecting import evening_of
from ledger.recording.removing import remove_group
from ledger.recording.staging import (
    check_names,
    hand_over_stage,
    hold_living,
    ids_by_place,
    start_stage,
)
from ledger.recording.writing import Refused, WriteContext
from ledger.standings.brought import SharedImport, brought_of, noted, taken_back
from ledger.steps import pause
from ledger.words.texts import clean, is_fit

# Lines that are written in one step.
AT_ONCE = 100
# Keys that are looked for in one query.
MOST_KEYS = 5_000
# Times that the same entry can be brought and undone again.
MOST_TIMES = 50
# Evenings are a part of a day away from the beginning and the end of their days.
A_DAY = timedelta(days=1)


@dataclass(frozen=True, kw_only=True)
class SharedEntry:
    """An entry to be booked: cents that players `paid` and that each bears, by places of names.

    `mark` is what the file says of it, by which it is known again. With `is_net` only the differences are
    known. `kind` is the one of a journal, else it follows from the rest; `givers` are as in a Booking.
    """

    mark: str
    day: date
    note: str
    paid: Mapping[Party, int]
    shares: Mapping[Party, int]
    is_payment: bool = False
    is_net: bool = False
    kind: Kind | None = None
    givers: Sequence[int] = ()

    def booking(self, people: Sequence[int], method: str) -> Booking | None:
        """Return it as the journal holds it, of these players by place; None if it changes nothing.

        Two names may be one player. One payer for others is an expense, one person paying another a payment;
        several payers, and money that came in, are kept as the differences alone.
        """
        paid = {_party(place, people) for place in self.paid}
        net = Counter[Party]()
        for place, cents in self.paid.items():
            net[_party(place, people)] += cents
        for place, cents in self.shares.items():
            net[_party(place, people)] -= cents
        net = Counter({party: cents for party, cents in net.items() if cents})
        if not net:
            return None
        amount = sum(self.paid.values())
        is_plain = len(paid) == 1 and not self.is_net and amount > 0
        kind = self.kind or Kind.ADJUSTMENT
        if is_plain and not self.is_payment and not self.kind:
            kind = Kind.EXPENSE
        elif is_plain and self.is_payment and len(net) == 2:
            kind = Kind.PAYMENT
        note = clean(self.note)[:LONGEST_NOTE] if is_fit(self.note) else ""
        return Booking(
            kind=kind,
            cents=net,
            givers=tuple(dict.fromkeys(people[one] for one in self.givers if people[one] not in net)),
            amount=amount if kind == Kind.EXPENSE else None,
            note=note,
            method=method,
        )


def _party(place: Party, people: Sequence[int]) -> Party:
    return place if isinstance(place, Account) else people[place]


@dataclass(frozen=True, kw_only=True)
class Bringing:
    """A file to be brought: its program, the names of its people as the group calls them, and its entries.

    Those of a journal of this program may be in the group that it is of: `may_be_own`.
    """

    program: str
    names: Sequence[str]
    entries: Sequence[SharedEntry]
    by: Membership | None = None
    may_be_own: bool = False


@dataclass(frozen=True, kw_only=True)
class KnownEntries:
    """Entries by the keys under which they are `new`: so many of them were once `undone`. Others are in the
    journal: `there` is how many. So many were undone too often to come again: `left_out`."""

    new: Mapping[uuid.UUID, SharedEntry] = field(default_factory=dict)
    there: int = 0
    undone: int = 0
    left_out: int = 0


def not_yet_in_the_journal(group: Group, bringing: Bringing) -> KnownEntries:
    """Return the entries that the journal has not; two alike are two only if the journal has fewer."""
    times = Counter[str]()
    left: list[tuple[str, SharedEntry]] = []
    for entry in bringing.entries:
        times[entry.mark] += 1
        left.append((f"{times[entry.mark]}\0{entry.mark}", entry))
    new: dict[uuid.UUID, SharedEntry] = {}
    by_key = set[uuid.UUID]()
    undone = 0
    for again in range(MOST_TIMES):
        keys = [(uuid.uuid5(group.key, f"{again}\0{mark}"), mark, entry) for mark, entry in left]
        found = _undone_by_key(group, [key for key, *_ in keys])
        new |= {key: entry for key, _, entry in keys if key not in found}
        by_key |= {key for key, is_undone in found.items() if not is_undone}
        left = [(mark, entry) for key, mark, entry in keys if found.get(key)]
        if again:
            undone += sum(key not in found for key, *_ in keys)
        if not left:
            break
    own = _own_entries(group, bringing, new, by_key) if bringing.may_be_own and new else frozenset()
    return KnownEntries(
        new={key: entry for key, entry in new.items() if key not in own},
        there=len(by_key) + len(own),
        undone=undone,
        left_out=len(left),
    )


# The day, kind, note and cents by person of an entry.
Content = tuple[date, str, str, frozenset[tuple[Party, int]]]


def _own_entries(
    group: Group, bringing: Bringing, new: Mapping[uuid.UUID, SharedEntry], by_key: Collection[uuid.UUID]
) -> frozenset[uuid.UUID]:
    # Return the keys of entries that the journal has under another key; lines in `by_key` are others.
    there, who = _contents(group, new.values(), by_key), group.who
    people = [who.of(player) for player in ids_by_place(group, bringing.names)]
    own = set[uuid.UUID]()
    for key, entry in new.items():
        if booking := entry.booking(people, bringing.program):
            content = (entry.day, booking.kind, booking.note, frozenset(booking.cents.items()))
            if there[content]:
                there[content] -= 1
                own.add(key)
    return frozenset(own)


def _contents(
    group: Group, entries: Collection[SharedEntry], without: Collection[uuid.UUID]
) -> Counter[Content]:
    # Return how often the journal has a content on the days of these entries, in lines that count.
    days = [entry.day for entry in entries]
    span = (evening_of(min(days)) - A_DAY, evening_of(max(days)) + A_DAY)
    lines = list(group.transactions.filter(at__range=span).exclude(kind=Kind.NIGHT))
    pairs = group.transactions.exclude(undoes=None).order_by("number").values_list("pk", "undoes")
    gone = taken_back({line: undone for line, undone in pairs if undone})
    cents: dict[uuid.UUID, Counter[Party]] = defaultdict(Counter)
    postings = Posting.objects.filter(transaction__in=[line.pk for line in lines])
    for line, account, player, amount in postings.values_list("transaction", "account", "player", "cents"):
        cents[line][Account(account) if player is None else group.who.of(player)] += amount
    return Counter(
        (
            localdate(line.at),
            line.kind,
            noted(line.method, line.note)[:LONGEST_NOTE],
            frozenset((party, amount) for party, amount in cents[line.pk].items() if amount),
        )
        for line in lines
        if line.pk not in gone and line.pk not in without
    )


def bring(
    group: Group, bringing: Bringing, *, began: Callable[[Group], object] = lambda hidden: None
) -> SharedImport | None:
    """Book the entries that are not in the journal yet, all or none, and the players they need.

    Return the import; None if nothing was new. `began` is told the hidden group the lines are staged in, in
    the transaction that makes it. Raises Refused for a group without money, for a name that will not do, for
    more than the group can hold, and where somebody changed the players or brought the same meanwhile.
    """
    check_can_be_brought(group, bringing.names, len(bringing.entries))
    new = not_yet_in_the_journal(group, bringing).new
    if not new:
        return None
    names = [clean_name(name, fact="names") for name in bringing.names]
    known = {key: pk for pk, key in group.players.values_list("pk", "name_key")}
    newcomers = {name_key(name): name for name in names if name_key(name) not in known}
    hidden = start_stage(group, newcomers.values(), began)
    try:
        known |= {key: pk for pk, key in hidden.players.values_list("pk", "name_key")}
        lines = _stage(hidden, bringing, new, [known[name_key(name)] for name in names])
        if not lines:
            remove_group(hidden)
            return None
        number = _hand_over(hidden, group, bringing, lines)
    except IntegrityError:  # of a key
        remove_group(hidden)
        raise Refused("moved_on", case="brought") from None
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
    check_names(group, names)
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
