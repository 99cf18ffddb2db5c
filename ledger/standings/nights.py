"""The group's nights, and the imports that brought some: cost grows with nights shown, not with hands."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Min, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.fields.json import KeyTextTransform

from ledger.book.sheet import THE_NIGHT, EntryKind, Struck
from ledger.models import (
    Entry,
    Group,
    Kind,
    NightPlayer,
    NightRole,
    Posting,
    Session,
    open_sessions,
    to_points,
)
from ledger.models.group import shown_name
from ledger.scoring import TYPED


@dataclass(frozen=True, kw_only=True)
class Turned:
    """Page of a list with its newest line first: the lines `before` or `after` a line's number.

    With neither it is the first page, with the newest lines.
    """

    before: int | None = None
    after: int | None = None

    @property
    def is_first(self) -> bool:
        return self.before is None and self.after is None


FIRST_PAGE = Turned()


NIGHTS_A_PAGE = 20
AT_ONCE = 100


@dataclass(frozen=True, kw_only=True)
class Night:
    """A session: its number, times, note, and every player's points (names, best first).

    `is_copied` of one out of a notebook, of which only the totals are known; `is_typed` where points as typed
    are among them.
    """

    number: int
    started_at: datetime
    ended_at: datetime | None
    hands: int
    is_copied: bool
    note: str
    is_typed: bool
    results: tuple[tuple[str, Fraction], ...]

    @property
    def winners(self) -> tuple[tuple[str, Fraction], ...]:
        return tuple(one for one in self.results if one[1] == self.results[0][1])


@dataclass(frozen=True, kw_only=True)
class NightsPage:
    """Some nights that are over and count, the latest first.

    `newer` and `older` are the nights (numbers) after and before which the pages beside it are; None of none.
    """

    nights: tuple[Night, ...]
    newer: int | None
    older: int | None


def nights_in_progress(group: Group) -> tuple[Night, ...]:
    """Return the group's nights that have not ended, the latest first."""
    return tuple(sorted(told(open_sessions(group)), key=lambda one: -one.number))


def nights_page(group: Group, turned: Turned = FIRST_PAGE) -> NightsPage:
    """Return a page of the group's ended nights (two queries, and one more for any page but the first).

    What is left of the newest ones is shown with the first page. Raises LookupError where there is no such
    night, or none before it.
    """
    if turned.after is not None:
        after = _ended(group).filter(_beyond(group, turned.after, upwards=True))
        found = list(after.order_by("started_at", "number")[: NIGHTS_A_PAGE + 1])
        if len(found) > NIGHTS_A_PAGE:
            page = told(found[NIGHTS_A_PAGE - 1 :: -1])
            return NightsPage(nights=page, newer=page[0].number, older=page[-1].number)
        turned = FIRST_PAGE
    before = Q() if turned.before is None else _beyond(group, turned.before, upwards=False)
    nights = _ended(group).filter(before).order_by("-started_at", "-number")
    found = list(nights[: NIGHTS_A_PAGE + 1])
    page = told(found[:NIGHTS_A_PAGE])
    if not page and not turned.is_first:
        raise LookupError("There is no night before that one.")
    return NightsPage(
        nights=page,
        newer=None if turned.is_first else page[0].number,
        older=page[-1].number if len(found) > NIGHTS_A_PAGE else None,
    )


def _beyond(group: Group, night: int, *, upwards: bool) -> Q:
    # The condition on nights that began after one of the group, or before it (one query).
    at = group.sessions.filter(number=night).values_list("started_at", flat=True).first()
    if at is None:
        raise LookupError("There is no such night.")
    way = "gt" if upwards else "lt"
    later = Q(**{f"started_at__{way}": at}) | Q(**{f"number__{way}": night}, started_at=at)
    # The first of these is what an index is read by.
    return Q(**{f"started_at__{way}e": at}) & later


