"""A PgBouncer of the test's own between Django and the test's PostgreSQL, where one is installed."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from tests.serving import LOOPBACK, PATIENCE, free_port

PGBOUNCER = shutil.which(os.environ.get("PGBOUNCER") or "pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
# Compulsory wherever PostgreSQL is: then a test that needs it fails without.
NO_POOL = PGBOUNCER is None and os.environ.get("REQUIRE_POSTGRES") != "1"

CONFIGURED = """
[databases]
* = host={host} port={port}
[pgbouncer]
listen_addr = {here}
listen_port = {listens}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
default_pool_size = {size}
ignore_startup_parameters = extra_float_digits, options
query_wait_timeout = 2
client_login_timeout = 3
logfile = {folder}/log
"""


@contextmanager
def pooled(mode: str, *, pool_size: int = 10) -> Iterator[None]:
    """Inside, this thread's connections go through a pool of this mode, which has so many for everybody."""
    assert PGBOUNCER is not None
    settings, listens = connection.settings_dict, free_port()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pool.ini"
        said = {"here": LOOPBACK, "listens": listens, "mode": mode, "size": pool_size, "folder": folder}
        host, port = settings["HOST"] or "/var/run/postgresql", settings["PORT"] or 5432
        user = settings["USER"]
        file.write_text(CONFIGURED.format(**said, host=host, port=port).replace("* =", f"* = user={user}"))
        runs_as = None
        if os.getuid() == 0:  # it refuses to run as root
            # Whoever owns the socket of PostgreSQL may reach it.
            runs_as = Path(host).stat().st_uid if host.startswith("/") else pwd.getpwnam("nobody").pw_uid
            for one in (Path(folder), file):
                os.chown(one, runs_as, -1)
        pool = subprocess.Popen([PGBOUNCER, str(file)], user=runs_as, stderr=subprocess.DEVNULL)
        connection.close()
        connection.settings_dict = {**settings, "HOST": LOOPBACK, "PORT": str(listens)}
        try:
            _wait_for(listens)
            yield
        finally:
            connection.close()
            connection.settings_dict = settings
            pool.terminate()
            pool.wait(PATIENCE)


def _wait_for(port: int) -> None:
    for _ in range(PATIENCE * 50):
        try:
            socket.create_connection((LOOPBACK, port), timeout=1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise RuntimeError("PgBouncer takes no connections.")
