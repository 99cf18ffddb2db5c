"""A further game is at most four files and its line in the registry: nothing else knows it by name."""

import re
import sys
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ledger.recording import NewGroup, start_group
from ledger.scoring import GAMES, HandRefused
from ledger.scoring.game import Game, Preset
from ledger.scoring.option import switch
from ledger.scoring.scored import Chart, ChartCell, ChartRow, Facts, Reason, Scored
from ledger.words.messages import message
from scorekeeper.pad.questions import Answers, Asks, PadQuestion
from scorekeeper.pad.state import Pad
from tests import cast
from tests.house.sources import ROOT
from tests.scorekeeper.conftest import phone_of

REGISTRY = "ledger/scoring/__init__.py"
ROOMS = ("ledger", "scorekeeper", "templates", "static")
# Other files that name a game, and why; a further game need not.
SPELLED = {
    "scorekeeper/pages/group/start_group.py": {"sheepshead"},  # the start page puts it above all others
    "ledger/recording/group.py": {"sheepshead"},  # what a group plays when nobody says
    "ledger/management/commands/demo.py": {"sheepshead", "mehrkopf"},  # the demo tables
}


def code_of(path: Path) -> str:
    """Return the text of a file, without the docstrings and comments that may give a game as an example."""
    text = path.read_text()
    return re.sub(r'"""[\s\S]*?"""|#[^\n]*', "", text) if path.suffix == ".py" else text


@pytest.mark.parametrize("game", GAMES)
def test_only_the_registry_knows_a_game_by_its_name(game: str) -> None:
    own = tuple(
        f"{room}/{game}" for room in ("ledger/scoring", "scorekeeper/pad/games", "scorekeeper/text/games")
    )
    named = {
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in (ROOT / room).rglob("*.*")
        if path.suffix in (".py", ".html", ".js", ".css")
        and not path.relative_to(ROOT).as_posix().startswith(own)
        and re.search(rf"(?<!\w){game}(?!\w)", code_of(path))
    }
    assert named - {REGISTRY} == {name for name, games in SPELLED.items() if game in games}
    lines = [line for line in (ROOT / REGISTRY).read_text().splitlines() if f'"{game}"' in line]
    assert lines == [f'    "{game}": {game.upper()},']


@dataclass(frozen=True, kw_only=True)
class OldMaidRules:
    double: bool = switch(False, label="Losing counts double", help="As it says.", source="-", section="All")


def score(players: int, rules: OldMaidRules, told: Facts) -> Scored:
    if told.get("loser") is None:
        raise HandRefused("loser", fact="loser")
    each = 2 if rules.double else 1
    points = [Fraction(-each * (players - 1) if seat == told["loser"] else each) for seat in range(players)]
    reason = Reason(
        code="maid",
        points=tuple(points),
        seats=(told["loser"],),
        rule="double",
    )
    roles = tuple("alone" if seat == told["loser"] else "opponent" for seat in range(players))
    following = (told["dealer"] + 1) % players if "dealer" in told else None
    return Scored(
        points=tuple(points), reasons=(reason,), label=message("label"), roles=roles, next_dealer=following
    )


LEFT = ChartRow(code="left", side="lost", label="Left", bracket="with the maid", low=None, high=None)
OLD_MAID = Game(
    key="old_maid",
    name="Old maid",
    help="Nobody wants the last queen.",
    rules=OldMaidRules,
    presets=(Preset(key="double", name="Double", help="Losing counts double.", values={"double": True}),),
    score=score,
    chart=lambda _rules, active: Chart(
        rows=(LEFT,),
        cells={
            ("left", 0): ChartCell(picker=Fraction(1 - active), partner=Fraction(0), opponent=Fraction(1))
        },
    ),
    least_active=2,
    most_active=10,
    most_partners=lambda _active: 0,
)


def asks(rules: OldMaidRules, active: int, answers: Answers) -> Asks:
    return Asks(
        tap_picker="Tap who was left with the maid",
        tap_partner="",
        rows=(LEFT,),
        most_partners=0,
        picker="left",
        asks_points=False,
        questions=(PadQuestion(name="unlucky", label="It was dealt to him"),),
    )


def told(pad: Pad) -> dict[str, Any]:
    return {"kind": "maid", "loser": pad.seat(pad.picker)}


def told_before(told: Mapping[str, Any], seats: Sequence[int]) -> dict[str, Any]:
    return {"picker": seats[told["loser"]], "alone": True}


REFUSALS = {"loser": "Say who was left with the maid."}
SAID = {"maid": "{one} was left with the maid", "label": "maid"}


@pytest.fixture
def _old_maid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a game in a module of its own, in one with its words, and in the registry: nothing else."""
    for name, content in (
        ("scorekeeper.pad.games.old_maid", {"asks": asks, "told": told, "told_before": told_before}),
        ("scorekeeper.text.games.old_maid", {"REFUSALS": REFUSALS, "SAID": SAID, "WORDS": {}}),
    ):
        module = ModuleType(name)
        module.__dict__.update(content)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setitem(GAMES, "old_maid", OLD_MAID)


@pytest.mark.django_db
@pytest.mark.usefixtures("_old_maid")
def test_a_planted_game_is_played_from_the_pad_to_the_receipt_and_every_page_knows_it() -> None:
    new = NewGroup(
        name="Nursery",
        names=("Ann", "Ben", "Cleo"),
        currency="EUR",
        stake_cents=1,
        game="old_maid",
        options={"double": True},
    )
    night = cast.a_night(group := start_group(new, cast.OWNER, uuid.uuid4()))
    owner, address = phone_of(cast.OWNER), f"/g/{group.code}/{night.number}/"
    ben = cast.ids(group, "Ben")[0]
    tap = {"tap": ben, "key": uuid.uuid4(), "after": 1}
    hand = {"picker": ben, "alone": "1", "result": "left", "key": uuid.uuid4(), "after": 1}
    for answer, words in (
        (owner.get(address), ["Tap who was left with the maid", "It was dealt to him"]),
        (owner.post(f"{address}tap/", tap), ["Ben −4, the others +2"]),
        (owner.post(f"{address}tell/", hand, follow=True), ["Hand 1"]),
        (owner.get(f"{address}hands/2/"), ["Ben was left with the maid", "Losing counts double"]),
        (owner.get(f"{address}hands/2/correct/"), ["Correct hand 1"]),
    ):
        html = answer.content.decode()
        assert [said for said in words if said not in html] == []
    for page in ("", "rules/", "rules/card/", "standings/"):
        assert owner.get(f"/g/{group.code}/{page}").status_code == 200
