"""A PostgreSQL with a synchronous standby under Patroni, on this machine's loopback, to be killed at will."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.reliability.clusters import binaries
from tests.serving import LOOPBACK, ROOT, free_port

# Seconds after which a machine that says nothing more is taken for dead; Patroni takes no less.
TTL = 20

PATIENCE = 60

CONFIGURED = """
scope: cards
name: {name}
restapi: {{listen: '{here}:{rest}', connect_address: '{here}:{rest}'}}
etcd3: {{hosts: '{here}:{etcd}'}}
bootstrap:
  dcs:
    ttl: {ttl}
    loop_wait: 1
    retry_timeout: 3
    maximum_lag_on_failover: 0
    synchronous_mode: true
    primary_start_timeout: 0
    postgresql:
      use_pg_rewind: true
      parameters:
        wal_log_hints: 'on'
        max_connections: 60
        shared_buffers: 32MB
      pg_hba:
      - host replication replicator {here}/32 trust
      - host all all {here}/32 trust
      - local all all trust
  initdb: [{{encoding: UTF8}}, {{locale: C}}]
postgresql:
  listen: '{here}:{port}'
  connect_address: '{here}:{port}'
  data_dir: {folder}/data-{name}
  bin_dir: {bin}
  pgpass: {folder}/pgpass-{name}
  parameters: {{unix_socket_directories: '{folder}'}}
  authentication:
    replication: {{username: replicator, password: r}}
    superuser: {{username: cards, password: p}}
    rewind: {{username: rewind, password: w}}
  basebackup: [{{checkpoint: fast}}]
