"""Where people can be paid. Not in ink: a handle is an address, and addresses change."""

import re
from collections.abc import Mapping

from django.db import transaction

from ledger.models import PaymentHandle, Player, Service
from ledger.recording.writing import Refused

LOOKS_LIKE = {
    Service.VENMO: (re.compile(r"@?([A-Za-z0-9_-]{2,30})"), "@Ann-Smith"),
    Service.PAYPAL: (re.compile(r"(?:(?:https://)?(?:www\.)?paypal\.me/)?([A-Za-z0-9]{1,20})"), "AnnSmith"),
    Service.CASH_APP: (re.compile(r"\$?([A-Za-z0-9_-]{1,20})"), "$AnnSmith"),
}


def write_handles(player: Player, said: Mapping[Service, str]) -> None:
    """Write a player's names at services; an empty one is taken away. Raises Refused, writing none."""
    handles = {service: read_handle(service, text.strip()) for service, text in said.items()}
    with transaction.atomic():
        for service, handle in handles.items():
            PaymentHandle.objects.update_or_create(
                player=player, service=service, defaults={"handle": handle}
            )


def read_handle(service: Service, text: str) -> str:
    """Return a handle as it is kept; raises Refused for what cannot be one."""
    pattern, example = LOOKS_LIKE[service]
    if not text:
        return ""
    if (found := pattern.fullmatch(text)) is None:
        raise Refused("handle", fact=service.value, service=str(service.label), example=example)
    return found[1]
