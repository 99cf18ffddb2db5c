"""Groups that were started and never played are listed, and removed when the operator says so."""

import io
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from ledger.management.commands import unplayed_groups
from ledger.models import Group, Tombstone
from ledger.recording import WriteContext, take_back_hand
from ledger.recording.journal import pay
from tests.cast import a_night, context, ids, owner_of, tell, thursday_table

pytestmark = pytest.mark.django_db


def started(name: str, *, days: int = 40) -> Group:
    group = thursday_table(name=name, guest=uuid.uuid4())
    Group.objects.filter(pk=group.pk).update(started_at=timezone.now() - timedelta(days=days, minutes=1))
    return group


def arriving(*, hours: float) -> Group:
    group: Group = Group.every.create(name="Half", is_arriving=True)
    Group.every.filter(pk=group.pk).update(started_at=timezone.now() - timedelta(hours=hours))
    return group


def said(*options: str) -> str:
    out = io.StringIO()
    call_command("unplayed_groups", *options, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_a_group_without_a_hand_is_listed_with_its_age() -> None:
    group = started("Never")
    a_night(group)  # sat down, and told nothing
    lines = said().splitlines()
    assert lines[0].startswith(f"{group.code}  “Never”, 6 players, started on ")
    assert lines[0].endswith("(40 days ago)")
    assert lines[1:] == ["1 group. Nothing was removed; --remove does that."]


def test_the_oldest_is_listed_first_and_of_two_of_an_age_the_one_that_was_here_first() -> None:
    at = timezone.now() - timedelta(days=60)
    for name, later in (("Third", 1), ("First", 0), ("Second", 1)):
        Group.objects.filter(pk=started(name).pk).update(started_at=at + timedelta(days=later))
    assert [one.name for one in unplayed_groups.unplayed(before=timezone.now())] == [
        "First",
        "Third",
        "Second",
    ]


def test_a_group_that_played_is_never_listed(tmp_path: Path) -> None:
    tell(a_night(started("Played")), "Ben", "Cleo")
    taken = a_night(started("Taken back"))
    take_back_hand(taken, tell(taken, "Ben", "Cleo").entry.number, context(taken))
    group = started("Paid")
    payer, payee, *_ = ids(group)
    pay(group, payer, payee, 500, WriteContext(key=uuid.uuid4(), after=0, by=owner_of(group)))
    notebook = tmp_path / "old.csv"
    notebook.write_text("date,Ann,Ben\n2004-01-01,1,-1\n")
    call_command("import_notebook", f"--group={started('Old').code}", str(notebook), stdout=io.StringIO())
    assert said("--older-than", "0") == "There is no such group.\n"


def test_young_group_and_one_that_is_leaving_are_left_in_peace() -> None:
    Group.objects.filter(pk=started("Leaving").pk).update(leaves_at=timezone.now() + timedelta(days=3))
    started("Young", days=29)
    arriving(hours=0.9)
    assert said() == "There is no such group.\n"
    assert "“Young”" in said("--older-than", "29")
    assert "“Young”" not in said("--older-than", "30")
    left = arriving(hours=30)
    assert said().startswith(f"{left.code}  an import that was begun on ")
    assert "(a day ago) and never finished" in said()


@pytest.mark.parametrize("days", ["-1", "36501"])
def test_an_age_that_is_none_is_said(days: str) -> None:
    with pytest.raises(CommandError, match="--older-than is a number of days"):
        said("--older-than", days)


def there() -> list[str]:
    return list(Group.every.order_by("pk").values_list("name", flat=True))


def test_they_are_removed_when_the_operator_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    one = started("One")
    a_night(one)
    started("Two")
    arriving(hours=2)
    tell(a_night(started("Played")), "Ben", "Cleo")
    monkeypatch.setattr("builtins.input", lambda asked: "yes" if "3 groups for good" in asked else "")
    assert said("--remove").splitlines()[-1] == "Removed 3 groups."
    assert there() == ["Played"]
    assert Tombstone.objects.filter(group=one.pk).exists()
    assert Tombstone.objects.count() == 2


def test_nothing_is_removed_without_a_yes(monkeypatch: pytest.MonkeyPatch) -> None:
    started("One")
    monkeypatch.setattr("builtins.input", lambda asked: "y")
    assert said("--remove").endswith("Nothing was removed.\n")

    def nobody(asked: str) -> Any:
        raise EOFError

    monkeypatch.setattr("builtins.input", nobody)
    with pytest.raises(CommandError, match="Nobody is here to say yes"):
        said("--remove")
    assert there() == ["One"]
    assert said("--remove", "--no-input").endswith("Removed 1 group.\n")
    assert there() == []


def test_group_that_is_played_meanwhile_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    night = a_night(started("Meanwhile"))

    def play(asked: str) -> str:
        tell(night, "Ben", "Cleo")
        return "yes"

    monkeypatch.setattr("builtins.input", play)
    heard = said("--remove").splitlines()
    assert heard[-2:] == ["Removed 0 groups.", "Kept “Meanwhile”: somebody has played there meanwhile."]
    assert there() == ["Meanwhile"]
