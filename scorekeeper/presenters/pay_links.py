"""Links to payment services, with text and amount. Whoever taps one leaves; nothing is sent by us. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import quote, urlencode

from ledger.models import Service
from scorekeeper.text.figures import precision

# Services whose links name no currency, and the currencies they mean.
WITHOUT_CURRENCY = {Service.VENMO: ("USD",), Service.CASH_APP: ("USD", "GBP")}


@dataclass(frozen=True, kw_only=True)
class Link:
    """A way to pay that a phone can open: the service's own page, with the amount filled in."""

    service: str
    url: str


def links(handles: Mapping[Service, str], cents: int, currency: str, note: str) -> tuple[Link, ...]:
    """The links by which somebody with these handles can be paid so much."""
    amount = str(Decimal(cents).scaleb(-precision(currency)))
    return tuple(
        Link(service=service.label, url=_url(service, quote(handle, safe=""), amount, currency, note))
        for service, handle in handles.items()
        if currency in WITHOUT_CURRENCY.get(service, (currency,))
    )


def _url(service: Service, handle: str, amount: str, currency: str, note: str) -> str:
    if service == Service.VENMO:
        asked = urlencode({"txn": "pay", "amount": amount, "note": note}, quote_via=quote)
        return f"https://venmo.com/{handle}?{asked}"
    if service == Service.CASH_APP:
        return f"https://cash.app/${handle}/{amount}"
    return f"https://paypal.me/{handle}/{amount}{currency}"
