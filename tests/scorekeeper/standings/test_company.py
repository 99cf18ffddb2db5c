"""With whom a player plays: the section of a player's page against the group's tables and the sheets."""

import csv
import uuid
from collections.abc import Iterator
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group
from ledger.recording import WriteContext, end_night, merge_players, newest_change
from ledger.standings.groups import names_of
from tests import cast
from tests.ledger import histories
from tests.scorekeeper.conftest import phone_of

Rows = dict[tuple[str, str], tuple[str, ...]]
"""What is told of a player and an other one (name, how): k, n, low, high, usual, verdict and points."""


def file(client: Client, where: str, of: str, **asked: str) -> list[list[str]]:
    answer = client.get(where, asked | {"format": "csv", "of": of})
    if answer.status_code == 404:
        return []
    text = b"".join(answer).decode("utf-8-sig")
    return list(csv.reader(StringIO(text)))[1:]


def told_here(client: Client, group: Group, player: int, name: str, **asked: str) -> Rows:
    where = reverse("player", args=[group.code, player])
    rows = file(client, where, "company_every", **asked)
    assert {row[0] for row in rows} <= {name}
    found = {(row[1], row[2]): tuple(row[3:]) for row in rows}
    assert len(found) == len(rows)
    return found


def seen_from(name: str, rows: list[list[str]]) -> Rows:
    """The group's pairs in which somebody is, turned to that one."""
    found: Rows = {}
    for one, other, how, k, n, low, high, usual, verdict, points in rows:
        if one == name or (other == name and how == "together"):
            found[one if other == name else other, how] = (k, n, low, high, usual, verdict, points)
        elif other == name:
            low, high = (f"{1 - float(end):.6f}" for end in (high, low))
            turned = points.removeprefix("-") if points.startswith("-") or points == "0" else f"-{points}"
            found[one, how] = (str(int(n) - int(k)), n, low, high, usual, verdict, turned)
    return found


@pytest.fixture(params=[1, 2])
def history(db: None, request: pytest.FixtureRequest) -> Group:
    group = cast.thursday_table(names=(*cast.NAMES, "Zoe"), options={"crack": "crack"})
    histories.a_history(group, request.param)
    return group


def asked_of(group: Group) -> Iterator[dict[str, str]]:
    """All hands, those of some months, of one table, and of another stake."""
    days = sorted(group.sessions.values_list("started_at", flat=True))
    yield {}
    yield {"since": f"{days[len(days) // 2]:%Y-%m}"}
    yield {"until": f"{days[len(days) // 2]:%Y-%m}"}
    yield {"table": "5"}
    yield {"stake": "50"}


@pytest.mark.parametrize("is_merged", [False, True])
def test_a_players_company_is_that_of_the_groups_tables(history: Group, *, is_merged: bool) -> None:
    owner, compared = phone_of(cast.OWNER), 0
    if is_merged:
        night = cast.a_night(history, "Ann", "Ben", "Cleo", "Dave", "Zoe")
        for result in ("won", "lost", "won"):
            cast.tell(night, "Zoe", "Cleo", result)
        end_night(night, cast.context(night))
        pen = WriteContext(key=uuid.uuid4(), after=newest_change(history), by=cast.owner_of(history))
        zoe, edith = cast.ids(history, "Zoe", "Edith")
        merge_players(history, zoe, edith, pen)
        history = Group.objects.get(pk=history.pk)
    whole = reverse("group_statistics", args=[history.code])
    for asked in asked_of(history):
        every = file(owner, whole, "pairs_every", **asked)
        names = names_of(history)
        assert ("Zoe" in names.values()) != is_merged
        for player, name in names.items():
            found = told_here(owner, history, player, name, **asked)
            expected = seen_from(name, every)
            assert set(found) == set(expected)
            for key, row in expected.items():
                assert found[key][:2] == row[:2]
                assert found[key][4:] == row[4:]
                for mine, theirs in zip(found[key][2:4], row[2:4], strict=True):
                    assert float(mine) == pytest.approx(float(theirs), abs=2e-6)
            compared += len(found)
    assert compared > 50
