"""A whole group written as one JSON file, in steps, while people go on playing.

The file says what the book said when it was begun: what is written meanwhile is left out, whole lines of it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from django.db import transaction
from django.db.models import Max, QuerySet

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
from ledger.recording.journal import hold
from ledger.standings.nobody import is_nobody
from ledger.steps import Progress, Steps
from ledger.who import renamed

FORMAT = "scorekeeper group"
VERSION = 1
SECTIONS = (
    "format", "version", "group", "players", "members", "rules", "sessions", "settlements", "journal",
    "open", "merges",
)  # fmt: skip
"""The parts of the file in their order: each speaks of those before it. `merges` is there only where players
were merged: older versions bring all other files in, and refuse those rather than show one person as two."""

ABOUT = (
    "key", "name", "currency", "stake_cents", "points_first", "started_at", "coin_cents", "rest_goes",
)  # fmt: skip
"""What the file says of the group itself."""

AT_ONCE, PLANS_AT_ONCE = 100, 10
"""Lines, and plans, that one query reads."""

STEP_NS = 8_000_000
END = "\n  }"

Facts = Mapping[str, Any]
Places = Mapping[int, int]
"""A row's place in the file by its id."""


def write_group(group: Group, file: BinaryIO) -> Steps[None]:
    """Write the group as it is now; the same book gives the same bytes."""
    known = _known(group)
    out = _Out(file=file, of=sum(known.entries.values()) + known.lines, since=time.monotonic_ns())
    out.write(f'{{\n "format": {json.dumps(FORMAT)},\n "version": {VERSION}')
    about = _about(group, known)
    out.write(f',\n "group": {_json(about, 1)}')
    yield from _write_list(out, "players", _players(group, known))
    yield from _write_list(out, "members", known.members)
    yield from _write_list(out, "rules", _rules(group, known))
    yield from _write_sessions(group, out, known)
    yield from _write_list(out, "settlements", _settlements(group, known))
    yield from _write_list(out, "journal", _journal(group, known))
    yield from _write_list(out, "open", known.open_payments)
    if known.merges:
        yield from _write_list(out, "merges", known.merges)
    out.write("\n}\n")


def _about(group: Group, known: _Known) -> Facts:
    """The group itself; what is only in newer files is not there where there is nothing to say."""
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
    """What there is when the file is begun: people and nights, and how far everything goes."""

    players: Places
    guests: Places
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
    """Lines of one night, from the first to the last of them, of so many."""

    session: int
    first: int
    last: int
    of: int


@dataclass(kw_only=True)
class _Out:
    """The file, and how far it is."""

    file: BinaryIO
    of: int
    done: int = 0
    since: int = 0

    def write(self, text: str) -> None:
        self.file.write(text.encode())

    def pause(self) -> Iterator[Progress]:
        """Let others go first if this has taken long enough."""
        self.done += 1
        if time.monotonic_ns() - self.since > STEP_NS:
            yield Progress(done=min(self.done, self.of), of=self.of)
            self.since = time.monotonic_ns()


def _known(group: Group) -> _Known:
    """Looked at while nobody moves money, starts a night or changes rules: so journal and nights agree.

    What speaks of others is asked for before those it speaks of, as people may come in between.
    """
    with transaction.atomic():
        hold(group)
        entries = Entry.objects.filter(session__group=group).order_by().values_list("session")
        newest = dict(entries.annotate(newest=Max("number")))
        members = list(group.memberships.order_by("pk"))
        players = _places(group.players.order_by("pk").values_list("pk", flat=True))
        return _Known(
            players=players,
            guests=_places(one.pk for one in members),
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
                for payer, payee, cents in _open_payments(group)
            ],
            dropped=_dropped(group, _places(one.pk for one in members)),
            merges=_merges(group, players, _places(one.pk for one in members)),
        )


def _open_payments(group: Group) -> QuerySet[OpenPayment, tuple[int | None, int | None, int]]:
    """Return what is open, in the order in which people see it."""
    rows = OpenPayment.objects.filter(group=group).order_by("pk")
    return rows.values_list("payer", "payee", "cents")


def _dropped(group: Group, guests: Places) -> dict[Any, Facts]:
    """The plans that are kept no longer, by the settlement's key."""
    rows = DroppedSettlement.objects.filter(settlement__group=group)
    return {one.settlement_id: {**_plain(one, "key", "at"), "by": _of(one.by_id, guests)} for one in rows}


def _merges(group: Group, players: Places, guests: Places) -> list[Facts]:
    """What was said of who is who."""
    return [
        {
            **_plain(one, "key", "number", "at"),
            "player": players[one.player_id],
            "into": players[one.into_id],
            "undoes": one.undoes.number if one.undoes else None,
            "by": _of(one.by_id, guests),
        }
        for one in group.merges.select_related("undoes").order_by("number")
    ]


def _highest(rows: Any, name: str) -> int:
    return rows.aggregate(highest=Max(name))["highest"] or 0


def _places(ids: Iterable[int]) -> dict[int, int]:
    return {pk: place for place, pk in enumerate(ids, 1)}


def _plain(row: Any, *names: str) -> dict[str, Any]:
    return {name: _said(getattr(row, name)) for name in names}


def _said(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


def _in_one_order(value: Any) -> Any:
    """The same names in the same order: PostgreSQL keeps those of a JSON value in an order of its own."""
    if isinstance(value, dict):
        return {name: _in_one_order(value[name]) for name in sorted(value)}
    if isinstance(value, list):
        return [_in_one_order(one) for one in value]
    return value


def _of(pk: int | None, places: Places) -> int | None:
    return None if pk is None else places[pk]


def _json(value: Any, depth: int) -> str:
    """A value as it stands so deep in the file."""
    text = json.dumps(value, ensure_ascii=False, indent=1, default=str)
    return text.replace("\n", "\n" + " " * depth)


def _write_list(out: _Out, name: str, items: Iterable[Facts]) -> Steps[None]:
    out.write(f',\n "{name}": [')
    is_first = True
    for one in items:
        out.write(f"{'' if is_first else ','}\n  {_json(one, 2)}")
        is_first = False
        yield from out.pause()
    out.write("]" if is_first else "\n ]")


def _write_sessions(group: Group, out: _Out, known: _Known) -> Steps[None]:
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
                yield from out.pause()
            if one.last == one.of:
                out.write(("\n   ]" if one.of else "]") + END)
    out.write("]" if is_first else "\n ]")


def _portions(known: _Known) -> Iterator[list[_Slice]]:
    """The nights in portions of some lines: several short nights, or a part of a long one."""
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
    """The lines of these slices, by session (one query)."""
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
    """Everybody with their names at payment services, where they have any."""
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
            # Where the name says the same, nothing is written, as in older files.
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
