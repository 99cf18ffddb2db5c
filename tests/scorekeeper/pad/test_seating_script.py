"""Who sits where is put together twice, on the server and in the script on the phone: they say the same."""

import random
import uuid
from collections import Counter
from collections.abc import Callable
from typing import Any

from django.http import QueryDict

from ledger.book.seating import Seating
from ledger.standings import Person
from scorekeeper.pad.seating import SeatingForm
from tests.scorekeeper.pad.deno import Script
from tests.scorekeeper.pad.test_pad import NAMES
from tests.steady import many

WALKS = many(1_000, soak=20_000)
MOST_STEPS = 15
GAMES = [(5, 2, 8), (4, 2, 6), (3, 3, 3), (4, 4, 4)]
"""How many usually play, the fewest and the most, as of the four games."""
PEOPLE = [
    Person(player=player, name=name, nights=0) for player, name in {**NAMES, 11: "Karl", 12: "Lena"}.items()
]

Table = dict[str, Any]
Step = list[Any]


def form_of(table: Table, least: int, most: int, usually: int) -> SeatingForm:
    """The table as a phone without a script would send it."""
    posted = QueryDict(mutable=True)
    posted.setlist("sits", table["seats"])
    posted.setlist("skip", table["skip"])
    posted.update({"dealer": table["dealer"], "plays": table["plays"], "key": str(uuid.uuid4())})
    return SeatingForm(posted, people=PEOPLE, usually=usually, least=least, most=most)


def any_table(luck: random.Random, plays: list[str]) -> Table:
    seats = [str(one.player) for one in luck.sample(PEOPLE, luck.randint(0, len(PEOPLE)))]
    skip = [one for one in seats if luck.random() < 0.1]
    return {
        "seats": seats,
        "dealer": next((one for one in luck.sample(seats, len(seats)) if one not in skip), ""),
        "skip": skip,
        "plays": luck.choice(plays),
    }


def any_step(luck: random.Random, table: Table, plays: list[str]) -> Step:
    """Mostly somebody sits down or gets up."""
    player = str(luck.choice(PEOPLE).player)
    seats = table["seats"]
    kind = luck.choices(["tap", "move", "swap", "dealer", "skip", "plays"], [50, 14, 8, 12, 8, 8])[0]
    if kind == "move":
        return ["move", player, luck.choice([-1, 1])]
    if kind == "swap" and seats:
        return ["swap", luck.choice(seats), player]
    if kind == "dealer" and table["dealer"]:
        return ["choose", {"dealer": luck.choice([one for one in seats if one not in table["skip"]])}]
    if kind == "skip" and seats:
        return ["choose", {"skip": [one for one in seats if luck.random() < 0.2]}]
    return ["choose", {"plays": luck.choice(plays)}] if kind == "plays" else ["tap", player]


def stepped(table: Table, step: Step) -> Table:
    """What a step is to make of a table."""
    kind, *what = step
    seats = list(table["seats"])
    if kind == "choose":
        return passed_on({**table, **what[0]}, seats)
    if kind == "move":
        player, by = what
        at = seats.index(player) if player in seats else -1
        if at >= 0 and 0 <= at + by < len(seats):
            seats[at], seats[at + by] = seats[at + by], seats[at]
        return table | {"seats": seats}
    if kind == "swap":
        one, other = what
        seats = [{one: other, other: one}.get(player, player) for player in seats]
        took_deal = table["dealer"] == one and other not in table["seats"]
        return passed_on(table | {"seats": seats, "dealer": other if took_deal else table["dealer"]}, seats)
    (player,) = what
    seats = [one for one in seats if one != player] if player in seats else [*seats, player]
    return passed_on(table | {"seats": seats}, table["seats"])


def passed_on(table: Table, ring: list[str]) -> Table:
    """The table with the deal at the next to the left of those who play, where the dealer does not."""
    skip = [one for one in table["skip"] if one in table["seats"]]
    at = ring.index(table["dealer"]) if table["dealer"] in ring else 0
    clockwise = [*ring[at:], *ring[:at], *table["seats"]]
    may = [one for one in clockwise if one in table["seats"] and one not in skip]
    dealer = table["dealer"] if table["dealer"] in may else next(iter(may), "")
    return table | {"skip": skip, "dealer": dealer}


def test_any_taps_seat_the_same_people_and_say_the_same(
    script: Script, record_property: Callable[[str, object], None]
) -> None:
    luck = random.Random("around the table")
    names = {str(one.player): one.name for one in PEOPLE}
    seen: Counter[str] = Counter()
    for _ in range(WALKS):
        usually, least, most = luck.choice(GAMES)
        plays = ["", "", *(str(one) for one in range(least, most + 1) if least < most)]
        table = any_table(luck, plays)
        steps: list[Step] = []
        tables = [table]
        for _ in range(luck.randint(1, MOST_STEPS)):
            steps.append(any_step(luck, tables[-1], plays))
            tables.append(stepped(tables[-1], steps[-1]))
        data = form_of(table, least, most, usually).for_script()
        walked = script.walk("seating", data=data, state=table, steps=steps)
        for expected, found in zip(tables, walked, strict=True):
            assert found["state"] == expected, steps
        form, shown = form_of(tables[-1], least, most, usually), walked[-1]["shown"]
        says = form.says
        assert shown == {
            "isEnough": len(tables[-1]["seats"]) >= least,
            "before": says.before,
            "names": shown["names"],
            "behind": says.behind,
        }
        assert tuple(names[one] for one in shown["names"]) == says.names
        if form.is_valid():
            check_who_sits_out(form.seating(int), shown, seen)
    record_property("tables", dict(seen))
    assert min(seen["all play"], seen["named"]) > WALKS // 20, seen


def check_who_sits_out(table: Seating, shown: dict[str, Any], seen: Counter[str]) -> None:
    """Of a table that can be written, the script names those who sit out then."""
    assert shown["names"] == [str(player) for player in table.out]
    seen["named" if table.out else "all play"] += 1
