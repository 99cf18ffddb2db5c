"""The server is killed in the middle of a stream of hands: what a phone was told is recorded is there."""

from __future__ import annotations

import http.client
import threading
import uuid
from random import Random

import pytest
from django.db import connection

from tests.reliability.table import Night, open_night
from tests.serving import Phone, Server
from tests.steady import SOAK

KILLS = 50 if SOAK else 2
# Hands told at most between two kills: an evening, so that no book grows without end.
MOST_HANDS = 60

pytestmark = pytest.mark.django_db(transaction=True)


# A hand that was on its way when the server was killed: its key, and what its phone had seen.
Pending = tuple[uuid.UUID, int] | None


def stream(night: Night, phone: Phone, pending: Pending, recorded: set[uuid.UUID]) -> Pending:
    """Tell hands until the server is gone, first the one that was on its way the last time."""
    seen = night.newest(phone)
    for _ in range(MOST_HANDS):
        key, after = pending or (uuid.uuid4(), seen)
        pending = None
        try:
            answer = night.tell(phone, key, after=after)
        except (OSError, http.client.HTTPException):
            return key, after
        assert answer.status == 303, answer.body[:2000]
        recorded.add(key)
        seen = int(answer.headers["location"].partition("told=")[2])
    return None


def test_no_acknowledged_hand_is_lost_when_the_server_is_killed() -> None:
    night, luck = open_night(), Random()
    server = Server(connection.settings_dict)
    recorded: set[uuid.UUID] = set()
    pending: Pending = None
    for _ in range(KILLS):
        server.start()
        phone = night.phone(server)
        assassin = threading.Timer(luck.uniform(0.1, 0.8), server.kill)
        try:
            night.newest(phone)  # it is awake
            assassin.start()
            pending = stream(night, phone, pending, recorded)
        finally:
            if assassin.ident:
                assassin.join()
            server.kill()
            phone.close()
        night.check(recorded)
    assert len(recorded) >= KILLS
