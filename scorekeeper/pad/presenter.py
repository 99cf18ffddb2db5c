"""The pad as a page draws it: what is asked, and what every answer would bring, in the engine's numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from ledger.book.sheet import HandRow, Line, ScoreSheet
from ledger.recording import try_hand
from ledger.scoring import TYPED, HandRefused, game_called
from ledger.scoring.carried import Carried
from ledger.scoring.scored import Scored
from ledger.standings import Face
from ledger.words.initials import signs
from scorekeeper.pad.prices import Prices, brings, prices_of, raced
from scorekeeper.pad.questions import PadQuestion, count_field
from scorekeeper.pad.questions import signed as signed_number
from scorekeeper.pad.script_data import script_data
from scorekeeper.pad.state import Pad
from scorekeeper.presenters.sheet import brought, others, said_points, said_race, short_names
from scorekeeper.text.carried import STANDINGS, doublers_by_hand, on_table
from scorekeeper.text.figures import MINUS, PLUS, points
from scorekeeper.text.lists import listed, pattern, standing_apart
from scorekeeper.text.receipts import hand_called, role_words
from scorekeeper.text.refusals import sentence


def coming(pad: Pad, prices: Prices, names: Mapping[int, str]) -> dict[str, Any]:
    """Return this deal and those after it, once around the table, and what is usual, as JSON in the page.

    Players are ids, and a title has {number} in it.
    """
    title = " · ".join([_("Hand {number}"), _("{name} deals")])
    deals: list[dict[str, Any]] = []
    seating = pad.book
    while not deals or seating.dealer != pad.book.dealer:
        named = title.replace("{name}", names[seating.dealer])
        deals.append({"dealer": seating.dealer, "out": seating.out, "title": named})
        seating = replace(seating, dealer=seating.after(seating.dealer), by_hand=None)
    return {
        "deals": deals,
        "usual": usual_codes(pad, prices),
        "names": {one: (names[one], standing_apart(names[one])) for one in pad.book.seats},
    }


def usual_codes(pad: Pad, prices: Prices) -> tuple[str, ...]:
    """Return the results and modes after which the deal moves on by one and numbers on the pad stay true."""
    told: dict[str, list[Scored]] = {}
    for (code, _count), scored in prices.results.items():
        told.setdefault(code, []).append(scored)
    for code, ties in prices.ties.items():
        told.setdefault(code, []).extend(scored for scored in ties.values() if scored)
    between, waits = game_called(pad.rules.game).between, _weighs(pad.carried)
    return tuple(
        code
        for code, known in told.items()
        if code not in between
        and all(
            one.next_dealer is None
            and _weighs(pad.carried.then(one.carried_after.of_players(pad.deal.active))) == waits
            for one in known
        )
    )


def _weighs(carried: Carried) -> dict[str, object]:
    return {name: value for name, value in vars(carried).items() if value}


# Components that draw more than one kind of question.
TEMPLATES = {"switch": "tick", "several": "tick"}


@dataclass(frozen=True, kw_only=True)
class QuestionView:
    """A question with its answers so far: (value, words, is it chosen).

    `fields` are those that are typed: (what it is called, words, what was typed).
    """

    question: PadQuestion
    choices: tuple[tuple[str, str, bool], ...]
    fields: tuple[tuple[str, str, str], ...]
    is_asked: bool
    # The refusal of an answer that cannot be.
    wrong: str = ""

    @property
    def template(self) -> str:
        return f"table/table/questions/{TEMPLATES.get(self.question.kind, self.question.kind)}.html"

    @property
    def field(self) -> str:
        """Return what it is called in the form; one with several answers is marked."""
        return (
            f"ask-s-{self.question.name}" if self.question.kind == "several" else f"ask-{self.question.name}"
        )

    @property
    def said(self) -> str:
        usual = self.choices[0][0] if self.question.kind in ("one", "pick", "player") else None
        words = [words for value, words, chosen in self.choices if chosen and value != usual]
        words += [typed for _, _, typed in self.fields if typed]
        return " ".join(dict.fromkeys([self.question.label, *words])) if self.is_asked and words else ""


def question_view(
    question: PadQuestion, pad: Pad, names: Mapping[int, str], refused: HandRefused | None = None
) -> QuestionView:
    """Return a question of this pad with its answers so far; `refused` is what is wrong with the hand."""
    choices = _choices(question, pad, names)
    said = pad.several(question.name) if question.kind == "several" else [pad.answer(question.name)]
    if question.kind in ("one", "pick") and not any(value == said[0] for value, _ in choices):
        said = [choices[0][0]]
    return QuestionView(
        question=question,
        choices=tuple((value, words, value in said) for value, words in choices),
        fields=tuple(_fields(question, pad, names)),
        is_asked=pad.mode in question.modes,
        wrong=sentence(refused) if refused and question.is_meant(refused) else "",
    )


def _choices(question: PadQuestion, pad: Pad, names: Mapping[int, str]) -> tuple[tuple[str, str], ...]:
    if question.kind == "player":
        nobody = question.choices or (("", _("nobody")),)
        return (*nobody, *((str(player), names[player]) for player in pad.deal.active))
    if question.kind == "switch":
        return (("1", question.label),)
    return question.choices


def _fields(question: PadQuestion, pad: Pad, names: Mapping[int, str]) -> list[tuple[str, str, str]]:
    if question.kind == "number":
        return [(question.name, question.label, pad.answer(question.name))]
    if question.kind != "counts":
        return []
    shorts, active = short_names({player: names[player] for player in pad.deal.seats}), pad.deal.active
    sides = question.teams or len(active)
    return [
        (
            count_field(question.name, player),
            " & ".join(shorts[one] for one in active[at::sides]),
            pad.typed_of(question.name, player),
        )
        for at, player in enumerate(active[:sides])
    ]


# Names with more letters than that are cut in the heads of a phone, or of anything but a wide screen.
LONG, LONGER = 6, 9

NOBODY: Mapping[int, Face] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Head:
    """A player at the foot of the sheet: name, total, what the hand would bring, and the part in it."""

    player: int
    name: str
    short: str
    initials: str
    colour: str
    total: str
    delta: str
    side: str
    part: str
    tag: str
    is_partner: bool
    deals: bool
    plays: bool

    @property
    def look(self) -> str:
        return "partner" if self.is_partner else "chosen" if self.part else ""

    @property
    def classes(self) -> str:
        """Return how the stylesheet knows the player: by the part in the hand, the deal, and who sits out."""
        look = [self.look] * bool(self.look) + ["deals"] * self.deals + ["out"] * (not self.plays)
        # The stylesheet shows initials in the place of a long name.
        letters = len(signs(self.short)) if self.initials else 0
        cut = ["is-longer"] if letters > LONGER else ["is-long"] if letters > LONG else []
        return " ".join([*look, *cut])

    @property
    def spoken(self) -> str:
        return _spoken(self.name, self.total, self.tag, self.delta, deals=self.deals)


def _spoken(name: str, total: str, *said: str, deals: bool) -> str:
    return listed([word for word in (name, total, _("deals") if deals else "", *said) if word])


@dataclass(frozen=True, kw_only=True)
class Button:
    code: str
    bracket: str
    brings: str
    is_on: bool


@dataclass(frozen=True, kw_only=True)
class PadAnswer:
    """Parts of the pad that a tap changes: heads, results and the big button; `refused` for no valid hand."""

    heads: tuple[Head, ...]
    sides: tuple[tuple[str, tuple[Button, ...]], ...]
    title: str
    summary: str
    is_ready: bool
    refused: HandRefused | None = None


@dataclass(frozen=True, kw_only=True)
class NextHand:
    """The hand that is played now: its number, how a race stands ("" without one), what lies on the table.

    `toward` is how far everybody has come to the points that the table plays to, "" where it has no such.

    Of what lies there the words, and whether this hand is played for it already.
    """

    number: int
    race: str
    toward: str
    carried: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, kw_only=True)
class PadView(PadAnswer, NextHand):
    pad: Pad
    questions: tuple[QuestionView, ...]
    data: Mapping[str, Any]
    coming: Mapping[str, Any]

    @cached_property
    def asked(self) -> dict[str, list[QuestionView]]:
        found: dict[str, list[QuestionView]] = {}
        for one in self.questions:
            found.setdefault(one.question.place, []).append(one)
        return found

    @property
    def may_be_another(self) -> bool:
        """Return whether a hand of another game can be told beside the table's own."""
        return self.pad.rules.game != TYPED

    @property
    def beside_said(self) -> str:
        views = self.asked["beside"]
        labels = [one.question.label for one in views if one.question.kind == "pick"]
        return listed([one.said for one in views if one.said] or labels)

    @property
    def rare_said(self) -> str:
        """Return the label of the fold: its answers, else the calls it asks about, else its purpose."""
        views = self.asked.get("rare", [])
        mode = self.pad.asks.mode(self.pad.mode)
        said = [mode.label] if mode and mode.is_rare else []
        said += [one.said for one in views if one.said]
        calls = [one.question.label for one in views if one.question.about]
        return listed(said or calls or [_("Something unusual?")])


