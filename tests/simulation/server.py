"""The real views behind Django's test client, and a process that can be killed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import urlencode

from django.db import connection, transaction
from django.test import Client

from ledger.models import Session, book
from scorekeeper.visitors import counting
from tests.simulation.clock import Clock
from tests.simulation.page import Page, read_page

FORM = "application/x-www-form-urlencoded"
# The share of writes that fail at the commit.
STUMBLES = 0.03


@dataclass(frozen=True, kw_only=True)
class Letter:
    """What a phone sends: by a script that wants data, or by the form on a page."""

    client: Client
    night: Session
    url: str
    fields: Sequence[tuple[str, str]]
    proof: str
    is_page: bool

    @property
    def headers(self) -> Mapping[str, str]:
        wants = {"hx-request": "true"} if self.is_page else {"accept": "application/json"}
        return wants | {"x-csrftoken": self.proof}


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What was said: data, or a page."""

    status: int
    said: Mapping[str, Any]
    page: Page | None = None


class Server:
    """One process; `life` counts how often it was started."""

    def __init__(self, luck: Random, clock: Clock, tells_news: Callable[[Session], None]) -> None:
        """`tells_news` is called when something may have been written into a night's book."""
        self.luck, self.clock, self.tells_news = luck, clock, tells_news
        self.life = 0
        self.is_up = True
        self.is_steady = False
        forget()

    def restart(self, down: int) -> None:
        """Kill it: what is on its way is lost, and so is what it had in mind. It is back after `down` ms."""
        self.life += 1
        self.is_up = False
        forget()
        self.clock.after(down, self.start)

    def start(self) -> None:
        self.is_up = True

    def serve(self, letter: Letter) -> Answer:
        """Answer a letter; sometimes nothing can be written in the end."""
        stumbles = not self.is_steady and self.luck.random() < STUMBLES
        with transaction.atomic():
            said = urlencode(letter.fields)
            response: Any = letter.client.post(
                letter.url, said, content_type=FORM, headers=dict(letter.headers)
            )
            transaction.set_rollback(stumbles)
        if stumbles:
            return Answer(status=503, said={"kind": "later", "sentence": ""})
        self.tells_news(letter.night)
        status = response.status_code
        if letter.is_page:
            return Answer(status=status, said={"kind": "page"}, page=read_page(response.content.decode()))
        return Answer(status=status, said=response.json())


def forget() -> None:
    book._books._kept.clear()
    for sheets in book._sheets.values():
        sheets._kept.clear()
    counting.forget()


def newest(night: Session) -> int:
    """The last line of a night's book: asked so often that it is asked without a model."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM ledger_entry WHERE session_id = %s", [night.pk])
        found: int = cursor.fetchone()[0]
    return found
