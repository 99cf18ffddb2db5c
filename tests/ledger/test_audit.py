"""The auditor finds what somebody did behind the book's back, and changes nothing."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import StringIO
from itertools import pairwise
from typing import Any, cast

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F, QuerySet
from django.test.utils import CaptureQueriesContext

from ledger.book.who import renamed
from ledger.models import (
    Entry,
    Group,
    Hand,
    HandResult,
    NightGame,
    NightPair,
    NightPlace,
    NightPlayer,
    NightRole,
    Player,
    Posting,
    Session,
    Settlement,
    SettlementPayment,
    Transaction,
    guards,
)
from ledger.recording import correct_hand, end_night, reopen_night, take_back_hand
from ledger.recording.auditing import of_groups
from ledger.recording.journal import pay, undo
from ledger.scoring import GAMES, Scored
from ledger.steps import heard_by
from scorekeeper.tasks.turns import Turns
from scorekeeper.text.refusals import sentence
from tests.cast import a_night, context, hand, ids, tell, thursday_table
from tests.old_ways import PlanRequest, end_with_a_plan, mark_paid, pay_planned, plan_of_its_own, settle

pytestmark = pytest.mark.django_db

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")


@pytest.fixture
def night() -> Session:
    """Return an evening that ended twice, with a payment made."""
    session = a_night(thursday_table())
    tell(session, "Ben", "Cleo")
    end_night(session, context(session))
    reopen_night(session, context(session))
    tell(session, "Dave", "Edith")
    end_with_a_plan(session, context(session))
    first = plan_of_its_own(session)[0]
    mark_paid(session, first.payer, first.payee, context(session))
    return session


def audit(*options: str) -> tuple[int, str, str]:
    """Return the exit status, what was found, and what was said meanwhile."""
    out, err = StringIO(), StringIO()
    try:
        call_command("audit", *options, stdout=out, stderr=err)
    except SystemExit as left:
        return int(str(left.code)), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def audit_after(deed: Callable[[], object]) -> tuple[int, str, str]:
    """Do something behind the guards, then audit."""
    guards.lift(connection)
    deed()
    guards.install(connection)
    return audit()


def test_honest_book_is_well(night: Session) -> None:
    thursday_table(name="Friday table")
    assert audit() == (0, "All is well in 2 groups; 0 guards are missing.\n", "1 of 1 nights\n")
    assert audit("--group", "Thursday table")[0] == 0
    with pytest.raises(CommandError, match="There are: “Thursday table”, “Friday table”"):
        audit("--group", "Wednesday table")
    guards.lift(connection)
    status, found, _ = audit()
    assert status == 1
    assert "the guard ledger_entry_" in found


def reworded(number: int, **facts: object) -> None:
    """Let an entry say something else."""
    entry = Entry.objects.get(number=number)
    Entry.objects.filter(pk=entry.pk).update(facts={**entry.facts, **facts})


def a_stranger_sits() -> None:
    other = thursday_table(name="Friday table", names=["Zoe", "Yan", "Xenia"])
    ann, zoe = Player.objects.get(name="Ann"), other.players.get(name="Zoe")
    who = {pk: pk for pk in Player.objects.values_list("pk", flat=True)} | {ann.pk: zoe.pk}
    for entry in Entry.objects.all():
        Entry.objects.filter(pk=entry.pk).update(facts=renamed(entry.facts, who))


def journal_gives_cleos_cents_to_dave() -> None:
    for posting, more in zip(
        Posting.objects.filter(transaction__number=1, cents__lt=0)[:2], (-5, 5), strict=True
    ):
        Posting.objects.filter(pk=posting.pk).update(cents=posting.cents + more)


def a_night_elsewhere() -> None:
    """Say of one of the night's rows that it is of a group that has nothing to do with it."""
    NightRole.objects.filter(role="out").update(group=thursday_table(name="Friday table"))


def cents_changed() -> None:
    """Give five of Cleo's cents to Dave in the second ending, and let the journal follow."""
    cleo, dave = Player.objects.filter(name__in=("Cleo", "Dave")).order_by("name")
    facts = Entry.objects.get(number=6).facts
    cents = {**facts["cents"]}
    cents[str(cleo.pk)] -= 5
    cents[str(dave.pk)] += 5
    reworded(6, cents=cents)


