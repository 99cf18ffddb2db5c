"""What somebody says who starts a group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.models import name_key
from ledger.recording import NewGroup
from ledger.recording.group import clean_name
from ledger.scoring import GAMES, HandRefused, read_rules
from ledger.scoring.differences import preset_like
from ledger.scoring.game import Game, Preset, Tiles
from ledger.scoring.option import by_name, differing
from scorekeeper.http.forms import Keyed
from scorekeeper.presenters.stake_form import StakeForm
from scorekeeper.presenters.stakes import in_short
from scorekeeper.text.amounts import read_stake
from scorekeeper.text.figures import typed
from scorekeeper.text.refusals import sentence

GAME = "sheepshead"
NAMES_SHOWN = 6
MOST_NAMES = 12


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
class Way:
    """A way to play: its game and its preset, and how it is posted."""

    key: str
    game: Game[Any]
    preset: Preset

    @property
    def rules(self) -> Any:
        """The rules it plays by."""
        return read_rules(self.game.rules, self.preset.values)

    @property
    def brings(self) -> str:
        """What is usually played for, in short: "A Rufspiel pays €0.20"."""
        return in_short(self.game, self.rules, self.preset.stake)

    @property
    def typed(self) -> str:
        """What a point is usually worth, as somebody would type it."""
        stake = self.preset.stake
        return typed(stake.cents, stake.currency) if stake.currency else ""


@dataclass(frozen=True, kw_only=True)
class TileRow:
    """A row of tiles: its question, its field, and of each answer value, words, and if it is chosen."""

    title: str
    field: str
    tiles: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, kw_only=True)
class Other:
    """Another game than Sheepshead, and the ways to play it."""

    game: Game[Any]
    ways: tuple[Way, ...]


def _tile_row(row: Tiles, rules: Any) -> TileRow:
    chosen = getattr(rules, row.option)
    choices = {one.value: one.label for one in by_name(type(rules))[row.option].choices}
    labels = {chosen: choices[chosen], **row.labels} if chosen not in row.labels else row.labels
    return TileRow(
        title=row.title,
        field=f"rule-{row.option}",
        tiles=tuple((str(value), label, value == chosen) for value, label in labels.items()),
    )


def ways_of(game: Game[Any]) -> tuple[Way, ...]:
    """The ways to play a game: Sheepshead's by their keys, another game's as "game/key"."""
    before = "" if game.key == GAME else f"{game.key}/"
    return tuple(Way(key=f"{before}{one.key}", game=game, preset=one) for one in game.presets)


class StartGroupForm(StakeForm, Keyed):
    """A group's name, its people, how they play, and what a point is worth then.

    `stake_of` is the way to play whose usual stake was written into the form: where that was left as it was
    and another way is chosen, its own stake takes its place.
    """

    name = forms.CharField(
        max_length=10_000, error_messages={"required": gettext_lazy("What is the group called?")}
    )
    names = forms.Field(required=False, widget=forms.MultipleHiddenInput)
    preset = forms.ChoiceField(
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose how you play."))
    )
    stake_of = forms.CharField(required=False, max_length=100)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.presets = ways_of(GAMES[GAME])
        self.others = [Other(game=game, ways=ways_of(game)) for game in GAMES.values() if game.key != GAME]
        self.ways = {
            one.key: one for one in (*self.presets, *(way for one in self.others for way in one.ways))
        }
        self.fields["preset"].choices = [  # type: ignore[attr-defined]
            (key, way.preset.name) for key, way in self.ways.items()
        ]
        first = self.presets[0]
        brought = {"stake": first.typed, "currency": first.preset.stake.currency}
        self.initial = {"preset": first.key, "stake_of": first.key, **brought, **self.initial}
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

    def clean(self) -> dict[str, Any]:
        """The stake, in the game that is chosen."""
        way = self.ways.get(self.cleaned_data.get("preset", ""))
        if way is not None:
            if self.bring_stake():
                self.add_error("stake", _("{stake}. Is that what you play for?").format(stake=way.brings))
            else:
                self.check_stake(way.game, self.rules)
        return self.cleaned_data

    def bring_stake(self) -> bool:
        """Write the usual stake of the way that is chosen into the form, if it has another one.

        A stake that somebody has typed stays, and so does “points only” that somebody has chosen.
        """
        way, before = self.way, self.ways.get(str(self["stake_of"].value() or ""))
        if before is None or way is before or not self._is_as_brought(before):
            return False
        stake = way.preset.stake
        self.put(stake_of=way.key, stake=way.typed, currency=stake.currency)
        return (stake.cents, stake.currency) != (before.preset.stake.cents, before.preset.stake.currency)

    def _is_as_brought(self, before: Way) -> bool:
        """Whether the stake in the form is still the one that a way to play brought."""
        currency, stake = str(self["currency"].value() or ""), before.preset.stake
        if currency != stake.currency:
            return False
        try:
            return not currency or read_stake(str(self["stake"].value() or ""), currency) == stake.cents
        except forms.ValidationError:
            return False

    @property
    def way(self) -> Way:
        """The way to play that is chosen; the first where none is."""
        return self.ways.get(str(self["preset"].value()), self.presets[0])

    @property
    def options(self) -> dict[str, Any]:
        """The options of the way that is chosen, and what was tapped on the tiles besides.

        The page says by which way its tiles were drawn (`tiles_of`): what was not changed on them stays as
        the way has it, so that another way brings all of its own.
        """
        way, data = self.way, self.data
        drawn = self.ways.get(data.get("tiles_of", ""), self.presets[0])
        found = dict(way.preset.values)
        for row in way.game.tiles if drawn.game is way.game else ():
            for value in row.labels:
                said = data.get(f"rule-{row.option}")
                if said == str(value) != str(getattr(drawn.rules, row.option)):
                    found[row.option] = value
        return found

    @property
    def rules(self) -> Any:
        """The rules that are chosen."""
        return read_rules(self.way.game.rules, self.options)

    @property
    def tile_rows(self) -> tuple[TileRow, ...]:
        """The rows of tiles of Sheepshead; what the way plays instead has a tile, too."""
        rules = self.rules if self.way.game.tiles else self.presets[0].rules
        return tuple(_tile_row(row, rules) for row in self.presets[0].game.tiles)

    @property
    def means(self) -> str:
        """What the stake means in the game that is chosen."""
        return self.stake_means(self.way.game, self.rules)

    def said(self) -> NewGroup:
        """The group as it was told; only of a valid form."""
        facts, way = self.cleaned_data, self.ways[self.cleaned_data["preset"]]
        return NewGroup(
            name=facts["name"],
            names=facts["names"],
            currency=facts["currency"],
            stake_cents=facts["stake"],
            game=way.game.key,
            preset=preset_like(way.game.key, self.options, way.preset.key),
            options=differing(self.rules),
        )

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
        wrong = [name for name in ("name", "names", "preset", "stake", "currency") if name in self.errors]
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
        return self["preset"].value() in [way.key for way in self.presets[1:]]

    def _inputs(self) -> list[NameInput]:
        typed = [*self.typed, *[""] * MOST_NAMES][: max(MOST_NAMES, len(self.typed))]
        return [
            NameInput(number=number, typed=text, wrong=number in self.wrong_names)
            for number, text in enumerate(typed[: 2 * MOST_NAMES], start=1)
        ]
