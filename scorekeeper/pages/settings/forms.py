"""What an owner says of a group; each form is a section of the page."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from ledger.models import Group
from ledger.scoring import game_called, read_rules
from ledger.standings import RulesVersion
from scorekeeper.http.setting_forms import SettingForm
from scorekeeper.presenters.stake_form import StakeForm
from scorekeeper.text.amounts import CURRENCIES
from scorekeeper.text.figures import precision, typed


class NameForm(SettingForm):
    """What the group is called."""

    name = forms.CharField(
        max_length=10_000, error_messages={"required": gettext_lazy("What is the group called?")}
    )

    def __init__(self, *args: Any, group: Group, **kwargs: Any) -> None:
        super().__init__(*args, group=group, initial={"name": group.name}, **kwargs)


class WatchingForm(SettingForm):
    """Whether who only watches is shown money."""

    is_shown = forms.BooleanField(required=False)


class KeepingForm(SettingForm):
    """Whether the score goes round with the deal."""

    is_dealer = forms.BooleanField(required=False)


class MoneyForm(StakeForm, SettingForm):
    """What a point is worth, and from when on.

    Of the currencies those can be chosen that the group may have: its own, where money was booked in it.
    """

    when = forms.ChoiceField(
        choices=(("now", ""), ("next", "")),
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Say from when on it counts.")},
    )

    def __init__(self, *args: Any, group: Group, now: RulesVersion, kept: str, **kwargs: Any) -> None:
        brought = {"currency": group.currency, "when": "now"}
        if group.currency and group.stake_cents:
            brought["stake"] = typed(group.stake_cents, group.currency)
        else:
            brought["currency"] = ""
        super().__init__(*args, group=group, initial=brought, **kwargs)
        self.game = game_called(now.game)
        self.rules = read_rules(self.game.rules, now.options)
        self.is_kept = kept
        self.fields["currency"].choices = [  # type: ignore[attr-defined]
            (code, words) for code, words in _with_own(group.currency) if not kept or self._may_be(code)
        ]

    def _may_be(self, code: str) -> bool:
        if code in ("", self.group.currency):
            return True
        return self.is_kept == "tonight" and precision(code) == precision(self.group.currency)

    @property
    def currencies(self) -> list[str]:
        """Those that can be chosen."""
        return [code for code, _ in self.fields["currency"].choices]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """The stake, in the game that is played."""
        self.check_stake(self.game, self.rules)
        return self.cleaned_data

    @property
    def means(self) -> str:
        """What the stake means in the game that is played."""
        return self.stake_means(self.game, self.rules)

    @property
    def is_tonight(self) -> bool:
        """Whether it counts from the next hand on where a night is going on."""
        return bool(self.cleaned_data["when"] != "next")


def _with_own(currency: str) -> tuple[tuple[str, Any], ...]:
    """The currencies, and the group's own where a file brought one that is not offered."""
    if currency in dict(CURRENCIES):
        return CURRENCIES
    return ((currency, currency), *CURRENCIES)
