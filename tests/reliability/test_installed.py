"""Whoever installs the package has a program that serves: in a fresh environment, from an empty folder."""

from __future__ import annotations

import http.client
import os
import re
import stat
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.serving import LOOPBACK, PATIENCE, ROOT, free_port

pytest.importorskip("hatchling", reason="nothing here builds a package: `make dev` installs what does")

OURS = ("DATABASE_URL", "DATA_DIR", "DJANGO_SETTINGS_MODULE", "PYTHONPATH", "SECRET_KEY", "SITE_URL", "DEMO")


def run(*command: object, environment: Mapping[str, str] | None = None) -> str:
    """Return what a command says; it has to succeed."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of an environment with our wheel in it; what it needs is borrowed from ours."""
    place = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", place / "wheel")
    run(sys.executable, "-m", "venv", "--without-pip", place / "venv")
    scheme = {"base": str(place / "venv"), "platbase": str(place / "venv")}
    packages = Path(sysconfig.get_path("purelib", "venv", vars=scheme))
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    wheel = next((place / "wheel").glob("*.whl"))
    python = place / "venv" / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel)
    assert (packages / "scorekeeper" / "templates" / "base.html").is_file()
    return python.parent


def environment(home: Path, **more: str) -> dict[str, str]:
    """Somebody else's account: none of our settings, and a home of their own."""
    theirs = {name: value for name, value in os.environ.items() if name not in OURS}
    return {**theirs, "HOME": str(home), "XDG_DATA_HOME": "", **more}


@contextmanager
def served(fresh: Path, theirs: Mapping[str, str], port: int) -> Iterator[None]:
    """`scorekeeper serve`, until it is not needed any more."""
    command = [str(fresh / "scorekeeper"), "serve", "--host", LOOPBACK, "--port", str(port)]
    with subprocess.Popen(
        command, cwd=theirs["HOME"], env=theirs, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr is not None
        try:
            for _ in range(PATIENCE * 20):
                assert process.poll() is None, process.stderr.read().decode(errors="replace")
                try:
                    get(port, "/")
                except OSError:
                    time.sleep(0.05)
                else:
                    break
            yield
        finally:
            process.terminate()


def get(port: int, path: str) -> tuple[int, str]:
    line = http.client.HTTPConnection(LOOPBACK, port, timeout=PATIENCE)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    finally:
        line.close()


def test_what_is_installed_serves_pages_and_styles_and_keeps_its_data_at_home(
    fresh: Path, tmp_path: Path
) -> None:
    theirs, port = environment(tmp_path), free_port()
    with served(fresh, theirs, port):
        status, page = get(port, "/")
        assert status == 200
        assert "Score keeper" in page
        styles = re.findall(r'href="(/static/css/[^"]+)"', page)
        assert styles
        assert {get(port, style)[0] for style in styles} == {200}
    data = tmp_path / ".local/share/scorekeeper"
    assert (data / "scorekeeper.sqlite3").is_file()
    assert {stat.S_IMODE((data / name).stat().st_mode) for name in (".env", "scorekeeper.sqlite3")} == {0o600}
    secret = (data / ".env").read_text()
    with served(fresh, theirs, port):  # once more, with what is there
        assert get(port, "/")[0] == 200
    assert (data / ".env").read_text() == secret
    assert not {"build", "dist"} & {path.name for path in ROOT.iterdir()}
    assert not list(ROOT.glob("*.egg-info"))
