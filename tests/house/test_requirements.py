"""What is installed is exactly what was checked, from whichever registry a machine uses."""

import importlib.util
import json
import re
from typing import Any

import pytest

from tests.house.sources import ROOT

LOCKED = re.compile(r"^[a-z0-9.-]+==[^\s\\;]+( ; [^\\]+)?( --hash=sha256:[0-9a-f]{64})+$")


def faults(text: str) -> list[str]:
    found = [line for line in text.splitlines() if "://" in line or "index-url" in line or "# via /" in line]
    pinned = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", "")
    found += [line for line in pinned.splitlines() if not LOCKED.match(re.sub(r"\s+", " ", line).strip())]
    return found


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


@pytest.mark.parametrize(
    "text",
    [
        "django==5.2\n",
        "django>=5.2 \\\n    --hash=sha256:" + "0" * 64 + "\n",
        "-i https://example.org/simple\n",
        "x @ https://example.org/x.whl\n",
    ],
)
def test_a_loose_one_is_seen(text: str) -> None:
    assert faults(text) != []


def verdict(report: object) -> tuple[int, str]:
    """What .ci/vulnerabilities.py says to such a report of pip-audit."""
    found = importlib.util.spec_from_file_location("vulnerabilities", ROOT / ".ci/vulnerabilities.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    status, lines = module.verdict(report if isinstance(report, str) else json.dumps(report))
    return status, "\n".join(lines)


def one(name: str, *bad: str) -> dict[str, Any]:
    vulns = [{"id": which, "fix_versions": ["9.9"], "aliases": [], "description": ""} for which in bad]
    return {"name": name, "version": "1.0", "vulns": vulns}


def test_a_known_vulnerability_is_named_and_fails() -> None:
    status, said = verdict({"dependencies": [one("sound"), one("ill", "PYSEC-1", "GHSA-2")]})
    assert status == 1
    assert "ill 1.0: PYSEC-1, mended in 9.9" in said
    assert "ill 1.0: GHSA-2" in said
    assert "sound" not in said


def test_a_look_at_everything_says_how_much_it_was() -> None:
    assert verdict({"dependencies": [one("a"), one("b")]}) == (
        0,
        "No known vulnerabilities in the 2 packages looked up.",
    )


def test_what_the_database_does_not_know_is_named() -> None:
    status, said = verdict({"dependencies": [one("a"), {"name": "b", "skip_reason": "not found"}]})
    assert (status, "NOT looked up, as the database does not know them: b." in said) == (0, True)


@pytest.mark.parametrize(
    "report",
    [
        "",
        "Traceback (most recent call last)",
        "[]",
        "null",
        {"dependencies": [{"name": "a", "skip_reason": ""}]},
    ],
)
def test_a_database_that_cannot_be_asked_is_said_and_is_no_all_clear(report: object) -> None:
    status, said = verdict(report)
    assert status == 0
    assert "were NOT looked up" in said
    assert "No known" not in said