BEHIND_ITS_BACK: list[tuple[Callable[[], object], str]] = [
    (lambda: Session.objects.update(hands=7), "it says 7 hands, the book says 2"),
    (lambda: Session.objects.update(ended_at=None), "it says it ended not yet"),
    (
        lambda: NightRole.objects.filter(role="picker").update(parts=1),
        "in the table nightrole the row Ben sheepshead 1 5 25 True picker True picked won 0 0 False False"
        " False has parts=1, the book says parts=5040",
    ),
    (lambda: NightRole.objects.filter(role="out").delete(), "has missing, the book says hands=1"),
    (
        lambda: HandResult.objects.filter(hand__entry=5).delete(),
        "in the table handresult the row 5 Ben has missing, the book says seat=1 place=0 role=out",
    ),
    (
        lambda: HandResult.objects.filter(hand__entry=2, role="picker").update(parts=1, won=False),
        "the row 2 Ben has won=False parts=1, the book says won=True parts=5040",
    ),
    (lambda: Hand.objects.filter(entry=2).update(game="x"), "has game=x, the book says game=sheepshead"),
    (
        lambda: NightPair.objects.filter(picked=1).update(picked_won=0),
        "has picked_won=0, the book says picked_won=1",
    ),
    (lambda: NightPlace.objects.filter(place=1).delete(), "in the table nightplace the row"),
    (lambda: NightPlayer.objects.update(lowest=-9), "the book says lowest="),
    (lambda: NightGame.objects.update(seconds=1), "has seconds=1, the book says seconds=0"),
    (a_night_elsewhere, "is of another group or day"),
    (lambda: NightGame.objects.update(day="2001-01-01"), "is of another group or day"),
    (lambda: Session.objects.update(projection=0), "out of date: `manage.py migrate`"),
    (lambda: Entry.objects.filter(number=3).delete(), "not numbered 1 to 6"),
    (lambda: Entry.objects.filter(number=2).update(facts={}), "the book cannot be folded"),
    (lambda: Entry.objects.filter(number=1).update(kind="notes"), "the book cannot be folded"),
    (lambda: Posting.objects.filter(transaction__number=1).update(cents=1), "transaction 1 has 5 of 5"),
    (lambda: Posting.objects.filter(pk=Posting.objects.latest("pk").pk).delete(), "has 1 of 2 postings"),
    (lambda: Transaction.objects.filter(number=2).update(number=9), "journal is not numbered 1 to 3"),
]


AGAINST_ITSELF: list[tuple[Callable[[], object], str]] = [
    (a_stranger_sits, "is nobody of this group"),
    (journal_gives_cleos_cents_to_dave, "the journal has"),
    (cents_changed, "night 1: entry 6: it says -5 cents for Cleo, its hands bring 0"),
    (lambda: reworded(3, cents={}), "night 1: entry 3: it says no cents for Ann, its hands bring"),
    (lambda: reworded(3, payments=[]), "night 1: entry 3: its payments leave "),
    (lambda: reworded(1, stake_cents=24), "entry 3: it says 50 cents for Ben, its hands bring 48"),
    (lambda: reworded(7, cents=1), "entry 7: there was no such open payment"),
    (
        lambda: Entry.objects.filter(number=4).update(kind="note"),
        "entry 4: it is of an unknown kind, note",
    ),
    *(
        (
            lambda kind=kind: Entry.objects.filter(number=4).update(kind=kind),
            f"night 1: the book cannot be folded: “{kind}” is not known here.",
        )
        for kind in ("note", "__init__", "_sit", "hand ", "")
    ),
    (
        lambda: Entry.objects.filter(number=4).delete(),
        "entry 5: it was written after the night had ended",
    ),
    (lambda: Entry.objects.filter(number=6).delete(), "entry 7: there was no such open payment"),
    (
        lambda: Entry.objects.filter(number=3).update(
            kind="arranged", facts=Entry.objects.get(number=1).facts
        ),
        "entry 4: it opens a night again, and the night had not ended",
    ),
    (lambda: reworded(5, seats="nobody"), "the book cannot be folded: "),
    (lambda: reworded(5, told=[]), "the book cannot be folded: "),
    (lambda: reworded(5, rules=0), "the book cannot be folded: KeyError(0)"),
    (lambda: Entry.objects.filter(number=5).update(facts=7), "the book cannot be folded: "),
    (lambda: reworded(1, rules={"version": 1, "game": 4, "options": 2}), "the book cannot be folded: "),
    (
        lambda: Posting.objects.filter(transaction__number=3).update(cents=0),
        "the journal has not what entry 7 says, a payment from",
    ),
    (
        lambda: Entry.objects.filter(number=6).update(key=uuid.uuid4()),
        "transaction 2 is booked on this night, and nothing in its book says so",
    ),
]


@pytest.mark.one_database
@pytest.mark.parametrize(("deed", "words"), [*BEHIND_ITS_BACK, *AGAINST_ITSELF])
def test_what_was_done_behind_its_back_is_found(
    night: Session, deed: Callable[[], object], words: str
) -> None:
    status, found, said = audit_after(deed)
    assert status == 1
    assert words in found, found
    assert "Nothing was changed" in said


def test_line_of_an_unknown_kind_is_named_and_the_rest_is_looked_at(night: Session) -> None:
    Session.objects.filter(pk=a_night(thursday_table(name="Friday table")).pk).update(hands=7)
    line = Entry.objects.filter(session=night, number=4)
    status, found, _ = audit_after(partial(line.update, kind="__init__"))
    assert status == 1
    assert "Thursday table: night 1: entry 4: it is of an unknown kind, __init__\n" in found
    assert "Friday table: night 1: it says 7 hands, the book says 0" in found


