"""Where the server listens, and at which addresses it is found there."""

from __future__ import annotations

import ipaddress

from django.conf import settings

from scorekeeper.serving.addresses import lan_addresses, mdns_name

EVERYWHERE = "0.0.0.0"  # noqa: S104  (phones at home come from the network)
LOOPBACK = "127.0.0.1"


def usual_host() -> str:
    """Where to listen unless told otherwise: with SITE_URL nobody but the proxy on this machine may come."""
    return LOOPBACK if settings.SITE_URL else EVERYWHERE


def reached_at(host: str, port: int) -> tuple[str, list[str]]:
    """Return the address on this machine, and those for phones (its name first), none if they cannot come."""
    is_everywhere = host in ("", EVERYWHERE)
    name = "localhost" if is_everywhere or (host == LOOPBACK and not settings.SITE_URL) else host
    here = f"http://{LOOPBACK if is_everywhere and settings.SITE_URL else name}:{port}"
    if settings.SITE_URL:
        return here, [settings.SITE_URL]
    if is_everywhere:
        addresses = lan_addresses()
        names = [found] if addresses and (found := mdns_name()) else []
        return here, [f"http://{address}:{port}" for address in [*names, *addresses]]
    return here, [] if is_loopback(host) else [here]


def unreached(host: str) -> str:
    """Why no phone can come."""
    if is_loopback(host):
        return "It listens on this machine only; phones cannot reach it."
    return "This machine is in no network; phones cannot reach it."


def is_loopback(host: str) -> bool:
    """Whether this is an address that nobody but this machine has."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
