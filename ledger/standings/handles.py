"""Where the people of a group can be paid."""

from collections import defaultdict
from collections.abc import Mapping

from ledger.models import Group, PaymentHandle, Service


def handles_of(group: Group) -> Mapping[int, Mapping[Service, str]]:
    """Return what people are called at payment services, by player id (one query).

    Of players who are one it is what the name that was kept has, and else what the others had.
    """
    found: dict[int, dict[Service, str]] = defaultdict(dict)
    rows = PaymentHandle.objects.filter(player__group=group).exclude(handle="").order_by("service")
    for player, service, handle in rows.values_list("player", "service", "handle"):
        found[player][Service(service)] = handle
    for player, person in group.who.now.items():
        if player in found:
            found[person] = found.pop(player) | found[person]
    return dict(found)
