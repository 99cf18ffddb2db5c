"""Check that server and script say the same of a table that is put together."""

import random
import uuid
from collections import Counter
from collections.abc import Callable
from typing import Any

from django.http import QueryDict

from ledger.standings import Person
from scorekeeper.pad.seating import SeatingForm
from tests.scorekeeper.pad.deno import Script
from tests.scorekeeper.pad.test_pad import NAMES
from tests.steady import many

WALKS = many(1_000, soak=20_000)
MOST_STEPS = 15
# (usual, fewest, most) players of the four games.
GAMES = [(5, 2, 8), (4, 2, 6), (3, 3, 3), (4, 4, 4)]
PEOPLE = [
    Person(player=player, name=name, nights=0) for player, name in {**NAMES, 11: "Karl", 12: "Lena"}.items()
]

Table = dict[str, Any]
Step = list[Any]


def any_table(luck: random.Random, plays: list[str]) -> Table:
    seats = [str(one.player) for one in luck.sample(PEOPLE, luck.randint(0, len(PEOPLE)))]
    skip = [one for one in seats if luck.random() < 0.1]
    return {
        "seats": seats,
        "dealer": next((one for one in luck.sample(seats, len(seats)) if one not in skip), ""),
        "skip": skip,
        "plays": luck.choice(plays),
    }


def any_step(luck: random.Random, plays: list[str]) -> Step:
    player, other = (str(one.player) for one in luck.choices(PEOPLE, k=2))
    steps: list[Step] = [
        ["tap", player],
        ["move", player, luck.choice([-1, 1])],
        ["swap", player, other],
        ["choose", {"plays": luck.choice(plays)}],
    ]
    return luck.choices(steps, [60, 16, 12, 12])[0]


def test_any_taps_seat_people_as_the_server_says_of_them(
    script: Script, record_property: Callable[[str, object], None]
) -> None:
    """Check whole walks; tests/js/seating.test.js checks single taps."""
    luck = random.Random("around the table")
    names = {str(one.player): one.name for one in PEOPLE}
    seen: Counter[str] = Counter()
    for _ in range(WALKS):
        usually, least, most = luck.choice(GAMES)
        plays = ["", "", *(str(one) for one in range(least, most + 1) if least < most)]
        table = any_table(luck, plays)
        steps = [any_step(luck, plays) for _ in range(luck.randint(1, MOST_STEPS))]
        data = form_of(table, least, most, usually).for_script()
        *_, last = script.walk("seating", data=data, state=table, steps=steps)
        state, shown = last["state"], last["shown"]
        form = form_of(state, least, most, usually)
        assert shown == {
            "isEnough": len(state["seats"]) >= least,
            "before": form.says["before"],
            "names": shown["names"],
            "behind": form.says.get("behind", ""),
        }
        assert tuple(names[one] for one in shown["names"]) == form.says.get("names", ())
        if form.is_valid():  # a table that can be written: the script names those who sit out then
            out = form.seating(int).out
            assert shown["names"] == [str(player) for player in out]
            seen["named" if out else "all play"] += 1
    record_property("tables", dict(seen))
    assert min(seen["all play"], seen["named"]) > WALKS // 20, seen


def form_of(table: Table, least: int, most: int, usually: int) -> SeatingForm:
    posted = QueryDict(mutable=True)
    posted.setlist("sits", table["seats"])
    posted.setlist("skip", table["skip"])
    posted.update({"dealer": table["dealer"], "plays": table["plays"], "key": str(uuid.uuid4())})
    return SeatingForm(posted, people=PEOPLE, usually=usually, least=least, most=most)
