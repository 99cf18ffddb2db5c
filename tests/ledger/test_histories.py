"""The random histories that statistics are held to: everything that a statistic may stumble over occurs."""

from collections import Counter
from collections.abc import Iterator
from inspect import unwrap
from random import Random

import pytest
from django.db import connection, transaction

from ledger.book.sheet import EntryKind, HandRow
from ledger.models import Entry, Group, Merge, guards
from ledger.models.book import sheet_of
from ledger.recording import tell_hand
from ledger.recording.auditing import audit
from ledger.scoring import TYPED
from tests import cast
from tests.ledger import histories
from tests.ledger.rebuilt import built_once, lay_down, rows_of_the_book

pytestmark = pytest.mark.django_db

SEEDS = (1, 2)


def kinds_of(row: HandRow) -> Iterator[str]:
    """What a hand is one of."""
    told, game = row.facts["told"], row.rules.game
    if row.scored is None:
        yield "taken back"
        return
    if not row.number and "other" not in row.facts:
        yield f"{game}: {told['kind']} between two hands"
        return
    yield f"{game}: {told['kind']}"
    if len(row.versions) > 1:
        yield "corrected"
    if row.doublers:
        yield "doubled by a doubler"
    if told.get("forced"):
        yield "forced"
    if told.get("cracks"):
        yield "cracked"
    if row.scored.side_points is not None:
        yield "card points"
    yield from (line.code for line in row.scored.reasons if line.code.startswith(("pot_", "stock_")))
    if row.out:
        yield "somebody sits out"
    yield from {role for role in row.scored.roles if role}


EVERY = {
    "taken back",
    "corrected",
    "doubled by a doubler",
    "forced",
    "cracked",
    "card points",
    "somebody sits out",
    "pot_won",
    "pot_missed",
    "stock_won",
    "stock_lost",
    "sheepshead: picked",
    "sheepshead: leaster",
    "sheepshead: all_pass",
    "sheepshead: pot_divide between two hands",
    "mehrkopf: played",
    "mehrkopf: all_pass",
    "mehrkopf: pot_divide between two hands",
    f"{TYPED}: points",
    "picker",
    "partner",
    "alone",
    "opponent",
    "leaster",
    "out",
}


def corrected_after_its_end(group: Group) -> bool:
    for session in group.sessions.all():
        kinds = list(Entry.objects.filter(session=session).order_by("number").values_list("kind", flat=True))
        if EntryKind.REOPENED in kinds:
            after = kinds[kinds.index(EntryKind.REOPENED) :]
            if EntryKind.CORRECTED in after and EntryKind.ENDED in after:
                return True
    return False


@pytest.mark.parametrize("seed", SEEDS)
def test_in_a_full_history_there_is_everything(seed: int) -> None:
    group = histories.a_full_history(seed)
    found = Counter(
        kind for session in group.sessions.all() for row in sheet_of(session).rows for kind in kinds_of(row)
    )
    assert set(found) >= EVERY
    assert corrected_after_its_end(group)
    assert Entry.objects.filter(kind=EntryKind.JOINED).exists()
    assert Entry.objects.filter(kind=EntryKind.AMENDED).exists()
    assert Entry.objects.filter(kind=EntryKind.STRUCK).exists()
    assert Merge.objects.filter(group=group, undoes=None).count() == 3
    gus, hanna, ivo, frank = cast.ids(group, "Gus", "Hanna", "Ivo", "Frank")
    assert group.who.now == {gus: frank, hanna: frank}
    played = {who for session in group.sessions.all() for who in sheet_of(session).totals}
    assert {ivo, frank} <= played
    assert group.sessions.filter(ended_at=None).count() == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_the_auditor_finds_nothing_in_a_full_history(seed: int) -> None:
    group = histories.a_full_history(seed)
    assert list(audit([Group.objects.get(pk=group.pk)])) == []


def test_laid_down_again_it_is_the_book_that_the_pen_wrote() -> None:
    with transaction.atomic():
        group = unwrap(histories.a_full_history)(1)
        written = rows_of_the_book()
        transaction.set_rollback(True)
    assert not Group.objects.exists()
    lay_down(written)
    assert rows_of_the_book() == written
    assert guards.missing(connection) == []
    # And it goes on.
    night = group.sessions.get(ended_at=None)
    tell_hand(night, histories.any_hand(night, Random(1)), cast.context(night))
    assert Entry.objects.count() == len(written[Entry._meta.db_table]) + 1
    assert list(audit([Group.objects.get(pk=group.pk)])) == []


def test_built_once_it_is_written_once_and_is_the_same_again() -> None:
    written = []

    @built_once
    def a_night(seed: int) -> Group:
        written.append(seed)
        group = cast.thursday_table(name=f"Table {seed}")
        cast.tell(cast.a_night(group), "Ben", "Cleo")
        return group

    books = []
    for seed in (1, 1, 2, 1):
        with transaction.atomic():
            group = a_night(seed)
            assert group.name == f"Table {seed}"
            books.append(rows_of_the_book())
            transaction.set_rollback(True)
    assert written == [1, 2]
    assert books[0] == books[1] == books[3] != books[2]


def test_beside_another_group_it_is_written_by_the_pen() -> None:
    unwrap(histories.a_short_history)(1)
    groups = [histories.a_short_history(1), histories.a_short_history(1)]
    assert len({group.pk for group in groups}) == 2
    assert Group.objects.count() == 3