def pad_view(
    pad: Pad,
    sheet: ScoreSheet,
    lines: list[Line],
    names: Mapping[int, str],
    *,
    faces: Mapping[int, Face] = NOBODY,
    of: int | None = None,
) -> PadView:
    """Return the pad with what the hand on it would bring; `of` when it corrects a hand.

    `faces` are for heads where a name has no room.
    """
    prices = prices_of(pad)
    answer = pad_answer(pad, prices, sheet, lines, names, faces=faces, of=of)
    number = _number(sheet, of)
    dealer = pad.deal.dealer
    totals = {player: points(_total(player, sheet, of)) for player in pad.deal.active}
    return PadView(
        **vars(answer),
        pad=pad,
        questions=tuple(
            question_view(question, pad, names, answer.refused) for question in pad.asks.questions
        ),
        **vars(next_hand(pad, sheet, names, of=of)),
        data=script_data(
            pad,
            prices,
            players=tuple(
                (
                    str(one),
                    names[one],
                    _spoken(names[one], total, deals=one == dealer),
                    standing_apart(names[one]),
                )
                for one, total in totals.items()
            ),
            titles={
                code: _title(pad, code, number, of) for code in ("", *(mode.code for mode in pad.asks.modes))
            },
            words={
                "alone": _alone(),
                "picker": pad.asks.picker,
                "partner": pad.asks.partner,
                "others": others(),
                "none": brings(None),
                "plus": PLUS,
                "minus": MINUS,
                "list": pattern(),
            },
            is_followed=of is not None and bool(sheet.rows) and sheet.rows[-1].entry != of,
        ),
        coming={} if of else coming(pad, prices, names),
    )


