"""Every address, knocked at by everybody: strangers find nothing, too low a role is told so, nobody trips."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from pytest_django import Settings

from ledger.book.seasons import Season
from ledger.models import Group, Role
from ledger.recording import (
    NewLink,
    WriteContext,
    add_season,
    admit,
    let_in,
    make_link,
    newest_change,
    remove_member,
)
from ledger.standings.players import seasons_of
from scorekeeper.accounts.logging_in import CONFIRMED
from scorekeeper.accounts.models import Phone
from scorekeeper.accounts.sessions import AccountSession
from scorekeeper.models import Task
from scorekeeper.visitors.links import cut
from tests import cast
from tests.fuzz.forms import Page
from tests.fuzz.world import erased, thursday
from tests.scorekeeper.accounts.people import account_of, logged_in
from tests.scorekeeper.conftest import phone_of
from tests.steady import ON_POSTGRES

BLANK = re.compile(r"<(?:(\w+):)?(\w+)>")
RANK = {"watcher": 0, "scorer": 1, "owner": 2}
VISITORS = ("owner", "scorer", "watcher", "removed", "other", "nobody")
AT_EVERY_DOOR = ["owner", *(pytest.param(who, marks=pytest.mark.one_database) for who in VISITORS[1:])]
# Addresses without a group. Another one needs a thought: what does a stranger see there?
OPEN_TO_ANYONE = {
    "home", "open_demo", "from_file", "open_link", "start_group", "stake_means", "game_brings", "kept_key",
    "invited", "spare_key", "task", "task_file", "stop_task", "healthz", "readyz", "robots", "manifest",
    "favicon", "token", "worker", "offline", "log_in", "passkey_opens", "passkey_asks", "sign_up",
    "forgotten", "second_step", "second_passkey", "second_passkey_asks", "ask_letter",
    "new_password", "confirm_address", "shared_year", "choose_language",
}  # fmt: skip

# Addresses of a group that owners alone open.
FOR_OWNERS = {
    "add_season", "bring_back", "bring_phone_back", "call_group", "change_role", "change_season",
    "check_book", "coin", "confirm_player", "delete_player", "forgetting", "handles", "keep_group",
    "keep_score", "link_on_paper", "looks", "make_link", "merging", "new_season", "notebook",
    "one_owner_is_fine", "paper", "play_for", "play_for_means", "programs", "points_first",
    "brought_program", "put_away", "undo_program",
    "put_back_season", "removal", "remove_phone", "remove_season", "rename_link", "rename_player",
    "renew_link", "rule_words", "season", "settings", "share_year", "show_money", "take_all",
    "turn_off_link", "undo_import", "unmerge", "unshare_year", "whose_phone", "write_handles",
}  # fmt: skip
# Addresses of a group that scorers and owners open; whoever watches opens all the others.
FOR_SCORERS = {
    "add_player", "amend", "another", "book", "correct", "divide_pot", "end", "going", "going_pay",
    "going_unpay", "money_pay", "money_unpay", "night_pay", "night_unpay", "note_night", "put_back",
    "redo_change", "remark", "reopen", "restore", "seats", "settle_pay", "settle_unpay", "take_back",
    "take_out", "tap", "tell", "together", "tonight", "undo_change", "undo_line", "unpaid",
}  # fmt: skip
# Addresses of a group that only take a form: whoever opens one is told so.
ONLY_POSTED = {
    "add_player", "add_season", "book", "bring_back", "bring_phone_back", "call_group", "change_role",
    "change_season", "check_book", "coin", "confirm_player", "delete_player", "divide_pot", "end",
    "going_pay", "going_unpay", "keep_group", "keep_score", "leave_group", "make_link", "money_pay",
    "money_unpay", "night_pay", "night_unpay", "note_night", "one_owner_is_fine", "paper", "play_for",
    "programs", "undo_program",
    "play_for_means", "points_first", "put_away", "put_back", "put_back_season", "redo_change", "remark",
    "remove_phone", "remove_season", "rename_link", "rename_player", "renew_link", "reopen", "restore",
    "rule_words", "rules_preview", "settle_pay", "settle_unpay", "share_player_year", "share_year",
    "show_money", "take", "take_all", "take_back", "take_out", "tap", "tell", "this_is_me", "together",
    "turn_off_link", "undo_change", "undo_import", "undo_line", "unmerge", "unpaid", "unshare_player_year",
    "unshare_year", "whose_phone", "write_handles",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Door:
    name: str
    route: str
    may: str

    @property
    def blanks(self) -> list[str]:
        return [name for _, name in BLANK.findall(self.route)]

    def at(self, ids: Mapping[str, object]) -> str:
        return "/" + BLANK.sub(lambda blank: str(ids[blank[2]]), self.route)


def doors(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> Iterator[Door]:
    """Yield all addresses; fail for a view that has not said who may open it."""
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from doors(one.url_patterns, route)
        else:
            may = getattr(one.callback, "may", None)
            assert may in {"anyone", "account", *RANK}, f"{route} does not say who may open it"
            yield Door(name=str(one.name), route=route, may=str(may))


def test_each_address_is_open_to_whom_this_file_says() -> None:
    found = list(doors(get_resolver().url_patterns))
    by_role = {may: {one.name for one in found if one.may == may} for may in ("anyone", "owner", "scorer")}
    assert by_role == {"anyone": OPEN_TO_ANYONE, "owner": FOR_OWNERS, "scorer": FOR_SCORERS}
    accounts = {one.name for one in found if one.may == "account"}
    assert {one.name for one in found if "code" not in one.blanks} == OPEN_TO_ANYONE | accounts
    assert len(found) > 90


Ids = dict[str, object]


def ids_of(group: Group) -> Ids:
    by = group.memberships.order_by("pk")[0]
    context = WriteContext(key=uuid.uuid4(), after=0, by=by)
    secret, said = cut()
    link = make_link(group, NewLink(role=Role.SCORER), secret, context)
    phone = let_in(link, uuid.uuid4())
    task = Task.objects.create(kind=Task.Kind.AUDIT, guest=by.guest, group=group, state=Task.State.WAITING)
    winter = Season(name="Winter", first=date(2026, 1, 1))
    context = WriteContext(key=uuid.uuid4(), after=newest_change(group), by=by)
    (season,) = seasons_of(add_season(group, winter, context))
    return {
        "code": group.code, "number": 2, "entry": 2, "player": group.players.all()[0].pk, "line": 1,
        "settlement": 1, "payment": 1, "key": task.pk, "link": link.pk, "phone": phone.pk, "what": "pay",
        "secret": said, "question": "picking", "asked": "picking-pays", "said": "1-x", "year": 2026,
        "season": season.number,
    }  # fmt: skip


# A number that no night, no entry and no line of the group has.
ELSEWHERE = 77


@dataclass(frozen=True, kw_only=True)
class World:
    group: Group
    other: Group
    ids: Ids
    others: Ids


def a_world() -> World:
    group = thursday()
    other = cast.thursday_table(name="Another table", guest=uuid.UUID(int=9))
    cast.an_ended_night(other)
    cast.a_night(other, "Ann", "Ben", "Cleo", "Dave", "Edith")
    ids, others = ids_of(group), ids_of(other)
    numbers = dict.fromkeys(("number", "entry", "line", "settlement", "payment", "season"), ELSEWHERE)
    return World(group=group, other=other, ids=ids, others=others | numbers | {"key": uuid.uuid4()})


@pytest.fixture
def world(db: None) -> World:
    return a_world()


def phone_at(world: World, who: str) -> Client:
    known = {"nobody": Client(), "owner": phone_of(cast.OWNER), "other": phone_of(uuid.UUID(int=9))}
    if who in known:
        return known[who]
    guest = uuid.uuid4()
    mine = admit(world.group, guest, Role.OWNER if who == "removed" else Role(who))
    if who == "removed":
        assert phone_of(guest).get(f"/g/{world.group.code}/settings/").status_code == 200
        remove_member(mine, WriteContext(key=uuid.uuid4(), after=0))
    return phone_of(guest)


def doors_of(*roles: str) -> list[Door]:
    return [one for one in doors(get_resolver().url_patterns) if one.may in roles]


def with_others_ids(door: Door, world: World) -> Iterator[tuple[str, str]]:
    """Yield the address with another group's ids: in one place after the other, and in all."""
    own = [name for name in door.blanks if name not in ("code", "what", "question", "asked", "year")]
    for name in own:
        yield name, door.at(world.ids | {name: world.others[name]})
    if len(own) > 1:
        yield "all", door.at(world.ids | {name: world.others[name] for name in own})


