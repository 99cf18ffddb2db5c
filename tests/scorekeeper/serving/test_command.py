"""The command `scorekeeper`: a key on the first start, tables before it serves, Django for the rest."""

import fcntl
import os
import stat
import tomllib
from pathlib import Path

import pytest

from scorekeeper.serving import command
from scorekeeper.serving.command import make_secret_key
from scorekeeper.serving.secret_keys import weakness
from tests.house.sources import ROOT


def test_a_first_start_makes_a_key_that_nobody_else_reads_and_a_second_keeps_it(tmp_path: Path) -> None:
    one, other = tmp_path / "one/data/.env", tmp_path / "other/.env"
    for file in (one, other):
        make_secret_key({}, [file])
    (line,) = [line for line in one.read_text().splitlines() if line.startswith("SECRET_KEY=")]
    assert weakness(line.removeprefix("SECRET_KEY=")) == ""
    assert [stat.S_IMODE(path.stat().st_mode) for path in (one, one.parent)] == [0o600, 0o700]
    assert line not in other.read_text()
    before = one.read_text()
    make_secret_key({"SECRET_KEY": "  "}, [one])
    assert one.read_text() == before


def test_settings_that_stand_in_the_file_already_stay_there(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("PORT=8001\n# SECRET_KEY=not this one\nSECRET_KEY=\nDEMO=1")
    make_secret_key({}, [file])
    *before, key = file.read_text().splitlines()
    assert before == ["PORT=8001", "# SECRET_KEY=not this one", "DEMO=1"]
    assert weakness(key.removeprefix("SECRET_KEY=")) == ""
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("environment", "text"), [({"SECRET_KEY": "from outside"}, ""), ({}, "export SECRET_KEY=from-a-file\n")]
)
def test_a_key_that_is_there_is_left_alone(environment: dict[str, str], text: str, tmp_path: Path) -> None:
    beside, data = tmp_path / ".env", tmp_path / "data" / ".env"
    beside.write_text(text)
    make_secret_key(environment, [beside, data])
    assert (beside.read_text(), data.exists()) == (text, False)


def test_it_says_its_own_version_and_makes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("SECRET_KEY", "")
    monkeypatch.setattr("sys.argv", ["scorekeeper", "--version"])
    command.main()
    packaged = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert capsys.readouterr().out == f"scorekeeper {packaged}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "run"),
    [
        (["serve", "--port", "8001"], ["migrate", "collectstatic", "serve"]),
        (["serve", "--help"], ["serve"]),
        (["demo"], ["migrate", "collectstatic", "demo"]),
        (["audit"], ["audit"]),
        ([], [""]),
    ],
)
def test_only_what_needs_a_book_prepares_one(
    words: list[str], run: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[list[str]] = []
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("SECRET_KEY", "from outside")
    monkeypatch.setattr(os, "umask", lambda mask: None)  # it would last for all tests
    monkeypatch.setattr(command, "execute_from_command_line", asked.append)
    monkeypatch.setattr("sys.argv", ["/somewhere/scorekeeper", *words])
    command.main()
    assert [(argv[0], "".join(argv[1:2])) for argv in asked] == [("scorekeeper", one) for one in run]
    assert asked[-1][1:] == words


def test_tables_and_pages_are_prepared_under_a_lock_and_served_without_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    locked: dict[str, bool] = {}

    def run(argv: list[str]) -> None:
        with (tmp_path / ".preparing").open("a") as other:
            try:
                fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
                locked[argv[1]] = False
            except BlockingIOError:
                locked[argv[1]] = True

    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setenv("SECRET_KEY", "from outside")
    monkeypatch.setattr(os, "umask", lambda mask: None)  # it would last for all tests
    monkeypatch.setattr(command, "execute_from_command_line", run)
    monkeypatch.setattr("sys.argv", ["scorekeeper", "serve"])
    command.main()
    assert locked == {"migrate": True, "collectstatic": True, "serve": False}
