"""Every file that goes out comes in, or is of a kind that is no data: pictures, and what is counted."""

import csv
import re
import uuid
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, reverse

from ledger.exchange.files import is_a_programs, read_text
from ledger.exchange.notebook import read_notebooks
from ledger.models import Group
from ledger.standings.nights import every_night
from scorekeeper.models import Task
from scorekeeper.pages.group.exchange import KINDS, TABLES
from scorekeeper.pages.group.task import EXPORTS
from scorekeeper.urls import of_a_group
from tests.fuzz.world import thursday
from tests.notebooks import TODAY
from tests.reading import html_of

ROOT = Path(__file__).parents[3]
# The modules that send a file: the group and its tables as a task made them, the components of a page, and a
# picture of a night.
SEND_FILES = {"scorekeeper/pages/group/task.py", "scorekeeper/components/component.py"}
SEND_PICTURES = {"scorekeeper/pages/table/picture.py"}
# What each table is called by the page to which it is brought.
COMES_IN_AS = {
    "results": ("notebook", "2 nights"),
    "journal": ("programs", "This is a money history of this score keeper"),
    "sheet": ("notebook", "2 hands"),
}


@pytest.fixture
def group(db: None) -> Group:
    return thursday()


def test_every_view_that_sends_a_file_is_known() -> None:
    sources = [
        path for path in (ROOT / "scorekeeper").rglob("*.py") if "def download" not in path.read_text()
    ]
    found = {str(path.relative_to(ROOT)) for path in sources if "download(" in path.read_text()}
    assert found == SEND_FILES
    images = {str(path.relative_to(ROOT)) for path in sources if 'content_type="image/' in path.read_text()}
    assert images == SEND_PICTURES
    assert {Task.Kind.EXPORT_GROUP, Task.Kind.EXPORT_TABLE} == EXPORTS
    assert set(COMES_IN_AS) == set(TABLES)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("table", TABLES)
def test_table_comes_in_where_notebooks_are_brought(
    group: Group, owner: Client, table: str, kind: str
) -> None:
    said = {"key": str(uuid.uuid4()), "what": f"{table}.{kind}", "number": 1 if table == "sheet" else ""}
    assert owner.post(reverse("take", args=[group.code]), said).status_code == 303
    task = Task.objects.latest("asked_at")
    made = owner.get(reverse("task_file", args=[task.key]))
    file = SimpleUploadedFile(f"{table}.{kind}", b"".join(made))
    page, says = COMES_IN_AS[table]
    answer = owner.post(reverse(page, args=[group.code]), {"files": [file]})
    assert says in " ".join(re.sub(r"<[^>]+>", " ", html_of(answer)).split())


def test_counted_tables_are_no_nights_in_silence(group: Group, owner: Client) -> None:
    """Brought as a notebook they are refused or asked about, unless they are the nights themselves."""
    own = [dict(night.results) for night in every_night(group)]
    files: dict[str, str] = {}
    for one in of_a_group:
        if isinstance(one, URLPattern) and one.pattern.converters.keys() <= {"player"}:
            args = [group.code, *(group.players.all()[0].pk for _ in one.pattern.converters)]
            answer = owner.get(reverse(str(one.name), args=args), {"format": "zip"})
            if answer.status_code == 200 and answer["Content-Type"] == "application/zip":
                with ZipFile(BytesIO(b"".join(answer))) as packed:
                    files |= {
                        f"{one.name}/{name}": read_text(packed.read(name)) for name in packed.namelist()
                    }
    assert len(files) > 10
    for name, text in files.items():
        assert not is_a_programs(text), name
        try:
            preview = read_notebooks([(name, text)], today=TODAY)
        except csv.Error:
            continue
        is_said = preview.troubles or preview.open_questions
        assert is_said or all(dict(night.totals) in own for night in preview.nights), name
