"""The reading glasses: every question asked of the book. Frozen dataclasses out; nothing here writes."""

from ledger.standings.access import (
    Phone,
    contested_players,
    has_one_owner,
    has_phone_that_writes,
    open_links,
    phones_of,
)
from ledger.standings.groups import (
    GroupCard,
    Names,
    Person,
    Playing,
    RulesVersion,
    groups_of,
    names_of,
    people_of,
    playing,
    rule_versions,
    rules_in_force,
    tellers_of,
    words_version,
)
from ledger.standings.nights import Night, nights_in_progress, nights_page
from ledger.standings.players import GameStandings, PlayerStanding, standings_in, standings_of
from ledger.standings.settings import Face, SettingChange, changes_of, currency_is_kept, faces_of, open_nights
from ledger.standings.share import Share

__all__ = [
    "Face",
    "GameStandings",
    "GroupCard",
    "Names",
    "Night",
    "Person",
    "Phone",
    "PlayerStanding",
    "Playing",
    "RulesVersion",
    "SettingChange",
    "Share",
    "changes_of",
    "contested_players",
    "currency_is_kept",
    "faces_of",
    "groups_of",
    "has_one_owner",
    "has_phone_that_writes",
    "names_of",
    "nights_in_progress",
    "nights_page",
    "open_links",
    "open_nights",
    "people_of",
    "phones_of",
    "playing",
    "rule_versions",
    "rules_in_force",
    "standings_in",
    "standings_of",
    "tellers_of",
    "words_version",
]
