"""An address as a QR code: black on white whatever the page's colours are, as cameras want it."""

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.serving.addresses import lan_addresses, mdns_name

LOOPBACK = ("localhost", "127.0.0.1")
# Light squares around it, without which no camera finds it.
QUIET = 4


def qr_svg(address: str) -> SafeString:
    """Return the code as SVG that is as wide as there is room.

    What it says to a screen reader stands around it.
    """
    code = segno.make(address, error="l", boost_error=True, micro=False)
    drawn = code.svg_inline(border=QUIET, dark="#000", light="#fff", omitsize=True, svgclass="qr")
    return mark_safe(drawn)  # noqa: S308  (squares, not text)


def whole_address(request: HttpRequest, path: str, *, lasts: bool = False) -> str:
    """Return an address as other phones have to ask for it.

    At home a page may be open on the machine itself, as “localhost”, which no phone finds: then it is the
    machine's address in its network. An address that `lasts`, as on paper, has the machine's mDNS name
    instead of numbers, which a router may change. On a screen the numbers stay: phones before Android 12
    find no such name.
    """
    if settings.SITE_ORIGIN:
        return f"{settings.SITE_ORIGIN}{path}"
    host, _, port = request.get_host().partition(":")
    own = lan_addresses()
    name = mdns_name() if lasts and host in (*LOOPBACK, *own) else ""
    better = name or (own[0] if own and host in LOOPBACK else "")
    if better:
        return f"http://{better}{f':{port}' if port else ''}{path}"
    return request.build_absolute_uri(path)