def next_hand(pad: Pad, sheet: ScoreSheet, names: Mapping[int, str], *, of: int | None = None) -> NextHand:
    """Return the parts of the next hand that are known before any tap; `of` is the hand that it corrects."""
    carried = _carried(pad, names)
    if sheet.reached:
        # Without names: the head of the table has one line.
        carried = ((_("{target} is reached").format(target=sheet.target), True), *carried)
    # Everybody's standing in a race, the first first; "" in a game without one.
    shorts = short_names({player: names[player] for player in sheet.players})
    standings = [one for one in sheet.carried.shown(sheet.rules.read) if one.player is not None]
    return NextHand(
        number=_number(sheet, of),
        race=listed(
            [f"{standing_apart(shorts[one.player or 0])} {STANDINGS[one.code](one)}" for one in standings]
        ),
        toward=_toward(sheet, names),
        carried=carried,
    )


def _toward(sheet: ScoreSheet, names: Mapping[int, str]) -> str:
    # Name the players who reached the points that the table plays to, and all totals, highest first.
    if sheet.target is None:
        return ""
    shorts = short_names({player: names[player] for player in sheet.players})
    order = sorted(sheet.players, key=lambda one: -sheet.totals[one])
    counts = [f"{standing_apart(shorts[one])} {points(sheet.totals[one])}" for one in order]
    said = _("to {target}: {counts}").format(target=sheet.target, counts=listed(counts))
    if not sheet.reached:
        return said
    if sheet.is_typed:
        words = ngettext("{names} has come to {target}", "{names} have come to {target}", len(sheet.reached))
    else:
        words = _("{names} won the night")
    first = words.format(names=listed([names[one] for one in sheet.reached]), target=sheet.target)
    return f"{first} · {said}"


def pad_answer(
    pad: Pad,
    prices: Prices,
    sheet: ScoreSheet,
    lines: list[Line],
    names: Mapping[int, str],
    *,
    faces: Mapping[int, Face] = NOBODY,
    of: int | None = None,
) -> PadAnswer:
    """Return what the server answers to a tap; `prices` are the pad's, whatever was tapped on it."""
    trial: HandRow | None = None
    refused: HandRefused | None = None
    try:
        trial = try_hand(lines, pad.hand(), of=of, known=sheet)
    except HandRefused as trouble:
        refused = trouble
    columns = pad.deal.seats if of else sheet.players
    shorts = short_names({player: names[player] for player in columns})
    ended, gained = sheet.ending is not None, {}
    if trial and trial.scored and (words := raced(trial.scored)):
        gained = {trial.seats[place]: words for place in trial.scored.carried_after.gained()}
    return PadAnswer(
        heads=tuple(
            Head(
                player=player,
                name=names[player],
                short=shorts[player],
                initials=faces[player].initials if player in faces else "",
                colour=faces[player].colour if player in faces else "",
                total=points(_total(player, sheet, of)),
                delta=gained.get(player) or _brought(player, pad, trial)[0],
                side="plus" if player in gained else _brought(player, pad, trial)[1],
                part=_part(player, pad),
                is_partner=player in pad.partners and player != pad.picker,
                tag="" if ended else _part(player, pad) or _rests(player, pad),
                deals=player == pad.deal.dealer and not ended,
                plays=player in pad.deal.active,
            )
            for player in columns
        ),
        sides=tuple(_sides(pad, prices, _result(pad, trial))),
        title=sentence(refused) if refused else _title(pad, pad.mode, _number(sheet, of), of),
        summary=_summary(trial, names) if trial else "",
        is_ready=trial is not None,
        refused=refused,
    )