def last_played(group: Group) -> int | None:
    """Return the number of the latest ended night that was played hand by hand (one query).

    None where it is not on the first page of nights."""
    latest = _ended(group).order_by("-started_at", "-number").values_list("number", "is_copied")
    return next((number for number, is_copied in latest[:NIGHTS_A_PAGE] if not is_copied), None)


def every_night(group: Group) -> Iterator[Night]:
    """Yield all nights of the group as they were played, read in portions (two queries each)."""
    left = group.sessions.filter(struck=Struck.NO).order_by("started_at", "number")
    while nights := told(left[:AT_ONCE]):
        yield from nights
        if len(nights) < AT_ONCE:
            return
        at, number = nights[-1].started_at, nights[-1].number
        after = Q(started_at__gt=at) | Q(started_at=at, number__gt=number)
        left = group.sessions.filter(after, struck=Struck.NO).order_by("started_at", "number")


def _ended(group: Group) -> QuerySet[Session]:
    notes = Entry.objects.filter(session=OuterRef("pk"), kind=EntryKind.REMARKED, facts__of=THE_NIGHT)
    last = notes.order_by("-number").values_list(KeyTextTransform("text", "facts"))[:1]
    return group.sessions.filter(struck=Struck.NO).exclude(ended_at=None).annotate(note=Subquery(last))


def told(sessions: Iterable[Session]) -> tuple[Night, ...]:
    """Return these nights with their results (two queries, three with points as typed).

    A note was read with those that are over.
    """
    found = list(sessions)
    even: dict[int, Counter[str]] = defaultdict(Counter)
    uneven: dict[int, Counter[str]] = defaultdict(Counter)
    here = [session.pk for session in found]
    sums = NightPlayer.objects.filter(session__in=here).order_by()
    rows = list(sums.values_list("session", shown_name("player__"), "game").annotate(sum=Sum("parts")))
    for night, name, _game, parts in rows:
        even[night][name] += int(parts)
    if any(game == TYPED for _night, _name, game, _parts in rows):
        typed = NightRole.objects.filter(session__in=here).exclude(uneven=0).order_by()
        for night, name, parts in typed.values_list("session", shown_name("player__")).annotate(
            sum=Sum("uneven")
        ):
            uneven[night][name] = int(parts)
    return tuple(
        Night(
            number=session.number,
            started_at=session.started_at,
            ended_at=session.ended_at,
            hands=session.hands,
            is_copied=session.is_copied,
            note=getattr(session, "note", None) or "",
            is_typed=session.pk in uneven,
            results=tuple(
                (name, to_points(parts + (uneven[session.pk][name] if session.pk in uneven else 0)))
                for name, parts in sorted(even[session.pk].items(), key=lambda one: (-one[1], one[0]))
            ),
        )
        for session in found
    )


# The number of imports that are listed, the newest first.
MOST = 50


@dataclass(frozen=True, kw_only=True)
class Import:
    """An import: from which files, by which membership, when; its nights, how many of them still count, and
    from when until when they were played. `replaced` are nights that were here, whose totals it corrected."""

    key: UUID
    files: tuple[str, ...]
    by: int | None
    at: datetime
    nights: int
    left: int
    replaced: int = 0
    first: datetime
    last: datetime


@dataclass(frozen=True, kw_only=True)
class Amendment:
    """The totals that an import wrote over those of a night: the session's id and number, its day, and the
    import."""

    session: int
    number: int
    started_at: datetime
    key: UUID
    file: str
    by: int | None
    at: datetime


def amended_by(group: Group, key: UUID | None = None) -> tuple[Amendment, ...]:
    """Return the totals that imports (or the import `key`) wrote over others and that were not undone, the
    latest night first (two queries)."""
    lines = Entry.objects.filter(session__group=group, session__is_copied=True)
    amended = lines.filter(kind=EntryKind.AMENDED, facts__has_key="brought").select_related("session")
    if key is not None:
        amended = amended.filter(facts__brought__key=str(key))
    found = list(amended.order_by("-session__started_at", "-session__number"))
    undone = lines.filter(session__in=[line.session_id for line in found], facts__has_key="undoes")
    gone = set(undone.values_list("session", "facts__undoes")) if found else set()
    return tuple(
        Amendment(
            session=line.session_id,
            number=line.session.number,
            started_at=line.session.started_at,
            key=UUID(line.facts["brought"]["key"]),
            file=line.facts["brought"]["file"],
            by=line.by_id,
            at=datetime.fromisoformat(line.facts["brought"]["at"]),
        )
        for line in found
        if (line.session_id, line.number) not in gone
    )


