"""The settings under test: the real ones, deaf to this machine's .env, fast, and in a place of their own.

With DATABASE_URL set the same suite runs on that server, in databases named test_…."""

import os
import tempfile
from pathlib import Path

from scorekeeper.variables import VARIABLES

# An empty variable counts as unset, and one that is set is not read from .env.
for variable in VARIABLES:
    if variable.name != "DATABASE_URL":
        os.environ[variable.name] = ""
os.environ["TIME_ZONE"] = "UTC"
os.environ["ACCOUNTS"] = "1"  # without them: tests/reliability/test_switched.py
os.environ["SECRET_KEY"] = "only for tests, where nothing is hidden from anybody"
os.environ.setdefault("DATABASE_URL", "sqlite://:memory:")

from scorekeeper.settings import *  # noqa: E402
from scorekeeper.settings import DATABASES, MIDDLEWARE, STORAGES  # noqa: E402
from tests import slow  # noqa: E402

MIDDLEWARE = [*slow.MIDDLEWARE, *MIDDLEWARE]

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
LIMITS_TIMES = 1000  # a test does in a second what people do in a year; tests/scorekeeper/http has the edges
WHITENOISE_AUTOREFRESH = True  # nothing is collected before a test

TASKS_AT_ONCE = True
TASK_DIR = Path(tempfile.gettempdir()) / f"scorekeeper-test-{os.getpid()}-tasks"
FILE_UPLOAD_TEMP_DIR = TASK_DIR / "uploads"
FILE_UPLOAD_TEMP_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

if "sqlite" in DATABASES["default"]["ENGINE"]:
    # A real file, not Django's shared memory: there the server under test and the test itself would talk
    # over one connection, and two phones at once would trip over each other as they never do in life.
    # One for each process, so that test runs do not meet; Django removes it at the end.
    file = Path(tempfile.gettempdir()) / f"scorekeeper-test-{os.getpid()}.sqlite3"
    # NAME as well: the server looks at it before the test database is there, and shares what is in memory.
    DATABASES["default"] |= {"NAME": str(file), "TEST": {"NAME": str(file)}}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a hundred people log in
