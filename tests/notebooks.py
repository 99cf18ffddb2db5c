"""Notebooks of tests, read on a day that no test depends on."""

from datetime import date
from typing import Any

from ledger.exchange.notebook import read_notebooks
from ledger.exchange.preview import Answers, Preview

TODAY = date(2026, 11, 26)


def read_notebook(name: str, text: str, **answers: Any) -> Preview:
    """Read one file; the answers are those of `Answers`."""
    return read_notebooks([(name, text)], answers=Answers(**answers), today=TODAY)
