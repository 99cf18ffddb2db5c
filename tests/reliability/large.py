"""A group's file as long as one likes: the nights of a few years, told again and again under other keys."""

from __future__ import annotations

import json
import re
import uuid
from functools import cache
from typing import Any

from django.db import transaction

from tests.bench.seeding import seed
from tests.group_files import group_export

# Played once, and repeated in the file under other keys.
HANDS = 600

KEY = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

Facts = dict[str, Any]


def a_large_file(size: int, hands: int = HANDS) -> bytes:
    """A whole and sound group that was kept elsewhere; its file has this many bytes at least, and hands.

    The group that it is made of is in the book no more.
    """
    text = _some_nights(hands)
    told = json.loads(text)
    once = len(json.dumps([told["sessions"], told["journal"]]))
    return told_again(text, 1 + size // once)


def told_again(text: str, turns: int) -> bytes:
    """The file of a group with its nights so many times more, all under other keys."""
    facts = json.loads(_under_other_keys(text, 0))
    facts.pop("open", None)  # the list of what is open, which whoever takes the file in makes of its journal
    nights, lines = [*facts["sessions"]], [*facts["journal"]]
    for turn in range(1, turns):
        more_nights, more_lines = json.loads(_under_other_keys(json.dumps([nights, lines]), turn))
        facts["sessions"] += [_later(night, turn, len(nights)) for night in more_nights]
        facts["journal"] += [_posted_later(line, turn, len(nights), len(lines)) for line in more_lines]
    return json.dumps(facts).encode()


@cache
def _some_nights(hands: int) -> str:
    """The file of a group that was played in the book and taken out of it again."""
    with transaction.atomic():
        text = group_export(seed(hands))
        transaction.set_rollback(True)
    return text


def _under_other_keys(text: str, turn: int) -> str:
    return KEY.sub(lambda key: str(uuid.uuid5(uuid.UUID(int=turn), key[0])), text)


def _later(night: Facts, turn: int, nights: int) -> Facts:
    return {**night, "number": night["number"] + turn * nights}


def _posted_later(line: Facts, turn: int, nights: int, lines: int) -> Facts:
    moved = {"number": line["number"] + turn * lines, "session": line["session"] + turn * nights}
    return {**line, **moved}
