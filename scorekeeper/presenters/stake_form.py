"""What several pages ask about money: a currency, and what a point is worth in it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from ledger.scoring.game import Game
from scorekeeper.presenters.stakes import Doubt, doubt, means
from scorekeeper.text.amounts import CURRENCIES, read_stake
from scorekeeper.text.figures import typed


class StakeForm(forms.Form):
    """A stake as it is typed. What can hardly be meant is asked about: `sure` is the answer, in cents."""

    currency = forms.ChoiceField(
        choices=CURRENCIES,
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Choose a currency from the list.")},
    )
    stake = forms.CharField(required=False, max_length=10_000)
    sure = forms.CharField(required=False, max_length=20)

    # What is asked about the stake, if it is.
    doubt: Doubt | None = None

    def check_stake(self, game: Game[Any], rules: Any) -> None:
        """Make cents of what was typed, in this game; nothing where it is points only."""
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

    def stake_means(self, game: Game[Any], rules: Any) -> str:
        """Return what is typed so far means this; "" where it cannot be read."""
        currency = str(self["currency"].value() or "")
        if currency not in dict(CURRENCIES):
            return ""
        try:
            cents = read_stake(str(self["stake"].value() or ""), currency) if currency else 0
        except forms.ValidationError:
            return ""
        return means(game, rules, cents, currency)

    def put(self, **values: str) -> None:
        """Write something into the form for the page that shows it again."""
        data: Any = self.data
        self.data = data.copy()
        for name, value in values.items():
            self.data[name] = value  # type: ignore[index]
