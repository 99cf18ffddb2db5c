"""Check that every requirement is pinned by hash, whichever registry a machine uses."""

import json
import re
import runpy
from typing import Any

import pytest

from tests.house.sources import ROOT

LOCKED = re.compile(r"^[a-z0-9.-]+==[^\s\\;]+( ; [^\\]+)?( --hash=sha256:[0-9a-f]{64})+$")


def faults(text: str) -> list[str]:
    found = [line for line in text.splitlines() if "://" in line or "index-url" in line or "# via /" in line]
    pinned = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", "")
    return found + [one for one in pinned.splitlines() if not LOCKED.match(re.sub(r"\s+", " ", one).strip())]


@pytest.mark.parametrize(
    "name",
    [
        "requirements.txt",
        "requirements-dev.txt",
        "requirements-tools.txt",
        "requirements-mutants.txt",
        "requirements-ha.txt",
    ],
)
def test_every_requirement_is_pinned_by_hash_and_names_no_host(name: str) -> None:
    text = (ROOT / name).read_text()
    assert text.count("==") > 5
    assert faults(text) == []


def one(name: str, *bad: str) -> dict[str, Any]:
    vulns = [{"id": which, "fix_versions": ["9.9"], "aliases": [], "description": ""} for which in bad]
    return {"name": name, "version": "1.0", "vulns": vulns}


NOT_ASKED = "were NOT looked up"
NOT_KNOWN = {"name": "b", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("report", "status", "words"),
    [
        (
            {"dependencies": [one("sound"), one("ill", "PYSEC-1", "GHSA-2")]},
            1,
            ["ill 1.0: PYSEC-1, mended in 9.9", "ill 1.0: GHSA-2"],
        ),
        (
            {"dependencies": [one("a"), one("b")]},
            0,
            ["No known vulnerabilities in the 2 packages looked up."],
        ),
        (
            {"dependencies": [one("a"), NOT_KNOWN]},
            0,
            ["NOT looked up, as the database does not know them: b."],
        ),
        ("", 0, [NOT_ASKED]),
        ("Traceback (most recent call last)", 0, [NOT_ASKED]),
        ("[]", 0, [NOT_ASKED]),
        ("null", 0, [NOT_ASKED]),
        ({"dependencies": [{"name": "a", "skip_reason": ""}]}, 0, [NOT_ASKED]),
    ],
)
def test_vulnerabilities_are_named_and_what_was_not_looked_up_is_no_all_clear(
    report: object, status: int, words: list[str]
) -> None:
    vulnerabilities = runpy.run_path(str(ROOT / ".ci/vulnerabilities.py"), run_name="vulnerabilities")
    found, lines = vulnerabilities["verdict"](report if isinstance(report, str) else json.dumps(report))
    said = "\n".join(lines)
    assert (found, [one for one in words if one not in said]) == (status, [])
    assert ("No known" in said and NOT_ASKED in words, "sound" in said) == (False, False)
