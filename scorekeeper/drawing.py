"""The score sheet and the pad as a page draws them: words and classes, no rules. Frozen dataclasses out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ledger.recording import try_hand
from ledger.scoring import HandRefused, game_called
from ledger.scoring.prices import priced_results, priced_ties
from ledger.scoring.scored import Cell, Told
from ledger.seating import Seating
from ledger.sheet import HandRow, Line, Note, ScoreSheet
from scorekeeper.forms.pad import Mode, Pad, Question, form_of
from scorekeeper.rule_sheet import rules_note
from scorekeeper.templatetags.figures import points, side, signed

PASSED = ("all_pass", "bad_hand", "throw_in", "pass", "out_of_turn")
MARKS = {"picker": "p", "alone": "a", "partner": "f"}
"""The class of a cell by its player's role; the stylesheet draws the mark: P, P1, +, L."""


@dataclass(frozen=True, kw_only=True)
class DrawnRow:
    """A line of the sheet: a hand with its cells (text, class), or a note between hands."""

    entry: int
    number: int
    cells: tuple[tuple[str, str], ...] = ()
    foots: str = ""
    mark: str = ""
    note: str = ""
    is_changed: bool = False
    is_newest: bool = False


@dataclass(frozen=True, kw_only=True)
class Head:
    """A player at the foot of the sheet: name, total, what the hand would bring, and his part in it."""

    player: int
    name: str
    total: str
    delta: str
    side: str
    part: str
    tag: str
    deals: bool
    plays: bool


@dataclass(frozen=True, kw_only=True)
class Button:
    """A result on the pad, with what it brings the picker."""

    code: str
    bracket: str
    brings: str
    is_on: bool
    low: int | None
    high: int | None
    cells: str


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question with its answers so far: (value, words, is it chosen)."""

    question: Question
    choices: tuple[tuple[str, str, bool], ...]
    is_asked: bool

    @property
    def is_answered(self) -> bool:
        """Whether something else than the usual is answered."""
        usual = self.choices[0][0] if self.question.kind in ("one", "pick", "player") else None
        return self.is_asked and any(chosen and value != usual for value, _, chosen in self.choices)


@dataclass(frozen=True, kw_only=True)
class DrawnMode:
    """A mode's button; `tied` is what it brings those tapped and the others, by how many are tapped."""

    mode: Mode
    tied: str
    is_on: bool


@dataclass(frozen=True, kw_only=True)
class DrawnPad:
    """The pad: heads, results, modes, questions, and what the big button says.

    `by_server` means that the script cannot foresee what the hand brings: every tap asks the server.
    """

    pad: Pad
    heads: tuple[Head, ...]
    sides: tuple[tuple[str, tuple[Button, ...]], ...]
    modes: tuple[DrawnMode, ...]
    questions: tuple[Asked, ...]
    title: str
    summary: str
    is_ready: bool
    by_server: bool
    number: int

    @property
    def leading(self) -> list[Asked]:
        """What is asked before everything else."""
        return [asked for asked in self.questions if asked.question.is_leading]

    @property
    def usual(self) -> list[Asked]:
        """What is asked beside the results."""
        return [one for one in self.questions if not one.question.is_leading and not one.question.is_rare]

    @property
    def rare(self) -> list[Asked]:
        """What is folded away."""
        return [asked for asked in self.questions if asked.question.is_rare]

    @property
    def has_rare(self) -> bool:
        """Whether something that is folded away was answered."""
        mode = self.pad.asks.mode(self.pad.mode)
        return bool(mode and mode.is_rare) or any(asked.is_answered for asked in self.rare)

    @property
    def usual_modes(self) -> list[DrawnMode]:
        """The modes that stand beside the points."""
        return [drawn for drawn in self.modes if not drawn.mode.is_rare]

    @property
    def rare_modes(self) -> list[DrawnMode]:
        """The modes that are folded away."""
        return [drawn for drawn in self.modes if drawn.mode.is_rare]


def drawn_rows(sheet: ScoreSheet, names: Mapping[int, str]) -> Iterator[DrawnRow]:
    """The sheet from the top: a row a hand, and the notes where they were made."""
    lines: list[HandRow | Note] = sorted([*sheet.rows, *sheet.notes], key=lambda line: line.entry)
    newest = sheet.rows[-1].entry if sheet.rows else 0
    for line in lines:
        if isinstance(line, Note):
            yield DrawnRow(entry=line.entry, number=0, note=_note(line, names))
        elif line.is_void:
            yield DrawnRow(entry=line.entry, number=0, note="a hand was taken back", is_changed=True)
        else:
            yield _drawn_row(line, sheet, newest)


