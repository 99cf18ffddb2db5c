"""The pad's steps exist twice, on the server and in the script on the phone: they come to the same."""

import json
import os
import random
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.http import QueryDict

from ledger.book.folding import fold
from ledger.book.sheet import Line, ScoreSheet
from ledger.scoring import GAMES
from scorekeeper.pad.presenter import PadAnswer, pad_answer, pad_view
from scorekeeper.pad.prices import prices_of
from scorekeeper.pad.questions import PadQuestion
from scorekeeper.pad.reading import read_pad
from scorekeeper.pad.state import Pad, fresh_pad, pad_of
from tests.house.sources import ROOT
from tests.scorekeeper.pad.deno import ALONE, DENO, Script
from tests.scorekeeper.pad.test_pad import NAMES as PLAIN
from tests.scorekeeper.pad.test_pad import any_answers, any_pad, any_rules, opened, told
from tests.steady import many

NAMES = {**PLAIN, 2: "בן", 4: "דוד"}
# Tables of each game; of each so many walks.
TABLES = many(40, soak=1000)
WALKS = 10
MOST_STEPS = 15
NONSENSE = ("999", "−3", "--5", "-0", "abc", " 61 ", "1e1", "٣", "–")

Step = tuple[str, str]
Shown = dict[str, Any]


