"""The catalogue of refusals: what a code and its parameters say to people."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from django.utils.functional import Promise

from ledger.scoring import HandRefused
from scorekeeper.text.figures import points

REFUSALS: Mapping[str, str | Promise] = {}
"""By code, or "code.case" where one code says several things; placeholders are named as the parameters."""


def sentence(refused: HandRefused) -> str:
    """What a refusal says, in the reader’s language. Raises KeyError for a code not in the catalogue."""
    if refused.message:
        return refused.message
    key = f"{refused.code}.{refused.case}" if refused.case else refused.code
    return str(REFUSALS[key]).format(**{name: _worded(value) for name, value in refused.params.items()})


def _worded(value: object) -> object:
    """A parameter as it stands in a sentence."""
    if isinstance(value, HandRefused):
        return sentence(value)
    if isinstance(value, Fraction):
        return points(value)
    return value
