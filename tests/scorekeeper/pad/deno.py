"""The scripts of the pages, run by Deno beside a test."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.house.sources import ROOT

DENO = str(Path(sys.executable).parent / "deno")
ALONE = {"DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}


class Script:
    """The script, running beside the test: one line to it, one line from it."""

    def __init__(self, script: str = "tests/js/walk.js") -> None:
        command = [DENO, "run", "--quiet", "--no-remote", script]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | ALONE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def ask(self, **line: Any) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def walk(self, walks: str, **walk: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.ask(walks=walks, **walk)
        return found

    def close(self) -> None:
        self.process.communicate(timeout=10)
        assert self.process.returncode == 0
