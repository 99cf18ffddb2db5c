"""How long the pages take over HTTP, at the real server, with few hands in the group and with many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tests.bench.sides import Side

# Hands told in the night that is measured; the medians are those of an evening from its first hand on.
EVENING = 60


def measure(sides: Sequence[Side]) -> None:
    """Play an evening at every server, a hand here, a hand there: a noisy moment meets all of them then."""
    luck = Random(60)
    for number in range(EVENING):
        for one in sides:
            play_hand(one, number, luck)
    for _ in range(25):
        for one in sides:
            for what, path in (
                ("end", f"{one.table.night}end/"),
                ("group", one.group),
                ("standings", f"{one.group}standings/"),
                ("players", f"{one.group}players/"),
            ):
                one.note(what, one.phone.get(path), 200)
    for _ in range(20):
        for one in sides:
            one.change("settle", "end/now/")
            one.change("reopen", "end/reopen/")


def play_hand(one: Side, number: int, luck: Random) -> None:
    """Record a hand, and ask for the floor and the table: whatever comes first finds the server cold.

    Every other hand is told by an open page, which gets its new table in the answer.
    """
    is_open = number % 2 == 1
    what, status = ("tell and table", 200) if is_open else ("tell", 303)
    told = one.table.hand(Random(number))
    address = f"{one.table.night}tell/"
    steps: list[Callable[[], object]] = [
        lambda: one.note(what, one.phone.post(address, told, fragment=is_open), status),
        lambda: one.note("floor", one.phone.post(one.book["floor"], {}), 204),
        lambda: one.note("table", one.phone.get(one.table.night), 200),
    ]
    luck.shuffle(steps)
    for step in steps:
        step()
    one.table.deal()
