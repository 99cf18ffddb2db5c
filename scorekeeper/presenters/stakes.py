"""Examples of a stake at this table, in the engine's numbers, and a question if it is unusual."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.scoring.differences import preset_like
from ledger.scoring.examples import dearest, samples
from ledger.scoring.game import Game, Stake
from ledger.scoring.option import Rules, differing
from scorekeeper.text.amounts import CURRENCIES, read_stake
from scorekeeper.text.figures import money, precision, stake, stake_aloud, typed
from scorekeeper.text.games import card_words, optional_words
from scorekeeper.text.lists import joined
from scorekeeper.text.numbers import beginning, in_words
from scorekeeper.text.stakes import about

# A lost hand that costs more than `DEAR_HAND` is asked about; so is a stake that is more than `MANY_TIMES`
# what is usual, if a lost hand then costs more than `SMALL_HAND`. In what is about a dollar.
DEAR_HAND, MANY_TIMES, SMALL_HAND = 20, 20, 5

# Units of a currency that are about a dollar, where one is not: good enough to ask.
A_DOLLAR: Mapping[str, int] = MappingProxyType(
    {"CZK": 20, "DKK": 7, "JPY": 150, "NOK": 10, "PLN": 4, "SEK": 10}
)


@dataclass(frozen=True, kw_only=True)
class Doubt:
    """A stake that can hardly be meant: the question, and the two answers as cents with their words."""

    question: str
    typed: int
    keep: str
    meant: int
    instead: str


def means(game: Game[Rules], rules: Rules, cents: int, currency: str) -> str:
    """Return a stake in words: "5¢ a point: … costs each opponent $0.05, losing alone … costs $0.80."."""
    if not (cents and currency):
        return _("Points only: no money is shown or counted.")
    hands = joined(list(_told(game, rules, cents, currency)))
    if not hands:
        return _("{stake}.").format(stake=stake(cents, currency))
    return _("{stake}: {hands}.").format(stake=stake(cents, currency), hands=hands)


def opening(game: Game[Any], players: int, cents: int, currency: str) -> str:
    if not (cents and currency):
        words = _("{game} for {players}, for points only.")
        return words.format(game=_(game.name), players=in_words(players))
    words = _("{game} for {players}, {stake}.")
    return words.format(game=_(game.name), players=in_words(players), stake=stake_aloud(cents, currency))


def costs(game: Game[Rules], rules: Rules, cents: int, currency: str) -> str:
    """Return what hands cost at this stake, as a sentence; "" where nothing can be said."""
    if not (cents and currency):
        return ""
    hands = joined(list(_told(game, rules, cents, currency)))
    return _("{hands}.").format(hands=beginning(hands)) if hands else ""


def in_short(game: Game[Rules], rules: Rules, at: Stake) -> str:
    """Return what a usual stake comes to, with its commonest hand: "A Rufspiel pays €0.20"."""
    if not at.currency:
        return _("Points only")
    told = next(_told(game, rules, at.cents, at.currency), "")
    return beginning(told) if told else stake(at.cents, at.currency)


def doubt(game: Game[Rules], rules: Rules, cents: int, currency: str) -> Doubt | None:
    """Return whether a stake can be meant; None where it can."""
    # A table's own rules have the usual stake of the game's defaults.
    like = preset_like(game.key, differing(rules))
    by_default = next((one.stake for one in game.presets if not one.values), game.presets[0].stake)
    usual = next((one.stake for one in game.presets if one.key == like), by_default)
    costs = dearest(game, rules) * cents
    if not _is_dear(costs, cents, currency, usual):
        return None
    meant = _meant(game, rules, cents, currency, usual)
    if meant == cents:
        return None
    question = _("{stake}: a lost hand could cost {amount}. Did you mean {instead}?").format(
        stake=stake(cents, currency),
        amount=about(costs, currency),
        instead=f"{meant}¢" if currency == "USD" and meant < 100 else money(meant, currency),
    )
    return Doubt(
        question=question,
        typed=cents,
        keep=_("No, {stake}").format(stake=stake(cents, currency)),
        meant=meant,
        instead=_("Yes, {stake}").format(stake=stake(meant, currency)),
    )


def _told(game: Game[Rules], rules: Rules, cents: int, currency: str) -> Iterator[str]:
    words = optional_words(game.key, "STAKES")
    for sample in samples(game, rules):
        usual = _("a lost hand can cost {money}")
        if not sample.is_dear:
            usual = _("a hand that is won costs each opponent {money}")
        told = words.get(sample.row or "example") or usual
        yield str(told).format(money=about(sample.points * cents, currency), **card_words(game.key, rules))


def _is_dear(costs: Fraction, cents: int, currency: str, usual: Stake) -> bool:
    dollar = _a_dollar(currency)
    if costs > DEAR_HAND * dollar:
        return True
    if not usual.cents:
        return False
    often = Fraction(cents, usual.cents) * _a_dollar(usual.currency)
    return often > MANY_TIMES * dollar and costs > SMALL_HAND * dollar


def _meant(game: Game[Rules], rules: Rules, cents: int, currency: str, usual: Stake) -> int:
    # More likely the same number of cents was meant, else what is usual.
    as_cents = Fraction(cents, 10 ** precision(currency))
    if as_cents.denominator == 1 and not _is_dear(
        dearest(game, rules) * as_cents, int(as_cents), currency, usual
    ):
        return int(as_cents)
    dollar = Fraction(_a_dollar(currency))
    usually = usual.cents * dollar / _a_dollar(usual.currency) if usual.cents else dollar / 20
    return max(1, round(usually))


def _a_dollar(currency: str) -> int:
    return A_DOLLAR.get(currency, 1) * int(10 ** precision(currency or "USD"))


class StakeForm(forms.Form):
    """A stake as it is typed. What can hardly be meant is asked about: `sure` is the answer, in cents."""

    currency = forms.ChoiceField(
        choices=CURRENCIES,
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Choose a currency from the list.")},
    )
    stake = forms.CharField(required=False, max_length=10_000)
    sure = forms.CharField(required=False, max_length=20)

    # The question about the stake, if there is one.
    doubt: Doubt | None = None

    def check_stake(self, game: Game[Rules], rules: Rules) -> None:
        currency = self.cleaned_data.get("currency")
        if currency is None or "stake" not in self.cleaned_data:
            return
        try:
            cents = read_stake(self.cleaned_data["stake"], currency) if currency else 0
        except forms.ValidationError as wrong:
            self.add_error("stake", wrong)
            return
        found, sure = doubt(game, rules, cents, currency) if currency else None, self.cleaned_data.get("sure")
        if found and sure == str(found.meant):
            cents = found.meant
            self.put(stake=typed(cents, currency))
        elif found and sure != str(found.typed):
            self.doubt = found
            self.add_error("stake", found.question)
            return
        self.cleaned_data["stake"] = cents

    def stake_means(self, game: Game[Rules], rules: Rules) -> str:
        currency = str(self["currency"].value() or "")
        if currency not in dict(CURRENCIES):
            return ""
        try:
            cents = read_stake(str(self["stake"].value() or ""), currency) if currency else 0
        except forms.ValidationError:
            return ""
        return means(game, rules, cents, currency)

    def put(self, **values: str) -> None:
        data: Any = self.data
        self.data = data.copy()
        for name, value in values.items():
            self.data[name] = value  # type: ignore[index]
