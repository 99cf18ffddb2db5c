"""The settings of a server that a test or the bench starts: the real ones, deaf to this machine's .env."""

import json
import os
from dataclasses import replace
from pathlib import Path

from scorekeeper.variables import VARIABLES

# An empty variable counts as unset, and one that is set is not read from .env.
for variable in VARIABLES:
    if variable.name not in ("DATABASE_URL", "PAGE_THREADS"):
        os.environ[variable.name] = ""
os.environ["SITE_URL"] = os.environ.get("SERVED_SITE_URL", "")
os.environ["ACCOUNTS"] = os.environ.get("SERVED_ACCOUNTS", "")
os.environ["METRICS_PORT"] = os.environ.get("SERVED_METRICS", "")
os.environ["LOG_FORMAT"] = os.environ.get("SERVED_LOGS", "")
os.environ["SECRET_KEY"] = "only for tests, where nothing is hidden from anybody"

from scorekeeper.settings import *  # noqa: E402
from scorekeeper.settings import BOUNDS, DATABASES, MIDDLEWARE, STORAGES  # noqa: E402
from tests import slow  # noqa: E402

MIDDLEWARE = [*slow.MIDDLEWARE, *MIDDLEWARE]

# An evening is told here in a second. SERVED_LIMITS=1 is what strangers meet.
LIMITS_TIMES = int(os.environ.get("SERVED_LIMITS", "1000"))
if os.environ.get("SERVED_STATIC"):
    STATIC_ROOT = Path(os.environ["SERVED_STATIC"])
else:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
if os.environ.get("SERVED_SOURCES"):
    WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True  # styles and scripts as they stand
if os.environ.get("SERVED_TASKS"):
    TASK_DIR = Path(os.environ["SERVED_TASKS"])
    FILE_UPLOAD_TEMP_DIR = TASK_DIR / "uploads"
    FILE_UPLOAD_TEMP_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
if os.environ.get("SERVED_COUNTS"):
    MIDDLEWARE = ["tests.bench.counting.CountingMiddleware", *MIDDLEWARE]
if os.environ.get("SERVED_URLS"):
    ROOT_URLCONF = os.environ["SERVED_URLS"]
if os.environ.get("SERVED_PRAGMA"):
    DATABASES["default"]["OPTIONS"]["init_command"] += f"; {os.environ['SERVED_PRAGMA']}"
if os.environ.get("SERVED_BOUNDS"):
    # Shorter deadlines, as {"head_seconds": 1}; bodies lie where a test looks for them.
    asked = json.loads(os.environ["SERVED_BOUNDS"])
    BOUNDS = replace(BOUNDS, **asked | {"folder": Path(asked.get("folder", BOUNDS.folder))})
