"""Starting a group, and names in every spelling people have."""

import uuid

import pytest

from ledger.models import Group, HouseRules, Membership, Player, Role, name_key
from ledger.models.group import LONGEST_NAME
from ledger.recording import (
    NewGroup,
    Refused,
    add_player,
    admit,
    choose_points_first,
    rename_player,
    start_group,
)
from ledger.scoring.scored import HandRefused
from scorekeeper.text.refusals import sentence
from tests.cast import NAMES, OWNER, STRANGERS, player, thursday_table

pytestmark = pytest.mark.django_db

THURSDAY = NewGroup(name="Thursday table", names=NAMES, currency="EUR", stake_cents=25)


def test_whoever_starts_a_group_owns_it_and_is_its_first_player() -> None:
    group = start_group(THURSDAY, OWNER, uuid.uuid4())
    assert [found.name for found in group.players.all()] == list(NAMES)
    membership = Membership.objects.get(group=group)
    assert (membership.guest, membership.role) == (OWNER, Role.OWNER)
    assert membership.player == player(group, "Ann")
    rules = HouseRules.objects.get(group=group)
    assert (rules.version, rules.game, rules.options) == (1, "sheepshead", {})
    assert (group.currency, group.stake_cents) == ("EUR", 25)


def test_a_group_started_twice_with_the_same_key_is_one() -> None:
    key = uuid.uuid4()
    assert start_group(THURSDAY, OWNER, key) == start_group(THURSDAY, OWNER, key)
    assert (Group.objects.count(), Player.objects.count()) == (1, len(NAMES))


def test_another_guests_key_starts_nothing_and_shows_nothing() -> None:
    key = uuid.uuid4()
    start_group(THURSDAY, OWNER, key)
    with pytest.raises(Refused) as refused:
        start_group(THURSDAY, uuid.uuid4(), key)
    assert refused.value.code == "key_used"
    assert Group.objects.count() == Membership.objects.count() == 1


def test_a_group_that_plays_for_points_has_no_stake() -> None:
    group = start_group(NewGroup(name="Points", names=NAMES, stake_cents=25), OWNER, uuid.uuid4())
    assert (group.currency, group.stake_cents) == ("", 0)


@pytest.mark.parametrize(
    ("new", "code"),
    [
        (NewGroup(name="", names=NAMES), "no_name"),
        (NewGroup(name="T" * 41, names=NAMES), "long_name"),
        (NewGroup(name="Thursday", names=("Ann", "Ben", "ann ")), "name_taken"),
        (NewGroup(name="Thursday", names=("Ann", "  ")), "no_name"),
        (NewGroup(name="Thursday", names=NAMES, game="bridge"), "not_supported"),
        (NewGroup(name="Thursday", names=NAMES, options={"bumps": 1}), "unknown_option"),
        (NewGroup(name="Thursday", names=NAMES, options={"bump": "maybe"}), "bad_option"),
    ],
)
def test_a_group_that_cannot_be_is_refused_and_leaves_nothing_behind(new: NewGroup, code: str) -> None:
    with pytest.raises(HandRefused) as refused:
        start_group(new, OWNER, uuid.uuid4())
    assert refused.value.code == code
    assert Group.objects.count() == Player.objects.count() == HouseRules.objects.count() == 0


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Käthe", "Käthe"),
        ("  Anna   Lena \n", "Anna Lena"),
        ("🐑", "🐑"),
        ("👩‍👩‍👧 Kim", "👩‍👩‍👧 Kim"),
        ('O\'Neil "Doc"', 'O\'Neil "Doc"'),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("Robert'); DROP TABLE", "Robert'); DROP TABLE"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
        ("דוד", "דוד"),
        ("محمد", "محمد"),
        ("Ann\u202egnat", "Anngnat"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("Ann\u00a0B\t\nC", "Ann B C"),
        ("\ufdfa" * LONGEST_NAME, "\ufdfa" * LONGEST_NAME),
        ("李", "李"),
    ],
)
def test_a_name_is_kept_as_it_was_typed_without_what_would_break_its_line(typed: str, kept: str) -> None:
    group = thursday_table(names=("Ben",))
    assert Player.objects.get(pk=add_player(group, typed).pk).name == kept


@pytest.mark.parametrize("typed", ["", "   ", "\u200b", "\u200d\u200d", "\u202e", "\t\n\u00a0"])
def test_a_name_of_which_nothing_can_be_seen_is_missing(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        add_player(thursday_table(), typed)
    assert (refused.value.code, sentence(refused.value)) == ("no_name", "A name is missing.")


@pytest.mark.parametrize("typed", ["Ann\0", "Ann\x07\x1b", "Ann\x7f", "Ann\ud800", "\ud800", "Ann\ufffe"])
def test_a_name_with_what_cannot_be_written_down_is_refused(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        add_player(thursday_table(), typed)
    words = "The name has a character in it that cannot be saved. Type it again."
    assert (refused.value.code, sentence(refused.value), refused.value.fact) == ("unfit", words, "names")


def test_a_name_that_is_too_long_is_refused_with_its_beginning() -> None:
    with pytest.raises(Refused, match="long_name") as refused:
        add_player(thursday_table(), "Wolfeschlegelsteinhausenbergerdorff the second")
    assert sentence(refused.value).startswith("“Wolfeschlege…”")


@pytest.mark.parametrize("typed", ["ann", " ANN", "Ａｎｎ", "A\u200bnn", "Ann\u202e"])
def test_two_names_that_look_the_same_at_the_table_are_the_same(typed: str) -> None:
    group = thursday_table()
    with pytest.raises(Refused) as refused:
        add_player(group, typed)
    assert refused.value.code == "name_taken"
    assert group.players.count() == len(NAMES)


def test_names_that_differ_in_the_eye_differ_in_the_book() -> None:
    assert len({name_key(name) for name in ("Jo", "Jó", "Joe", "J o", "🐑", "🐏")}) == 6
    assert name_key("Strasse") == name_key("STRASSE") == name_key("Straße")


def test_a_name_is_free_in_another_group() -> None:
    thursday_table()
    assert thursday_table(name="Friday table", guest=uuid.uuid4()).players.count() == len(NAMES)


def test_a_player_gets_another_name_but_not_somebody_elses() -> None:
    group = thursday_table()
    ann = rename_player(player(group, "Ann"), "Anna")
    assert (player(group, "Anna").pk, ann.name_key) == (ann.pk, "anna")
    assert rename_player(ann, "ANNA").name == "ANNA"
    with pytest.raises(Refused) as refused:
        rename_player(ann, "ben")
    assert refused.value.code == "name_taken"
    assert Player.objects.get(pk=ann.pk).name == "ANNA"


def test_a_guest_is_let_in_once_and_may_get_another_role() -> None:
    group, guest = thursday_table(), uuid.uuid4()
    admit(group, guest, Role.WATCHER)
    membership = admit(group, guest, Role.SCORER, player(group, "Ben"))
    assert Membership.objects.filter(group=group, guest=guest).count() == 1
    assert (membership.role, membership.player) == (Role.SCORER, player(group, "Ben"))


def test_a_group_may_ask_for_card_points_first() -> None:
    group = thursday_table(names=STRANGERS)
    choose_points_first(group, points_first=True)
    assert Group.objects.get(pk=group.pk).points_first
