"""Where files and data lie: in a checkout beside the program, installed in the user's own folder."""

import os
from pathlib import Path

import pytest
from django.conf import settings

from scorekeeper.serving.places import places
from tests.house.sources import ROOT


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A package as a wheel leaves it."""
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