def test_the_script_does_what_its_own_tests_say() -> None:
    command = [DENO, "test", "--quiet", "--no-remote", "tests/js/"]
    ran = subprocess.run(
        command, cwd=ROOT, env=os.environ | ALONE, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


@dataclass(frozen=True, kw_only=True)
class Table:
    """A night so far, and the pad of a hand on it; `of` where the hand is corrected."""

    lines: list[Line]
    sheet: ScoreSheet
    pad: Pad
    of: int | None


def any_table(game: str, luck: random.Random) -> Table:
    least, most = GAMES[game].least_active, GAMES[game].most_active
    plays = luck.randint(least, most)
    rules = any_rules(game, luck)
    if game == "sheepshead" and luck.random() < 0.35:
        # Where the partner is found by the place, more happens in a tap than one would see by chance.
        rules["partner"] = luck.choice(["next_player", "die"])
        plays = 7 if rules["partner"] == "die" else plays
    seats = luck.choice([plays, plays, luck.randint(plays, 10)])
    lines = opened(game, rules, seats, plays)
    sheet = fold(lines)
    for _ in range(luck.choice([0, 1, 1, 2, 4])):
        sheet = told(lines, any_pad(fresh_pad(sheet), luck)) or sheet
        if luck.random() < 0.1:
            sheet = rearranged(lines, sheet, luck)
    if sheet.rows and luck.random() < 0.2:
        row = luck.choice(sheet.rows)
        return Table(lines=lines, sheet=sheet, pad=pad_of(row), of=row.entry)
    return Table(lines=lines, sheet=sheet, pad=fresh_pad(sheet), of=None)


def rearranged(lines: list[Line], sheet: ScoreSheet, luck: random.Random) -> ScoreSheet:
    table = sheet.seating
    facts = {
        "seats": luck.sample(table.seats, len(table.seats)),
        "dealer": table.dealer,
        "plays": table.plays,
    }
    lines.append(Line(number=len(lines) + 1, kind="arranged", facts=facts))
    return fold(lines)


def dealt_otherwise(pad: Pad, luck: random.Random) -> Pad:
    """Return the pad with the deal, who sits out and the doublers changed by hand, for one hand."""
    seats = len(pad.deal.seats)
    dealer = luck.choice([None, luck.randrange(seats)])
    out = luck.choice([None, [one for one in range(seats) if luck.random() < 0.2]])
    deal = pad.book.overridden(seats=pad.deal.seats, dealer=dealer, out=out)
    return replace(pad, deal=deal, doublers=luck.choice([pad.doublers, luck.randint(0, 3)]))


def answered(pad: Pad, empty: Pad, luck: random.Random) -> Pad:
    """Return the pad after other answers to its questions were posted, with the partner whom they name."""
    answers = any_answers(pad, luck)
    form = QueryDict(mutable=True)
    for name, said in answers.items():
        if isinstance(said, tuple):
            form.setlist(f"ask-s-{name}", list(said))
        else:
            form[f"ask-{name}"] = said
    for name, value in plain(pad).items():
        if isinstance(value, str | bool):
            form[name] = str(value or "").replace("True", "1")
        else:
            form[name] = ",".join(value)
    return replace(read_pad(form, empty), deal=pad.deal, doublers=pad.doublers).tapped("ask")


def plain(pad: Pad) -> Shown:
    return {
        "picker": str(pad.picker or ""),
        "partners": [*map(str, pad.partners)],
        "alone": pad.alone,
        "mode": pad.mode,
        "winners": [*map(str, pad.winners)],
        "result": pad.result,
        "points": pad.points,
        "answered": [one.name for one in pad.asks.questions if one.is_open and is_answered(one, pad)],
        "calls": [one.name for one in pad.asks.questions if pad.answers.get(one.name) in one.with_partner],
    }


def is_answered(question: PadQuestion, pad: Pad) -> bool:
    if question.kind == "counts":
        return any(pad.typed_of(question.name, player) for player in pad.deal.active)
    return bool(str(pad.answers.get(question.name, "")).strip())


def any_step(pad: Pad, luck: random.Random) -> Step:
    kind = luck.choices(["player", "alone", "mode", "result", "points", "nobody"], [55, 7, 12, 12, 8, 3])[0]
    if kind == "mode" and pad.asks.modes:
        return "tap", "mode:" + luck.choice(pad.asks.modes).code
    if kind == "result" and pad.asks.rows:
        return "result", luck.choice(pad.asks.rows).code
    if kind == "points" and pad.asks.rows:
        low, high = pad.asks.least_points, pad.asks.most_points
        numbers = ["", str(low), str(high), *(str(luck.randint(low, high)) for _ in range(6))]
        return "points", luck.choice([*numbers, luck.choice(NONSENSE)])
    if kind == "nobody" or not pad.deal.active:
        return "tap", luck.choice(["mode:no_such", "", "ask", "99", *map(str, pad.deal.seats)])
    return "tap", "alone" if kind == "alone" else str(luck.choice(pad.deal.active))


def stepped(pad: Pad, step: Step, state: Shown) -> Pad:
    kind, what = step
    if kind == "tap":
        return pad.tapped(what)
    if kind == "result":
        assert state["result"] == what
        assert state["points"] in ("", pad.points)
    else:
        assert state["points"] == what
    return replace(pad, result=state["result"], points=state["points"])


def said_by_the_server(answer: PadAnswer, pad: Pad) -> Shown:
    return {
        "ready": answer.is_ready,
        "title": answer.title,
        "summary": answer.summary,
        "heads": {
            str(one.player): {
                "part": one.tag,
                "look": one.look,
                "delta": one.delta,
                "side": one.side,
                "label": one.spoken,
            }
            for one in answer.heads
            if one.plays
        },
        "results": {one.code: one.brings for _, buttons in answer.sides for one in buttons},
        "chosen": [one.code for _, buttons in answer.sides for one in buttons if one.is_on],
        "asked": [one.name for one in pad.asks.questions if pad.mode in one.modes],
        "mode": [pad.mode] if pad.mode else [],
    }


def said_by_the_script(shown: Shown, state: Shown) -> Shown:
    return {name: shown[name] for name in ("ready", "title", "summary", "heads", "results", "asked")} | {
        "chosen": [code for code in shown["results"] if code == state["result"]],
        "mode": [state["mode"]] if state["mode"] else [],
    }


def without_prices(said: Shown) -> Shown:
    heads = {
        player: {name: head[name] for name in ("part", "look")} for player, head in said["heads"].items()
    }
    return {name: said[name] for name in ("results", "asked", "mode")} | {"title": "", "heads": heads}


@pytest.mark.parametrize("game", GAMES)
def test_any_taps_lead_to_the_same_states_and_the_same_sentences(
    game: str, script: Script, record_property: Callable[[str, object], None]
) -> None:
    luck = random.Random(f"{game} on both sides")
    seen: Counter[str] = Counter()
    for _ in range(TABLES):
        table = any_table(game, luck)
        pad = table.pad
        if luck.random() < 0.2:
            pad = dealt_otherwise(pad, luck)
        if luck.random() < 0.6:
            pad = answered(pad, pad, luck)
        walk_all(replace(table, pad=pad), script, luck, seen)
    record_property("states", dict(seen))
    # Few taps need the server, though many pads here have answers that nobody foresees.
    assert seen["asked"] < 0.4 * (seen["asked"] + seen["foreseen"] + seen["missing"]), seen
    assert min(seen["foreseen"], seen["missing"]) > TABLES * WALKS, seen


def walk_all(table: Table, script: Script, luck: random.Random, seen: Counter[str]) -> None:
    pad = table.pad
    prices = prices_of(pad)
    data = pad_view(pad, table.sheet, table.lines, NAMES, of=table.of).data
    answers: dict[str, PadAnswer] = {}
    for _ in range(WALKS):
        steps = [any_step(pad, luck) for _ in range(luck.randint(1, MOST_STEPS))]
        now = pad
        for step, found in zip(
            [None, *steps], script.walk("pad", data=data, state=plain(pad), steps=steps), strict=True
        ):
            now = stepped(now, step, found["state"]) if step else now
            assert found["state"] == plain(now), (step, steps)
            key = json.dumps(found["state"])
            if key not in answers:
                answers[key] = pad_answer(now, prices, table.sheet, table.lines, NAMES, of=table.of)
            here = said_by_the_server(answers[key], now)
            there = said_by_the_script(found["shown"], found["state"])
            asks = found["shown"]["ask"]
            if not found["shown"]["isKnown"] or (asks and not here["ready"]):
                here, there = without_prices(here), without_prices(there)
            assert there["title"] == here["title"], (table.of, steps, now)
            assert there == here, (steps, now)
            seen["asked" if asks else "foreseen" if here["ready"] else "missing"] += 1
        seen["walks"] += 1
