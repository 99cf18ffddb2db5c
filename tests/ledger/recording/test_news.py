"""Everything written of a group raises its number, and no other group's: watchers ask for nothing else."""

import uuid
from collections.abc import Callable, Mapping
from datetime import date, timedelta

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.models import Sum
from django.utils import timezone

from ledger import recording
from ledger.book.seasons import Season
from ledger.book.seating import Seating
from ledger.models import (
    NIGHTLY,
    AccessLink,
    Group,
    Membership,
    News,
    Role,
    Service,
    Session,
    SharedYear,
)
from ledger.models.book import sheet_of
from ledger.models.news import TOLD_OF
from ledger.money.rounding import Rest, Rounding
from ledger.recording import WriteContext, journal
from ledger.recording import group as links
from tests.cast import (
    a_night,
    as_told,
    context,
    hand,
    ids,
    owner_of,
    player,
    seated,
    tell,
    thursday_table,
)

pytestmark = pytest.mark.django_db

FOLLOW = {
    **dict.fromkeys(
        ("Hand", "HandResult", "Pot", *(one.__name__ for one in NIGHTLY)), "projected with the entry"
    ),
    "Move": "said of the whole book",
    "News": "the number itself",
    "OpenPayment": "projected with the transaction",
    "Posting": "sealed by its transaction",
    "SettlementPayment": "sealed by its settlement",
    "Tombstone": "there is nobody left to be told",
}

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")


def number(group: Group) -> int:
    found: int | None = News.objects.filter(group=group).aggregate(all=Sum("number"))["all"]
    return found or 0


def number_before(group: Group) -> int:
    """Return the number before a new transaction; PostgreSQL counts each once, and a test is one."""
    News.objects.update(by=0)
    return number(group)


@pytest.fixture
def night(group: Group) -> Session:
    session = a_night(group, *FIVE)
    tell(session, "Ann", "Ben")
    return session


def pen(after: int = 0) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=after)


def as_newest(group: Group) -> WriteContext:
    group.refresh_from_db()
    return WriteContext(key=uuid.uuid4(), after=recording.newest_change(group), by=owner_of(group))


def taken_back(night: Session) -> None:
    recording.take_back_hand(night, 2, context(night))


def ended(night: Session) -> None:
    recording.end_night(night, context(night))


def joined(night: Session) -> None:
    frank, ben = ids(night.group, "Frank", "Ben")
    recording.join(night, frank, context(night), after=ben)


def undone(night: Session) -> None:
    joined(night)
    recording.undo_change(night, sheet_of(night).newest, context(night))


def paid(night: Session) -> None:
    ann, ben = ids(night.group, "Ann", "Ben")
    journal.pay(night.group, ann, ben, 100, pen())


def a_secret() -> recording.Secret:
    return recording.Secret(nonce=uuid.uuid4(), digest=recording.digest_of(uuid.uuid4().hex))


def a_link(night: Session) -> AccessLink:
    return recording.make_link(night.group, recording.NewLink(role=Role.WATCHER), a_secret(), pen())


def the_link(night: Session) -> AccessLink:
    return AccessLink.objects.get(group=night.group)


def a_member(night: Session) -> Membership:
    return recording.admit(night.group, uuid.uuid4(), Role.WATCHER)


def shared(night: Session) -> SharedYear | None:
    return recording.share_year(night.group, 2026, None, pen(), secret=a_secret())


def the_member(night: Session) -> Membership:
    return Membership.objects.exclude(pk=owner_of(night.group).pk).get(group=night.group)


def table_with_gus(night: Session) -> Callable[[Callable[[str], int]], Seating]:
    """Return a table with a new player on the dealer's left, given a function that finds or adds players."""
    seating = sheet_of(night).seating
    return lambda called: seating.joined(called("Gus"), after=seating.dealer)


Deed = Callable[[Session], object]


def _merged(group: Group) -> object:
    """Frank, who did not play, is Ann."""
    frank, ann = ids(group, "Frank", "Ann")
    return recording.merge_players(group, frank, ann, pen())


WINTER = Season(name="Winter", first=date(2026, 1, 1))


