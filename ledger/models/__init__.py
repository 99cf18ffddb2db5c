"""The paper: what is written down. Everything that can be computed is computed, or projected from this."""

from ledger.models.group import Group, HouseRules, Membership, Player, Role, name_key
from ledger.models.session import PARTS, Entry, Session, Tally, to_parts, to_points

__all__ = [
    "PARTS",
    "Entry",
    "Group",
    "HouseRules",
    "Membership",
    "Player",
    "Role",
    "Session",
    "Tally",
    "name_key",
    "to_parts",
    "to_points",
]
