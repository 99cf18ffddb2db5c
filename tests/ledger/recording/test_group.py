"""A group is started once, and names are kept in every spelling that people have."""

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
from ledger.scoring import HandRefused
from scorekeeper.text.refusals import sentence
from tests.cast import NAMES, OWNER, player, thursday_table

pytestmark = pytest.mark.django_db

THURSDAY = NewGroup(name="Thursday table", names=NAMES, currency="EUR", stake_cents=25)


def test_whoever_starts_a_group_owns_it_and_is_its_first_player() -> None:
    key = uuid.uuid4()
    group = start_group(THURSDAY, OWNER, key)
    assert start_group(THURSDAY, OWNER, key) == group
    with pytest.raises(Refused, match="key_used"):
        start_group(THURSDAY, uuid.uuid4(), key)
    assert [found.name for found in group.players.all()] == list(NAMES)
    membership, rules = Membership.objects.get(), HouseRules.objects.get()
    assert (membership.guest, membership.role, membership.player) == (OWNER, Role.OWNER, player(group, "Ann"))
    assert (rules.version, rules.game, rules.options) == (1, "sheepshead", {})
    assert (group.currency, group.stake_cents) == ("EUR", 25)
    assert (Group.objects.count(), Player.objects.count()) == (1, len(NAMES))


def test_a_group_that_plays_for_points_has_no_stake() -> None:
    group = thursday_table(currency="", stake_cents=25)
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
    with pytest.raises(HandRefused, match=f"^{code}"):
        start_group(new, OWNER, uuid.uuid4())
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
    assert Player.objects.get(pk=add_player(thursday_table(names=("Ben",)), typed).pk).name == kept


UNFIT = "The name has a character in it that cannot be saved. Type it again."


@pytest.mark.parametrize(
    ("typed", "code", "words"),
    [
        *(
            (typed, "no_name", "A name is missing.")
            for typed in ("", "   ", "\u200b", "\u200d\u200d", "\u202e")
        ),
        ("\t\n\u00a0", "no_name", "A name is missing."),
        *((typed, "unfit", UNFIT) for typed in ("Ann\0", "Ann\x07\x1b", "Ann\x7f", "Ann\ud800", "Ann\ufffe")),
        ("\ud800", "unfit", UNFIT),
        ("Wolfeschlegelsteinhausenbergerdorff the second", "long_name", "“Wolfeschlege…”"),
        *((typed, "name_taken", "") for typed in ("ann", " ANN", "Ａｎｎ", "A\u200bnn", "Ann\u202e")),
    ],
)
def test_a_name_that_will_not_do_is_refused_beside_the_names(typed: str, code: str, words: str) -> None:
    group = thursday_table()
    with pytest.raises(Refused) as refused:
        add_player(group, typed)
    assert (refused.value.code, refused.value.fact) == (code, "names")
    assert sentence(refused.value).startswith(words)
    assert group.players.count() == len(NAMES)


def test_names_that_differ_in_the_eye_differ_in_the_book() -> None:
    assert len({name_key(name) for name in ("Jo", "Jó", "Joe", "J o", "🐑", "🐏")}) == 6
    assert name_key("Strasse") == name_key("STRASSE") == name_key("Straße")


def test_a_player_gets_another_name_but_not_somebody_elses() -> None:
    thursday_table(name="Friday table", guest=uuid.uuid4())  # a name is free in another group
    group = thursday_table()
    ann = rename_player(player(group, "Ann"), "Anna")
    assert (player(group, "Anna").pk, ann.name_key) == (ann.pk, "anna")
    assert rename_player(ann, "ANNA").name == "ANNA"
    with pytest.raises(Refused, match="name_taken"):
        rename_player(ann, "ben")
    assert Player.objects.get(pk=ann.pk).name == "ANNA"


def test_a_guest_is_let_in_once_and_may_get_another_role() -> None:
    group, guest = thursday_table(), uuid.uuid4()
    admit(group, guest, Role.WATCHER)
    admit(group, guest, Role.SCORER, player(group, "Ben"))
    membership = Membership.objects.get(group=group, guest=guest)
    assert (membership.role, membership.player) == (Role.SCORER, player(group, "Ben"))


def test_a_group_may_ask_for_card_points_first() -> None:
    group = thursday_table()
    choose_points_first(group, points_first=True)
    assert Group.objects.get(pk=group.pk).points_first