def _drawn_row(row: HandRow, sheet: ScoreSheet, newest: int) -> DrawnRow:
    return DrawnRow(
        entry=row.entry,
        number=row.number,
        cells=tuple(_cell(row, player) for player in sheet.players),
        foots=points(row.foots),
        mark=_mark(row),
        is_changed=row.is_changed,
        is_newest=row.entry == newest,
    )


def _cell(row: HandRow, player: int) -> tuple[str, str]:
    if player not in row.totals:
        return "", ""
    total = points(row.totals[player])
    if player not in row.seats:
        return total, "o"
    role = row.role(player)
    if role == "out":
        return "–", "o"
    if role == "leaster" and row.points[player] > 0:
        return total, "l"
    return total, MARKS.get(role, "")


def _mark(row: HandRow) -> str:
    if not row.number:
        return "pot"
    if row.facts["told"]["kind"] in PASSED:
        return "pass"
    doubled = row.scored.factor if row.scored and row.doublers else Fraction(1)
    return f"×{points(doubled)}" if doubled != 1 and row.doublers else ""


def _note(note: Note, names: Mapping[int, str]) -> str:
    if note.kind == "joined":
        return f"{names[note.facts['player']]} sits down"
    if note.kind == "left":
        return f"{names[note.facts['player']]} goes home"
    if note.kind == "rules":
        return rules_note(note.facts)
    return "the table was arranged anew"


def drawn_pad(
    pad: Pad, sheet: ScoreSheet, lines: list[Line], names: Mapping[int, str], *, of: int | None = None
) -> DrawnPad:
    """The pad with what the hand on it would bring; `of` when it corrects a hand."""
    trial, missing = _try(pad, lines, of)
    number = sheet.row_number(of) if of else sheet.hands + 1
    tells = _Tells(pad, {} if of else _pot(sheet))
    asked = tuple(_asked(question, pad, names) for question in pad.asks.questions)
    between = pad.mode in game_called(pad.rules.game).between
    title = "Write it down" if between else f"{'Correct' if of else 'Record'} hand {number}"
    return DrawnPad(
        pad=pad,
        heads=tuple(_head(player, pad, sheet, names, trial) for player in _columns(pad, sheet, of)),
        sides=tuple(_sides(pad, tells)),
        modes=tuple(_drawn_mode(mode, pad, tells) for mode in pad.asks.modes),
        questions=asked,
        title=title if trial else missing,
        summary=_summary(trial, names) if trial else "",
        is_ready=trial is not None,
        by_server=any(one.question.kind == "player" and one.is_answered for one in asked),
        number=number,
    )


def _pot(sheet: ScoreSheet) -> dict[str, Any]:
    return {"pot": {"amount": str(sheet.pot_points), "pots": sheet.pots}} if sheet.pots else {}


def _asked(question: Question, pad: Pad, names: Mapping[int, str]) -> Asked:
    choices = question.choices
    if question.kind == "player":
        choices = (("", "nobody"), *((str(player), names[player]) for player in pad.deal.active))
    if question.kind == "switch":
        choices = (("1", question.label),)
    said = pad.several(question.name) if question.kind == "several" else [pad.answer(question.name)]
    if question.kind in ("one", "pick") and not any(value == said[0] for value, _ in choices):
        said = [choices[0][0]]
    return Asked(
        question=question,
        choices=tuple((value, words, value in said) for value, words in choices),
        is_asked=pad.mode in question.modes,
    )


class _Tells:
    """Tells what could be told with this pad, for those who play this hand, to price it."""

    def __init__(self, pad: Pad, carried: Mapping[str, Any]) -> None:
        active = pad.deal.active
        table = Seating(seats=active, dealer=active[0], plays=len(active))
        players = {question.name for question in pad.asks.questions if question.kind == "player"}
        answers = {name: said for name, said in pad.answers.items() if name not in players}
        self.pad = replace(pad, deal=table, book=table, answers=answers, points="")
        self.told = form_of(pad.rules.game).told
        self.carried = dict(carried) | ({"doublers": pad.doublers} if pad.doublers else {})
        self.scored_by = (game_called(pad.rules.game), pad.rules.read, len(active))

    def result(self, code: str, partners: int) -> Told:
        """A picked hand with this result."""
        picker, *others = self.pad.deal.active
        said = replace(self.pad, mode="", result=code, picker=picker, alone=not partners)
        return dict(self.told(replace(said, partners=tuple(others[:partners])))) | self.carried

    def mode(self, code: str, count: int) -> Told:
        """A hand of this mode with so many tapped."""
        return self.told(replace(self.pad, mode=code, winners=self.pad.deal.active[:count])) | self.carried


