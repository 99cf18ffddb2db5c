"""The environment variables that set this program up, one row each; an empty one counts as unset.

`scorekeeper/settings.py` reads them by `value`. The table in docs/operating.md is written from the same rows.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import available_timezones

import environ
from django.core.exceptions import ImproperlyConfigured

# Return the value of a text that is not empty, or raise ValueError with what the text must be.
ReadValue = Callable[[str], Any]


def text(said: str) -> str:
    return said


def names(said: str) -> list[str]:
    return [name.strip() for name in said.split(",") if name.strip()]


def switch(said: str) -> bool:
    if said.lower() not in ("0", "1", "no", "yes", "off", "on", "false", "true"):
        raise ValueError("1 or 0")
    return said.lower() in ("1", "yes", "on", "true")


def whole_number(least: int, most: int) -> ReadValue:
    def read(said: str) -> int:
        if not (said.isascii() and said.isdigit() and least <= int(said) <= most):
            raise ValueError(f"a whole number from {least} to {most}")
        return int(said)

    return read


def log_format(said: str) -> str:
    if said not in ("line", "json"):
        raise ValueError("line or json")
    return said


def time_zone(said: str) -> str:
    if said not in available_timezones():
        raise ValueError("a name like America/Chicago")
    return said


SITE_PATH = re.compile(r"(/(?!g(?:/|$))[A-Za-z0-9._~-]+)*/?")


def https_address(said: str) -> str:
    parts = urlsplit(said)
    # A path may not look like a page of a group: scripts tell those by "/g/".
    if parts.scheme != "https" or not parts.hostname or not SITE_PATH.fullmatch(parts.path) or parts.query:
        raise ValueError("an address like https://cards.example.org or https://box.example.org/cards")
    return said.rstrip("/")


def machine_zone(environment: Mapping[str, str], root: Path = Path("/")) -> str:
    """Return the name of this machine's time zone: TZ, else what its files name, else UTC."""

    def candidates() -> Iterator[str]:
        yield environment.get("TZ", "")
        with suppress(OSError, ValueError):  # only Debian and its children write it
            yield (root / "etc/timezone").read_text("ascii").strip()
        with suppress(OSError):  # a copy is no link, and there may be none
            yield str((root / "etc/localtime").readlink())

    # TZ may begin with a colon, and a link with the folder of all zones.
    found = (name.rpartition("zoneinfo/")[2].removeprefix(":") for name in candidates())
    return next((name for name in found if name in available_timezones()), "UTC")


@dataclass(frozen=True, kw_only=True)
class Variable:
    """A row: `default` is the value of an unset variable, `shown` the words for it in the table."""

    name: str
    kind: ReadValue = text
    default: Any = ""
    shown: str = "none"
    help: str


VARIABLES = (
    Variable(
        name="SECRET_KEY",
        shown="written by the first start",
        help="signs the cookies that make a browser the owner of its groups: keep it; 32 characters at least"
        " that nobody guesses",
    ),
    Variable(
        name="SECRET_KEY_FALLBACKS",
        kind=names,
        default=[],
        help="keys that were used before, separated by commas: cookies signed with them still count",
    ),
    Variable(
        name="DATA_DIR",
        shown="`data/`; installed: `~/.local/share/scorekeeper` (or in `$XDG_DATA_HOME`)",
        help="the folder for everything that is kept; a `.env` in it is read as well",
    ),
    Variable(
        name="DATABASE_URL",
        shown="`scorekeeper.sqlite3` in `DATA_DIR`",
        help="where the book is kept; `postgres://user:password@host/name` for PostgreSQL, with several hosts"
        " where a [standby](machines.md#more-than-one-server) takes over",
    ),
    Variable(
        name="SITE_URL",
        kind=https_address,
        shown="none: plain http at home",
        help="`https://cards.example.org`, or `https://box.example.org/cards` below other pages of a host,"
        " when it is on the internet behind a proxy that speaks https and sets `X-Forwarded-Proto`; the"
        " server then listens on this machine only",
    ),
    Variable(
        name="ALLOWED_HOSTS",
        kind=names,
        default=[],
        shown="this machine's names and addresses",
        help="more names to answer to, separated by commas",
    ),
    Variable(name="PORT", kind=whole_number(1, 65535), default=8000, shown="`8000`", help="where it listens"),
    Variable(
        name="METRICS_PORT",
        kind=whole_number(0, 65535),
        default=0,
        help="numbers for Prometheus, on a port of their own",
    ),
    Variable(
        name="LOG_FORMAT",
        kind=log_format,
        default="line",
        shown="`line`",
        help="`json`: the log as a JSON object a line, for programs that gather it",
    ),
    Variable(
        name="PAGE_THREADS",
        kind=whole_number(1, 64),
        default=4,
        shown="`4`",
        help="pages made at the same time, on PostgreSQL; SQLite has one writer and one thread",
    ),
    Variable(
        name="TIME_ZONE",
        kind=time_zone,
        default=machine_zone,
        shown="this machine's, else `UTC`",
        help="as in `America/Chicago`: in which the pages say when",
    ),
    Variable(
        name="HSTS_SUBDOMAINS",
        kind=switch,
        default=False,
        shown="`0`",
        help="https for the whole domain: hard to take back",
    ),
    Variable(
        name="HSTS_PRELOAD",
        kind=switch,
        default=False,
        shown="`0`",
        help="https for the domain in the browsers' own list: harder to take back",
    ),
    Variable(
        name="LIMITS_TIMES",
        kind=whole_number(1, 1000),
        default=1,
        shown="`1`",
        help="so many times as many new groups, files, guesses and writes from one phone or network: for a"
        " school or a fair",
    ),
    Variable(
        name="ACCOUNTS",
        kind=switch,
        default=False,
        shown="`0`",
        help="names, passwords and passkeys for whoever wants their groups on all their phones; nobody"
        " has to",
    ),
    Variable(
        name="EMAIL_URL",
        shown="none: no e-mail is sent",
        help="`smtp+tls://user:password@mail.example.org:587`: with it an account may have an address, and a"
        " forgotten password is replaced by e-mail",
    ),
    Variable(
        name="EMAIL_FROM",
        shown="the user in `EMAIL_URL`",
        help="from which address e-mail comes, as `cards@example.org`",
    ),
    Variable(
        name="DEMO",
        kind=switch,
        default=False,
        shown="`0`",
        help="offer a seat at the demonstration's table on the first page",
    ),
    Variable(
        name="DEBUG",
        kind=switch,
        default=False,
        shown="`0`",
        help="show errors in the browser: never on the internet",
    ),
)
BY_NAME = {variable.name: variable for variable in VARIABLES}
env = environ.Env()


def value(name: str) -> Any:
    """Return the value of a declared variable, or its default.

    Raise ImproperlyConfigured, with the rule and the text that breaks it, where the text is of another kind.
    """
    variable = BY_NAME[name]
    said = str(env.str(name, "")).strip()
    if not said:
        return variable.default(os.environ) if callable(variable.default) else variable.default
    try:
        return variable.kind(said)
    except ValueError as rule:
        raise ImproperlyConfigured(f"{name} must be {rule}, not “{said}”.") from None


def table() -> str:
    """Return all variables as a table in Markdown."""
    rows = [f"| `{row.name}` | {row.shown} | {row.help} |" for row in VARIABLES]
    return "\n".join(["| variable | default | meaning |", "|---|---|---|", *rows])
