"""Questions of a game about a hand, with their words: modes, questions, and the writing of an answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ledger.scoring.scored import ChartRow, HandRefused
from scorekeeper.text.numbers import number

GivenAnswer = str | tuple[str, ...]
Answers = Mapping[str, GivenAnswer]
# Fields of a Pad, or of Asks, by their names.
Fields = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Mode:
    """A kind of hand that is not a picked one: nobody picked, a Ramsch, the pot is divided.

    `tap` is the sentence that asks for players ("Tap who won the leaster"), "" where none are tapped; `part`
    is what a tapped player is called; `most` how many can be tapped (0: any number, a tie). `is_rare` modes
    are folded away.
    """

    code: str
    label: str
    tap: str = ""
    part: str = field(default_factory=lambda: pgettext("a player", "winner"))
    most: int = 0
    is_rare: bool = False


@dataclass(frozen=True, kw_only=True)
class PadQuestion:
    """A question that the rules make possible: a crack, a blitz, a contract.

    `kind` is "switch", "one" or "pick" (chips in lines or in a strip; the first choice is the usual one),
    "several", "player", "number" (typed), or "counts" (a number typed for everybody who plays); `choices` of
    "player" is what is said of nobody. `modes` are those in which it is asked, "" for a picked hand;
    `with_partner` are choices that need a partner. A `leading` question stands above the results, one
    `beside` them in a row that opens, a rare one is folded away.
    """

    name: str
    label: str
    kind: str = "switch"
    choices: tuple[tuple[str, str], ...] = ()
    modes: tuple[str, ...] = ("",)
    with_partner: tuple[str, ...] = ()
    is_leading: bool = False
    is_beside: bool = False
    is_rare: bool = False
    # The fact that it tells, and what else of a refusal has to say that this answer is meant.
    about: tuple[str, ...] = ()
    # Numbers may be below zero: some keypads of phones have no minus.
    is_signed: bool = False
    # Whether its answer says who won or lost, so that nobody has to be tapped as well.
    names_result: bool = False
    # The number of teams that share a number each, None where everybody has their own.
    teams: int | None = None

    @property
    def is_open(self) -> bool:
        return self.kind in ("player", "number", "counts")

    @property
    def place(self) -> str:
        """Return its part of the pad; `instead` of the results for questions of other kinds of hands."""
        if self.is_leading or self.is_beside or self.is_rare:
            return "leading" if self.is_leading else "beside" if self.is_beside else "rare"
        return "usual" if "" in self.modes else "instead"

    def is_meant(self, refused: HandRefused) -> bool:
        if not self.about or refused.fact != self.about[0]:
            return False
        return set(self.about[1:]) <= {*refused.params.values()}


@dataclass(frozen=True, kw_only=True)
class Asks:
    """Questions of a group's rules about a hand, with their words."""

    tap_picker: str
    tap_partner: str
    rows: tuple[ChartRow, ...]
    most_partners: int
    least_partners: int = 0
    # Seats from the picker to the left to a partner whom nobody taps; 0 where there is none.
    partner_steps: int = 0
    # The partner so many to the left cannot be another one.
    is_partner_fixed: bool = False
    picker: str = field(default_factory=lambda: pgettext("a player", "picker"))
    partner: str = field(default_factory=lambda: pgettext("a player", "partner"))
    points: str = field(default_factory=lambda: pgettext("of the cards", "points"))
    points_of: str = field(default_factory=lambda: _("Picker’s card points"))
    # The refusal of card points that cannot be, with places for the bounds.
    points_between: str = field(
        default_factory=lambda: _("The picker’s side has {least} to {most} card points")
    )
    most_points: int = 120
    least_points: int = 0
    asks_points: bool = True
    # Everybody’s numbers say it all, and nobody is tapped.
    is_counted: bool = False
    modes: tuple[Mode, ...] = ()
    questions: tuple[PadQuestion, ...] = ()

    @property
    def can_be_alone(self) -> bool:
        """Return whether whoever picked may have a partner or none, so that somebody has to say so."""
        return self.most_partners > 0 and self.least_partners == 0

    @property
    def points_asked(self) -> str:
        said = _("{whose_points}, {least} to {most}")
        return said.format(whose_points=self.points_of, least=self.least_points, most=self.most_points)

    def mode(self, code: str) -> Mode | None:
        return next((mode for mode in self.modes if mode.code == code), None)


def count_field(name: str, player: int) -> str:
    return f"{name}-{player}"


def signed(text: str) -> int | None:
    found = number(text.lstrip("-−"))
    return -found if found is not None and text[:1] in ("-", "−") else found


def numbers(text: str | None) -> tuple[int, ...]:
    found = (number(part) for part in (text or "").split(",")[:40])
    return tuple(dict.fromkeys(one for one in found if one is not None))