def knocks(phone: Client, address: str) -> Iterator[int]:
    """Yield what is answered to a look, and to a form; nothing of it stays."""
    for ask in (phone.get, partial(phone.post, data={"key": str(uuid.uuid4()), "after": "0"})):
        with erased():
            answer: Any = ask(address)
        # Pages do not stay on a phone that is handed on; the worker is asked for anew each time.
        kept = "no-cache" if address == "/sw.js" and answer.status_code == 200 else "private, no-store"
        assert answer.headers["Cache-Control"] == kept, address
        yield answer.status_code


SAYS_WHY = {400, 409, 422}
# Numbers that count in each group anew: a form that names one there is none of is told so in a sentence.
NUMBERS = {"entry", "line", "settlement", "payment"}


def answers(who: str, way: str, place: str) -> set[int]:
    """Return the statuses that somebody may get who may open the page."""
    if place != "own":
        return {404, 405} | (SAYS_WHY if place in NUMBERS else set())
    owners_form = {403} if way == "POST" and who != "owner" else set()  # on a page that everybody reads
    return {200, 204, 302, 303, 404, 405, *SAYS_WHY, *owners_form}


@pytest.mark.parametrize("who", AT_EVERY_DOOR)
def test_everybody_is_answered_as_what_they_are_at_every_door(world: World, who: str) -> None:
    phone, wrong = phone_at(world, who), []
    for door in doors_of(*RANK):
        expected = {404} if who not in RANK else {403} if RANK[who] < RANK[door.may] else set()
        # SQLite's run is enough for ids of other groups: every database is asked for them alike.
        others = () if ON_POSTGRES else with_others_ids(door, world)
        for place, address in [("own", door.at(world.ids)), *others]:
            for way, status in zip(("GET", "POST"), knocks(phone, address), strict=True):
                if status not in (expected or answers(who, way, place)):
                    wrong.append((door.name, place, way, status))
                if who == "owner" and place == "own" and way == "GET":
                    assert (status == 405) is (door.name in ONLY_POSTED), door.name
    assert wrong == []


