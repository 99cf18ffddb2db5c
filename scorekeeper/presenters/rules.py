"""What changed in a group's house rules, as a line between the hands of a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.text.rules import changes

MOST_IN_A_NOTE = 2
"""So many changes are named; the others are counted."""


def rules_note(facts: Mapping[str, Any]) -> str:
    """What a line about new house rules says between the hands of a sheet."""
    before, after = facts.get("was"), facts["rules"]
    if before is None:
        return "from here: new house rules"
    changed = changes((before["game"], before["options"]), (after["game"], after["options"]))
    more = len(changed) - MOST_IN_A_NOTE
    words = "; ".join(map(str, changed[:MOST_IN_A_NOTE])) or f"house rules, version {after['version']}"
    return f"from here: {words}" + (f"; and {more} more" if more > 0 else "")