def test_night_ended_before_a_rule_was_mended_is_said_to_be_settled_differently(
    night: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = a_night(night.group)
    tell(ended, "Ben", "Cleo")
    end_night(ended, context(ended))
    game = GAMES["sheepshead"]

    def mended(*said: Any) -> Scored:
        found = game.score(*said)
        return replace(found, points=tuple(2 * points for points in found.points))

    monkeypatch.setitem(cast(dict[str, Any], GAMES), "sheepshead", replace(game, score=mended))
    _, found, _ = audit()
    lines = [line for line in found.splitlines() if "would be settled differently today" in line]
    assert len(lines) == 2
    assert "night 2" in lines[1]


def test_group_whose_name_would_steer_the_terminal_is_reported_plainly(night: Session) -> None:
    Group.objects.update(name="\x1b[2JNo faults\n")
    Session.objects.update(hands=7)
    found = audit()[1]
    assert "\\x1b[2JNo faults\\n: night 1: it says 7 hands" in found
    assert found.count("\n") == 1


@pytest.fixture
def journal(night: Session) -> Group:
    """Return a group with a payment and its undoing, and a plan of which one payment is made."""
    ann, ben = ids(night.group, "Ann", "Ben")
    undo(night.group, pay(night.group, ann, ben, 100, context(night)).number, context(night))
    pay(night.group, ann, ben, 300, context(night))
    pay_planned(settle(night.group, PlanRequest(), context(night)).payments.all()[0], 10, context(night))
    assert audit()[0] == 0
    return night.group


def undoing() -> QuerySet[Transaction]:
    return Transaction.objects.filter(undoes__isnull=False)


JOURNAL_AGAINST_ITSELF: list[tuple[Callable[[], object], str]] = [
    (
        lambda: undoing().update(kind="kitty"),
        "5 undoes transaction 4 and is",
    ),
    (
        lambda: undoing().get().postings.update(cents=-F("cents")),
        "5 undoes transaction 4 and is not its opposite",
    ),
    (
        lambda: Transaction.objects.filter(number=4).update(number=99),
        "transaction 5 undoes transaction 99, which is none before it",
    ),
    (lambda: Settlement.objects.update(number=2), "settlement 2 should be number 1"),
    (lambda: Settlement.objects.update(lines=9), "of 9 payments, or they are not numbered from 1"),
    (lambda: SettlementPayment.objects.filter(number=1).update(number=5), "they are not numbered from 1"),
    (lambda: SettlementPayment.objects.update(cents=0), "payment 1 is 0 cents from somebody to"),
    (lambda: SettlementPayment.objects.update(cents=5), "payment 1 is of 5 cents, and 10 were paid"),
    (
        lambda: SettlementPayment.objects.filter(number=1).update(payer=F("payee"), payee=F("payer")),
        "payment 1 is of",
    ),
    (lambda: Settlement.objects.update(mode="treasurer"), "settlement 1 has a treasurer without"),
    (
        lambda: SettlementPayment.objects.filter(number=1).update(payer=None),
        "payment 1 is booked between other people than planned",
    ),
]


@pytest.mark.parametrize(("deed", "words"), JOURNAL_AGAINST_ITSELF)
def test_what_a_journal_says_against_itself_is_found(
    journal: Group, deed: Callable[[], object], words: str
) -> None:
    status, found, _ = audit_after(deed)
    assert status == 1
    assert words in found, found


def test_long_night_is_looked_at_in_short_steps() -> None:
    group = thursday_table()
    session = a_night(group, *FIVE)
    tell(session, "Ben", "Cleo", "won")
    told = Entry.objects.get(number=2)
    Entry.objects.bulk_create(
        Entry(session=session, number=number, key=uuid.uuid4(), kind="hand", facts=told.facts, at=told.at)
        for number in range(3, 403)
    )
    asked: list[int] = []
    with CaptureQueriesContext(connection) as queries, heard_by(lambda done, of: asked.append(len(queries))):
        heard = list(of_groups([group]))
    assert max(after - before for before, after in pairwise(asked)) < 12
    assert len(asked) >= 402 // 200 + 402 // 100
    assert sentence(heard[0]) == "Thursday table: night 1: it says 1 hands, the book says 401"


@pytest.mark.parametrize("pause", range(1, 6))
def test_what_is_corrected_while_the_audit_looks_on_is_no_difference(
    pause: int,
) -> None:
    session = a_night(thursday_table(), *FIVE)
    for _ in range(5):
        tell(session, "Ben", "Cleo")
    found: list[object] = []
    turns = Turns(lambda: found.extend(of_groups([session.group])))
    for _ in range(pause):
        assert turns.step()
    tell(session, "Cleo", "Ben")
    correct_hand(session, 2, hand(session, "Dave", "Edith", "lost"), context(session))
    take_back_hand(session, 4, context(session))
    list(iter(turns.step, False))
    assert found == []