@pytest.mark.one_database
@pytest.mark.parametrize("who", RANK)
def test_pages_of_a_group_that_is_put_away_offer_no_button_that_is_refused(world: World, who: str) -> None:
    Group.objects.filter(pk=world.group.pk).update(archived_at=timezone.now())
    phone = phone_at(world, who)
    offered: dict[str, str] = {}
    for door in doors_of(*RANK):
        page = phone.get(address := door.at(world.ids))
        if page.status_code == 200 and not page.streaming:
            for form in Page(page.content.decode(), address).forms:
                if form.method == "POST":
                    offered |= {goes or form.action: door.name for _, _, goes in form.buttons}
    assert len(offered) > 3 or who != "owner"
    assert {name for goes, name in offered.items() if 403 in knocks(phone, goes)} == set()


@pytest.mark.one_database
@pytest.mark.parametrize("who", VISITORS)
def test_whoever_is_not_logged_in_is_asked_to_at_every_door_of_an_account(world: World, who: str) -> None:
    phone, ids = phone_at(world, who), {"public": uuid.uuid4(), "passkey": 1}
    assert len(doors_of("account")) > 10
    for door in doors_of("account"):
        for one in (phone.get(door.at(ids)), phone.post(door.at(ids), {"key": str(uuid.uuid4())})):
            assert (one.status_code, one["Location"].partition("?")[0]) == (303, "/log-in/"), door.name


@pytest.mark.parametrize("is_fresh", [True, False])
@pytest.mark.one_database
def test_an_account_opens_its_own_doors_and_nothing_of_another(
    world: World, settings: Settings, *, is_fresh: bool
) -> None:
    """Not fresh: it is long ago that they said who they are."""
    settings.LETTERS = True
    _, ben = account_of("Ann"), account_of("Ben")
    phone, of_ben = logged_in("Ann"), logged_in("Ben")
    passkey = Authenticator.objects.create(user=ben, type="webauthn", data={"name": "Key", "alone": True})
    if not is_fresh:
        store = AccountSession(Phone.objects.get(account__key="ann").session_key)
        store[CONFIRMED] = 0
        store.save()
    ids = {"public": Phone.objects.get(account=ben).public, "passkey": passkey.pk}
    for door in doors_of("account"):
        assert {*knocks(phone, door.at(ids))} <= {200, 303, 405, 422}, door.name
    for door in doors_of("account"):
        if door.name not in {"log_out", "account_removal"}:
            phone.post(door.at(ids))
    assert of_ben.get("/account/").status_code == 200
    assert Authenticator.objects.filter(pk=passkey.pk).exists()
    assert phone.get(f"/g/{world.group.code}/").status_code == 404


@pytest.mark.one_database
@pytest.mark.parametrize("who", VISITORS)
def test_a_task_is_its_askers_alone(world: World, who: str) -> None:
    phone = phone_at(world, who)
    for door in doors_of("anyone"):
        if door.name in ("task", "task_file", "stop_task"):
            for status in knocks(phone, door.at(world.ids)):
                assert status < 500
                assert (status not in (404, 405)) <= (who == "owner")


@pytest.mark.parametrize("who", ["owner", "nobody"])
@pytest.mark.one_database
def test_doors_without_a_group_trip_nobody(world: World, who: str) -> None:
    phone = phone_at(world, who)
    for door in doors_of("anyone"):
        assert max(knocks(phone, door.at(world.ids | {"public": uuid.uuid4()}))) < 500, door.name
