"""The house rules of a group: the version in force, and all versions with who wrote them and when."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ledger.models import Group, HouseRules


@dataclass(frozen=True, kw_only=True)
class RulesVersion:
    """One version; `who` is the name of the player who wrote it, "" where nobody is known.

    `words` is what the group says besides in its own words, line by line.
    """

    version: int
    game: str
    preset: str
    options: Mapping[str, Any]
    at: datetime
    who: str
    words: str

    @property
    def says(self) -> tuple[str, Mapping[str, Any]]:
        """Return the game and its options, to compare."""
        return self.game, self.options


def rules_in_force(group: Group) -> RulesVersion:
    """Return what counts from the next hand on (one query)."""
    return _version(HouseRules.objects.filter(group=group).select_related("by__player").latest("version"))


def words_version(group: Group) -> RulesVersion | None:
    """Return since when the group's own words stand as they do; None where there are none (one query)."""
    found: RulesVersion | None = None
    for one in rule_versions(group):
        if not one.words or (found and one.words != found.words):
            break
        found = one
    return found


def rule_versions(group: Group) -> tuple[RulesVersion, ...]:
    found = HouseRules.objects.filter(group=group).select_related("by__player").order_by("-version")
    return tuple(_version(rules) for rules in found)


def _version(rules: HouseRules) -> RulesVersion:
    return RulesVersion(
        version=rules.version,
        game=rules.game,
        preset=rules.preset,
        options=rules.options,
        at=rules.written_at,
        who=rules.by.player.name if rules.by and rules.by.player else "",
        words=rules.words,
    )
