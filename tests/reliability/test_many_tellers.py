"""Many phones tell hands to the same night at once, at a real server: each is written once, none fails."""

from __future__ import annotations

import threading
import uuid

import pytest
from django.db import connection

from tests.reliability.table import Night, open_night
from tests.serving import Server, newest_on, serving
from tests.steady import SOAK

PHONES = 8
# Hands that each phone tells.
HANDS = 20 if SOAK else 3

# A phone that is behind looks again so often before the test gives up.
TRIES = 40 * PHONES

pytestmark = pytest.mark.django_db(transaction=True)


class Teller(threading.Thread):
    """A phone that tells its hands, and tells again whatever it could not because it was behind."""

    def __init__(self, night: Night, server: Server, start: threading.Barrier) -> None:
        super().__init__()
        self.night, self.server, self.begin = night, server, start
        self.recorded: list[uuid.UUID] = []
        self.statuses: list[int] = []
        self.trouble: Exception | None = None

    def run(self) -> None:
        try:
            self._tell_all()
        except Exception as error:
            self.trouble = error
        finally:
            connection.close()

    def _tell_all(self) -> None:
        phone = self.night.phone(self.server)
        after = 1
        self.begin.wait()
        for _ in range(HANDS):
            key = uuid.uuid4()
            for _ in range(TRIES):
                answer = self.night.tell(phone, key, after=after)
                self.statuses.append(answer.status)
                if answer.status != 409:
                    break
                after = newest_on(answer.body)
            assert answer.status == 303, answer.body[:2000]
            self.recorded.append(key)
            again = self.night.tell(phone, key, after=after)  # the signal was lost, so it is sent once more
            self.statuses.append(again.status)
        phone.close()


def test_every_hand_that_was_acknowledged_is_in_the_book_exactly_once() -> None:
    night, start = open_night(), threading.Barrier(PHONES)
    with serving(connection.settings_dict) as server:
        tellers = [Teller(night, server, start) for _ in range(PHONES)]
        for teller in tellers:
            teller.start()
        for teller in tellers:
            teller.join(120)
    assert [teller.trouble for teller in tellers if teller.trouble] == []
    assert {status for teller in tellers for status in teller.statuses} == {303, 409}
    recorded = [key for teller in tellers for key in teller.recorded]
    assert len(recorded) == PHONES * HANDS
    night.check(recorded)
    assert night.session.entries.filter(kind="hand").count() == PHONES * HANDS
