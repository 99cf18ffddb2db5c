"""What must be so when a story is over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from ledger.messages import Message
from ledger.models import Entry, Session
from ledger.recording.auditing import audit_steps
from ledger.sheet import EntryKind
from ledger.steps import finish
from tests.simulation.others import Table
from tests.simulation.phone import HELD, Item, Phone, Told

Book = dict[str, Entry]


class Teller(Protocol):
    """A phone, simulated or with a real page."""

    name: str
    items: list[Item]
    told: dict[str, Told]

    @property
    def disk(self) -> dict[str, Item]: ...


AnyPhone = TypeVar("AnyPhone", bound=Teller)
AnyPhone_co = TypeVar("AnyPhone_co", bound=Teller, covariant=True)


class Over(Protocol[AnyPhone_co]):
    """A story that is over, `now` by the clock of its server."""

    table: Table
    nights: list[Session]

    @property
    def phones(self) -> Sequence[AnyPhone_co]: ...

    @property
    def now(self) -> datetime: ...


def check(story: Over[AnyPhone], *, waits: Callable[[AnyPhone], None]) -> None:
    """Raises AssertionError for the first broken promise; `waits` looks at what is left on a phone."""
    book = {str(entry.key): entry for entry in Entry.objects.filter(session__in=story.nights)}
    for phone in story.phones:
        items = {item["key"]: item for item in phone.items}
        assert list(items) == list(phone.disk), f"{phone.name} keeps what it shows"
        waits(phone)
        for key, told in phone.told.items():
            stands_once(phone, key, told, items.get(key), book.get(key))
        in_its_order(phone, book)
    strangers = set(book) - {key for phone in story.phones for key in phone.told}
    assert all(book[key].by_id == story.table.owner.pk for key in strangers), "nobody told this"
    is_clean(story)


def says_whom_it_waits_for(phone: Phone) -> None:
    """What is left was taken out, or waits for a phone to be let in again."""
    is_let_in = phone.may_write
    for night in phone.nights:
        here = [item for item in phone.items if phone.told[item["key"]].night == night]
        left = [item for item in here if item["state"] not in ("out", *(() if is_let_in else ("done",)))]
        if not left:
            continue
        states = [item["state"] for item in left]
        assert not is_let_in, f"{phone.name} is let in and has {states}"
        assert states[0] in HELD, f"{phone.name} waits for nobody: {states}"
        assert set(states[1:]) <= {"waiting", *HELD}, states


def stands_once(phone: Teller, key: str, told: Told, item: Item | None, entry: Entry | None) -> None:
    """A hand is in the book as its teller said, or before its teller."""
    name = f"{key[:6]} of {phone.name}"
    if told.was_thrown:
        return
    if entry is None:
        assert item is not None or told.is_on_pad, f"{name} is lost"
        assert item is None or item["state"] != "done", f"{name} is done and not in the book"
        return
    assert not told.is_on_pad, f"{name} is in the book and on the pad"
    if item is not None:
        # A phone that was let go cannot be told what became of its last letter.
        is_untold = "stuck" in (item["state"], item.get("was")) or item["state"] in ("waiting", "done")
        is_untold |= item["state"] == "out" and item["was"] == "waiting" and not told.decided
        assert is_untold, f"{name} is in the book and {item['state']} on its phone"
    says_what_was_told(name, told, entry)


def says_what_was_told(name: str, told: Told, entry: Entry) -> None:
    """The entry says what was tapped, in its night, and takes the place that was decided."""
    is_mine = told.decided == "mine"
    assert entry.session_id == told.night.pk
    assert (entry.kind == EntryKind.CORRECTED) == is_mine, (
        f"{name} was decided {told.decided!r}: {entry.kind}"
    )
    assert entry.facts.get("of") == (told.of if is_mine else None)
    seats, hand = entry.facts["seats"], entry.facts["told"]
    assert (seats[hand["picker"]], *(seats[one] for one in hand["partners"])) == told.pair, name


def in_its_order(phone: Teller, book: Book) -> None:
    """What one phone told follows each other in the book, but for what a person has moved."""
    numbers: dict[Session, list[int]] = defaultdict(list)
    for key, told in phone.told.items():
        if key in book and not told.was_touched:
            numbers[told.night].append(book[key].number)
    for told_in in numbers.values():
        assert told_in == sorted(told_in), f"{phone.name}: {told_in}"


def is_clean(story: Over[Teller]) -> None:
    """The audit finds nothing, and nobody told anything before the night began or after now."""
    found: list[Message] = []
    finish(audit_steps([story.table.group], found.append))
    assert found == []
    for night in story.nights:
        lines = list(Entry.objects.filter(session=night).order_by("number"))
        assert [line.number for line in lines] == list(range(1, len(lines) + 1))
        assert all(lines[0].at <= line.at <= story.now for line in lines), "told at another time"
