"""The reading glasses: every question asked of the book. Frozen dataclasses out; nothing here writes."""

from ledger.standings.groups import GroupCard, Person, Playing, groups_of, names_of, people_of, playing
from ledger.standings.nights import Night, night_pages, nights, nights_in_progress
from ledger.standings.players import Course, PlayerStanding, courses, player_standings

__all__ = [
    "Course",
    "GroupCard",
    "Night",
    "Person",
    "PlayerStanding",
    "Playing",
    "courses",
    "groups_of",
    "names_of",
    "night_pages",
    "nights",
    "nights_in_progress",
    "people_of",
    "player_standings",
    "playing",
]