DEEDS: Mapping[str, tuple[Deed | None, Deed]] = {
    "merge_players": (None, lambda night: _merged(night.group)),
    "unmerge_players": (
        lambda night: _merged(night.group),
        lambda night: recording.unmerge_players(night.group, 1, pen(1)),
    ),
    "add_season": (None, lambda night: recording.add_season(night.group, WINTER, pen())),
    "change_season": (
        lambda night: recording.add_season(night.group, WINTER, pen()),
        lambda night: recording.change_season(
            night.group, 1, Season(name="Spring", first=date(2026, 3, 1)), pen(1)
        ),
    ),
    "remove_season": (
        lambda night: recording.add_season(night.group, WINTER, pen()),
        lambda night: recording.remove_season(night.group, 1, pen(1)),
    ),
    "add_player": (None, lambda night: recording.add_player(night.group, "Gus")),
    "admit": (None, lambda night: recording.admit(night.group, uuid.uuid4(), Role.WATCHER)),
    "arrange": (
        None,
        lambda night: recording.arrange(night, seated(night.group, *reversed(FIVE)), context(night)),
    ),
    "be_content_with_one_owner": (None, lambda night: recording.be_content_with_one_owner(night.group)),
    "bring_member_back": (
        lambda night: recording.remove_member(a_member(night), pen()),
        lambda night: recording.bring_member_back(the_member(night), pen(the_member(night).changes)),
    ),
    "change_role": (
        a_member,
        lambda night: recording.change_role(the_member(night), Role.SCORER, pen(the_member(night).changes)),
    ),
    "claim_player": (
        a_member,
        lambda night: recording.claim_player(the_member(night), player(night.group, "Ann"), pen()),
    ),
    "confirm_player": (
        lambda night: recording.claim_player(a_member(night), player(night.group, "Ann"), pen()),
        lambda night: recording.confirm_player(the_member(night), pen(the_member(night).changes)),
    ),
    "forget_unused_links": (
        lambda night: recording.revoke_link(a_link(night), pen()),
        lambda night: recording.forget_unused_links(most=1),
    ),
    "let_in": (a_link, lambda night: recording.let_in(the_link(night), uuid.uuid4())),
    "make_link": (None, a_link),
    "share_year": (None, shared),
    "share_year.off": (
        shared,
        lambda night: recording.share_year(night.group, 2026, None, pen(1), secret=None),
    ),
    "remove_member": (a_member, lambda night: recording.remove_member(the_member(night), pen())),
    "rename_link": (a_link, lambda night: recording.rename_link(the_link(night), "Sunday", pen())),
    "replace_link": (a_link, lambda night: recording.replace_link(the_link(night), a_secret(), pen())),
    "revoke_link": (a_link, lambda night: recording.revoke_link(the_link(night), pen())),
    "let_dealer_keep_score": (
        None,
        lambda night: recording.let_dealer_keep_score(night.group, as_newest(night.group), is_dealer=True),
    ),
    "show_money_to_watchers": (
        None,
        lambda night: recording.show_money_to_watchers(night.group, as_newest(night.group), is_shown=True),
    ),
    "ask_to_leave": (
        None,
        lambda night: recording.ask_to_leave(night.group, at=timezone.now() + timedelta(days=9)),
    ),
    "put_away.back": (
        lambda night: recording.put_away(night.group, as_newest(night.group)),
        lambda night: recording.put_away(night.group, as_newest(night.group), away=False),
    ),
    "call_group": (None, lambda night: recording.call_group(night.group, "Friday", as_newest(night.group))),
    "change_guest": (
        None,
        lambda night: recording.change_guest(owner_of(night.group).guest, uuid.uuid4()),
    ),
    "change_stake": (None, lambda night: recording.change_stake(night, 50, context(night))),
    "choose_coin": (
        None,
        lambda night: recording.choose_coin(night.group, Rounding(coin=50, rest=Rest.NEAREST)),
    ),
    "pay_together": (
        None,
        lambda night: recording.pay_together(*night.group.players.all()[:2]),
    ),
    "choose_points_first": (
        None,
        lambda night: recording.choose_points_first(night.group, points_first=True),
    ),
    "correct_hand": (
        None,
        lambda night: recording.correct_hand(night, 2, hand(night, "Cleo", "Dave"), context(night)),
    ),
    "draw_player": (
        None,
        lambda night: recording.draw_player(player(night.group, "Ann"), initials="AA", colour="teal"),
    ),
    "end_night": (None, ended),
    "forget_name": (
        None,
        lambda night: recording.forget_name(player(night.group, "Frank")),
    ),
    "join": (None, joined),
    "change_table": (
        None,
        lambda night: recording.change_table(night, table_with_gus(night), context(night)),
    ),
    "start_table": (
        None,
        lambda night: recording.start_table(night.group, table_with_gus(night), pen()),
    ),
    "leave": (
        joined,
        lambda night: recording.leave(night, ids(night.group, "Frank")[0], context(night)),
    ),
    "play_for": (None, lambda night: recording.play_for(night.group, "EUR", 50, as_newest(night.group))),
    "put_away": (None, lambda night: recording.put_away(night.group, as_newest(night.group))),
    "redo_change": (
        undone,
        lambda night: recording.redo_change(night, sheet_of(night).newest, context(night)),
    ),
    "remark_on_hand": (None, lambda night: recording.remark_on_hand(night, 2, "Well!", context(night))),
    "rename_player": (None, lambda night: recording.rename_player(player(night.group, "Ann"), "Anna")),
    "reopen_night": (ended, lambda night: recording.reopen_night(night, context(night))),
    "restore_hand": (
        taken_back,
        lambda night: recording.restore_hand(night, 2, context(night), version=2),
    ),
    "start_session": (None, lambda night: a_night(night.group)),
    "take_back_hand": (None, taken_back),
    "tell_hand": (None, lambda night: tell(night, "Cleo", "Dave")),
    "undo_change": (
        joined,
        lambda night: recording.undo_change(night, sheet_of(night).newest, context(night)),
    ),
    "write_rules": (
        None,
        lambda night: recording.write_rules(
            night.group, "sheepshead", "", {"bump": False}, uuid.uuid4(), owner_of(night.group)
        ),
    ),
    "tell_shown_hand": (
        None,
        lambda night: recording.tell_shown_hand(night, as_told(hand(night, "Ann", "Ben")), context(night)),
    ),
    "write_words": (
        None,
        lambda night: recording.write_words(night.group, "No cheating.", uuid.uuid4(), owner_of(night.group)),
    ),
    "journal.pay": (
        None,
        paid,
    ),
    "journal.undo": (
        paid,
        lambda night: journal.undo(night.group, 1, pen()),
    ),
    "handles.write_handles": (
        None,
        lambda night: links.write_handles(player(night.group, "Ann"), {Service.PAYPAL: "ann"}),
    ),
}