def _drawn_mode(mode: Mode, pad: Pad, tells: _Tells) -> DrawnMode:
    most = mode.most or len(pad.deal.active) - 1
    ties = priced_ties(*tells.scored_by, most, tells.mode, mode.code) if mode.tap else {}
    tied = ";".join(f"{signed(cell.picker)},{signed(cell.opponent)}" for cell in ties.values())
    return DrawnMode(mode=mode, tied=tied, is_on=pad.mode == mode.code)


def _columns(pad: Pad, sheet: ScoreSheet, of: int | None) -> tuple[int, ...]:
    return pad.deal.seats if of else sheet.players


def _try(pad: Pad, lines: list[Line], of: int | None) -> tuple[HandRow | None, str]:
    try:
        return try_hand(lines, pad.hand(), of=of), ""
    except HandRefused as refused:
        return None, refused.message


def _head(player: int, pad: Pad, sheet: ScoreSheet, names: Mapping[int, str], trial: HandRow | None) -> Head:
    deltas = trial.points if trial else {}
    part = _part(player, pad)
    plays = player in pad.deal.active
    sits = "gone" if player not in pad.deal.seats else "sits"
    return Head(
        player=player,
        name=names[player],
        total=points(sheet.totals.get(player, Fraction(0))),
        delta=signed(deltas[player]) if plays and player in deltas else "",
        side=side(deltas.get(player)),
        part=part,
        tag=part or ("" if plays else sits),
        deals=player == pad.deal.dealer,
        plays=plays,
    )


def _part(player: int, pad: Pad) -> str:
    if player == pad.picker:
        return "alone" if pad.alone and pad.asks.most_partners else pad.asks.picker
    if player in pad.partners:
        return "partner"
    mode = pad.asks.mode(pad.mode)
    return mode.part if mode and player in pad.winners else ""


def _sides(pad: Pad, tells: _Tells) -> Iterator[tuple[str, tuple[Button, ...]]]:
    asks = pad.asks
    counts = range(asks.least_partners, asks.most_partners + 1)
    cells = priced_results(*tells.scored_by, [row.code for row in asks.rows], counts, tells.result)
    partners = 0 if pad.alone else min(max(len(pad.partners), 1), asks.most_partners)
    for outcome in dict.fromkeys(row.side for row in asks.rows):
        buttons = tuple(
            Button(
                code=row.code,
                bracket=row.bracket,
                brings=_brings(cells.get((row.code, partners))),
                is_on=row.code == pad.result,
                low=row.low,
                high=row.high,
                cells=_packed(cells, row.code, asks.most_partners),
            )
            for row in asks.rows
            if row.side == outcome
        )
        yield outcome, buttons


def _brings(cell: Cell | None) -> str:
    return signed(cell.picker) if cell else "–"


def _packed(cells: Mapping[tuple[str, int], Cell], code: str, most_partners: int) -> str:
    """What a result brings picker, partner and opponent, for 0, 1, … partners: for the script's preview."""
    return ";".join(_triple(cells.get((code, count))) for count in range(most_partners + 1))


def _triple(cell: Cell | None) -> str:
    if cell is None:
        return "–,,"
    return f"{signed(cell.picker)},{signed(cell.partner)},{signed(cell.opponent)}"


def _summary(trial: HandRow, names: Mapping[int, str]) -> str:
    """ "Ben +2, Edith +1, the others −1": those with a part in it by name, the rest together."""
    return ", ".join(f"{who} {worth}" for who, worth in said_points(trial, names))


def said_points(row: HandRow, names: Mapping[int, str]) -> list[tuple[str, str]]:
    """Who won or lost how much, those with a part in the hand by name, the rest together if they can be."""
    named = sorted(
        (one for one in row.seats if _has_part(row, one)), key=lambda one: row.role(one) == "partner"
    )
    rest = [player for player in row.seats if player not in named and row.role(player) != "out"]
    said = [(names[player], signed(row.points[player])) for player in named]
    worths = {row.points[player] for player in rest}
    if len(worths) == 1 and named:
        return [*said, ("the others" if len(rest) > 1 else names[rest[0]], signed(worths.pop()))]
    if not named and worths == {Fraction(0)}:
        return [("nobody", "0")]
    return said + [(names[player], signed(row.points[player])) for player in rest]


def _has_part(row: HandRow, player: int) -> bool:
    role = row.role(player)
    return role in MARKS or (role == "leaster" and row.points[player] > 0)
