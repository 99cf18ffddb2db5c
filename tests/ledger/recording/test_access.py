"""Links let phones in, phones are removed and claimed, and years are shared by an address of their own."""

import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from ledger import limits
from ledger.models import AccessLink, Group, Membership, Role, SharedYear
from ledger.recording import (
    TONIGHT,
    NewLink,
    Refused,
    Secret,
    WriteContext,
    admit,
    bring_member_back,
    change_guest,
    change_role,
    claim_player,
    confirm_player,
    digest_of,
    forget_name,
    forget_unused_links,
    let_in,
    make_link,
    merge_players,
    remove_member,
    replace_link,
    revoke_link,
    seen,
    share_year,
    unmerge_players,
)
from ledger.standings import contested_players
from tests.cast import OWNER, ids, owner_of, player, thursday_table

pytestmark = pytest.mark.django_db


def context_of(row: AccessLink | Membership | None = None, key: uuid.UUID | None = None) -> WriteContext:
    """Return the owner's context of a form that was drawn when the link, or the phone, stood as it does."""
    by = Membership.objects.filter(guest=OWNER).first()
    return WriteContext(key=key or uuid.uuid4(), after=row.changes if row else 0, by=by)


def stored(member: Membership) -> Membership:
    """Return the phone as the database has it."""
    return Membership.objects.select_related("group").get(pk=member.pk)


def secret() -> Secret:
    return Secret(nonce=uuid.uuid4(), digest=digest_of(uuid.uuid4().hex))


def a_link(group: Group, role: Role = Role.SCORER, **more: object) -> AccessLink:
    return make_link(group, NewLink(role=role, **more), secret(), context_of())  # type: ignore[arg-type]


def comes(link: AccessLink) -> Membership:
    """Let an unknown phone in by this link."""
    return let_in(link, uuid.uuid4())


def refused(code: str) -> "pytest.RaisesExc[Refused]":
    return pytest.raises(Refused, check=lambda trouble: trouble.code == code)


def test_a_form_sent_twice_makes_one_link(group: Group) -> None:
    key = uuid.uuid4()
    made = {make_link(group, NewLink(role=Role.WATCHER), secret(), context_of(key=key)) for _ in range(2)}
    assert made == {AccessLink.objects.get()}
    with refused("key_used"):
        make_link(group, NewLink(role=Role.OWNER), secret(), context_of(key=key))


