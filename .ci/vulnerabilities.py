"""Look up the known vulnerabilities of what is pinned, and say which of three it was.

Exit status 1 where one is known. 0 where none is, and where the database could not be asked: a machine that
reaches no database, or only a copy of the packages, must not pretend that it has looked. Run it by
`make vulnerabilities`, with the Python that has pip-audit.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

SECONDS = 20
LOOK_UP = ("-m", "pip_audit", "--no-deps", "--disable-pip", "--format", "json", "--progress-spinner", "off")


def verdict(report: str) -> tuple[int, list[str]]:
    """The exit status, and what to say about pip-audit's report (JSON; anything else where it failed)."""
    try:
        found: list[dict[str, Any]] = json.loads(report)["dependencies"]
    except (ValueError, TypeError, KeyError):
        found = []
    known = [
        f"{one['name']} {one['version']}: {bad['id']}, mended in {', '.join(bad['fix_versions']) or '?'}"
        for one in found
        for bad in one.get("vulns", [])
    ]
    missing = sorted(one["name"] for one in found if "skip_reason" in one)
    if len(missing) == len(found):
        return 0, ["Known vulnerabilities were NOT looked up: no database of them can be reached from here."]
    said = [f"NOT looked up, as the database does not know them: {', '.join(missing)}."] if missing else []
    if known:
        return 1, [*said, "Known vulnerabilities in what is pinned:", *(f"  {line}" for line in known)]
    return 0, [*said, f"No known vulnerabilities in the {len(found) - len(missing)} packages looked up."]


def main(files: list[str]) -> int:
    """Look up what these requirements files pin."""
    pinned = [word for file in files for word in ("--requirement", file)]
    try:
        asked = subprocess.run(  # noqa: S603  (our own words, and files of ours)
            [sys.executable, *LOOK_UP, "--timeout", "5", *pinned],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )
        report = asked.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        report = ""
    status, lines = verdict(report)
    sys.stdout.write("\n".join(lines) + "\n")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
