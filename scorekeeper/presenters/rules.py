"""What changed in a group's house rules, as a line between the hands of a sheet."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.text.rules import changes

# So many changes are named; the others are counted.
MOST_IN_A_NOTE = 2


def rules_note(facts: Mapping[str, Any]) -> str:
    """What a line about new house rules says between the hands of a sheet."""
    before, after = facts.get("was"), facts["rules"]
    if before is None:
        return _("from here: new house rules")
    changed = changes((before["game"], before["options"]), (after["game"], after["options"]))
    named = changed[:MOST_IN_A_NOTE]
    words = "; ".join(map(str, named)) or _("house rules, version {version}").format(version=after["version"])
    if more := len(changed) - len(named):
        counted = ngettext("{changes}; and {number} more", "{changes}; and {number} more", more)
        words = counted.format(changes=words, number=more)
    return _("from here: {changes}").format(changes=words)