ELSEWHERE = {
    "amend_night": "an entry, as all that is done to a night",
    "mark_unpaid": "an entry",
    "remove_group": "below",
    "restore_night": "an entry",
    "start_group": "below",
    "strike_import": "entries",
    "strike_night": "an entry",
    "seen": "below: it is no news",
}
WRITE_NOTHING = {
    "are_twins", "check_members", "digest_of", "due_groups", "group_started", "has_come", "is_forgotten",
    "is_gone", "newest_change", "people_told", "try_hand",
}  # fmt: skip


def test_every_function_of_the_pen_is_tried_here() -> None:
    functions = {name for name in recording.__all__ if name[0].islower()}
    assert functions == {name for name in DEEDS if "." not in name} | set(ELSEWHERE) | WRITE_NOTHING


@pytest.mark.parametrize("name", DEEDS)
def test_whatever_is_written_moves_the_number_of_its_group(name: str, night: Session) -> None:
    before, deed = DEEDS[name]
    other = thursday_table(name="Friday table", guest=uuid.uuid4())
    if before:
        before(night)
    was, other_was = number_before(night.group), number(other)
    deed(night)
    assert (number(night.group) > was, number(other)) == (True, other_was)


def test_every_table_is_news_or_follows_from_one_that_is() -> None:
    models = apps.get_app_config("ledger").get_models()
    assert {model.__name__ for model in models if model._meta.db_table not in TOLD_OF} == set(FOLLOW)


def test_what_was_not_written_in_the_end_is_no_news(night: Session) -> None:
    was = number_before(night.group)
    with transaction.atomic():
        tell(night, "Cleo", "Dave")
        assert number(night.group) > was
        transaction.set_rollback(True)
    assert number(night.group) == was
    tell(night, "Cleo", "Dave")
    assert number(night.group) > was


def test_a_phone_that_was_here_is_no_news_and_what_it_may_do_and_that_it_goes_is(group: Group) -> None:
    someone = recording.admit(group, uuid.uuid4(), Role.WATCHER)
    Membership.objects.update(last_seen=None)
    was = number_before(group)
    someone.refresh_from_db()
    recording.seen(someone)
    someone.refresh_from_db()
    assert someone.last_seen is not None
    assert number(group) == was
    someone.role = Role.SCORER
    someone.save()  # with all its columns
    assert number(group) > was
    was = number_before(group)
    someone.delete()
    assert number(group) > was


def test_a_group_that_arrives_has_no_news_and_one_that_is_gone_neither(group: Group) -> None:
    arriving = Group.every.create(name="On its way", is_arriving=True)
    arriving.players.create(name="Zed", name_key="zed")
    assert number(arriving) == 0
    arriving.players.all().delete()
    recording.remove_group(arriving)
    recording.ask_to_leave(group, at=timezone.now() - timedelta(days=1))
    recording.remove_group(group)
    assert not News.objects.exists()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite counts each row")
def test_postgresql_counts_a_transaction_once(night: Session) -> None:
    was = number_before(night.group)
    for picker in ("Cleo", "Edith"):
        tell(night, picker, "Dave")
    assert number(night.group) == was + 1
