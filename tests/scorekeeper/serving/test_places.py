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
    assert not here.is_installed
    assert (here.files, here.base, here.usual_data) == (ROOT, ROOT, ROOT / "data")
    assert here.env_files == (ROOT / ".env",)
    assert (ROOT / "templates/base.html").is_file()
    assert settings.DATA_DIR == ROOT / "data"


def test_what_is_installed_keeps_its_data_in_the_users_folder(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    here = places({}, installed)
    assert here.is_installed
    assert here.files == installed
    assert here.usual_data == Path("/home/ann/.local/share/scorekeeper")
    assert here.env_files == ()  # nothing is read from where packages lie
    assert places({"XDG_DATA_HOME": "/srv/xdg"}, installed).usual_data == Path("/srv/xdg/scorekeeper")
    assert places({"XDG_DATA_HOME": "not/absolute"}, installed).usual_data == here.usual_data


def test_data_dir_names_another_folder(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    here = places(os.environ)
    assert here.data("") == ROOT / "data"
    assert here.data("/srv/cards") == Path("/srv/cards")
    assert here.data("~/cards") == Path("/home/ann/cards")
    assert here.data("elsewhere") == ROOT / "elsewhere"
    monkeypatch.chdir(installed)
    assert places({}, installed).data("elsewhere") == installed / "elsewhere"


def test_sentences_name_the_command_that_is_there(installed: Path) -> None:
    assert places({}).setup_command == "make setup"
    assert places({}).port_command == "make run PORT="
    assert places({}, installed).setup_command == "scorekeeper serve"
    assert places({}, installed).port_command == "scorekeeper serve --port "
