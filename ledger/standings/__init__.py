"""The reading glasses: every question asked of the book. Frozen dataclasses out; nothing here writes."""

from ledger.standings.groups import (
    GroupCard,
    Person,
    Playing,
    groups_of,
    names_of,
    people_of,
    playing,
    tellers_of,
)
from ledger.standings.nights import Night, night_pages, nights, nights_in_progress
from ledger.standings.players import Course, PlayerStanding, Share, courses, player_standings
from ledger.standings.rules import RulesVersion, rule_versions, rules_in_force

__all__ = [
    "Course",
    "GroupCard",
    "Night",
    "Person",
    "PlayerStanding",
    "Playing",
    "RulesVersion",
    "Share",
    "courses",
    "groups_of",
    "names_of",
    "night_pages",
    "nights",
    "nights_in_progress",
    "people_of",
    "player_standings",
    "playing",
    "rule_versions",
    "rules_in_force",
    "tellers_of",
]
