"""The pad: everything a phone says of a hand, of any game; one tap further, and the hand it tells.

Players are ids here; only the hand that is written counts seats. The script on the table page does the same
steps on the phone (static/js/pad.js); without it every tap is a round trip through `Pad.tapped`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib import import_module
from typing import Any, Protocol, TypeVar, cast

from django.utils.translation import get_language

from ledger.book.seating import Seating
from ledger.book.sheet import HandRow, RulesInForce, ScoreSheet
from ledger.recording import NewHand
from ledger.scoring import HandRefused, game_called
from ledger.scoring.carried import NOTHING, Carried
from ledger.scoring.scored import Facts
from scorekeeper.pad.questions import Answers, Asks, Fields, GivenAnswer, count_field, signed
from scorekeeper.text.numbers import number

Rules_contra = TypeVar("Rules_contra", contravariant=True)


class GameForm(Protocol[Rules_contra]):
    """The module of a game's questions, called like the game."""

    def asks(self, rules: Rules_contra, active: int, answers: Answers) -> Asks: ...
    def told(self, pad: Pad) -> dict[str, object]: ...
    def told_before(self, told: Facts, seats: Sequence[int]) -> Fields: ...


def form_of(game: str) -> GameForm[Any]:
    return cast("GameForm[Any]", import_module(f"scorekeeper.pad.games.{game_called(game).key}"))


@lru_cache(maxsize=256)
def asks_of(
    game: str, rules: Hashable, active: int, answers: frozenset[tuple[str, GivenAnswer]], language: str | None
) -> Asks:
    """Return what a game asks, kept.

    A page asks for it several times, and every phone at a table for the same.

    `language` is the one that the questions are worded in, which is part of what is kept.
    """
    return form_of(game).asks(rules, active, dict(answers))


