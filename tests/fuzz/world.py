"""A house with several groups in it, who knocks there, every address, and what must hold afterwards."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from shutil import rmtree
from typing import Any
from unittest.mock import patch

from django.apps import apps
from django.conf import settings
from django.core.exceptions import FieldDoesNotExist
from django.db import models, transaction
from django.db.models import Sum
from django.urls import URLPattern, URLResolver, get_resolver

from ledger.models import Group, Posting, Role, Session, guards
from ledger.models import book as books
from ledger.models.book import sheet_of
from ledger.recording import (
    NewGroup,
    NewHand,
    WriteContext,
    admit,
    correct_hand,
    join,
    leave,
    reopen_night,
    start_group,
    take_back_hand,
    tell_hand,
)
from ledger.recording.auditing import audit
from ledger.recording.journal import carry, pay, put_in_box, spend_from_box
from ledger.scoring import GAMES
from scorekeeper.models import Task
from scorekeeper.visitors.links import cut_key
from tests import cast
from tests.fuzz.wire import Browser, Pages
from tests.ledger.histories import a_full_history
from tests.old_ways import PlanRequest, end_with_a_plan, mark_paid, plan_of_its_own, settle

STRANGER = uuid.UUID(int=7)
SCORER, WATCHER = uuid.UUID(int=2), uuid.UUID(int=3)
MEMBERS = ("owner", "owner", "owner", "scorer", "watcher")
OUTSIDERS = ("stranger", "nobody", "damaged", "broken", "forged")
PATHS_TO_GROUP = ("group", "session", "transaction", "settlement", "player")


class World:
    """Groups of every kind, all of one owner; the first is the Thursday table, which has everything."""

    def __init__(self, kind: str = "sheepshead") -> None:
        self.group = ALL[kind]() if kind in ALL else club(kind)
        admit(self.group, SCORER, Role.SCORER)
        admit(self.group, WATCHER, Role.WATCHER)
        self.other = cast.thursday_table(name="Another table", names=["Zoe", "Yan", "Xenia"], guest=STRANGER)
        cast.a_night(self.other)
        self.key = cut_key(self.group)
        self.groups = list(Group.objects.order_by("pk"))
        self.codes = [self.group.code, self.other.code]
        self.players = list(self.group.players.order_by("pk").values_list("pk", flat=True))
        self.strange_players = list(self.other.players.order_by("pk").values_list("pk", flat=True))

    def browser(self, pages: Pages, who: str) -> Browser:
        guests = {"owner": cast.OWNER, "scorer": SCORER, "watcher": WATCHER, "stranger": STRANGER}
        damaged = {
            "broken": "\xff\xfe",
            "damaged": '\x7f\xff;,"',
            "forged": "eyJndWVzdCI6MX0:1tXxYz:nonsense",
        }
        return Browser(pages, guests.get(who), damaged=damaged.get(who, ""))

    @property
    def ids(self) -> list[str]:
        """Numbers that mean something somewhere: players, theirs and others', nights, lines, plans."""
        return [str(number) for number in (*self.players, *self.strange_players, 1, 2, 3, 4, 5, 6)]


