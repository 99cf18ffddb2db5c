"""Links let phones in, as what they say and as long as they say; phones are removed and come back."""

import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from ledger import limits
from ledger.models import AccessLink, Group, Membership, Role
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
    rename_link,
    replace_link,
    revoke_link,
    seen,
    unmerge_players,
)
from ledger.standings import contested_players
from tests.cast import OWNER, owner_of, player, thursday_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def group(db: None) -> Group:
    return thursday_table()


def secret() -> Secret:
    return Secret(nonce=uuid.uuid4(), digest=digest_of(uuid.uuid4().hex))


def said(row: AccessLink | Membership | None = None, key: uuid.UUID | None = None) -> WriteContext:
    """A form that was drawn when the link, or the phone, stood as it does here."""
    by = Membership.objects.filter(guest=OWNER).first()
    return WriteContext(key=key or uuid.uuid4(), after=row.changes if row else 0, by=by)


def a_link(group: Group, role: Role = Role.SCORER, **more: object) -> AccessLink:
    return make_link(group, NewLink(role=role, **more), secret(), said())  # type: ignore[arg-type]


def comes(link: AccessLink) -> Membership:
    """A phone that nobody knew comes by this link."""
    return let_in(link, uuid.uuid4())


def fresh(row: AccessLink | Membership) -> AccessLink | Membership:
    row.refresh_from_db()
    return row


def refused(code: str) -> "pytest.RaisesExc[Refused]":
    return pytest.raises(Refused, check=lambda trouble: trouble.code == code)


def may_still_watch(member: int) -> bool:
    """Whether a phone is still let in."""
    return Membership.objects.filter(pk=member, removed_at=None).exists()


def test_a_form_sent_twice_makes_one_link(group: Group) -> None:
    key = uuid.uuid4()
    made = [make_link(group, NewLink(role=Role.WATCHER), secret(), said(key=key)) for _ in range(2)]
    assert made[0] == made[1]
    assert AccessLink.objects.count() == 1
    with refused("key_used"):
        make_link(group, NewLink(role=Role.OWNER), secret(), said(key=key))


