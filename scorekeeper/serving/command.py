"""The command `scorekeeper`: what `make run` and manage.py do in a checkout, for a copy that is installed.

`scorekeeper serve` makes a secret key on its first start, brings the tables up to date, collects the styles
and scripts, and serves. Every other word is a command of Django's or of ours: `scorekeeper audit`.
"""

import fcntl
import os
import re
import secrets
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from django.core.management import execute_from_command_line

import scorekeeper
from scorekeeper.serving.places import places
from scorekeeper.serving.private_files import OTHERS

NAME = "scorekeeper"

# Commands that need a book of this version; on the first start there is none.
PREPARED = ("serve", "demo")

KEY_LINE = re.compile(r"\s*(?:export\s+)?SECRET_KEY\s*=(.*)")


def main() -> None:
    words = sys.argv[1:]
    if words == ["--version"]:
        sys.stdout.write(f"{NAME} {scorekeeper.__version__}\n")  # Django would say its own
        return
    os.umask(OTHERS)  # whatever this process makes is its owner's only
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    here = places(os.environ)
    data = here.data(os.environ.get("DATA_DIR", "").strip())
    make_secret_key(os.environ, (*here.env_files, data / ".env"))
    if words[:1] and words[0] in PREPARED and not {"-h", "--help"} & set(words):
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Two servers that share this folder may start at once: the second waits for the first.
        with (data / ".preparing").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            execute_from_command_line([NAME, "migrate", "--skip-checks", "--verbosity", "0"])
            execute_from_command_line([NAME, "collectstatic", "--no-input", "--verbosity", "0"])
    execute_from_command_line([NAME, *words])


def make_secret_key(environment: Mapping[str, str], env_files: Sequence[Path]) -> None:
    """Write a fresh secret key into the last of these files, unless there is a key somewhere already.

    Only its owner may read the file: whoever knows the key can become the owner of every group.
    """
    if environment.get("SECRET_KEY", "").strip():
        return
    keys = [KEY_LINE.match(line) for file in env_files for line in _lines(file)]
    if any(key and key[1].strip() for key in keys):
        return
    file = env_files[-1]
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lines = [line for line in _lines(file) if not KEY_LINE.match(line)]  # the first one would count
    new = file.with_name(f"{file.name}.new")
    new.touch(mode=0o600)
    new.write_text("\n".join([*lines, f"SECRET_KEY={secrets.token_urlsafe(48)}", ""]))
    new.replace(file)


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


if __name__ == "__main__":
    main()
