"""Several phones in the same moment: one of them writes, and the others are told."""

import threading
import uuid
from collections.abc import Callable
from typing import TypeVar

import pytest
from django.db import connection

from ledger.models import Entry, Group, Session
from ledger.recording import (
    NewGroup,
    StaleWrite,
    WriteContext,
    Written,
    start_group,
    start_session,
    tell_hand,
)
from tests.cast import NAMES, OWNER, a_night, context, hand, seated, thursday_table

PHONES = 5
Answer = TypeVar("Answer")

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(call: Callable[[int], Answer]) -> list[Answer | Exception]:
    """What every phone was answered when all of them called in the same moment."""
    answers: list[Answer | Exception] = []
    start = threading.Barrier(PHONES)

    def phone(number: int) -> None:
        start.wait()
        try:
            answers.append(call(number))
        except Exception as error:
            answers.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=phone, args=(number,)) for number in range(PHONES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_of_several_hands_told_at_once_one_is_written() -> None:
    session = a_night(thursday_table())
    said, teller = hand(session, "Ben", "Cleo"), context(session)
    answers = at_once(
        lambda _: tell_hand(
            Session.objects.get(pk=session.pk), said, WriteContext(key=uuid.uuid4(), after=1, by=teller.by)
        )
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["StaleWrite"] * (PHONES - 1) + ["Written"]
    assert all(len(answer.since) == 1 for answer in answers if isinstance(answer, StaleWrite))
    assert Entry.objects.filter(session=session, kind="hand").count() == 1
    assert Session.objects.get(pk=session.pk).hands == 1


def test_one_hand_sent_several_times_at_once_is_written_once_and_every_phone_hears_so() -> None:
    session = a_night(thursday_table())
    said, once = hand(session, "Ben", "Cleo"), context(session)
    answers = at_once(lambda _: tell_hand(Session.objects.get(pk=session.pk), said, once))
    assert [answer.entry.number for answer in answers if isinstance(answer, Written)] == [2] * PHONES


def test_a_night_started_several_times_at_once_is_one() -> None:
    group, once = thursday_table(), WriteContext(key=uuid.uuid4(), after=0)
    seating = seated(group)
    answers = at_once(lambda _: start_session(group, seating, once))
    assert {answer.pk for answer in answers if isinstance(answer, Session)} == {Session.objects.get().pk}
    assert Entry.objects.count() == 1


def test_several_nights_started_at_once_get_numbers_of_their_own() -> None:
    group = thursday_table()
    seating = seated(group)
    at_once(lambda _: start_session(group, seating, WriteContext(key=uuid.uuid4(), after=0)))
    assert sorted(session.number for session in group.sessions.all()) == list(range(1, PHONES + 1))


def test_a_group_started_several_times_at_once_is_one() -> None:
    key = uuid.uuid4()
    new = NewGroup(name="Thursday table", names=NAMES)
    answers = at_once(lambda _: start_group(new, OWNER, key))
    assert answers == [Group.objects.get()] * PHONES
    assert Group.objects.get().players.count() == len(NAMES)
