"""Check the folders, the time zone and the SQLite of the machine."""

import os
from pathlib import Path

import pytest
from django.conf import settings

from scorekeeper.serving.checks import has_wal_reset_bug
from scorekeeper.serving.places import places
from scorekeeper.variables import machine_zone
from tests.house.sources import ROOT


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    package = tmp_path / "site-packages" / "scorekeeper"
    (package / "templates").mkdir(parents=True)
    return package


def test_a_checkout_keeps_everything_beside_the_program() -> None:
    here = places(os.environ)
    assert (here.is_installed, here.files, here.base, here.usual_data) == (False, ROOT, ROOT, ROOT / "data")
    assert (here.env_files, settings.DATA_DIR) == ((ROOT / ".env",), ROOT / "data")
    assert (ROOT / "templates/base.html").is_file()
    assert (places({}).setup_command, places({}).port_command) == ("make setup", "make run PORT=")


def test_what_is_installed_keeps_its_data_in_the_users_folder(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    here = places({}, installed)
    # Nothing is read from where packages lie.
    assert (here.is_installed, here.files, here.env_files) == (True, installed, ())
    assert (here.setup_command, here.port_command) == ("scorekeeper serve", "scorekeeper serve --port ")
    for xdg, data in (("", "/home/ann/.local/share"), ("/srv/xdg", "/srv/xdg"), ("not/absolute", "")):
        found = places({"XDG_DATA_HOME": xdg} if xdg else {}, installed).usual_data
        assert found == (Path(data) / "scorekeeper" if data else here.usual_data)


def test_data_dir_names_another_folder(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    here = places(os.environ)
    assert {name: here.data(name) for name in ("", "/srv/cards", "~/cards", "elsewhere")} == {
        "": ROOT / "data",
        "/srv/cards": Path("/srv/cards"),
        "~/cards": Path("/home/ann/cards"),
        "elsewhere": ROOT / "elsewhere",
    }
    monkeypatch.chdir(installed)
    assert places({}, installed).data("elsewhere") == installed / "elsewhere"


@pytest.fixture
def root(tmp_path: Path) -> Path:
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


@pytest.mark.parametrize("version", [(3, 7, 0), (3, 40, 1), (3, 44, 5), (3, 45, 0), (3, 50, 6), (3, 51, 2)])
def test_affected(version: tuple[int, int, int]) -> None:
    assert has_wal_reset_bug(version)


@pytest.mark.parametrize("version", [(3, 6, 23), (3, 44, 6), (3, 50, 7), (3, 51, 3), (3, 52, 0), (4, 0, 0)])
def test_not_affected(version: tuple[int, int, int]) -> None:
    assert not has_wal_reset_bug(version)
