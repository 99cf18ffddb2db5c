"""One recorded hand on its way through the rooms, as docs/architecture.md tells it: in once, and out once."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from django.test import Client

from ledger.models import Group
from ledger.models.book import sheet_of
from tests.cast import a_night, ids, tell
from tests.scorekeeper.conftest import Phones, group, phone

__all__ = ["group", "phone"]

WAY_IN = (
    "scorekeeper.http.limits:LimitsMiddleware.process_view",
    "scorekeeper.access:_membership",
    "scorekeeper.pages.table.table:tell",
    "ledger.recording.hands:tell_shown_hand",
    "scorekeeper.pad.reading:read_pad",
    "ledger.recording.writing:_write",
    "ledger.book.folding:Fold.take",
)
WAY_OUT = (
    "ledger.recording.projecting:project",
    "scorekeeper.pad.evening:show_table",
    "scorekeeper.presenters.sheet:row_views",
    "scorekeeper.pad.presenter:pad_view",
    "scorekeeper.http.htmx:show",
)


def stations_on_the_way(walk: Callable[[], Any]) -> list[str]:
    passed: list[str] = []

    def look(frame: FrameType, event: str, _: object) -> None:
        name = f"{frame.f_globals.get('__name__')}:{frame.f_code.co_qualname}"
        # A generator is called again for each thing that it yields.
        if event == "call" and name in (*WAY_IN, *WAY_OUT) and name not in passed[-1:]:
            passed.append(name)

    sys.setprofile(look)
    try:
        walk()
    finally:
        sys.setprofile(None)
    return passed


@pytest.mark.django_db
def test_a_recorded_hand_enters_each_room_once_on_the_way_in_and_once_on_the_way_out(
    group: Group, phone: Phones
) -> None:
    client: Client = phone("owner")
    night = a_night(group)
    tell(night, "Ben", "Dave")
    cleo, edith = ids(group, "Cleo", "Edith")
    told = {"mode": "", "picker": cleo, "partners": edith, "result": "won"}
    form = {**told, "key": str(uuid.uuid4()), "after": sheet_of(night).newest}
    address = f"/g/{group.code}/{night.number}/"
    client.get(address)
    passed = stations_on_the_way(
        lambda: client.post(f"{address}tell/", form, headers={"HX-Request": "true", "HX-Target": "table"})
    )
    assert sheet_of(night).hands == 2
    assert passed == [*WAY_IN, *WAY_OUT]