def imports_of(group: Group) -> tuple[Import, ...]:
    return _imports(group.sessions.exclude(brought=None), amended_by(group))


def import_called(group: Group, key: UUID) -> Import | None:
    return next(iter(_imports(group.sessions.filter(brought=key), amended_by(group, key))), None)


def nights_of(group: Group, key: UUID, *, page: int) -> tuple[Night, ...]:
    """Return a page of the nights of an import that still count, the latest first (two queries)."""
    first = (page - 1) * NIGHTS_A_PAGE
    return told(
        group.sessions.filter(brought=key, struck=Struck.NO).order_by("-started_at", "-number")[
            first : first + NIGHTS_A_PAGE
        ]
    )


def struck_of(group: Group, key: UUID) -> tuple[Session, ...]:
    """Return the nights of an import that were taken out, alone or with all of it, the latest first (one
    query)."""
    return tuple(
        group.sessions.filter(brought=key).exclude(struck=Struck.NO).order_by("-started_at", "-number")[:MOST]
    )


def money_of(group: Group, key: UUID) -> Mapping[int, int]:
    """Return what an import brings to everybody's balance, by player, in cents (one query)."""
    brought = Posting.objects.filter(
        transaction__group=group, transaction__session__brought=key, transaction__kind=Kind.NIGHT
    )
    sums = brought.order_by().values_list("player").annotate(sum=Sum("cents"))
    found = group.who.sums({player: int(cents) for player, cents in sums})
    return {player: cents for player, cents in found.items() if cents}


def was_paid_since(group: Group, at: datetime) -> bool:
    return group.transactions.filter(kind=Kind.PAYMENT, at__gte=at).exists()


def _imports(sessions: QuerySet[Session], amendments: Sequence[Amendment]) -> tuple[Import, ...]:
    rows = sessions.order_by().values("brought")
    counted = rows.annotate(
        nights=Count("pk"),
        left=Count("pk", filter=Q(struck=Struck.NO)),
        since=Min("started_at"),
        until=Max("started_at"),
        oldest=Min("pk"),
        newest=Max("pk"),
    ).order_by("-oldest")
    found: Sequence[Mapping[str, Any]] = list(counted[:MOST])
    wanted = [one[name] for one in found for name in ("oldest", "newest")]
    lines = list(Entry.objects.filter(session__in=wanted, number=1).values_list("session", "by", "facts"))
    writers = {session: by for session, by, _ in lines}
    brought = {session: facts["brought"] for session, _, facts in lines}
    amended: dict[UUID, list[Amendment]] = defaultdict(list)
    for one in amendments:
        amended[one.key].append(one)
    imports = [
        Import(
            key=row["brought"],
            files=tuple(dict.fromkeys(brought[row[night]]["file"] for night in ("oldest", "newest"))),
            by=writers[row["oldest"]],
            at=datetime.fromisoformat(brought[row["oldest"]]["at"]),
            nights=row["nights"],
            left=row["left"],
            replaced=len(amended.pop(row["brought"], ())),
            first=row["since"],
            last=row["until"],
        )
        for row in found
    ]
    imports += [
        Import(
            key=key,
            files=tuple(dict.fromkeys((some[-1].file, some[0].file))),
            by=some[0].by,
            at=some[0].at,
            nights=0,
            left=0,
            replaced=len(some),
            first=some[-1].started_at,
            last=some[0].started_at,
        )
        for key, some in amended.items()
    ]
    return tuple(sorted(imports, key=lambda one: one.at, reverse=True)[:MOST])
