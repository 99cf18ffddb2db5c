"""A whole group as one JSON file: its people, rules, books, journal and settlements; and back again.

In the file people are known by their places in it (1, 2, 3, …), so that it says the same wherever it was
written. Guests and their links stay at home: a membership comes with its role and its player, and opens
nothing elsewhere.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import DataError, transaction
from django.db.models import Max

from ledger import limits
from ledger.book.sheet import EntryKind
from ledger.book.who import renamed
from ledger.exchange import shape
from ledger.models import (
    DroppedSettlement,
    Entry,
    Group,
    HouseRules,
    OpenPayment,
    PaymentHandle,
    Posting,
    SettlementPayment,
    Transaction,
)
from ledger.recording.contradictions import fault
from ledger.recording.importing import Arrival, Arriving
from ledger.recording.journal import hold
from ledger.recording.lookups import where
from ledger.recording.writing import Refused
from ledger.scoring import HandRefused
from ledger.standings.players import is_nobody
from ledger.steps import pause, seldom
from ledger.words.messages import Message
from ledger.words.texts import can_be_kept

FORMAT = "scorekeeper group"
VERSION = 1

# The parts of the file in their order: each speaks of those before it. `merges` is there only where players
# were merged: older versions bring all other files in, and refuse those rather than show one person as two.
SECTIONS = (
    "format", "version", "group", "players", "members", "rules", "sessions", "settlements", "journal",
    "open", "merges",
)  # fmt: skip
MAY_BE_MISSING = {"open", "merges"}

# Lines, and plans, that one query reads.
AT_ONCE, PLANS_AT_ONCE = 100, 10

# Nanoseconds that are written, or read and folded, between two pauses.
WRITE_NS, READ_NS = 8_000_000, 4_000_000
END = "\n  }"

# Bytes of a file that is read: it is parsed as a whole. `manage.py move_book` moves larger books.
BIGGEST = 20_000_000

# Objects and lists in a file: twice what a group of 20 MB has. A million take about 200 MB of memory.
MOST_OPENED = 1_000_000
DEEPEST = 60
LONGEST_NUMBER = 19

# Raised by facts of the wrong kind that no check foresees.
NOT_WHOLE = (
    LookupError,
    TypeError,
    AttributeError,
    ValueError,
    ArithmeticError,
    RecursionError,
    ValidationError,
    DataError,
)

Facts = Mapping[str, Any]

# A row's place in the file, by its id.
PlaceNumbers = Mapping[int, int]


def write_group(group: Group, file: BinaryIO) -> None:
    """Write the group as it is now, with pauses; lines that are written meanwhile are left out.

    The same book gives the same bytes.
    """
    known = _known(group)
    out = _Out(file=file, of=sum(known.entries.values()) + known.lines)
    out.write(f'{{\n "format": {json.dumps(FORMAT)},\n "version": {VERSION}')
    out.write(f',\n "group": {_json(_about(group, known), 1)}')
    with seldom(WRITE_NS):
        _write_list(out, "players", _players(group, known))
        _write_list(out, "members", known.members)
        _write_list(out, "rules", _rules(group, known))
        _write_sessions(group, out, known)
        _write_list(out, "settlements", _settlements(group, known))
        _write_list(out, "journal", _journal(group, known))
        _write_list(out, "open", known.open_payments)
        if known.merges:
            _write_list(out, "merges", known.merges)
    out.write("\n}\n")


def _about(group: Group, known: _Known) -> Facts:
    # Settings that older files do not know are left out where they are as they were then.
    said = _plain(group, "key", "name", "currency", "stake_cents", "points_first", "started_at")
    if group.coin_cents:
        said |= _plain(group, "coin_cents", "rest_goes")
    if group.watchers_see_money:
        said["watchers_see_money"] = True
    if group.dealer_keeps_score:
        said["dealer_keeps_score"] = True
    if group.archived_at:
        said["archived_at"] = _said(group.archived_at)
    if group.purses:
        places = known.players
        said["purses"] = {str(places[int(one)]): places[other] for one, other in group.purses.items()}
    if group.seasons:
        said["seasons"] = _in_one_order(group.seasons)
    if group.changes:
        changes = [{**one, "by": known.guests.get(one["by"])} for one in group.changes]
        said["changes"] = _in_one_order(changes)
    return said


@dataclass(frozen=True, kw_only=True)
class _Known:
    """People, nights and the highest numbers of everything, as they are when the file is begun."""

    players: PlaceNumbers
    guests: PlaceNumbers
    members: Sequence[Facts]
    versions: int
    settlements: int
    lines: int
    nights: Sequence[tuple[int, int]]
    entries: Mapping[int, int]
    open_payments: Sequence[Facts]
    dropped: Mapping[Any, Facts]
    merges: Sequence[Facts]


@dataclass(frozen=True, kw_only=True)
class _Slice:
    """Lines of one night by their numbers, both ends included; the night has `of` lines."""

    session: int
    first: int
    last: int
    of: int


@dataclass(kw_only=True)
class _Out:
    """The file, and how many of its lines are written."""

    file: BinaryIO
    of: int
    done: int = 0

    def write(self, text: str) -> None:
        self.file.write(text.encode())

    def count(self) -> None:
        self.done += 1
        pause(min(self.done, self.of), self.of)


def _known(group: Group) -> _Known:
    with transaction.atomic():
        # While nobody moves money, starts a night or changes rules, journal and nights agree. Rows are read
        # before the people they name, as people may come in between.
        hold(group)
        entries = Entry.objects.filter(session__group=group).order_by().values_list("session")
        newest = dict(entries.annotate(newest=Max("number")))
        open_payments = OpenPayment.objects.filter(group=group).order_by("pk")
        members = list(group.memberships.order_by("pk"))
        players = _places(group.players.order_by("pk").values_list("pk", flat=True))
        guests = _places(one.pk for one in members)
        return _Known(
            players=players,
            guests=guests,
            members=[
                {**_plain(one, "role", "since"), "player": _of(one.player_id, players)} for one in members
            ],
            versions=_highest(HouseRules.objects.filter(group=group), "version"),
            settlements=_highest(group.settlements, "number"),
            lines=_highest(group.transactions, "number"),
            nights=list(group.sessions.order_by("number").values_list("pk", "number")),
            entries=newest,
            open_payments=[
                {"payer": _of(payer, players), "payee": _of(payee, players), "cents": cents}
                for payer, payee, cents in open_payments.values_list("payer", "payee", "cents")
            ],
            dropped={
                one.settlement_id: {**_plain(one, "key", "at"), "by": _of(one.by_id, guests)}
                for one in DroppedSettlement.objects.filter(settlement__group=group)
            },
            merges=[
                {
                    **_plain(one, "key", "number", "at"),
                    "player": players[one.player_id],
                    "into": players[one.into_id],
                    "undoes": one.undoes.number if one.undoes else None,
                    "by": _of(one.by_id, guests),
                }
                for one in group.merges.select_related("undoes").order_by("number")
            ],
        )


def _highest(rows: Any, name: str) -> int:
    return rows.aggregate(highest=Max(name))["highest"] or 0


def _places(ids: Iterable[int]) -> dict[int, int]:
    return {pk: place for place, pk in enumerate(ids, 1)}


def _plain(row: Any, *names: str) -> dict[str, Any]:
    return {name: _said(getattr(row, name)) for name in names}


def _said(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


def _in_one_order(value: Any) -> Any:
    # PostgreSQL keeps the names of a JSON value in an order of its own.
    if isinstance(value, dict):
        return {name: _in_one_order(value[name]) for name in sorted(value)}
    if isinstance(value, list):
        return [_in_one_order(one) for one in value]
    return value


def _of(pk: int | None, places: PlaceNumbers) -> int | None:
    return None if pk is None else places[pk]


def _json(value: Any, depth: int) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=1, default=str)
    return text.replace("\n", "\n" + " " * depth)


def _write_list(out: _Out, name: str, items: Iterable[Facts]) -> None:
    out.write(f',\n "{name}": [')
    is_first = True
    for one in items:
        out.write(f"{'' if is_first else ','}\n  {_json(one, 2)}")
        is_first = False
        out.count()
    out.write("]" if is_first else "\n ]")


def _write_sessions(group: Group, out: _Out, known: _Known) -> None:
    out.write(',\n "sessions": [')
    is_first = True
    for some in _portions(known):
        sessions = group.sessions.in_bulk([one.session for one in some])
        entries = _entries(some, known)
        for one in some:
            if one.first <= 1:
                head = _json(_plain(sessions[one.session], "key", "number", "started_at"), 2)
                out.write(f'{"" if is_first else ","}\n  {head[: -len(END)]},\n   "entries": [')
                is_first = False
            for entry in entries[one.session]:
                out.write(f"{',' if entry['number'] > 1 else ''}\n    {_json(entry, 4)}")
                out.count()
            if one.last == one.of:
                out.write(("\n   ]" if one.of else "]") + END)
    out.write("]" if is_first else "\n ]")


def _portions(known: _Known) -> Iterator[list[_Slice]]:
    # Yield the nights in portions of about AT_ONCE lines: several short nights, or a part of a long one.
    some: list[_Slice] = []
    rows = 0
    for session, _ in known.nights:
        of = known.entries.get(session, 0)
        for first in range(1, max(of, 1) + 1, AT_ONCE):
            last = min(of, first + AT_ONCE - 1)
            if some and (of > AT_ONCE or rows + last >= AT_ONCE):
                yield some
                some, rows = [], 0
            some.append(_Slice(session=session, first=first, last=last, of=of))
            rows += last - first + 1
    if some:
        yield some


def _entries(some: Sequence[_Slice], known: _Known) -> Mapping[int, list[Facts]]:
    # Return the lines of these slices by session (one query).
    wanted = {one.session: one for one in some}
    found: dict[int, list[Facts]] = {session: [] for session in wanted}
    rows = Entry.objects.filter(session__in=wanted).order_by("session", "number")
    if len(some) == 1:
        rows = rows.filter(number__range=(some[0].first, some[0].last))
    for one in rows:
        if wanted[one.session_id].first <= one.number <= wanted[one.session_id].last:
            said = {**_plain(one, "number", "key", "kind", "at"), "by": _of(one.by_id, known.guests)}
            facts = _in_one_order(renamed(one.facts, known.players))
            found[one.session_id].append({**said, "facts": facts})
    return found


def _players(group: Group, known: _Known) -> Iterator[Facts]:
    ids = list(known.players)
    for first in range(0, len(ids), AT_ONCE):
        rows = group.players.filter(pk__in=ids[first : first + AT_ONCE]).order_by("pk")
        handles: dict[int, dict[str, str]] = {}
        there = PaymentHandle.objects.filter(player__in=rows).exclude(handle="").order_by("service")
        for player, service, handle in there.values_list("player", "service", "handle"):
            handles.setdefault(player, {})[service] = handle
        for one in rows:
            paid_at = {"handles": handles[one.pk]} if one.pk in handles else {}
            drawn = {name: said for name in ("initials", "colour") if (said := getattr(one, name))}
            # Nothing is written if the name says the same, as in older files.
            says_so = one.is_placeholder is is_nobody(one.name)
            placeholder = {} if says_so else {"is_placeholder": one.is_placeholder}
            yield {**_plain(one, "name", "added_at"), **drawn, **placeholder, **paid_at}


def _rules(group: Group, known: _Known) -> Iterator[Facts]:
    for first in range(0, known.versions, AT_ONCE):
        span = (first + 1, min(first + AT_ONCE, known.versions))
        for one in HouseRules.objects.filter(group=group, version__range=span).order_by("version"):
            said = _plain(one, "version", "game", "preset", "options", "key", "written_at")
            said["options"] = _in_one_order(one.options)
            words = {"words": one.words} if one.words else {}
            yield {**said, **words, "by": _of(one.by_id, known.guests)}


def _settlements(group: Group, known: _Known) -> Iterator[Facts]:
    for first in range(0, known.settlements, PLANS_AT_ONCE):
        span = (first + 1, min(first + PLANS_AT_ONCE, known.settlements))
        rows = group.settlements.filter(number__range=span).select_related("session").order_by("number")
        payments: dict[Any, list[Facts]] = {}
        for one in SettlementPayment.objects.filter(settlement__in=rows).order_by("settlement", "number"):
            payer, payee = _of(one.payer_id, known.players), _of(one.payee_id, known.players)
            said = {"number": one.number, "payer": payer, "payee": payee, "cents": one.cents}
            payments.setdefault(one.settlement_id, []).append(said)
        for row in rows:
            yield {
                **_plain(row, "key", "number", "until", "label", "mode", "is_exact", "at"),
                "session": row.session.number if row.session else None,
                "treasurer": _of(row.treasurer_id, known.players),
                "by": _of(row.by_id, known.guests),
                "payments": payments.get(row.pk, []),
                **({"dropped": known.dropped[row.pk]} if row.pk in known.dropped else {}),
            }


def _journal(group: Group, known: _Known) -> Iterator[Facts]:
    for first in range(0, known.lines, AT_ONCE):
        span = (first + 1, min(first + AT_ONCE, known.lines))
        rows = Transaction.objects.filter(group=group, number__range=span).order_by("number")
        postings: dict[Any, list[Facts]] = {}
        for one in Posting.objects.filter(transaction__in=rows.values("pk")).order_by("pk"):
            said = {"account": one.account, "player": _of(one.player_id, known.players), "cents": one.cents}
            postings.setdefault(one.transaction_id, []).append(said)
        for row in rows.select_related("session", "undoes", "plan__settlement"):
            yield {
                **_plain(row, "key", "number", "kind", "note", "method", "amount", "at"),
                "session": row.session.number if row.session else None,
                "plan": [row.plan.settlement.number, row.plan.number] if row.plan else None,
                "undoes": row.undoes.number if row.undoes else None,
                "by": _of(row.by_id, known.guests),
                "postings": postings.get(row.pk, []),
            }


def read_group(
    file: BinaryIO,
    *,
    owner: Callable[[], UUID] | None = None,
    began: Callable[[Group], object] = lambda group: None,
) -> Arrival:
    """Bring in the group of a file, with pauses, and return it; a group that is here already stays as it is.

    `file` can be sought in. `began` is called with the hidden group in the transaction that makes it; whoever
    stops the work before its end removes that group. `owner` is called in the last transaction for the id
    of the guest who owns the group here. Raises Refused (also HandRefused) for a file that is none, or that
    contradicts itself; then nothing of it is left.
    """
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    if size > BIGGEST:
        raise Refused("no_file", case="too_big", most=BIGGEST // 1_000_000)
    arriving = Arriving(renamed, began)
    try:
        with seldom(READ_NS):
            return _bring(arriving, parse(file.read()), owner)
    except NOT_WHOLE as problem:
        arriving.abandon()
        if isinstance(problem, HandRefused):
            raise
        raise Refused("no_file", case="no_sense", where=arriving.here.where) from None
    except Exception:
        arriving.abandon()
        raise


def parse(data: bytes) -> Any:
    """Return the JSON value of UTF-8 text with whole numbers only. Raises Refused."""
    if data.count(b"{") + data.count(b"[") > MOST_OPENED:
        raise Refused("no_file", case="too_big", most=BIGGEST // 1_000_000)
    try:
        text = data.decode("utf-8-sig")
        if "\0" in text:  # UTF-16 and UTF-32
            raise Refused("no_file", case="not_utf8")
        return json.loads(
            text, object_pairs_hook=_once, parse_int=_whole, parse_float=_broken, parse_constant=_broken
        )
    except UnicodeDecodeError:
        raise Refused("no_file", case="not_utf8") from None
    except json.JSONDecodeError:
        raise Refused("no_file") from None
    except RecursionError:
        raise Refused("no_file", case="too_deep") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise Refused("no_file", case="twice", name=f"{name:.40}")
        found[name] = value
    return found


def _whole(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise Refused("no_file", case="too_large")
    return int(text)


def _broken(text: str) -> None:
    raise Refused("no_file", case="not_whole", said=f"{text:.20}")


def _bring(arriving: Arriving, said: Any, owner: Callable[[], UUID] | None) -> Arrival:
    _check_parts(said)
    about = _fits(said["group"], shape.GROUP["group"], where("group"))
    if (there := arriving.begin(about)) is not None:
        return Arrival(group=there, is_new=False)
    done, of = 0, sum(len(part) for part in said.values() if isinstance(part, list))
    for name, most, take in (
        ("players", limits.MOST_PLAYERS, arriving.take_player),
        ("members", limits.MOST_MEMBERS, arriving.take_member),
        ("rules", limits.MOST_VERSIONS, arriving.take_rules),
        ("sessions", limits.MOST_NIGHTS, lambda night: _take_night(arriving, night)),
        ("settlements", limits.MOST_SETTLEMENTS, arriving.take_settlement),
        ("journal", limits.MOST_LINES, arriving.take_transaction),
    ):
        arriving.write()
        for element in _elements(arriving, said, name, most):
            take(element)
            done += 1
            pause(done, of)
    if "open" in said:
        arriving.take_open(list(_elements(arriving, said, "open", limits.MOST_PLAYERS)))
    for element in _elements(arriving, said, "merges", limits.MOST_MERGES):
        arriving.take_merge(element)
        pause(done, of)
    return Arrival(group=arriving.finish(owner), is_new=True)


def _check_parts(said: Any) -> None:
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise Refused("no_file", case="no_group")
    for name in SECTIONS:
        if name not in said and name not in MAY_BE_MISSING:
            raise Refused("no_file", case="part_missing", name=name, parts=", ".join(SECTIONS))
        if name == "version" and (isinstance(said[name], bool) or said[name] != VERSION):
            version = said[name] if isinstance(said[name], int) else "?"
            raise Refused("no_file", case="version", version=version, known=VERSION)
    for name in said:
        if name not in SECTIONS:
            raise Refused("no_file", case="unknown_part", name=f"{name:.40}")
    if said["rules"] == []:
        raise Refused("no_file", case="no_rules")


def _elements(arriving: Arriving, said: Facts, name: str, most: int) -> Iterator[Any]:
    place = arriving.here.where = where("part", name=name)
    elements = said.get(name, [])
    if not isinstance(elements, list):
        raise Refused("no_file", case="shape", where=place)
    if len(elements) > most:
        if name == "rules":
            raise Refused("no_file", case="too_many_versions", most=most)
        if name == "sessions":
            raise Refused("no_file", case="too_many_nights", most=most)
        if name == "journal":
            raise Refused("no_file", case="too_long_journal", most=most)
        raise Refused("no_file", case="too_many", most=most, name=name)
    for number, element in enumerate(elements, 1):
        if name == "merges":
            place = arriving.here.where = where("merge", number=number)
        yield _fits(element, shape.GROUP[name], where("night") if name == "sessions" else place)


def _take_night(arriving: Arriving, night: Facts) -> None:
    entries: list[Entry] = []
    number = str(night["number"])
    if len(night["entries"]) > (most := limits.MOST_ENTRIES + limits.ROOM_TO_END):
        raise Refused("no_file", case="too_many_lines", most=most, night=number)
    for line, said in enumerate(night["entries"], 1):
        place = arriving.here.where = where("line", line=line, night=number)
        kind = said.get("kind") if isinstance(said, dict) else None
        if isinstance(kind, str) and kind not in list(EntryKind):
            raise Refused("unknown_kind", case="arriving", where=place, kind=f"{kind:.20}")
        _fits(said, shape.an_entry, place)
        if said["number"] != line:
            raise arriving.here.refusal(fault("line_missing", number=said["number"]))
        entries.append(arriving.line(said))
        pause()
    arriving.take_night(night, entries)


def _fits(said: Any, looks: shape.Shape, place: Message) -> Any:
    if looks is not shape.GROUP["sessions"]:  # of a night each line is checked by itself
        _check_kept(said, DEEPEST)
    if not shape.fits(said, looks):
        raise Refused("no_file", case="shape", where=place)
    return said


def _check_kept(value: Any, levels: int) -> None:
    # The shape leaves facts of unknown names alone, and the book keeps them: what cannot be saved, or what an
    # export would nest too deep to write, is refused here.
    if isinstance(value, str) and not can_be_kept(value):
        raise Refused("no_file", case="unfit")
    if isinstance(value, dict | list):
        if not levels:
            raise Refused("no_file", case="too_deep")
        for one in (*value, *value.values()) if isinstance(value, dict) else value:
            _check_kept(one, levels - 1)