def _number(sheet: ScoreSheet, of: int | None) -> int:
    return sheet.row_number(of) if of else sheet.hands + 1


def _title(pad: Pad, mode: str, number: int, of: int | None) -> str:
    if mode in game_called(pad.rules.game).between:
        return _("Record it")
    words = _("Correct hand {number}") if of else _("Record hand {number}")
    return words.format(number=number)


def _carried(pad: Pad, names: Mapping[int, str]) -> tuple[tuple[str, bool], ...]:
    # Words for what lies on the table; True if the hand on the pad is played for it already.
    found = [one for one in pad.carried.shown(pad.rules.read) if one.player is None]
    last, said = names.get(pad.deal.chooses_last, ""), pad.doublers_by_hand
    pot = role_words(pad.rules.game, pad.rules.read)["pot"]
    if said is None:
        return tuple((on_table(one, last, pot), one.of is None) for one in found)
    others_lie = [one for one in found if one.code != "doublers"]
    return (
        (doublers_by_hand(said), said > 0),
        *((on_table(one, last, pot), one.of is None) for one in others_lie),
    )


def _brought(player: int, pad: Pad, trial: HandRow | None) -> tuple[str, str]:
    return brought(trial, player) if trial and player in pad.deal.active else ("", "")


def _rests(player: int, pad: Pad) -> str:
    if player in pad.deal.active:
        return ""
    return pgettext("a player", "sits out") if player in pad.deal.seats else pgettext("a player", "gone")


def _total(player: int, sheet: ScoreSheet, of: int | None) -> Fraction:
    # The running total now, or before the hand that is corrected.
    row = sheet.row(of) if of else None
    if row is None:
        return sheet.totals.get(player, Fraction(0))
    return row.totals.get(player, Fraction(0)) - row.points.get(player, Fraction(0))


def _part(player: int, pad: Pad) -> str:
    if player == pad.picker:
        return _alone() if pad.alone and pad.asks.most_partners else pad.asks.picker
    if player in pad.partners:
        return pad.asks.partner
    mode = pad.asks.mode(pad.mode)
    return mode.part if mode and player in pad.winners else ""


def _alone() -> str:
    return pgettext("a player", "alone")


def _result(pad: Pad, trial: HandRow | None) -> str:
    # The result that is chosen; card points that were typed find their own.
    found = trial.scored.row if trial and trial.scored and pad.points.strip() else None
    if not found:
        return pad.result
    typed = signed_number(pad.points.strip())
    holding = [
        row.code
        for row in pad.asks.rows
        if (None not in (typed, row.low, row.high) and (row.low or 0) <= (typed or 0) <= (row.high or 0))
    ]
    return found if found in holding or not holding else holding[0]


def _sides(pad: Pad, prices: Prices, chosen: str) -> Iterator[tuple[str, tuple[Button, ...]]]:
    asks = pad.asks
    partners = 0 if pad.alone else min(max(len(pad.partners), 1), asks.most_partners)
    for outcome in dict.fromkeys(row.side for row in asks.rows):
        buttons = tuple(
            Button(
                code=row.code,
                bracket=_(row.bracket),
                brings=brings(prices.results.get((row.code, partners))),
                is_on=row.code == chosen,
            )
            for row in asks.rows
            if row.side == outcome
        )
        yield _(outcome), buttons


def _summary(trial: HandRow, names: Mapping[int, str]) -> str:
    # "Ben +2, Edith +1, the others −1": those with a part in it by name, the rest together.
    apart = {player: standing_apart(name) for player, name in names.items()}
    if trial.scored and not any(trial.points.values()):
        return listed([f"{who} {worth}" for who, worth in said_race(trial, apart)]) or hand_called(trial)
    return listed([f"{who} {worth}" for who, worth in said_points(trial, apart)])