@dataclass(frozen=True, kw_only=True)
class Pad:
    """Everything that is on the pad. `deal` is this hand's table, `book` what the book says it is.

    `points` is what was typed as card points, untouched; `carried` is what the game carried to this hand, and
    `doublers` how many of them hang over it, as the book has it or as the teller says.
    """

    rules: RulesInForce
    book: Seating
    deal: Seating
    doublers: int
    carried: Carried = NOTHING
    race_won: bool = False
    picker: int | None = None
    partners: tuple[int, ...] = ()
    alone: bool = False
    mode: str = ""
    winners: tuple[int, ...] = ()
    result: str = ""
    points: str = ""
    answers: Answers = field(default_factory=dict)

    @cached_property
    def asks(self) -> Asks:
        """Questions about this hand; if too few or too many are active, about one that can be played."""
        game = game_called(self.rules.game)
        play = min(max(len(self.deal.active), game.least_active), game.most_active)
        known = dict(self.answers)
        if self.race_won:
            known["race_won"] = "1"
        if pots := self.carried.on_table.pots:
            known["pots"] = str(pots)
        answers = frozenset(known.items())
        rules = self.carried.ruled(self.rules.read)
        return asks_of(self.rules.game, rules, play, answers, get_language())

    def check_table(self) -> None:
        """Raise HandRefused when so few or so many play this hand that it is another game."""
        game, play = game_called(self.rules.game), len(self.deal.active)
        least, most = game.least_active, game.most_active
        if not least <= play <= most:
            if least == most:
                raise HandRefused("sitters", fact="sitting_out", case="exactly", most=most, play=play)
            raise HandRefused(
                "sitters", fact="sitting_out", case="between", least=least, most=most, play=play
            )

    @property
    def is_begun(self) -> bool:
        """Return whether a hand stands on the pad, so that something would be lost with it."""
        tapped = self.picker is not None or self.partners or self.winners or self.mode or self.alone
        return bool(tapped or self.points.strip() or self.counted)

    @property
    def fits(self) -> bool:
        picker = () if self.picker is None else (self.picker,)
        return {*picker, *self.partners, *self.winners} <= {*self.deal.active}

    @property
    def pending(self) -> int:
        return self.carried.pending_doublers

    @property
    def doublers_by_hand(self) -> int | None:
        """Return how many doublers the teller says there are, None where the book is right."""
        return None if self.doublers == self.pending else self.doublers

    def answer(self, name: str) -> str:
        """Return the answer to a question with one answer, "" when it was not asked or not answered."""
        said = self.answers.get(name, "")
        return said if self._is_asked(name) and isinstance(said, str) else ""

    def several(self, name: str) -> list[str]:
        said = self.answers.get(name, ())
        return list(said) if self._is_asked(name) and isinstance(said, tuple) else []

    def _is_asked(self, name: str) -> bool:
        return any(question.name == name and self.mode in question.modes for question in self.asks.questions)

    def typed(self, name: str) -> int | None:
        """Return the number that was typed, None for none; raises HandRefused for what is none."""
        return _typed(name, self.answer(name).strip())

    def typed_of(self, name: str, player: int) -> str:
        said = self.answers.get(count_field(name, player), "")
        return said.strip() if isinstance(said, str) else ""

    @property
    def counted(self) -> tuple[str, ...]:
        asked = [one for one in self.asks.questions if one.kind == "counts" and self.mode in one.modes]
        return tuple(
            one.name for one in asked if any(self.typed_of(one.name, player) for player in self.deal.active)
        )

    def counts(self) -> dict[str, list[int | None]]:
        """Return everybody’s numbers as facts.

        Nothing typed is 0, None for who sits out; {} if none were typed.
        """
        active = self.deal.active
        return {
            name: [
                (_typed(name, self.typed_of(name, one)) or 0) if one in active else None
                for one in self.deal.seats
            ]
            for name in self.counted
        }

    def tapped(self, who: str) -> Pad:
        """Return the pad after one more tap: on a player, on a mode ("mode:leaster"), or on "alone"."""
        if who.startswith("mode:"):
            code = who.removeprefix("mode:")
            chosen = code if self.asks.mode(code) and code != self.mode else ""
            return replace(self, mode=chosen, picker=None, partners=(), alone=False, winners=())
        if who == "alone":
            if self.mode or self.asks.is_counted or not self.asks.can_be_alone:
                return self.partnered()
            return replace(self, alone=not self.alone, partners=()).partnered()
        player = number(who)
        if player is None or player not in self.deal.active or self.asks.is_counted:
            return self.partnered()
        if mode := self.asks.mode(self.mode):
            return replace(self, winners=_one_more(self.winners, player, mode.most)) if mode.tap else self
        return self._tapped_player(player).partnered()

    def partnered(self) -> Pad:
        """The pad with the partner whom nobody has to tap, where the house rules name one by his place."""
        steps, active = self.asks.partner_steps, self.deal.active
        is_open = not self.partners or self.asks.is_partner_fixed
        if not (steps and is_open and self.picker in active and not (self.alone or self.mode)):
            return self
        place = active.index(self.picker) + steps
        return replace(self, partners=(active[place % len(active)],))

    def _tapped_player(self, player: int) -> Pad:
        # The picker, tapped again, did not pick; partners, and alone, stay for another picker.
        most, is_placed = self.asks.most_partners, self.asks.partner_steps > 0
        if self.picker is None:
            others = tuple(one for one in self.partners if one != player)
            return replace(self, picker=player, partners=others, alone=self.alone or most == 0)
        if player == self.picker:
            stay = () if is_placed else self.partners
            return replace(self, picker=None, partners=stay, alone=self.alone and most > 0)
        if most == 0:
            return replace(self, picker=player, partners=(), alone=True)
        return replace(self, partners=_one_more(self.partners, player, most), alone=False)

    def hand(self) -> NewHand:
        """Return the hand as told; raises HandRefused with the sentence for what is missing."""
        seats = self.deal.seats
        out = None
        if self.deal.by_hand is not None:
            out = tuple(seats.index(player) for player in self.deal.out)
        return NewHand(
            seats=seats,
            told=self.told(),
            dealer=None if self.deal.dealer == self.book.dealer else seats.index(self.deal.dealer),
            out=out,
            doublers=self.doublers_by_hand,
        )

    def told(self) -> dict[str, object]:
        """Return the facts in the engine's vocabulary; raises HandRefused for what is missing."""
        mode, least, most = self.asks.mode(self.mode), self.asks.least_partners, self.asks.most_partners
        # Nobody has to be tapped with a picker who plays alone, where that can be.
        fewest = least if self.alone else min(max(1, least), most)
        if not mode or mode.tap:
            self.check_table()
        if self.counted:
            return form_of(self.rules.game).told(self)
        if mode:
            named = any(one.names_result and self.answer(one.name) for one in self.asks.questions)
            if mode.tap and not self.winners and not named:
                raise HandRefused("no_winner", fact="winners", tap=mode.tap)
        elif self.picker is None:
            raise HandRefused("no_picker", fact="picker", tap=self.asks.tap_picker)
        elif len(self.partnered().partners) < fewest:
            raise HandRefused("no_partner", fact="partners", case="tap", tap=self.asks.tap_partner)
        return form_of(self.rules.game).told(self.partnered())

    def sides(self, picker: str = "picker") -> dict[str, object]:
        partners = [self.seat(player) for player in self.partners]
        return {picker: self.seat(self.picker), "partners": partners}

    def seat(self, player: int | None) -> int:
        """Return the seat of a player who plays this hand; raises HandRefused when he does not."""
        if player is None or player not in self.deal.active:
            raise HandRefused("sits_out", fact="picker", case="tapped")
        return self.deal.seats.index(player)

    def tapped_seats(self) -> list[int]:
        return [self.seat(player) for player in self.winners]

    def typed_points(self) -> int | None:
        """Return the card points as a number, None when none were typed.

        Raises HandRefused for what cannot be.
        """
        if not self.points.strip():
            return None
        low, high = self.asks.least_points, self.asks.most_points
        typed = signed(self.points.strip())
        if typed is None or not low <= typed <= high:
            words = self.asks.points_between.format(least=low, most=high)
            raise HandRefused("side_points", fact="side_points", case="typed", points=words)
        return typed


