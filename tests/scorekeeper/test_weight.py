"""Check how many bytes the table page costs a phone with a poor signal, at first and later."""

import gzip
import re
from pathlib import Path

import django_htmx
from django.conf import settings
from django.test import Client

from ledger.models import Group
from scorekeeper.serving.static_files import bare
from tests.cast import NAMES, a_night, tell

HANDS = 26
SCRIPTS = (
    "house", "table", "pad", "keys", "kept", "fresh", "memory", "live", "news", "unsent", "outbox",
    "pencil", "store", "lines", "invite", "laid", "copy", "awake",
)  # fmt: skip
STYLES_AND_SCRIPTS = (
    "css/house.css",
    "css/table/table.css",
    "icon.svg",
    *(f"js/{name}.js" for name in SCRIPTS),
)
HTMX = Path(django_htmx.__file__).parent / "static/django_htmx/htmx-2.min.js"


def weight(content: bytes) -> int:
    return len(gzip.compress(content, 6))


def served(file: Path) -> bytes:
    return bare(file.read_text()).encode() if file.suffix in (".css", ".js") else file.read_bytes()


def test_the_first_load_is_light_and_later_visits_are_lighter(owner: Client, group: Group) -> None:
    """Files have names that change with them, so a browser asks for each once."""
    night = a_night(group)
    for number in range(HANDS):
        # Whoever deals sits out; the picker sits on his left.
        picker, partner = NAMES[(number + 1) % 6], NAMES[(number + 3) % 6]
        tell(night, picker, partner, ("won", "lost", "won_schneider")[number % 3])
    page, worker = owner.get(f"/g/{group.code}/{night.number}/").content, owner.get("/sw.js")
    assert len(re.findall(rb'<th scope="row">\s*<a', page)) == HANDS
    named = [name for name in (*STYLES_AND_SCRIPTS, HTMX.name) if not re.search("news|lines|laid", name)]
    assert [name for name in named if name.encode() not in page] == []
    files = [*(settings.BASE_DIR / "static" / name for name in STYLES_AND_SCRIPTS), HTMX]
    assert weight(page) + sum(weight(served(file)) for file in files) < 65_000
    assert worker.status_code == 200
    assert weight(page) + weight(worker.content) < 15_000
