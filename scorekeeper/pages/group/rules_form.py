"""Choices on the sheet of house rules: the game, a preset, and every option."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from ledger.models import HouseRules
from ledger.models.group import LONGEST_WORDS
from ledger.scoring import GAMES, HandRefused, game_called
from ledger.scoring.differences import preset_like
from ledger.scoring.examples import usual_players
from ledger.scoring.game import Game, Preset
from ledger.scoring.option import Option, differing, options, read_rules
from scorekeeper.http.forms import Guarded, Keyed
from scorekeeper.text.refusals import sentence
from scorekeeper.text.rules import called

LONGEST_NUMBER = 7
MOST_TOUCHED = 4


def asked(game: Game[Any]) -> tuple[Option, ...]:
    """Return the options of a game that the sheet asks; those decided elsewhere keep their default."""
    return tuple(option for option in options(game.rules) if not option.elsewhere)


def field_of(option: Option) -> str:
    return f"rule-{option.name}"


def preset_called(game: Game[Any], key: str) -> Preset | None:
    return next((preset for preset in game.presets if preset.key == key), None)


@dataclass(frozen=True, kw_only=True)
class RuleSheet:
    """The sheet as it stands: `values` are all the options asked; `preset` is where they started from.

    `typed` is what was typed that makes no sense, and `wrong` the sentence about it, by option; `touched` is
    the option that was changed last, or all those that may have been.
    """

    game: Game[Any]
    preset: str
    values: Mapping[str, Any]
    players: int
    typed: Mapping[str, str]
    wrong: Mapping[str, str]
    touched: tuple[Option, ...] = ()

    @property
    def name(self) -> str:
        preset = preset_called(self.game, self.preset)
        return called(self.game.key, preset.name if preset else "", self.options)

    @property
    def rules(self) -> Any:
        return read_rules(self.game.rules, self.values)

    @property
    def options(self) -> dict[str, Any]:
        return differing(self.rules)


def sheet_in_force(rules: HouseRules) -> RuleSheet:
    game = game_called(rules.game)
    preset = preset_like(game.key, rules.options, rules.preset)
    return _sheet(game, preset, rules.options, usual_players(game))


def _sheet(game: Game[Any], preset: str, values: Mapping[str, Any], players: int) -> RuleSheet:
    read = read_rules(game.rules, values)
    known = {option.name: getattr(read, option.name) for option in asked(game)}
    return RuleSheet(game=game, preset=preset, values=known, players=players, typed={}, wrong={})


def merged(sent: RuleSheet, seen: HouseRules, now: HouseRules) -> RuleSheet:
    """Return the sheet of a phone that had `seen` older rules: what was not changed on it is as it is now."""
    was, stands = sheet_in_force(seen), sheet_in_force(now)
    if sent.game.key != now.game:
        return stands if sent.game.key == seen.game else sent
    if seen.game != now.game:
        return sent
    kept = {name: stands.values[name] for name, value in sent.values.items() if value == was.values[name]}
    preset = stands.preset if sent.preset == was.preset else sent.preset
    return replace(sent, preset=preset, values={**sent.values, **kept})


class RulesForm(Keyed):
    """The sheet as it was sent; `after` is the version its writer had seen.

    The page says what it had shown (`was_game`, `was_preset`, `shown`): where another preset was chosen, its
    options come in, and only what was changed by hand besides stays. A script adds the field that was
    `touched` last.
    """

    game = forms.ChoiceField(
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose a game."))
    )
    preset = forms.CharField(required=False, max_length=40)
    after = forms.IntegerField(required=False, min_value=0, max_value=2**31 - 1)

    def __init__(self, posted: QueryDict, *, now: HouseRules) -> None:
        super().__init__(posted)
        self.fields["game"].choices = [(game.key, game.name) for game in GAMES.values()]  # type: ignore[attr-defined]
        self.posted, self.now = posted, now
        self.wrong: dict[str, str] = {}
        # The page's former options, read once, as the field may be long. Nothing when it is damaged.
        self.shown: Mapping[str, Any] = {}
        with suppress(ValueError, RecursionError):
            shown = json.loads(posted.get("shown", ""))
            self.shown = shown if isinstance(shown, dict) else {}
        self.sheet = self._read()

    def clean(self) -> None:
        for wrong in self.wrong.values():
            self.add_error(None, wrong)

    def _read(self) -> RuleSheet:
        game = GAMES.get(self.posted.get("game", ""), game_called(self.now.game))
        preset = preset_called(game, self.posted.get("preset", ""))
        said = self.posted.get("players", "") if self.posted.get("was_game") == game.key else ""
        players = int(said) if said.isascii() and said.isdigit() and len(said) < 3 else 0
        if not game.least_active <= players <= game.most_active:
            players = usual_players(game)
        now = self.now
        if game.key == now.game and (preset is None or preset.key == sheet_in_force(now).preset):
            base = _sheet(game, preset.key if preset else "", now.options, players)
        else:
            preset = preset or game.presets[0]
            base = _sheet(game, preset.key, preset.values, players)
        values = dict(base.values)
        typed: dict[str, str] = {}
        if self.posted.get("was_game", game.key) == game.key:
            for option in asked(game):
                self._take(option, values, typed, only_changed=self._was_filled(base))
        found = replace(base, values=values, typed=typed, wrong=self.wrong)
        return replace(found, touched=self._touched(found))

    def _touched(self, sheet: RuleSheet) -> tuple[Option, ...]:
        # The option that was changed last; where no script said so, those not as the page had shown them.
        if self.posted.get("was_game") != sheet.game.key or self._was_filled(sheet):
            return ()
        last = self.posted.get("touched", "")
        named = [one for one in asked(sheet.game) if field_of(one) == last]
        changed = [one for one in asked(sheet.game) if sheet.values[one.name] != self._shown(one)]
        return tuple(named or changed[:MOST_TOUCHED])

    def _was_filled(self, base: RuleSheet) -> bool:
        return "was_preset" in self.posted and self.posted["was_preset"] != base.preset

    def _take(
        self, option: Option, values: dict[str, Any], typed: dict[str, str], *, only_changed: bool
    ) -> None:
        name = field_of(option)
        if name not in self.posted:
            return
        try:
            value = _value(option, self.posted.getlist(name))
        except HandRefused as refused:
            typed[option.name] = self.posted.getlist(name)[-1][:80]
            self.wrong[option.name] = sentence(refused)
            return
        if not (only_changed and self._shown(option) == value):
            values[option.name] = value

    def _shown(self, option: Option) -> Any:
        try:
            return option.read(self.shown.get(option.name, option.default))
        except HandRefused:
            return option.default

    def trouble(self) -> list[str]:
        return [said for said in self.wrong_sentences if said not in self.wrong.values()]


def _value(option: Option, said: Sequence[str]) -> Any:
    # The value that was chosen; raises HandRefused when there is no such choice.
    if option.kind == "number":
        return _number(option, said[-1].strip())
    if option.kind == "text":
        try:
            return str(option.read(said[-1]))
        except HandRefused:
            raise HandRefused(
                "bad_option", fact=option.name, case="longest", label=option.label, longest=option.longest
            ) from None
    choices = {str(choice.value): choice.value for choice in option.choices}
    if option.kind == "several":
        return option.read([_chosen(option, choices, one) for one in said if one])
    return option.read(_chosen(option, choices, said[-1]))


def _chosen(option: Option, choices: Mapping[str, Any], said: str) -> Any:
    if said not in choices:
        raise HandRefused("bad_option", fact=option.name, case="choose", label=option.label)
    return choices[said]


def _number(option: Option, said: str) -> int | None:
    if not said and option.may_be_off:
        return None
    label, low, high = option.label, option.low, option.high
    if not (said.isascii() and said.isdigit() and len(said) <= LONGEST_NUMBER):
        raise HandRefused(
            "bad_option",
            fact=option.name,
            case="number_or_off" if option.may_be_off else "number",
            label=label,
            low=low,
            high=high,
        )
    try:
        return int(option.read(int(said)))
    except HandRefused:
        raise HandRefused(
            "bad_option", fact=option.name, case="goes", label=label, low=low, high=high
        ) from None


class OwnWordsForm(Guarded):
    """The group's own words about its rules; `after` is the version its writer had seen."""

    words = forms.CharField(required=False, strip=False)
    most = LONGEST_WORDS

    def __init__(self, posted: QueryDict | None = None, *, now: HouseRules) -> None:
        super().__init__(posted, newest=now.version, initial={"words": now.words})
        self.now = now