"""


def missing() -> str:
    """Return what such a cluster needs and is not here; "" when all is."""
    wanted = {
        "PostgreSQL": binaries() is not None,
        "etcd": _etcd() is not None,
        "Patroni": _patroni() is not None,
    }
    return ", ".join(name for name, is_here in wanted.items() if not is_here)


def _etcd() -> str | None:
    return shutil.which(os.environ.get("ETCD") or "etcd")


def _patroni() -> Path | None:
    """The packages of Patroni, as `make .venv-ha/installed` has put them there."""
    return next((path.parent for path in ROOT.glob(".venv-ha/lib/*/site-packages/patroni")), None)


def _pythons() -> tuple[Path, ...]:
    return (ROOT / ".venv-ha/bin/python").resolve(), Path("/usr/bin/python3")


@dataclass(frozen=True, kw_only=True)
class Member:
    """One machine of the cluster: Patroni, and the PostgreSQL that it looks after."""

    name: str
    port: int
    rest: int
    folder: Path

    @property
    def postmaster(self) -> int:
        return int((self.folder / f"data-{self.name}/postmaster.pid").read_text().split()[0])

    def state(self) -> dict[str, Any]:
        return self.asked("patroni")

    def asked(self, path: str) -> dict[str, Any]:
        """Return what Patroni answers there; empty when there is nobody to answer."""
        try:
            with urllib.request.urlopen(f"http://{LOOPBACK}:{self.rest}/{path}", timeout=2) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except urllib.error.HTTPError as answer:
            with suppress(ValueError):
                return dict(json.load(answer))
        except OSError:
            pass
        return {}


class Cluster:
    """Two members, one of them the primary."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.etcd_port = free_port()
        self.members = [
            Member(name=name, port=free_port(), rest=free_port(), folder=folder) for name in ("one", "other")
        ]
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            self.user: int | None = pwd.getpwnam("postgres").pw_uid
            os.chown(folder, self.user, -1)
        else:
            self.user = None
        self.python = self._python_for_all()

    @property
    def url(self) -> str:
        hosts = ",".join(f"{LOOPBACK}:{one.port}" for one in self.members)
        return f"postgresql://cards:p@{hosts}/cards?target_session_attrs=read-write"

    @property
    def conninfo(self) -> str:
        """The same in libpq's words."""
        ports = ",".join(str(one.port) for one in self.members)
        at = f"host={LOOPBACK},{LOOPBACK} port={ports} user=cards password=p connect_timeout=3"
        return f"{at} target_session_attrs=read-write"

    def start(self) -> None:
        """Until there is a primary. The standby is on its way then: `wait_until_whole`."""
        etcd, peer = f"http://{LOOPBACK}:{self.etcd_port}", f"http://{LOOPBACK}:{free_port()}"
        client = ["--listen-client-urls", etcd, "--advertise-client-urls", etcd, "--listen-peer-urls", peer]
        member = ["--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}"]
        self._run(
            "etcd",
            [str(_etcd()), "--data-dir", str(self.folder / "etcd"), *client, *member, "--unsafe-no-fsync"],
        )
        _until(lambda: _is_taken(self.etcd_port), "etcd to start")
        self.begin(self.members[0])
        _until(lambda: self.members[0].state().get("role") in ("primary", "master"), "a primary")
        self.begin(self.members[1])

    def begin(self, member: Member) -> None:
        """Start Patroni there, or start it again: it brings PostgreSQL back."""
        file = self.folder / f"{member.name}.yml"
        said = {"name": member.name, "port": member.port, "rest": member.rest, "etcd": self.etcd_port}
        file.write_text(CONFIGURED.format(**said, here=LOOPBACK, ttl=TTL, folder=self.folder, bin=binaries()))
        self._run(member.name, [str(self.python), "-m", "patroni", str(file)])

    def primary(self) -> Member | None:
        for one in self.members:
            if one.state().get("role") in ("primary", "master"):
                return one
        return None

    def wait_until_whole(self) -> None:
        """Until a standby streams, and has every commit before it is one."""

        def is_whole() -> bool:
            primary = self.primary()
            known = primary.asked("cluster").get("members", []) if primary else []
            return any((one["role"], one["state"]) == ("sync_standby", "streaming") for one in known)

        _until(is_whole, "a synchronous standby")

    def kill_postgres(self) -> None:
        """PostgreSQL of the primary dies at once; its Patroni lives and sees it."""
        primary = self._primary()
        os.kill(primary.postmaster, signal.SIGKILL)

    def kill_machine(self) -> Member:
        """Patroni and PostgreSQL of the primary die together, as with the power: nobody tells anybody."""
        primary = self._primary()
        postmaster = primary.postmaster
        patroni = self.running.pop(primary.name)
        patroni.kill()
        os.kill(postmaster, signal.SIGKILL)
        patroni.wait()
        return primary

    def switch_over(self) -> None:
        primary = self._primary()
        candidate = next(one for one in self.members if one is not primary)
        said = json.dumps({"leader": primary.name, "candidate": candidate.name}).encode()
        asked = urllib.request.Request(
            f"http://{LOOPBACK}:{primary.rest}/switchover",
            data=said,
            headers={"Content-Type": "application/json"},
        )
        urllib.request.urlopen(asked, timeout=PATIENCE).close()

    def stop(self) -> None:
        for process in self.running.values():
            process.kill()
            process.wait()
        self.running.clear()
        for one in self.members:
            with suppress(OSError, ValueError, IndexError):
                os.kill(one.postmaster, signal.SIGQUIT)

    def say_logs(self) -> None:
        """The ends of all logs, for whoever looks at what went wrong."""
        for log in sorted(self.folder.glob("*.log")):
            print(f"--- {log.name}\n{log.read_text(errors='replace')[-1500:]}")  # noqa: T201

    def _primary(self) -> Member:
        primary = self.primary()
        assert primary is not None
        return primary

    def _python_for_all(self) -> Path:
        packages = _patroni()
        assert packages is not None
        shutil.copytree(
            packages, self.folder / "packages", ignore=shutil.ignore_patterns("pip*", "setuptools*")
        )
        for python in _pythons():
            tried = [str(python), "-c", "import patroni, psycopg"]
            with suppress(OSError):
                if not subprocess.run(
                    tried, user=self.user, env=self._said(), cwd=self.folder, check=False
                ).returncode:
                    return python
        raise AssertionError(f"None of {_pythons()} can be started by PostgreSQL's user.")

    def _said(self) -> dict[str, str]:
        said = {
            "HOME": str(self.folder),
            "PYTHONPATH": str(self.folder / "packages"),
            "PYTHONWARNINGS": "ignore",
        }
        return {**os.environ, **said, "PYTHONDONTWRITEBYTECODE": "1"}

    def _run(self, name: str, command: list[str]) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                command, cwd=self.folder, user=self.user, stdout=log, stderr=log,
                env=self._said(),
            )  # fmt: skip


@contextmanager
def a_cluster() -> Iterator[Cluster]:
    """A cluster in a folder of its own, gone afterwards: with a primary, and a standby on its way."""
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-ha."))
    try:
        made = Cluster(folder)
        try:
            made.start()
            yield made
        except BaseException:
            made.say_logs()
            raise
        finally:
            made.stop()
    finally:
        # By itself: where a disk is told of every block that is free again, this takes ten seconds.
        subprocess.run(["sh", "-c", 'rm -rf "$0" >/dev/null 2>&1 &', str(folder)], check=False)


def _is_taken(port: int) -> bool:
    try:
        socket.create_connection((LOOPBACK, port), timeout=1).close()
    except OSError:
        return False
    return True


def _until(holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"{PATIENCE} seconds were not enough for {what}"
        time.sleep(0.1)
