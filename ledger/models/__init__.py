"""The paper: what is written down. Everything that can be computed is computed, or projected from this."""

from ledger.models.group import Colour, Group, HouseRules, Membership, Player, Role, Tombstone, name_key
from ledger.models.handle import PaymentHandle, Service
from ledger.models.journal import (
    Account,
    DroppedSettlement,
    Kind,
    Mode,
    Posting,
    Settlement,
    SettlementPayment,
    Transaction,
)
from ledger.models.link import AccessLink
from ledger.models.merge import Merge
from ledger.models.move import Move
from ledger.models.news import News
from ledger.models.open_payment import OpenPayment
from ledger.models.played import (
    MOST_SQUARED,
    NIGHTLY,
    Hand,
    HandResult,
    NightGame,
    NightPair,
    NightPlace,
    NightPlayer,
    NightRole,
    Pot,
)
from ledger.models.session import Entry, Session, open_sessions
from ledger.models.shared_year import SharedYear
from ledger.scoring.receipt import PARTS, to_parts, to_points

__all__ = [
    "MOST_SQUARED",
    "NIGHTLY",
    "PARTS",
    "AccessLink",
    "Account",
    "Colour",
    "DroppedSettlement",
    "Entry",
    "Group",
    "Hand",
    "HandResult",
    "HouseRules",
    "Kind",
    "Membership",
    "Merge",
    "Mode",
    "Move",
    "News",
    "NightGame",
    "NightPair",
    "NightPlace",
    "NightPlayer",
    "NightRole",
    "OpenPayment",
    "PaymentHandle",
    "Player",
    "Posting",
    "Pot",
    "Role",
    "Service",
    "Session",
    "Settlement",
    "SettlementPayment",
    "SharedYear",
    "Tombstone",
    "Transaction",
    "name_key",
    "open_sessions",
    "to_parts",
    "to_points",
]
