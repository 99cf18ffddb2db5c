"""What somebody says who starts a group."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.models import name_key
from ledger.recording import NewGroup
from ledger.recording.group import clean_name
from ledger.scoring import GAMES, HandRefused
from ledger.scoring.game import Game, Preset
from scorekeeper.http.forms import Keyed
from scorekeeper.text.figures import precision
from scorekeeper.text.refusals import sentence

GAME = "sheepshead"
NAMES_SHOWN = 6
MOST_NAMES = 12
PRESETS_SHOWN = 3
HIGHEST_STAKE = 1000
LONGEST_AMOUNT = 200
CURRENCIES = (
    ("USD", gettext_lazy("$ · US dollars")),
    ("EUR", gettext_lazy("€ · euros")),
    ("CAD", gettext_lazy("$ · Canadian dollars")),
    ("GBP", gettext_lazy("£ · pounds")),
    ("CHF", gettext_lazy("Fr. · Swiss francs")),
    ("", gettext_lazy("Points only, no money")),
    ("AUD", gettext_lazy("$ · Australian dollars")),
    ("NZD", gettext_lazy("$ · New Zealand dollars")),
    ("CZK", gettext_lazy("Kč · Czech crowns")),
    ("DKK", gettext_lazy("kr · Danish crowns")),
    ("NOK", gettext_lazy("kr · Norwegian crowns")),
    ("PLN", gettext_lazy("zł · Polish zloty")),
    ("SEK", gettext_lazy("kr · Swedish crowns")),
    ("JPY", gettext_lazy("¥ · yen")),
)
AMOUNT = re.compile(r"[$€£¥]?\s*([0-9]{0,6}(?:[.,][0-9]{0,4})?)\s*(¢|c|ct|cent|cents|[$€£¥])?", re.IGNORECASE)


def cents_of(text: str, currency: str) -> int:
    """A stake as typed ("0.25", ".25", "0,25", "25¢") in the currency's smallest unit.

    Raises ValidationError.
    """
    found = AMOUNT.fullmatch(text.strip()) if len(text) <= LONGEST_AMOUNT else None
    if found is None or not found[1].strip(".,"):
        raise forms.ValidationError(_("Write an amount, like 0.25 or 25¢."))
    digits = precision(currency)
    in_cents = bool(found[2]) and found[2] not in "$€£¥"
    amount = Decimal(
        f"0{found[1].replace(',', '.')}0" if found[1][-1] in ".," else f"0{found[1].replace(',', '.')}"
    )
    cents = amount if in_cents else amount.scaleb(digits)
    if cents != cents.to_integral_value():
        raise forms.ValidationError(_("A point has to be worth whole cents."))
    if not 0 < cents <= Decimal(HIGHEST_STAKE).scaleb(digits):
        said = _("A point can be worth up to {most}, and has to be worth something.")
        raise forms.ValidationError(said.format(most=HIGHEST_STAKE))
    return int(cents)


@dataclass(frozen=True, kw_only=True)
class NameInput:
    """One of the inputs for names: its number, what is typed in it, and whether that is wrong."""

    number: int
    typed: str
    wrong: bool

    @property
    def id(self) -> str:
        """What the input is called on the page."""
        return f"name-{self.number}"

    @property
    def label(self) -> str:
        """What the page calls it; the first is for whoever starts the group."""
        return _("Your name") if self.number == 1 else _("Player {number}").format(number=self.number)


@dataclass(frozen=True, kw_only=True)
class Other:
    """Another game than Sheepshead, with what its presets are called on this page."""

    game: Game[Any]

    @property
    def presets(self) -> list[tuple[str, Preset]]:
        """(how it is posted, the preset)."""
        return [(f"{self.game.key}/{preset.key}", preset) for preset in self.game.presets]


class StartGroupForm(Keyed):
    """A group's name, its people, what a point is worth, and how they play."""

    name = forms.CharField(
        max_length=10_000, error_messages={"required": gettext_lazy("What is the group called?")}
    )
    names = forms.Field(required=False, widget=forms.MultipleHiddenInput)
    currency = forms.ChoiceField(
        choices=CURRENCIES,
        required=False,
        initial="USD",
        error_messages={"invalid_choice": gettext_lazy("Choose a currency from the list.")},
    )
    stake = forms.CharField(required=False, initial="0.25", max_length=10_000)
    preset = forms.ChoiceField(
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose how you play."))
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.presets = GAMES[GAME].presets
        self.others = [Other(game=game) for game in GAMES.values() if game.key != GAME]
        self.fields["preset"].choices = [  # type: ignore[attr-defined]
            *((preset.key, preset.name) for preset in self.presets),
            *((key, preset.name) for other in self.others for key, preset in other.presets),
        ]
        self.fields["preset"].initial = self.presets[0].key
        self.wrong_names: set[int] = set()

    def clean_name(self) -> str:
        """The group's name with its white space folded."""
        return self._name(self.cleaned_data["name"], fact="name")

    def clean_names(self) -> list[str]:
        """The names that were typed, the first one the owner's own."""
        typed = self.typed
        if not typed or not typed[0].strip("\0 \t\r\n"):
            self.wrong_names.add(1)
            raise forms.ValidationError(_("Your own name is missing."))
        if len(typed) > MOST_NAMES:
            self.wrong_names |= set(range(MOST_NAMES + 1, len(typed) + 1))
            said = _("Start with {most} names at most; more can come later.")
            raise forms.ValidationError(said.format(most=MOST_NAMES))
        names: dict[str, tuple[int, str]] = {}
        for number, text in enumerate(typed, start=1):
            if text.strip("\0 \t\r\n"):
                self._add_name(names, number, text)
        return [name for number, name in names.values()]

    def _add_name(self, names: dict[str, tuple[int, str]], number: int, text: str) -> None:
        self.wrong_names.add(number)
        name = self._name(text, fact="names")
        if name_key(name) in names:
            self.wrong_names.add(names[name_key(name)][0])
            said = _("Two are called {name}. Add an initial to one of them.")
            raise forms.ValidationError(said.format(name=name))
        names[name_key(name)] = number, name
        self.wrong_names.remove(number)

    def _name(self, text: str, *, fact: str) -> str:
        try:
            return clean_name(text, fact=fact)
        except HandRefused as refused:
            raise forms.ValidationError(sentence(refused)) from None

    def clean_stake(self) -> int:
        """What a point is worth, in the currency's smallest unit; nothing where it is points only."""
        currency = self.cleaned_data.get("currency", "USD")
        return cents_of(self.cleaned_data["stake"], currency) if currency else 0

    def said(self) -> NewGroup:
        """The group as it was told; only of a valid form."""
        facts = self.cleaned_data
        game, preset = self._preset(facts["preset"])
        return NewGroup(
            name=facts["name"],
            names=facts["names"],
            currency=facts["currency"],
            stake_cents=facts["stake"],
            game=game,
            preset=preset.key,
            options=preset.values,
        )

    def _preset(self, said: str) -> tuple[str, Preset]:
        """The game and its preset: Sheepshead's by its key, another game's as "game/key"."""
        game, _, key = said.rpartition("/")
        game = game or GAME
        return game, next(preset for preset in GAMES[game].presets if preset.key == key)

    @property
    def typed(self) -> list[str]:
        """The names as they were typed, with the empty ones between them."""
        value = self["names"].value() or []
        while value and not value[-1].strip():
            value = value[:-1]
        return list(value)

    @property
    def focus(self) -> str:
        """The input to look at first: the first that is wrong, so that nobody has to search for it."""
        wrong = [name for name in ("name", "names", "stake", "currency", "preset") if name in self.errors]
        if not wrong or wrong[0] != "names":
            return "".join(wrong[:1])
        return f"name-{min(self.wrong_names, default=1)}"

    @property
    def first_names(self) -> list[NameInput]:
        """The inputs for names that are shown at once."""
        return self._inputs()[:NAMES_SHOWN]

    @property
    def more_names(self) -> list[NameInput]:
        """The inputs for names that are folded away."""
        return self._inputs()[NAMES_SHOWN:]

    @property
    def has_many(self) -> bool:
        """Whether so many names were typed that all inputs have to be seen."""
        return len(self.typed) > NAMES_SHOWN

    @property
    def shows_others(self) -> bool:
        """Whether the preset that is chosen belongs to another game, and would be folded away."""
        return "/" in str(self["preset"].value())

    @property
    def shows_all_presets(self) -> bool:
        """Whether the preset that is chosen would be folded away."""
        return self["preset"].value() in [preset.key for preset in self.presets[PRESETS_SHOWN:]]

    def _inputs(self) -> list[NameInput]:
        typed = [*self.typed, *[""] * MOST_NAMES][: max(MOST_NAMES, len(self.typed))]
        return [
            NameInput(number=number, typed=text, wrong=number in self.wrong_names)
            for number, text in enumerate(typed[: 2 * MOST_NAMES], start=1)
        ]
