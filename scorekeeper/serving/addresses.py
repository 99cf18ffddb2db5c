"""Under which addresses do phones on the same network find this machine, and from which do they come?"""

import ipaddress
import socket
from contextlib import suppress
from functools import cache
from threading import Thread

# Connecting a UDP socket sends nothing: it only asks the routing table which of our own addresses
# would be used. The first is reserved for documentation and stands for "anywhere"; the others are the
# private networks of homes and clubs, for machines with more than one network.
DESTINATIONS = ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1")


def lan_addresses() -> list[str]:
    """Return this machine's own IPv4 addresses, those of private networks first; none when it is offline."""
    found = []
    for destination in DESTINATIONS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((destination, 9))
            except OSError:
                continue
            found.append(probe.getsockname()[0])
    usable = [a for a in dict.fromkeys(found) if not ipaddress.ip_address(a).is_loopback]
    return sorted(usable, key=lambda a: not ipaddress.ip_address(a).is_private)


# Seconds; a resolver without mDNS may ask servers on the internet for the name, and wait for them.
MDNS_PATIENCE = 1.0


def local_name() -> str:
    """Return the name that Avahi or Bonjour gives this machine where one of them runs: "kitchen.local"."""
    return f"{socket.gethostname().lower().partition('.')[0]}.local"


@cache
def mdns_name() -> str:
    """Return `local_name` if it leads to an address of this machine in its network, else "".

    Resolved once in a process, within `MDNS_PATIENCE`. The name outlives the numbers that a router gave.
    """
    found: set[str] = set()

    def resolve() -> None:
        with suppress(OSError):
            found.update(str(one[4][0]) for one in socket.getaddrinfo(local_name(), None, socket.AF_INET))

    # A thread, as `getaddrinfo` takes no timeout; a daemon, so that the end of the process does not wait.
    asks = Thread(target=resolve, daemon=True)
    asks.start()
    asks.join(MDNS_PATIENCE)
    return local_name() if found.intersection(lan_addresses()) else ""


def network_of(address: str) -> str:
    """Return the network that whoever has this address is taken for; "" for what is no address.

    An IPv4 address, also one that is written as IPv6; of IPv6 the /64, as every phone has as many addresses
    in it as it likes.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found
    if isinstance(found, ipaddress.IPv4Address) or found.is_loopback:
        return str(found)
    return str(ipaddress.IPv6Network((int(found), 64), strict=False))


def site_of(network: str) -> str:
    """Return the /48 of an IPv6 network, which a provider gives to one customer; "" for anything else."""
    try:
        found = ipaddress.IPv6Network(network)
    except ValueError:
        return ""
    return "" if found.prefixlen > 64 else str(found.supernet(new_prefix=48))
