"""Start a group, in under a minute and without signing up."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from ledger import recording
from ledger.models import Group
from ledger.recording import NewGroup
from ledger.recording.group import clean_name
from ledger.scoring import GAMES, HandRefused, read_rules
from ledger.scoring.differences import preset_like
from ledger.scoring.game import Game, Preset, Tiles
from ledger.scoring.option import by_name, differing
from ledger.standings.groups import last_game
from scorekeeper.access import anyone, become_guest, guest_of
from scorekeeper.http.forms import Keyed
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, count
from scorekeeper.presenters.stakes import StakeForm, in_short
from scorekeeper.text.amounts import read_stake
from scorekeeper.text.figures import typed
from scorekeeper.text.refusals import sentence
from scorekeeper.visitors.guests import KeyChanged, gain

GAME = "sheepshead"
# The currency of people who read a language: a game with a preset for it probably is what they play.
MONEY = {"de": "EUR"}


@dataclass(frozen=True, kw_only=True)
class WayToPlay:
    key: str
    game: Game[Any]
    preset: Preset

    @property
    def rules(self) -> Any:
        return read_rules(self.game.rules, self.preset.values)

    @property
    def brings(self) -> str:
        return in_short(self.game, self.rules, self.preset.stake)

    @property
    def typed(self) -> str:
        stake = self.preset.stake
        return typed(stake.cents, stake.currency) if stake.currency else ""


def _sent(value: Any) -> str:
    # A tile's answer as a form sends it.
    return " ".join(value) if isinstance(value, tuple) else str(value)


def _tile_row(row: Tiles, rules: Any) -> dict[str, Any]:
    chosen = getattr(rules, row.option)
    choices = {one.value: one.label for one in by_name(type(rules))[row.option].choices}
    is_missing = chosen not in row.labels and not row.is_part
    labels = {chosen: choices[chosen], **row.labels} if is_missing else row.labels
    return {
        "title": row.title,
        "field": f"rule-{row.option}",
        "tiles": tuple((_sent(value), label, value == chosen) for value, label in labels.items()),
    }


def ways_of(game: Game[Any]) -> tuple[WayToPlay, ...]:
    """Return the ways to play a game: Sheepshead's by their keys, another game's as "game/key"."""
    before = "" if game.key == GAME else f"{game.key}/"
    return tuple(WayToPlay(key=f"{before}{one.key}", game=game, preset=one) for one in game.presets)


class StartGroupForm(StakeForm, Keyed):
    """A group's name, whoever starts it, how they play, and what a point is worth then.

    `likely` is the game that stands first: what this phone's groups played last, or "" for what people play
    who read `language`.

    `stake_of` is the way to play whose usual stake was written into the form: where that was left as it was
    and another way is chosen, its own stake takes its place.
    """

    name = forms.CharField(
        max_length=10_000, error_messages={"required": gettext_lazy("What is the group called?")}
    )
    own = forms.CharField(
        max_length=10_000, error_messages={"required": gettext_lazy("Your own name is missing.")}
    )
    preset = forms.ChoiceField(
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose how you play."))
    )
    stake_of = forms.CharField(required=False, max_length=100)

    def __init__(self, *args: Any, likely: str = "", language: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.presets = ways_of(GAMES[GAME])
        self.ways = {way.key: way for game in GAMES.values() for way in ways_of(game)}
        money = MONEY.get(language)
        at_home = (way.game.key for way in self.ways.values() if money == way.preset.stake.currency)
        self.likely = likely or next(at_home, GAME)
        self.fields["preset"].choices = [  # type: ignore[attr-defined]
            (key, way.preset.name) for key, way in self.ways.items()
        ]
        first = ways_of(GAMES[self.likely])[0]
        brought = {"stake": first.typed, "currency": first.preset.stake.currency}
        self.initial = {"preset": first.key, "stake_of": first.key, **brought, **self.initial}

    def clean_name(self) -> str:
        return self._name(self.cleaned_data["name"], fact="name")

    def clean_own(self) -> str:
        return self._name(self.cleaned_data["own"], fact="names")

    def _name(self, text: str, *, fact: str) -> str:
        try:
            return clean_name(text, fact=fact)
        except HandRefused as refused:
            raise forms.ValidationError(sentence(refused)) from None

    def clean(self) -> dict[str, Any]:
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

    def _is_as_brought(self, before: WayToPlay) -> bool:
        # The stake in the form may still be the one that a way to play brought.
        currency, stake = str(self["currency"].value() or ""), before.preset.stake
        with suppress(forms.ValidationError):
            typed = read_stake(str(self["stake"].value() or ""), currency) if currency else stake.cents
            return (currency, typed) == (stake.currency, stake.cents)
        return False

    @property
    def way(self) -> WayToPlay:
        return self.ways.get(str(self["preset"].value()), self.presets[0])

    @property
    def tiles_of(self) -> str:
        """Return the way that the chosen game’s tiles were drawn for: its first, if the page names none."""
        sent: Any = self.data
        drawn = (self.ways.get(key) for key in sent.getlist("tiles_of"))
        first = ways_of(self.way.game)[0]
        return next((way for way in drawn if way and way.game is self.way.game), first).key

    @property
    def options(self) -> dict[str, Any]:
        """Return the options of the way that is chosen, and what was tapped on the tiles besides.

        What was not changed on the tiles as they were drawn stays as the way has it, so that another way
        brings all of its own.
        """
        way, drawn = self.way, self.ways[self.tiles_of].rules
        found = dict(way.preset.values)
        for row in way.game.tiles:
            answers = {_sent(value): value for value in row.labels}
            if row.is_part:
                answers[""] = by_name(way.game.rules)[row.option].default
            was = getattr(drawn, row.option)
            said = self.data.get(f"rule-{row.option}")
            if said in answers and said != (_sent(was) if was in row.labels else ""):
                found[row.option] = answers[said]
        return found

    @property
    def rules(self) -> Any:
        return read_rules(self.way.game.rules, self.options)

    @property
    def means(self) -> str:
        return self.stake_means(self.way.game, self.rules)

    def said(self) -> NewGroup:
        facts, way = self.cleaned_data, self.ways[self.cleaned_data["preset"]]
        return NewGroup(
            name=facts["name"],
            names=[facts["own"]],
            currency=facts["currency"],
            stake_cents=facts["stake"],
            game=way.game.key,
            preset=preset_like(way.game.key, self.options, way.preset.key),
            options=differing(self.rules),
        )

    @property
    def focus(self) -> str:
        """Return the input to look at first: the first that is wrong, so that nobody has to search for it."""
        return next(
            (name for name in ("preset", "name", "own", "stake", "currency") if name in self.errors), ""
        )

    @property
    def games(self) -> list[dict[str, Any]]:
        games = sorted(GAMES.values(), key=lambda game: game.key != self.likely)
        return [self._choice(game) for game in games]

    @property
    def chosen(self) -> dict[str, Any]:
        return self._choice(self.way.game)

    def _choice(self, game: Game[Any]) -> dict[str, Any]:
        # A game on the page: its named tables, its rows of tiles and parts as drawn for the way `tiles_of`.
        first, is_chosen = ways_of(game)[0], self.way.game is game
        way, rules = (self.way, self.rules) if is_chosen else (first, first.rules)
        return {
            "game": game,
            "ways": [one for one in ways_of(game) if one.preset in game.named_tables or one is way],
            "tiles_of": way.key,
            "rows": [_tile_row(row, rules) for row in game.tiles if not row.is_part],
            "parts": [_tile_row(row, rules) for row in game.tiles if row.is_part],
            "is_chosen": is_chosen,
        }


@anyone
@require_http_methods(["GET", "HEAD", "POST"])
def start_group(request: HttpRequest) -> HttpResponse:
    """Ask for the group, or start it.

    The guest is made with the form: two quick taps are then two times the same guest.
    """
    # Read before the phone becomes a guest: a new guest has no groups to look up.
    form = _form(request, request.POST if request.method == "POST" else None)
    become_guest(request)

    def start() -> Group:
        new, key = form.said(), form.cleaned_data["key"]
        if not Group.every.filter(key=key).exists():  # two quick taps count once
            count(request, Limit.NEW_GROUPS)
        return gain(
            request,
            write=lambda guest: recording.start_group(new, guest, key),
            before=lambda guest: recording.group_started(guest, key),
        )

    try:
        if form.wrote(start):
            return go_to(request, reverse("tonight", args=[form.written.code]))
    except KeyChanged:
        changed = _(
            "Your phone got a new key meanwhile. Nothing was saved: look it over, and start it again."
        )
        form.add_error(None, changed)
    return show(request, "group/start_group/page.html", {"form": form}, status=422 if form.is_bound else 200)


@anyone
@require_POST
def stake_means(request: HttpRequest) -> HttpResponse:
    return show(request, "parts/stake_means.html", {"form": _form(request, request.POST)})


@anyone
@require_POST
def game_brings(request: HttpRequest) -> HttpResponse:
    """Show the usual stake of the game that was just chosen; write nothing."""
    form = _form(request, request.POST)
    form.bring_stake()
    return show(request, "group/start_group/brought.html", {"form": form, "is_fresh": True})


def _form(request: HttpRequest, said: QueryDict | None) -> StartGroupForm:
    language = request.headers.get("Accept-Language", "")[:2].lower()
    return StartGroupForm(said, likely=last_game(guest_of(request)), language=language)