def test_a_group_has_so_many_links_at_a_time(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_LINKS", 1)
    link = a_link(group)
    with refused("full"):
        a_link(group)
    revoke_link(link, context_of(link))
    assert a_link(group).is_open_now


def test_who_is_in_already_keeps_the_higher_role(group: Group) -> None:
    watch, score = a_link(group, Role.WATCHER), a_link(group)
    scorer, watcher = comes(score).guest, comes(watch).guest
    roles = [let_in(watch, scorer).role, let_in(score, watcher).role, let_in(watch, OWNER).role]
    assert (roles, Membership.objects.count()) == ([Role.SCORER, Role.SCORER, Role.OWNER], 3)


def test_a_link_that_is_off_over_or_used_lets_nobody_in(group: Group) -> None:
    off, over, once = a_link(group), a_link(group, expires_at=timezone.now()), a_link(group, once=True)
    revoke_link(off, context_of(off))
    guest = comes(once).guest
    assert let_in(once, guest).guest == guest
    for link in (off, over, once):
        with refused("link_off"):
            comes(link)


def test_who_came_for_tonight_only_watches_tomorrow(group: Group) -> None:
    mine = comes(a_link(group, expires_at=timezone.now() + TONIGHT))
    tonight = mine.role_now
    mine.role_until = timezone.now() - timedelta(seconds=1)
    assert [tonight, mine.role_now] == [Role.SCORER, Role.WATCHER]
    mine.save()
    assert let_in(a_link(group), mine.guest).role_until is None


def test_a_role_to_score_ends_with_the_longest_link_that_gave_it(group: Group) -> None:
    over = timezone.now() + TONIGHT
    until = {role: comes(a_link(group, role, expires_at=over)).role_until for role in Role}
    assert until == {Role.OWNER: None, Role.SCORER: over, Role.WATCHER: None}
    later = over + timedelta(hours=1)
    tonight, longer, endless = (a_link(group, expires_at=end) for end in (over, later, None))
    guest = comes(tonight).guest
    found = [let_in(link, guest).role_until for link in (longer, tonight, endless, longer)]
    assert found == [later, later, None, None]


def test_a_new_code_has_the_same_name_and_role_and_the_old_one_is_off(group: Group) -> None:
    old = a_link(group, name="The kitchen", expires_at=timezone.now() + TONIGHT)
    mine, key = comes(old), uuid.uuid4()
    old.refresh_from_db()
    new, again = (replace_link(old, secret(), context_of(old, key)) for _ in range(2))
    old.refresh_from_db()
    assert (new, new.name, new.role, new.is_open_now) == (again, "The kitchen", Role.SCORER, True)
    assert new.expires_at
    assert new.expires_at > timezone.now() + TONIGHT - timedelta(minutes=1)
    assert (old.is_open_now, stored(mine).removed_at) == (False, None)


def test_a_link_is_turned_off_with_or_without_those_who_came_by_it(group: Group) -> None:
    kept, closed = a_link(group), a_link(group)
    stays, goes, promoted = comes(kept), comes(closed), comes(closed)
    change_role(promoted, Role.OWNER, context_of(promoted))
    assert revoke_link(kept, context_of(kept)) == []
    once = context_of(closed)
    assert [revoke_link(closed, once, closes=True) for _ in range(2)] == [[goes], []]
    gone = [stored(member).removed_at is not None for member in (stays, goes, promoted)]
    assert gone == [False, True, False]


def test_a_removed_phone_keeps_its_lines_and_comes_back_by_a_link_or_an_owner(group: Group) -> None:
    link = a_link(group)
    mine, other = confirms(claims(comes(link), "Ben")), comes(link)
    guest, once, later = mine.guest, context_of(mine), uuid.uuid4()
    for _ in range(2):
        remove_member(mine, once)
    assert not Membership.objects.filter(guest=guest).exists()
    gone = stored(mine)
    assert (gone.removed_at is None, gone.player) == (False, player(group, "Ben"))
    change_guest(guest, later)
    back = bring_member_back(stored(mine), context_of(stored(mine)))
    assert (back.guest, back.role, back.removed_at) == (later, Role.SCORER, None)
    assert back.is_player_confirmed
    remove_member(stored(mine), context_of(stored(mine)))
    assert let_in(link, later) == mine
    assert (stored(mine).removed_at, stored(mine).is_player_confirmed) == (None, False)
    remove_member(stored(mine), context_of(stored(mine)), link_too=True)
    with refused("link_off"):
        let_in(link, later)
    assert stored(other).removed_at is None


def test_the_last_owner_stays(group: Group) -> None:
    ann = owner_of(group)
    with refused("last_owner"):
        change_role(ann, Role.WATCHER, context_of(ann))
    with refused("last_owner"):
        remove_member(ann, context_of(ann))
    never_came = Membership.objects.filter(pk=admit(group, uuid.uuid4(), Role.OWNER).pk)
    never_came.update(last_seen=None)
    with refused("last_owner"):
        remove_member(ann, context_of(ann))
    never_came.update(last_seen=timezone.now())
    assert remove_member(ann, context_of(ann)).removed_at


def test_a_phone_may_be_a_player_of_its_own_group_and_several_may_be_one(group: Group) -> None:
    mine, zoe = comes(a_link(group)), player(thursday_table(name="Another", names=["Zoe"]), "Zoe")
    with refused("no_such_player"):
        claim_player(mine, zoe, context_of(mine))
    assert {claims(phone, "Ben").player for phone in (mine, comes(a_link(group)))} == {player(group, "Ben")}


def claims(member: Membership, name: str, *, by: Membership | None = None) -> Membership:
    """Claim a player for a phone, "" for nobody; the phone does it itself unless `by` is an owner."""
    member = stored(member)
    claimed = player(member.group, name) if name else None
    claim_player(member, claimed, WriteContext(key=uuid.uuid4(), after=member.changes, by=by or member))
    return stored(member)


def confirms(member: Membership) -> Membership:
    member = stored(member)
    confirm_player(member, context_of(member))
    return stored(member)


def forgets(member: Membership) -> Membership:
    forget_name(player(member.group, "Ben"))
    return stored(member)


@pytest.mark.parametrize(
    ("then", "is_confirmed"),
    [
        (lambda mine: claims(mine, "Ben"), True),
        (lambda mine: claims(claims(mine, "Cleo"), "Ben"), False),
        (lambda mine: claims(claims(mine, ""), "Ben"), False),
        (lambda mine: admit(mine.group, mine.guest, Role.SCORER, player(mine.group, "Cleo")), False),
        (forgets, False),
    ],
)
def test_a_claim_is_confirmed_by_an_owner_and_as_long_as_it_stays(
    group: Group, then: Callable[[Membership], Membership], is_confirmed: bool
) -> None:
    mine = claims(comes(a_link(group)), "Ben")
    assert not mine.is_player_confirmed
    mine = confirms(mine)
    assert mine.is_player_confirmed
    after = then(mine)
    assert (after.is_player_confirmed, after.player_confirmed) == (is_confirmed, is_confirmed)


def test_what_an_owner_says_is_confirmed(group: Group) -> None:
    ann, mine = owner_of(group), comes(a_link(group))
    assert claims(ann, "Ann").is_player_confirmed
    assert claims(mine, "Ben", by=ann).is_player_confirmed
    for member, role in ((mine, Role.OWNER), (ann, Role.WATCHER)):
        change_role(stored(member), role, context_of(stored(member)))
    assert not stored(ann).is_player_confirmed


def test_nothing_is_confirmed_of_a_phone_that_is_nobodys_or_changed_meanwhile(group: Group) -> None:
    mine = comes(a_link(group))
    with refused("access_moved_on"):
        confirm_player(mine, context_of(mine))
    seen_as_ben = context_of(claims(mine, "Ben"))
    claims(mine, "Cleo")
    with refused("access_moved_on"):
        confirm_player(mine, seen_as_ben)
    assert not stored(mine).is_player_confirmed


@pytest.mark.parametrize("is_confirmed", [False, True])
def test_a_phone_with_another_id_keeps_its_confirmation(group: Group, *, is_confirmed: bool) -> None:
    mine, other = claims(comes(a_link(group)), "Ben"), comes(a_link(group))
    if is_confirmed:
        confirms(mine)
    change_guest(mine.guest, other.guest)
    after = stored(other)
    found = (after.player, after.has_said_who, after.is_player_confirmed)
    assert found == (player(group, "Ben"), True, is_confirmed)


def test_a_player_is_contested_until_every_claim_is_confirmed_or_taken_away(group: Group) -> None:
    first, second, third = (comes(a_link(group)) for _ in range(3))
    steps: tuple[tuple[Callable[[], object], bool], ...] = (
        (lambda: claims(first, "Ben"), False),
        (lambda: claims(second, "Ben"), True),
        (lambda: confirms(first), True),
        (lambda: claims(second, "", by=owner_of(group)), False),
        (lambda: confirms(claims(second, "Ben")), False),
        (lambda: claims(third, "Ben"), True),
    )
    for step, is_contested in steps:
        step()
        assert contested_players(group) == frozenset(ids(group, "Ben") if is_contested else ())


def test_two_players_who_are_merged_are_claimed_as_one_until_they_are_told_apart(group: Group) -> None:
    ben, cleo = ids(group, "Ben", "Cleo")
    unconfirmed, confirmed = (claims(comes(a_link(group)), name) for name in ("Ben", "Cleo"))
    confirms(confirmed)
    found = [contested_players(group)]
    merge = merge_players(group, cleo, ben, context_of())
    group.refresh_from_db()
    found.append(contested_players(group))
    unmerge_players(group, merge.number, context_of())
    group.refresh_from_db()
    assert [*found, contested_players(group)] == [frozenset(), {ben}, frozenset()]
    assert [stored(phone).is_player_confirmed for phone in (unconfirmed, confirmed)] == [False, True]


def test_those_who_are_gone_take_no_room(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_MEMBERS", 2)
    link = a_link(group)
    mine = comes(link)
    with refused("full"):
        comes(link)
    remove_member(mine, context_of(mine))
    assert comes(link).role == Role.SCORER
    mine.refresh_from_db()
    with refused("full"):
        bring_member_back(mine, context_of(mine))


def test_links_that_nobody_used_leave_nothing_behind(group: Group) -> None:
    off, used, on = (a_link(group) for _ in range(3))
    a_link(group, expires_at=timezone.now())
    comes(used)
    for link in (off, used):
        link.refresh_from_db()
        revoke_link(link, context_of(link))
    assert [forget_unused_links(most=most) for most in (1, 10)] == [1, 1]
    assert set(AccessLink.objects.all()) == {used, on}


def test_that_a_phone_was_here_is_noted_every_few_minutes(group: Group) -> None:
    ann = owner_of(group)
    noted = ann.last_seen
    seen(ann)
    assert stored(ann).last_seen == noted
    ann.last_seen = timezone.now() - timedelta(minutes=6)
    seen(ann)
    assert timezone.now() - stored(ann).last_seen < timedelta(minutes=1)  # type: ignore[operator]


# A page: its year, and the player whose it is.
YearPage = tuple[int, int | None]
THE_YEAR: YearPage = (2026, None)


def shares(group: Group, after: int, page: YearPage = THE_YEAR, **more: bool) -> SharedYear:
    context = WriteContext(key=uuid.uuid4(), after=after)
    names = more.get("shows_names", True)
    shared = share_year(group, *page, context, secret=secret(), shows_names=names)
    assert shared is not None
    return shared


def closes(group: Group, after: int, page: YearPage = THE_YEAR) -> SharedYear | None:
    return share_year(group, *page, WriteContext(key=uuid.uuid4(), after=after), secret=None)


def test_year_shared_anew_has_another_secret_and_the_old_one_is_gone(group: Group) -> None:
    assert (closes(group, 0), SharedYear.objects.exists()) == (None, False)
    first = shares(group, 0).digest
    closes(group, 1)
    assert not SharedYear.objects.get().is_on
    shared = shares(group, 2, shows_names=False)
    assert shared.digest != first
    stored = SharedYear.objects.get()
    assert (stored.is_on, stored.digest, stored.shows_names) == (True, shared.digest, False)


def test_player_of_another_group_has_no_year_here(group: Group) -> None:
    (zoe,) = ids(thursday_table(name="Another", names=["Zoe"]), "Zoe")
    with refused("no_such_player"):
        shares(group, 0, (2026, zoe))


def test_no_more_years_are_on_than_there_is_room_for(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_SHARED_YEARS", 2)
    for year in (2024, 2025):
        shares(group, 0, (year, None))
    with refused("full"):
        shares(group, 0)
    closes(group, 1, (2024, None))
    assert shares(group, 0).is_on


def test_who_is_forgotten_has_no_year_that_others_can_open(group: Group) -> None:
    ann, ben = ids(group, "Ann", "Ben")
    for who in (ann, ben):
        shares(group, 0, (2026, who))
    forget_name(player(group, "Ann"))
    assert dict(SharedYear.objects.values_list("player", "is_on")) == {ann: False, ben: True}
