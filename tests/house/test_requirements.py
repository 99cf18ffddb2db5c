"""What is installed is exactly what was checked, from whichever registry a machine uses."""

import re

import pytest

from tests.house.sources import ROOT

LOCKED = re.compile(r"^[a-z0-9.-]+==[^\s\\;]+( ; [^\\]+)?( --hash=sha256:[0-9a-f]{64})+$")


def faults(text: str) -> list[str]:
    found = [line for line in text.splitlines() if "://" in line or "index-url" in line or "# via /" in line]
    pinned = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", "")
    found += [line for line in pinned.splitlines() if not LOCKED.match(re.sub(r"\s+", " ", line).strip())]
    return found


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
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
