"""How something was paid: kept by a code, shown in the words of its reader."""

import pytest

from scorekeeper.text import methods
from scorekeeper.text.methods import METHODS, method_kept, method_shown, usual_methods


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("", "cash"), ("bar", "cash"), ("Venmo", "Venmo"), ("a goat", "a goat"), ("cash", "cash")],
)
def test_a_usual_way_is_kept_by_its_code(typed: str, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "METHODS", {**METHODS, "cash": "bar"})
    assert method_kept(typed) == kept
    assert method_shown(kept) == {"cash": "bar"}.get(kept, kept)
    assert usual_methods()[0] == "bar"
