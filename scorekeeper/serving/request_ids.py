"""A name for every request: on its answer, on its error page and in the log."""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar

from scorekeeper.serving.environ import REQUEST_ID, Environ, Scope

HEADER = b"x-request-id"
LOOKS_RIGHT = re.compile(rb"[\w.:-]{8,64}", re.ASCII)

CURRENT: ContextVar[str] = ContextVar("request_id", default="")
"""Of the request whose page this thread makes; "" outside of one."""


def id_of(scope: Scope) -> str:
    """What the proxy in front has called this request, or a name made here.

    Only a proxy that may say for whom it asks is believed: what a stranger sends stays out of the log. The
    server has put the address that it said in the place of its own, and no port, as the header has none.
    """
    client = scope.get("client")
    if client and client[1] == 0:
        said = next((value for name, value in scope["headers"] if name == HEADER), b"")
        if LOOKS_RIGHT.fullmatch(said):
            return str(said.decode("ascii"))
    return secrets.token_hex(8)


def request_id_in(environ: Environ) -> str:
    """The name of the request with this environ (Django's META); "" where no server has given it one."""
    return str(environ.get(REQUEST_ID, ""))
