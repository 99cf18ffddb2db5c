"""What must be so when a story is over."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Protocol, TypeVar

from ledger.book.folding import fold
from ledger.book.sheet import EntryKind, Line, ScoreSheet
from ledger.models import Entry, Session
from ledger.models.book import lines_of
from ledger.recording.auditing import of_groups
from scorekeeper.presenters.sheet import said_points
from scorekeeper.text.figures import read_points, signed
from tests.simulation.deals import Deals
from tests.simulation.others import Table
from tests.simulation.phone import HELD, Item, Phone, Told

Book = dict[str, Entry]


class Teller(Protocol):
    """A phone, simulated or with a real page."""

    name: str
    told: dict[str, Told]

    @property
    def disk(self) -> dict[str, Item]: ...


AnyPhone = TypeVar("AnyPhone", bound=Teller)
AnyPhone_co = TypeVar("AnyPhone_co", bound=Teller, covariant=True)


class Over(Protocol[AnyPhone_co]):
    """A story that is over, `now` by the clock of its server."""

    table: Table
    nights: list[Session]
    deals: Deals

    @property
    def phones(self) -> Sequence[AnyPhone_co]: ...

    @property
    def now(self) -> datetime: ...


def check(story: Over[AnyPhone], *, waits: Callable[[AnyPhone], None]) -> None:
    """Raise AssertionError for the first broken promise; `waits` looks at what is left on a phone."""
    book = {str(entry.key): entry for entry in Entry.objects.filter(session__in=story.nights)}
    sheets = {night.pk: sheets_of(night) for night in story.nights}
    for phone in story.phones:
        waits(phone)
        for key, told in phone.told.items():
            stands_once(phone, key, told, phone.disk.get(key), book.get(key))
            if (entry := book.get(key)) is not None:
                name = f"{key[:6]} of {phone.name}"
                brings_what_was_shown(name, told, entry, sheets[entry.session_id])
        in_its_order(phone, book)
    for night in story.nights:
        is_told_once(night, story.deals)
        moves_no_other_hand(lines_of(night), sheets[night.pk])
    told_here = {key for phone in story.phones for key in phone.told}
    strangers = {key for key, entry in book.items() if entry.by_id != story.table.owner.pk} - told_here
    assert {book[key].kind for key in strangers} <= {EntryKind.REOPENED}, "nobody told this"
    is_clean(story)


def sheets_of(night: Session) -> list[ScoreSheet]:
    """Return what a book added up to after each of its lines; there is nothing before the first."""
    lines = lines_of(night)
    return [fold(lines[:number]) for number in range(1, len(lines) + 1)]


def is_told_once(night: Session, deals: Deals) -> None:
    told = Counter(deal.number for deal, _ in deals.rows(night))
    twice = [number for number, times in told.items() if times > 1]
    assert not twice, f"deals {twice} are in the book of night {night.number} twice"


def moves_no_other_hand(lines: Sequence[Line], sheets: Sequence[ScoreSheet]) -> None:
    """No hand, and no change of the table, makes anything else of an earlier hand."""
    for line, (before, after) in zip(lines[1:], pairwise(sheets), strict=True):
        if line.kind in (EntryKind.CORRECTED, EntryKind.VOIDED):
            continue
        for row in before.rows:
            stays = after.row(row.entry)
            assert stays is not None
            assert stays.points == row.points, f"line {after.newest} makes another hand of {row.entry}"


def brings_what_was_shown(name: str, told: Told, entry: Entry, sheets: Sequence[ScoreSheet]) -> None:
    """A hand was written with the money that its phone showed, or that a person chose among two."""
    of = entry.facts.get("of", entry.number)
    row = sheets[entry.number - 1].row(of)
    assert row is not None
    if told.decided == "now":
        names = dict(entry.session.group.players.values_list("pk", "name"))
        said = [list(one) for one in said_points(row, names)]
        whole = [[names[one], "sits out" if one in row.out else signed(row.points[one])] for one in row.seats]
        assert told.promised in (said, whole), f"{name} brings {whole}, and {told.promised} was promised"
        return
    points = {int(player): read_points(worth) for player, worth in told.shown}
    brought = {player: row.points.get(player) for player in points}
    assert brought == points, f"{name} brings {row.points}, and its phone showed {points}"
    if told.decided == "mine":
        return
    table = {
        "seats": str(sorted(row.seats)),
        "dealer": str(row.dealer),
        "out": str(sorted(row.out)),
        "rules": str(row.rules.version),
        "stake": str(row.stake_cents),
    }
    assert table == told.table, f"{name} is played at {table}, and its phone showed {told.table}"


def says_whom_it_waits_for(phone: Phone) -> None:
    is_let_in = phone.may_write
    for night in phone.nights:
        here = [item for item in phone.items if phone.told[item["key"]].night == night]
        left = [item for item in here if item["state"] not in ("out", *(() if is_let_in else ("done",)))]
        if not left:
            continue
        states = [item["state"] for item in left]
        assert not is_let_in, f"{phone.name} is let in and has {states}"
        is_shut_out = not any(tab.runs for tab in phone.tabs)  # it shows no table that could send anything
        assert is_shut_out or states[0] in HELD, f"{phone.name} waits for nobody: {states}"
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
    said = (seats[hand["picker"]], *(seats[one] for one in hand["partners"]))
    assert (said, hand["result"]) == (told.deal.pair, told.deal.result), name


def in_its_order(phone: Teller, book: Book) -> None:
    numbers: dict[Session, list[int]] = defaultdict(list)
    for key, told in phone.told.items():
        if key in book and not told.was_touched:
            numbers[told.night].append(book[key].number)
    for told_in in numbers.values():
        assert told_in == sorted(told_in), f"{phone.name}: {told_in}"


def is_clean(story: Over[Teller]) -> None:
    """The audit finds nothing, and nobody told anything before the night began or after now."""
    assert list(of_groups([story.table.group])) == []
    for night in story.nights:
        lines = list(Entry.objects.filter(session=night).order_by("number"))
        assert [line.number for line in lines] == list(range(1, len(lines) + 1))
        assert all(lines[0].at <= line.at <= story.now for line in lines), "told at another time"