def test_a_group_has_so_many_links_at_a_time(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_LINKS", 1)
    link = a_link(group)
    with refused("full"):
        a_link(group)
    revoke_link(link, said(link))
    assert a_link(group).is_open_now


def test_who_is_in_already_keeps_the_higher_role(group: Group) -> None:
    watch, score = a_link(group, Role.WATCHER), a_link(group)
    mine = comes(score)
    assert let_in(watch, mine.guest).role == Role.SCORER
    looks = comes(watch)
    assert let_in(score, looks.guest).role == Role.SCORER
    assert let_in(watch, OWNER).role == Role.OWNER
    assert Membership.objects.count() == 3


def test_a_link_that_is_off_or_over_lets_nobody_in(group: Group) -> None:
    off, over, one = a_link(group), a_link(group, expires_at=timezone.now()), a_link(group, once=True)
    revoke_link(off, said(off))
    guest = comes(one).guest
    assert let_in(one, guest).guest == guest
    for link in (off, over, one):
        with refused("link_off"):
            comes(link)


def test_who_came_for_tonight_only_watches_tomorrow(group: Group) -> None:
    mine = comes(a_link(group, expires_at=timezone.now() + TONIGHT))
    tonight = mine.role_now
    mine.role_until = timezone.now() - timedelta(seconds=1)
    assert [tonight, mine.role_now] == [Role.SCORER, Role.WATCHER]
    mine.save()
    assert let_in(a_link(group), mine.guest).role_until is None


def test_only_a_role_to_score_ends_with_the_link_that_gave_it(group: Group) -> None:
    over = timezone.now() + TONIGHT
    until = {role: comes(a_link(group, role, expires_at=over)).role_until for role in Role}
    assert until == {Role.OWNER: None, Role.SCORER: over, Role.WATCHER: None}


def test_a_role_to_score_ends_with_the_longest_link_of_those_that_gave_it(group: Group) -> None:
    over = timezone.now() + TONIGHT
    tonight, longer = a_link(group, expires_at=over), a_link(group, expires_at=over + timedelta(hours=1))
    guest = comes(tonight).guest
    assert let_in(longer, guest).role_until == longer.expires_at
    assert let_in(tonight, guest).role_until == longer.expires_at
    assert let_in(a_link(group), guest).role_until is None
    assert let_in(longer, guest).role_until is None


def test_a_new_code_has_the_same_name_and_role_and_the_old_one_is_off(group: Group) -> None:
    old = a_link(group, name="The kitchen", expires_at=timezone.now() + TONIGHT)
    mine, key = comes(old), uuid.uuid4()
    fresh(old)
    new = [replace_link(old, secret(), said(old, key)) for _ in range(2)]
    assert new[0] == new[1]
    assert (new[0].name, new[0].role, new[0].is_open_now) == ("The kitchen", Role.SCORER, True)
    assert new[0].expires_at
    assert new[0].expires_at > timezone.now() + TONIGHT - timedelta(minutes=1)
    assert not fresh(old).is_open_now  # type: ignore[union-attr]
    assert may_still_watch(mine.pk)


def test_what_was_changed_meanwhile_is_not_written_over(group: Group) -> None:
    link = a_link(group)
    before = said(link)
    rename_link(link, "The kitchen", said(link))
    with refused("access_moved_on"):
        revoke_link(link, before)
    mine = comes(link)
    late = said(mine)
    change_role(mine, Role.WATCHER, said(mine))
    writes: tuple[Callable[[], object], ...] = (
        lambda: change_role(mine, Role.OWNER, late),
        lambda: remove_member(mine, late),
        lambda: claim_player(mine, player(group, "Ben"), late),
    )
    for write in writes:
        with refused("access_moved_on"):
            write()
    assert Membership.objects.get(pk=mine.pk).role == Role.WATCHER


def test_a_link_is_turned_off_with_or_without_those_who_came_by_it(group: Group) -> None:
    kept, closed = a_link(group), a_link(group)
    stays, goes, promoted = comes(kept), comes(closed), comes(closed)
    change_role(promoted, Role.OWNER, said(promoted))
    assert revoke_link(kept, said(kept)) == []
    key = uuid.uuid4()
    assert revoke_link(closed, said(closed, key), closes=True) == [goes]
    assert revoke_link(closed, said(closed, key), closes=True) == []
    assert [may_still_watch(one.pk) for one in (stays, goes, promoted)] == [True, False, True]


def test_who_was_removed_is_nobody_and_what_they_wrote_keeps_its_writer(group: Group) -> None:
    link = a_link(group)
    mine = comes(link)
    claim_player(mine, player(group, "Ben"), said(mine))
    guest, key = mine.guest, uuid.uuid4()
    fresh(mine)
    for _ in range(2):
        remove_member(mine, said(mine, key))
    assert not Membership.objects.filter(guest=guest).exists()
    assert not may_still_watch(mine.pk)
    assert Membership.objects.get(pk=mine.pk).player == player(group, "Ben")
    back = let_in(link, guest)
    assert back == mine
    assert may_still_watch(mine.pk)


def test_a_phone_is_removed_with_the_link_it_came_by(group: Group) -> None:
    link = a_link(group)
    mine, other = comes(link), comes(link)
    guest = mine.guest
    remove_member(mine, said(mine), link_too=True)
    with refused("link_off"):
        let_in(link, guest)
    assert may_still_watch(other.pk)


def test_a_removal_is_undone_for_the_id_that_the_phone_has_by_now(group: Group) -> None:
    mine, later = comes(a_link(group)), uuid.uuid4()
    guest = mine.guest
    mine = remove_member(mine, said(mine))
    change_guest(guest, later)
    bring_member_back(mine, said(mine))
    assert Membership.objects.get(guest=later).role == Role.SCORER


def test_the_last_owner_stays(group: Group) -> None:
    ann = owner_of(group)
    with refused("last_owner"):
        remove_member(ann, said(ann))
    with refused("last_owner"):
        change_role(ann, Role.WATCHER, said(ann))
    never_came = admit(group, uuid.uuid4(), Role.OWNER)
    Membership.objects.filter(pk=never_came.pk).update(last_seen=None)
    with refused("last_owner"):
        remove_member(ann, said(ann))
    Membership.objects.filter(pk=never_came.pk).update(last_seen=timezone.now())
    assert remove_member(ann, said(ann)).removed_at


def test_a_phone_is_nobody_of_another_group(group: Group) -> None:
    mine, zoe = comes(a_link(group)), player(thursday_table(name="Another", names=["Zoe"]), "Zoe")
    with refused("no_such_player"):
        claim_player(mine, zoe, said(mine))
    ben = player(group, "Ben")
    claim_player(mine, ben, said(mine))
    other = comes(a_link(group))
    assert claim_player(other, ben, said(other)).player == ben


def now(member: Membership) -> Membership:
    """The phone as it stands."""
    return Membership.objects.select_related("group").get(pk=member.pk)


def claims(member: Membership, name: str, *, by: Membership | None = None) -> Membership:
    """The phone is a player's ("" for nobody's), as it says itself, or as an owner says."""
    member = now(member)
    one = player(member.group, name) if name else None
    claim_player(member, one, WriteContext(key=uuid.uuid4(), after=member.changes, by=by or member))
    return now(member)


def confirms(member: Membership) -> Membership:
    member = now(member)
    confirm_player(member, said(member))
    return now(member)


def test_a_claim_is_unconfirmed_until_an_owner_confirms_it(group: Group) -> None:
    mine = comes(a_link(group))
    assert not claims(mine, "Ben").is_player_confirmed
    assert confirms(mine).is_player_confirmed
    assert claims(mine, "Ben").is_player_confirmed


@pytest.mark.parametrize("then", ["Cleo", ""])
def test_a_confirmation_ends_when_the_claim_changes(group: Group, then: str) -> None:
    mine = confirms(claims(comes(a_link(group)), "Ben"))
    assert not claims(mine, then).is_player_confirmed
    assert not claims(mine, "Ben").is_player_confirmed


def test_what_an_owner_says_is_confirmed(group: Group) -> None:
    ann, mine = owner_of(group), comes(a_link(group))
    assert claims(ann, "Ann").is_player_confirmed
    assert claims(mine, "Ben", by=ann).is_player_confirmed
    change_role(now(mine), Role.OWNER, said(now(mine)))
    change_role(now(ann), Role.WATCHER, said(now(ann)))
    assert not now(ann).is_player_confirmed


def test_nothing_is_confirmed_of_a_phone_that_is_nobodys_or_changed_meanwhile(group: Group) -> None:
    mine = comes(a_link(group))
    with refused("access_moved_on"):
        confirm_player(mine, said(mine))
    seen_as_ben = said(claims(mine, "Ben"))
    claims(mine, "Cleo")
    with refused("access_moved_on"):
        confirm_player(mine, seen_as_ben)
    assert not now(mine).is_player_confirmed


def test_a_phone_that_comes_back_by_a_link_is_unconfirmed_and_one_let_back_in_is_as_before(
    group: Group,
) -> None:
    link = a_link(group)
    mine = confirms(claims(comes(link), "Ben"))
    guest = mine.guest
    remove_member(mine, said(mine))
    bring_member_back(now(mine), said(now(mine)))
    assert now(mine).is_player_confirmed
    remove_member(now(mine), said(now(mine)))
    assert let_in(link, guest) == mine
    assert not now(mine).is_player_confirmed


def test_a_forgotten_player_leaves_no_confirmation_behind(group: Group) -> None:
    mine = confirms(claims(comes(a_link(group)), "Ben"))
    forget_name(player(group, "Ben"))
    mine = now(mine)
    assert (mine.player, mine.player_confirmed) == (None, False)


@pytest.mark.parametrize("is_confirmed", [False, True])
def test_a_phone_with_another_id_keeps_its_confirmation(group: Group, *, is_confirmed: bool) -> None:
    mine, other = claims(comes(a_link(group)), "Ben"), comes(a_link(group))
    if is_confirmed:
        confirms(mine)
    change_guest(mine.guest, other.guest)
    other = now(other)
    assert other.player == player(group, "Ben")
    assert other.has_said_who
    assert other.is_player_confirmed == is_confirmed


def test_a_player_is_contested_until_every_claim_is_confirmed_or_taken_away(group: Group) -> None:
    ben = player(group, "Ben").pk
    one, other = claims(comes(a_link(group)), "Ben"), comes(a_link(group))
    assert contested_players(group) == frozenset()
    claims(other, "Ben")
    assert contested_players(group) == {ben}
    confirms(one)
    assert contested_players(group) == {ben}
    claims(other, "", by=owner_of(group))
    assert contested_players(group) == frozenset()
    confirms(claims(other, "Ben"))
    assert contested_players(group) == frozenset()
    claims(comes(a_link(group)), "Ben")
    assert contested_players(group) == {ben}


def test_two_players_who_are_merged_are_claimed_as_one_until_they_are_told_apart(group: Group) -> None:
    ben, cleo = player(group, "Ben"), player(group, "Cleo")
    one, other = claims(comes(a_link(group)), "Ben"), confirms(claims(comes(a_link(group)), "Cleo"))
    assert contested_players(group) == frozenset()
    merge = merge_players(group, cleo.pk, ben.pk, said())
    group.refresh_from_db()
    assert contested_players(group) == {ben.pk}
    unmerge_players(group, merge.number, said())
    group.refresh_from_db()
    assert contested_players(group) == frozenset()
    assert not now(one).is_player_confirmed
    assert now(other).is_player_confirmed


def test_those_who_are_gone_take_no_room(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_MEMBERS", 2)
    link = a_link(group)
    mine = comes(link)
    with refused("full"):
        comes(link)
    remove_member(mine, said(mine))
    assert comes(link).role == Role.SCORER
    with refused("full"):
        fresh(mine)
        bring_member_back(mine, said(mine))


def test_links_that_nobody_used_leave_nothing_behind(group: Group) -> None:
    off, over, used, on = (
        a_link(group),
        a_link(group, expires_at=timezone.now()),
        a_link(group),
        a_link(group),
    )
    comes(used)
    for link in (off, used):
        fresh(link)
        revoke_link(link, said(link))
    assert forget_unused_links(most=1) == 1
    assert forget_unused_links(most=10) == 1
    assert set(AccessLink.objects.all()) == {used, on}
    assert over not in AccessLink.objects.all()


def test_that_a_phone_was_here_is_noted_every_few_minutes(group: Group) -> None:
    ann = owner_of(group)
    noted = ann.last_seen
    seen(ann)
    assert fresh(ann).last_seen == noted  # type: ignore[union-attr]
    ann.last_seen = timezone.now() - timedelta(minutes=6)
    seen(ann)
    assert timezone.now() - fresh(ann).last_seen < timedelta(minutes=1)  # type: ignore[union-attr,operator]


def test_a_phone_that_is_admitted_as_another_player_is_unconfirmed(group: Group) -> None:
    mine = confirms(claims(comes(a_link(group)), "Ben"))
    assert not admit(group, mine.guest, Role.SCORER, player(group, "Cleo")).is_player_confirmed
