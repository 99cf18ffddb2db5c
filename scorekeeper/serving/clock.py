"""Which time zone is this machine in? So that an evening at home has the date of its evening."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from zoneinfo import available_timezones

ZONES = "zoneinfo/"


def machine_zone(environment: Mapping[str, str], root: Path = Path("/")) -> str:
    """The name of this machine's time zone: TZ, else what its files say, else UTC."""
    known = available_timezones()
    return next((name for name in _said(environment, root) if name in known), "UTC")


def _said(environment: Mapping[str, str], root: Path) -> Iterator[str]:
    yield _name(environment.get("TZ", ""))
    with suppress(OSError, ValueError):  # only Debian and its children write it
        yield (root / "etc/timezone").read_text("ascii").strip()
    with suppress(OSError):  # it may be a copy, or not there
        yield _name(str((root / "etc/localtime").readlink()))


def _name(said: str) -> str:
    """A name as TZ and links have it: with a colon before it, or at the end of a path."""
    return said.rpartition(ZONES)[2].removeprefix(":")
