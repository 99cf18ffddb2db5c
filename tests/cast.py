"""A fixed cast for tests that need a book in the database: the Thursday table and its six players."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from ledger.book.folding import fold
from ledger.book.seating import Seating, usually_play
from ledger.book.sheet import ScoreSheet
from ledger.models import Entry, Group, Membership, Player, Role, Session
from ledger.models.book import in_ink, sheet_of
from ledger.models.night_rows import TABLES, Rows, rows_of
from ledger.recording import (
    CountsAs,
    NewGroup,
    NewHand,
    ShownTable,
    ToldHand,
    WriteContext,
    Written,
    add_player,
    end_night,
    join,
    start_group,
    start_session,
    tell_hand,
)
from ledger.recording.notebook import Copying, copy_notebook
from ledger.recording.projecting import project, stored_rows
from ledger.standings import PlayerStanding, standings_of
from ledger.standings.filtering import EVERYTHING, Filter
from ledger.standings.marks import Copied
from ledger.standings.nights_by_player import NightResult, after_every_night
from ledger.standings.played import Played, played_in

NAMES = ("Ann", "Ben", "Cleo", "Dave", "Edith", "Frank")
STRANGERS = ("Gus", "Hanna", "Ivo", "Jo", "Karl", "Lena")
# The guest who started the group.
OWNER = uuid.UUID(int=1)


def thursday_table(
    *,
    names: Sequence[str] = NAMES,
    name: str = "Thursday table",
    guest: uuid.UUID = OWNER,
    options: Mapping[str, Any] | None = None,
    currency: str = "EUR",
    stake_cents: int = 25,
) -> Group:
    """The group: called ace, double on the bump, leasters, a quarter a point."""
    new = NewGroup(
        name=name,
        names=names,
        currency=currency,
        stake_cents=stake_cents,
        options=options or {},
    )
    return start_group(new, guest, uuid.uuid4())


def owner_of(group: Group) -> Membership:
    return Membership.objects.get(group=group, role=Role.OWNER)


def player(group: Group, name: str) -> Player:
    return Player.objects.get(group=group, name=name)


def ids(group: Group, *names: str) -> tuple[int, ...]:
    """Players' ids by name, in the order asked; all of them, in the order they were named, if nobody is."""
    found = dict(group.players.values_list("name", "pk"))
    return tuple(found[name] for name in names or found)


def seated(
    group: Group, *names: str, dealer: str = "", plays: int | None = None, skip: Sequence[str] = ()
) -> Seating:
    """A table of these players (everybody if nobody is named); the first deals unless another is named."""
    seats = ids(group, *names)
    return Seating(
        seats=seats,
        dealer=ids(group, dealer)[0] if dealer else seats[0],
        plays=usually_play(len(seats)) if plays is None else plays,
        skip=ids(group, *skip) if skip else (),
    )


def a_night(
    group: Group, *names: str, dealer: str = "", plays: int | None = None, skip: Sequence[str] = ()
) -> Session:
    seating = seated(group, *names, dealer=dealer, plays=plays, skip=skip)
    return start_session(group, seating, WriteContext(key=uuid.uuid4(), after=0, by=owner_of(group)))


def context(session: Session, *, key: uuid.UUID | None = None, after: int | None = None) -> WriteContext:
    newest = sheet_of(session).newest if after is None else after
    return WriteContext(key=key or uuid.uuid4(), after=newest, by=owner_of(session.group))


def hand(session: Session, picker: str, partner: str | None = None, result: str = "won") -> NewHand:
    """A picked hand at the table as it sits now; without a partner the picker played alone."""
    seats = sheet_of(session).seating.seats
    places = {
        name: seats.index(pk) for name, pk in session.group.players.values_list("name", "pk") if pk in seats
    }
    partners = [] if partner is None else [places[partner]]
    told = {"kind": "picked", "picker": places[picker], "partners": partners, "result": result}
    return NewHand(seats=seats, told=told)


def as_told(
    said: NewHand | Callable[[ScoreSheet], NewHand],
    *,
    shown: ShownTable | None = None,
    choice: CountsAs | None = None,
    known: int = 0,
    is_behind: bool = False,
) -> ToldHand:

    def reads(sheet: ScoreSheet) -> NewHand:
        return said if isinstance(said, NewHand) else said(sheet)

    return ToldHand(hand=reads, hand_now=reads, shown=shown, choice=choice, known=known, is_behind=is_behind)


def leaster(session: Session, winner: str) -> NewHand:
    seats = sheet_of(session).seating.seats
    return NewHand(
        seats=seats, told={"kind": "leaster", "winners": [seats.index(ids(session.group, winner)[0])]}
    )


def tell(session: Session, picker: str, partner: str | None = None, result: str = "won") -> Written:
    return tell_hand(session, hand(session, picker, partner, result), context(session))


def an_ended_night(group: Group, *results: str, picker: str = "Ann", at: datetime | None = None) -> Session:
    """Return a night of five that is over: the picker and Ben, or Ben and Ann, played its hands."""
    pen = WriteContext(key=uuid.uuid4(), after=0, by=owner_of(group), at=at)
    session = start_session(group, seated(group, *NAMES[:5]), pen)
    for result in results or ("won",):
        tell(session, picker, "Ann" if picker == "Ben" else "Ben", result)
    end_night(session, context(session))
    return session


def bring_notebook(group: Group, names: Sequence[str], nights: Mapping[date, Mapping[int, int]]) -> None:
    """Bring in nights of a notebook: the points of players, by their places among the names, on each day."""
    copied = [
        Copied(date=day, totals={place: Fraction(points) for place, points in totals.items()})
        for day, totals in nights.items()
    ]
    copy_notebook(group, Copying(names=tuple(names), nights=copied))


def points(group: Group, sheet: ScoreSheet) -> dict[str, Fraction | int]:
    names = dict(group.players.values_list("pk", "name"))
    return {names[pk]: total for pk, total in sheet.totals.items()}


def stored(session: Session) -> Rows:
    """All rows of a night in the tables for queries, as the database has them."""
    return {
        table.model.__name__: {key: values for key, (_, _, values) in stored_rows(session, table).items()}
        for table in TABLES
    }


def fresh(session: Session) -> Rows:
    session = Session.objects.select_related("group").get(pk=session.pk)
    return rows_of(fold(in_ink(Entry.objects.filter(session=session).order_by("number"))), session.group.who)


def began(session: Session, at: datetime) -> None:
    Session.objects.filter(pk=session.pk).update(started_at=at, projection=0)
    session.refresh_from_db()
    project(session, sheet_of(session))


def played(group: Group, asked: Filter = EVERYTHING) -> Played:
    (found,) = played_in(group, asked).values()
    return found


def by_nights(group: Group) -> tuple[NightResult, ...]:
    return tuple(after_every_night(played(group)))


def standings(group: Group) -> tuple[PlayerStanding, ...]:
    """Return the players of the only game, the best first; nobody where nothing was played."""
    found = [*standings_of(group).values()]
    assert len(found) <= 1
    return found[0] if found else ()


def join_newcomer(session: Session, name: str, by: WriteContext, *, after: int) -> Written:
    """Somebody new to the group sits down on the left of a player."""
    return join(session, add_player(session.group, name).pk, by, after=after)
