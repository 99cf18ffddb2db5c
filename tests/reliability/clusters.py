"""A PostgreSQL of one's own, to be lost and restored: its own folder and socket, no network."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

# PostgreSQL refuses to run as root, so this user runs it then.
OWNER = "postgres"
USER = "cards"


def binaries() -> Path | None:
    """The folder of the programs of a server, of the newest version; None where none is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: int(one.parts[-3]))
    beside = shutil.which("initdb")
    return found[-1].parent if found else Path(beside).parent if beside else None


@contextmanager
def own_folder() -> Iterator[Path]:
    """A folder that PostgreSQL may write in, gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-pg-"))
    if os.getuid() == 0:
        shutil.chown(folder, OWNER)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


class Cluster:
    """A server with its data in this folder; `settings` are lines of its postgresql.conf."""

    def __init__(self, data: Path) -> None:
        self.data, self.socket = data, data.parent / "socket"

    @property
    def url(self) -> str:
        return f"postgres://{USER}@{quote(str(self.socket), safe='')}/{USER}"

    def make(self) -> None:
        run("mkdir", "--parents", str(self.socket))
        run("initdb", f"--pgdata={self.data}", f"--username={USER}", "--auth=trust", "--no-sync")

    def configure(self, settings: Mapping[str, str]) -> None:
        own = {"listen_addresses": "", "unix_socket_directories": str(self.socket), "fsync": "off"}
        lines = [
            f"{name} = '{value.replace(chr(39), chr(39) * 2)}'" for name, value in {**own, **settings}.items()
        ]
        with (self.data / "postgresql.auto.conf").open("a") as file:
            file.write("\n".join([*lines, ""]))

    def start(self) -> None:
        log = self.data.parent / "log"
        run("pg_ctl", f"--pgdata={self.data}", f"--log={log}", "--wait", "start")

    def stop(self) -> None:
        run("pg_ctl", f"--pgdata={self.data}", "--mode=immediate", "--wait", "stop", may_fail=True)


def run(name: str, *words: str, may_fail: bool = False) -> None:
    """A program of PostgreSQL's, or another one, by whoever PostgreSQL runs as."""
    there = binaries()
    assert there
    program = str(there / name) if (there / name).exists() else name
    as_owner = ["runuser", "-u", OWNER, "--"] if os.getuid() == 0 else []
    # A server keeps what it was started with open, so nobody waits for the end of that.
    done = subprocess.run(
        [*as_owner, program, *words],
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
        timeout=120,
    )
    assert may_fail or done.returncode == 0, f"{name} {' '.join(words)}: {done.returncode}"