def thursday() -> Group:
    """The Thursday table: a night that ended and is half paid, one that goes on, and money of every kind."""
    group = cast.thursday_table()
    ann, ben, cleo, *_ = cast.ids(group)
    night = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(night, "Ann", "Ben")
    cast.tell(night, "Cleo", "Dave", "lost")
    end_with_a_plan(night, cast.context(night))
    transfer = plan_of_its_own(night)[0]
    mark_paid(night, transfer.payer, transfer.payee, cast.context(night))
    ink = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group))
    settle(group, PlanRequest(), fresh(ink))
    pay(group, ann, ben, 150, fresh(ink), method="cash")
    put_in_box(group, (cleo,), 500, fresh(ink), is_owed_back=True)
    spend_from_box(group, 200, fresh(ink), note="pizza", shared_by=(ann, ben))
    carry(group, {ann: 300, ben: -300}, fresh(ink))
    goes_on(cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith"))
    return group


def history() -> Group:
    """Nights of every sort: played by two games, reopened, of a notebook, taken out, and one that goes on.

    One is opened again, and in the one that goes on a hand of another game was told and, long ago, one at
    which everybody sat out. Some players turned out to be others.
    """
    group = a_full_history(1)
    reopened = group.sessions.filter(is_copied=False).exclude(ended_at=None).latest("number")
    reopen_night(reopened, cast.context(reopened))
    night = group.sessions.get(ended_at=None, is_copied=False, number__gt=reopened.number)
    seats = sheet_of(night).seating.seats
    points = [-4, 4, *[0] * (len(seats) - 2)]
    tell_hand(
        night, NewHand(seats=seats, told={"kind": "points", "points": points}, other={}), cast.context(night)
    )
    older = replace(GAMES["sheepshead"], edition=3)
    with patch("ledger.recording.hands.game_called", lambda game: older):
        nobody = NewHand(seats=seats, told={"kind": "bad_hand"}, out=tuple(range(len(seats))))
        tell_hand(night, nobody, cast.context(night))
    return group


def goes_on(night: Session) -> None:
    """A night with a hand that stands, one put right, one taken back, and people who came and went."""
    cast.tell(night, "Ann", "Ben")
    cast.tell(night, "Cleo", "Dave", "lost")
    tell_hand(night, cast.leaster(night, "Edith"), cast.context(night))
    correct_hand(night, 3, cast.hand(night, "Dave", "Ann"), cast.context(night))
    take_back_hand(night, 4, cast.context(night))
    dave, frank = cast.ids(night.group, "Dave", "Frank")
    join(night, frank, cast.context(night), after=dave)
    leave(night, dave, cast.context(night))


def club(kind: str) -> Group:
    """A group that plays another game, or (`points`) for points only, with a night that has begun."""
    game = kind if kind in GAMES else "sheepshead"
    new = NewGroup(
        name=f"Club {kind}",
        names=cast.NAMES,
        currency="" if kind == "points" else "USD",
        stake_cents=0 if kind == "points" else 10,
        game=game,
        preset=GAMES[game].presets[-1].key,
    )
    group = start_group(new, cast.OWNER, uuid.uuid4())
    cast.a_night(group, *cast.NAMES[: GAMES[game].usually])
    return group


def fresh(context: WriteContext) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=context.after, by=context.by)


@contextmanager
def erased() -> Iterator[None]:
    """Whatever is written inside is gone afterwards, in the book and in mind."""
    story = transaction.atomic()
    story._from_testcase = True  # type: ignore[attr-defined]  # durable work runs inside, as in a test case
    with story:
        try:
            yield
        finally:
            transaction.set_rollback(True)
            books._books._kept.clear()
            for sheets in books._sheets.values():
                sheets._kept.clear()
            for folder in settings.TASK_DIR.glob("*-*-*-*-*"):
                rmtree(folder)


ALL = {"sheepshead": thursday, "history": history}


def check_books() -> None:
    """Nothing in any book contradicts anything, and all money adds up to zero."""
    # Whether the database has all its guards takes longest to find out, and no page can change it.
    with patch.object(guards, "missing", lambda connection: []):
        found = list(audit(every_group()))
    assert found == [], found
    failed = Task.objects.filter(state=Task.State.FAILED)
    assert [f"{task.kind} {task.facts}" for task in failed] == []
    sums = Posting.objects.values("transaction__group").annotate(total=Sum("cents")).order_by()
    assert [one for one in sums if one["total"]] == []


def every_group() -> Iterable[Group]:
    return list(getattr(Group, "every", Group.objects).order_by("pk"))


def rows_of(groups: Sequence[Group]) -> dict[str, list[Any]]:
    found = {
        "group": list(
            Group.objects.filter(pk__in=[group.pk for group in groups]).order_by("pk").values_list()
        )
    }
    for model in apps.get_app_config("ledger").get_models():
        if path := path_to_group(model):
            rows = model._default_manager.filter(**{f"{path}__in": groups})
            found[model.__name__] = list(rows.order_by("pk").values_list())
    return found


def path_to_group(model: type[models.Model]) -> str:
    for name in PATHS_TO_GROUP:
        try:
            field = model._meta.get_field(name)
        except FieldDoesNotExist:
            continue
        if field.is_relation:
            return name if name == "group" else f"{name}__group"
    return ""


def routes(patterns: Iterable[URLPattern | URLResolver] | None = None, start: str = "") -> Iterator[str]:
    """Every address as it stands in the URL patterns: g/<str:code>/<int:number>/tell/."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = f"{start}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route
