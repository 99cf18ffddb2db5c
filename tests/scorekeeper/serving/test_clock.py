"""The machine's time zone, from the places where machines keep it."""

from pathlib import Path

import pytest

from scorekeeper.variables import machine_zone


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A machine that keeps a zone in both files."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/timezone").write_text("America/Chicago\n")
    (tmp_path / "etc/localtime").symlink_to("/usr/share/zoneinfo/Europe/Berlin")
    return tmp_path


@pytest.mark.parametrize(
    ("said", "zone"),
    [
        ("America/New_York", "America/New_York"),
        (":America/New_York", "America/New_York"),
        ("/usr/share/zoneinfo/America/New_York", "America/New_York"),
        *((said, "America/Chicago") for said in ("", "CST6CDT-ish", "\0", "../../etc")),
    ],
)
def test_the_environment_comes_before_what_debian_writes(root: Path, said: str, zone: str) -> None:
    assert machine_zone({"TZ": said}, root) == zone


@pytest.mark.parametrize("broken", [b"", b"Wisconsin", b"\xff\xfe"])
def test_then_comes_the_link_that_macs_have_too(root: Path, broken: bytes) -> None:
    (root / "etc/timezone").write_bytes(broken)
    assert machine_zone({}, root) == "Europe/Berlin"
    (root / "etc/localtime").unlink()
    (root / "etc/localtime").symlink_to("/var/db/timezone/zoneinfo/America/Denver")
    assert machine_zone({}, root) == "America/Denver"


def test_a_machine_that_does_not_say_keeps_universal_time(tmp_path: Path) -> None:
    assert machine_zone({}, tmp_path) == "UTC"
