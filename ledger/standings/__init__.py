"""The reading glasses: every question asked of the book. Frozen dataclasses out; nothing here writes."""

from ledger.standings.groups import GroupCard, groups_of
from ledger.standings.nights import Night, nights, nights_in_progress
from ledger.standings.players import Course, PlayerStanding, courses, player_standings

__all__ = [
    "Course",
    "GroupCard",
    "Night",
    "PlayerStanding",
    "courses",
    "groups_of",
    "nights",
    "nights_in_progress",
    "player_standings",
]
