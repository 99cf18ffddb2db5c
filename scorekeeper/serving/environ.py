"""A request of the server (ASGI) as Django's handler takes it (WSGI), with its name for the log."""

import re
import secrets
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any
from urllib.parse import unquote_to_bytes

from scorekeeper.serving.bodies import Body

Scope = Mapping[str, Any]
Environ = dict[str, Any]

# The key under which the pages find a BodyTrouble. No header can get there: theirs begin with HTTP_.
TROUBLE = "scorekeeper.body_trouble"

# The key under which the pages find the name of the request.
REQUEST_ID = "scorekeeper.request_id"

HEADER = b"x-request-id"
LOOKS_RIGHT = re.compile(rb"[\w.:-]{8,64}", re.ASCII)

# The id of the request whose page this thread makes; "" outside of a request.
CURRENT: ContextVar[str] = ContextVar("request_id", default="")

# Headers of which only the first counts.
ONCE = frozenset({"HTTP_HOST", "CONTENT_TYPE"})


def environ_of(scope: Scope, body: Body, *, threads: int, request_id: str = "") -> Environ:
    """Return the WSGI environ of a request whose body is whole. Raises nothing, whatever a stranger sent."""
    host, port = scope.get("server") or ("localhost", 80)
    root = scope.get("root_path", "").encode("utf-8", "surrogateescape").decode("latin-1")
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": root,
        "PATH_INFO": _path(scope).removeprefix(root),
        "QUERY_STRING": scope.get("query_string", b"").decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body.file,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": threads > 1,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        REQUEST_ID: request_id,
    }
    if client := scope.get("client"):
        environ["REMOTE_ADDR"], environ["REMOTE_PORT"] = client[0], str(client[1])
    # WSGI writes X-Forwarded-Proto and X_Forwarded_Proto alike, so a stranger could say with the second what
    # a proxy says with the first: what has an underscore is dropped. The length is counted, not believed.
    for name, value in scope["headers"]:
        if b"_" in name or name in (b"content-length", b"transfer-encoding"):
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        if key != "CONTENT_TYPE":
            key = f"HTTP_{key}"
        said = value.decode("latin-1")
        if key not in environ:
            environ[key] = said
        elif key not in ONCE:
            environ[key] += f"{'; ' if key == 'HTTP_COOKIE' else ','}{said}"
    if body.length:
        environ["CONTENT_LENGTH"] = str(body.length)
    if body.trouble:
        environ[TROUBLE] = body.trouble
    return environ


def _path(scope: Scope) -> str:
    # The path, a character a byte. A request may also name the whole address, with the host in it.
    raw: bytes = scope.get("raw_path") or scope["path"].encode("utf-8", "surrogateescape")
    if not raw.startswith(b"/") and b"://" in raw:
        raw = b"/" + raw.partition(b"://")[2].partition(b"/")[2]
    # Without raw_path the server has undone the percent signs already.
    return (unquote_to_bytes(raw) if scope.get("raw_path") else raw).decode("latin-1")


def id_of(scope: Scope) -> str:
    """Return the name that the proxy gave this request, or one made here.

    Only a proxy that may say for whom it asks is believed: what a stranger sends stays out of the log. The
    server has put the address that it said in the place of its own, and no port, as the header has none.
    """
    client = scope.get("client")
    if client and client[1] == 0:
        said = next((value for name, value in scope["headers"] if name == HEADER), b"")
        if LOOKS_RIGHT.fullmatch(said):
            return str(said.decode("ascii"))
    return secrets.token_hex(8)
