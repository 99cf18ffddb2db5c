"""The house rules as one table uses them: what is ruled only for other sizes of table is left out."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ledger.scoring.scored import HandRefused
from ledger.scoring.sheepshead.rules import SheepsheadRules


def rules_at(rules: SheepsheadRules, active: int) -> SheepsheadRules:
    """The rules of a hand for `active` players.

    A trickless player's rule in a leaster is for three: a bigger table plays its leaster without it (SH-099).
    """
    if active > 3 and rules.leaster_trickless != "none":
        return _without_trickless(rules)
    return rules


def is_mixed(rules: SheepsheadRules) -> bool:
    """Whether after some hands in a row that nobody picked another one is played than at first."""
    return rules.no_picker != "forced" and rules.no_picker_then not in ("same", rules.no_picker)


def rules_after(rules: SheepsheadRules, passes: int) -> SheepsheadRules:
    """The rules of a hand after so many in a row that nobody picked: `no_picker` is what is played now."""
    if passes >= rules.no_picker_after and is_mixed(rules):
        return _by_now(rules)
    return rules


def not_played(code: str, fact: str, rules: SheepsheadRules) -> HandRefused:
    """What refuses a hand that is not played when nobody picks; where that changes, not played now."""
    return HandRefused(code, fact=fact, case="" if rules.no_picker_then == "same" else "now")


@lru_cache(maxsize=64)
def _by_now(rules: SheepsheadRules) -> SheepsheadRules:
    return replace(rules, no_picker=rules.no_picker_then)


@lru_cache(maxsize=64)
def _without_trickless(rules: SheepsheadRules) -> SheepsheadRules:
    return replace(rules, leaster_trickless="none")
