"""Where the people of a group can be paid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from ledger.models import Group, PaymentHandle, Service


def handles_of(group: Group) -> Mapping[int, Mapping[Service, str]]:
    """What players are called at payment services, by player id (one query)."""
    found: dict[int, dict[Service, str]] = defaultdict(dict)
    rows = PaymentHandle.objects.filter(player__group=group).exclude(handle="").order_by("service")
    for player, service, handle in rows.values_list("player", "service", "handle"):
        found[player][Service(service)] = handle
    return dict(found)
