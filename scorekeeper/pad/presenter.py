"""The pad as a page draws it: what is asked, and what every answer would bring, in the engine's numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ledger.recording import try_hand
from ledger.scoring import HandRefused, game_called
from ledger.scoring.prices import scored_results, scored_ties
from ledger.sheet import HandRow, Line, ScoreSheet
from scorekeeper.pad.prices import Tells, brings, packed, raced, tied
from scorekeeper.pad.question_presenter import QuestionView, question_view
from scorekeeper.pad.questions import Mode
from scorekeeper.pad.state import Pad
from scorekeeper.presenters.sheet import said_points, said_race, short_names
from scorekeeper.text.carried import STANDINGS, WORDS
from scorekeeper.text.figures import points, side, signed
from scorekeeper.text.lists import listed
from scorekeeper.text.receipts import hand_called
from scorekeeper.text.refusals import sentence


@dataclass(frozen=True, kw_only=True)
class Head:
    """A player at the foot of the sheet: name, total, what the hand would bring, and his part in it."""

    player: int
    name: str
    short: str
    total: str
    delta: str
    side: str
    part: str
    tag: str
    is_partner: bool
    deals: bool
    plays: bool

    @property
    def classes(self) -> str:
        """How the stylesheet knows the player: by the part in the hand, the deal, and who sits out."""
        chosen = ["partner" if self.is_partner else "chosen"] if self.part else []
        return " ".join(chosen + ["deals"] * self.deals + ["out"] * (not self.plays))

    @property
    def spoken(self) -> str:
        """What is read aloud of the button."""
        said = (self.name, self.total, _("deals") if self.deals else "", self.tag)
        return listed([word for word in said if word])


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
class ModeView:
    """A mode's button; `tied` is what it brings the first tapped, the next and the others, by how many are.

    `by_server` means that the script cannot foresee it, as it depends on who is tapped; `is_between` that it
    is no hand, but told between two.
    """

    mode: Mode
    tied: str
    by_server: bool
    is_between: bool
    is_on: bool


@dataclass(frozen=True, kw_only=True)
class PadView:
    """The pad: heads, results, modes, questions, and what the big button says.

    `by_server` means that the script cannot foresee what the hand brings: every tap asks the server.
    """

    pad: Pad
    heads: tuple[Head, ...]
    sides: tuple[tuple[str, tuple[Button, ...]], ...]
    modes: tuple[ModeView, ...]
    questions: tuple[QuestionView, ...]
    title: str
    summary: str
    is_ready: bool
    by_server: bool
    number: int
    record: str
    """What the big button says of a hand that can be written."""
    race: str
    carried: tuple[tuple[str, bool], ...]

    @property
    def leading(self) -> list[QuestionView]:
        """What is asked before everything else."""
        return [asked for asked in self.questions if asked.question.is_leading]

    @property
    def usual(self) -> list[QuestionView]:
        """What is asked beside the results."""
        return [one for one in self.questions if not one.question.is_leading and not one.question.is_rare]

    @property
    def rare(self) -> list[QuestionView]:
        """What is folded away."""
        return [asked for asked in self.questions if asked.question.is_rare]

    @property
    def has_rare(self) -> bool:
        """Whether something that is folded away was answered."""
        mode = self.pad.asks.mode(self.pad.mode)
        return bool(mode and mode.is_rare) or any(asked.is_answered for asked in self.rare)

    @property
    def usual_modes(self) -> list[ModeView]:
        """The modes that stand beside the points."""
        return [drawn for drawn in self.modes if not drawn.mode.is_rare]

    @property
    def rare_modes(self) -> list[ModeView]:
        """The modes that are folded away."""
        return [drawn for drawn in self.modes if drawn.mode.is_rare]


def pad_view(
    pad: Pad, sheet: ScoreSheet, lines: list[Line], names: Mapping[int, str], *, of: int | None = None
) -> PadView:
    """The pad with what the hand on it would bring; `of` when it corrects a hand."""
    trial, missing = _try(pad, sheet, lines, of)
    number = sheet.row_number(of) if of else sheet.hands + 1
    tells = Tells(pad)
    asked = tuple(question_view(question, pad, names) for question in pad.asks.questions)
    between = pad.mode in game_called(pad.rules.game).between
    words = _("Correct hand {number}") if of else _("Record hand {number}")
    record = words.format(number=number)
    title = _("Write it down") if between else record
    return PadView(
        pad=pad,
        heads=_heads(pad, sheet, names, trial, of),
        sides=tuple(_sides(pad, tells, _result(pad, trial))),
        modes=tuple(_drawn_mode(mode, pad, tells) for mode in pad.asks.modes),
        questions=asked,
        title=title if trial else missing,
        summary=_summary(trial, names) if trial else "",
        is_ready=trial is not None,
        by_server=any(one.is_by_server for one in asked),
        number=number,
        record=record,
        race=_race(sheet, names),
        carried=_carried(sheet),
    )


def _race(sheet: ScoreSheet, names: Mapping[int, str]) -> str:
    """How far everybody has come in a race, the first first; "" in a game without one."""
    shorts = short_names({player: names[player] for player in sheet.players})
    standings = [one for one in sheet.carried.shown(sheet.rules.read) if one.player is not None]
    return listed([f"{shorts[one.player or 0]} {STANDINGS[one.code](one)}" for one in standings])


def _carried(sheet: ScoreSheet) -> tuple[tuple[str, bool], ...]:
    """What lies on the table, in words, and whether the next hand is played for it already."""
    on_table = [one for one in sheet.carried.shown(sheet.rules.read) if one.player is None]
    return tuple((WORDS[one.code](one), one.of is None) for one in on_table)


def _drawn_mode(mode: Mode, pad: Pad, tells: Tells) -> ModeView:
    most = mode.most or len(pad.deal.active)
    counts = range(1, most + 1) if mode.tap else (0,)
    ties = scored_ties(*tells.scored_by, counts, tells.mode, mode.code)
    moved = not mode.tap and any(any(scored.points) for scored in ties.values() if scored)
    return ModeView(
        mode=mode,
        tied=";".join(tied(pad.rules.game, count, scored) for count, scored in ties.items()),
        by_server=moved or None in ties.values(),
        is_between=mode.code in game_called(pad.rules.game).between,
        is_on=pad.mode == mode.code,
    )


def _try(pad: Pad, sheet: ScoreSheet, lines: list[Line], of: int | None) -> tuple[HandRow | None, str]:
    try:
        return try_hand(lines, pad.hand(), of=of, known=sheet), ""
    except HandRefused as refused:
        return None, sentence(refused)


def _heads(
    pad: Pad, sheet: ScoreSheet, names: Mapping[int, str], trial: HandRow | None, of: int | None
) -> tuple[Head, ...]:
    columns = pad.deal.seats if of else sheet.players
    shorts = short_names({player: names[player] for player in columns})
    totals = {player: _total(player, sheet, of) for player in columns}
    deltas = trial.points if trial else {}
    gained = _gained(trial)
    ended = sheet.ending is not None
    return tuple(
        Head(
            player=player,
            name=names[player],
            short=shorts[player],
            total=points(totals[player]),
            delta=gained.get(player)
            or (signed(deltas[player]) if player in deltas and player in pad.deal.active else ""),
            side="plus" if player in gained else side(deltas.get(player)),
            part=_part(player, pad),
            is_partner=player in pad.partners and player != pad.picker,
            tag="" if ended else _part(player, pad) or _rests(player, pad),
            deals=player == pad.deal.dealer and not ended,
            plays=player in pad.deal.active,
        )
        for player in columns
    )


def _gained(trial: HandRow | None) -> dict[int, str]:
    """Who comes how much further in a race, of a hand that brings no points."""
    if not (trial and trial.scored and (words := raced(trial.scored))):
        return {}
    return {trial.seats[place]: words for place in trial.scored.carried_after.gained()}


def _rests(player: int, pad: Pad) -> str:
    if player in pad.deal.active:
        return ""
    return pgettext("a player", "sits") if player in pad.deal.seats else pgettext("a player", "gone")


def _total(player: int, sheet: ScoreSheet, of: int | None) -> Fraction:
    """The running total now, or before the hand that is corrected."""
    row = sheet.row(of) if of else None
    if row is None:
        return sheet.totals.get(player, Fraction(0))
    return row.totals.get(player, Fraction(0)) - row.points.get(player, Fraction(0))


def _part(player: int, pad: Pad) -> str:
    if player == pad.picker:
        return pgettext("a player", "alone") if pad.alone and pad.asks.most_partners else pad.asks.picker
    if player in pad.partners:
        return pgettext("a player", "partner")
    mode = pad.asks.mode(pad.mode)
    return mode.part if mode and player in pad.winners else ""


def _result(pad: Pad, trial: HandRow | None) -> str:
    """The result that is chosen; card points that were typed find their own."""
    found = trial.scored.row if trial and trial.scored and pad.points.strip() else None
    return found or pad.result


def _sides(pad: Pad, tells: Tells, chosen: str) -> Iterator[tuple[str, tuple[Button, ...]]]:
    asks = pad.asks
    counts = range(asks.least_partners, asks.most_partners + 1)
    results = scored_results(*tells.scored_by, [row.code for row in asks.rows], counts, tells.result)
    partners = 0 if pad.alone else min(max(len(pad.partners), 1), asks.most_partners)
    for outcome in dict.fromkeys(row.side for row in asks.rows):
        buttons = tuple(
            Button(
                code=row.code,
                bracket=_(row.bracket),
                brings=brings(results.get((row.code, partners))),
                is_on=row.code == chosen,
                low=row.low,
                high=row.high,
                cells=packed(results, row.code, asks.most_partners),
            )
            for row in asks.rows
            if row.side == outcome
        )
        yield _(outcome), buttons


def _summary(trial: HandRow, names: Mapping[int, str]) -> str:
    """ "Ben +2, Edith +1, the others −1": those with a part in it by name, the rest together."""
    if trial.scored and not any(trial.points.values()):
        return listed([f"{who} {worth}" for who, worth in said_race(trial, names)]) or hand_called(trial)
    return listed([f"{who} {worth}" for who, worth in said_points(trial, names)])