def fresh_pad(sheet: ScoreSheet) -> Pad:
    pad = Pad(
        rules=sheet.rules,
        book=sheet.seating,
        deal=sheet.seating,
        doublers=sheet.carried.pending_doublers,
        carried=sheet.carried,
        race_won=bool(sheet.race_winners),
    )
    return replace(pad, result=pad.asks.rows[0].code if pad.asks.rows else "")


def table_of(sheet: ScoreSheet) -> tuple[object, ...]:
    """Return what decides about the next hand of a sheet: who plays, deals and sits out, by which rules."""
    seating = sheet.seating
    return (
        frozenset(seating.seats),
        seating.dealer,
        frozenset(seating.out),
        sheet.rules.version,
        sheet.stake_cents,
        sheet.carried,
    )


def pad_of(row: HandRow) -> Pad:
    """Return the pad as it was when this hand was told, to correct it."""
    facts = row.facts
    pad = Pad(
        rules=row.rules,
        book=row.book,
        deal=row.book.overridden(seats=row.seats, dealer=facts.get("dealer"), out=facts.get("out")),
        doublers=row.doublers,
        carried=row.carried,
        result=row.last_told.row or "won",
    )
    pad = replace(pad, **form_of(row.rules.game).told_before(facts["told"], row.seats))
    if pad.partners and not pad.asks.most_partners:
        pad = replace(pad, partners=(), alone=True)
    codes = [one.code for one in pad.asks.rows]
    return pad if pad.result in codes or not codes else replace(pad, result=codes[0])


def pad_again(row: HandRow, sheet: ScoreSheet) -> Pad | None:
    """Return the taps of a hand that was taken back in one breath, for the same deal.

    None where it is another.
    """
    if not row.is_slip or row.versions[-1].entry != sheet.newest or row.book != sheet.seating:
        return None
    return replace(pad_of(row), race_won=bool(sheet.race_winners))


def _typed(name: str, text: str) -> int | None:
    typed = signed(text)
    if text and typed is None:
        raise HandRefused("bad_type", fact=name, case="typed", text=text)
    return typed


def _one_more(players: tuple[int, ...], player: int, most: int) -> tuple[int, ...]:
    # A player tapped again goes; a new one takes the last one's place when all are there.
    if player in players:
        return tuple(one for one in players if one != player)
    kept = players[: most - 1] if most and len(players) >= most else players
    return (*kept, player)
