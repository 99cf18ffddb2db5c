"""What a page says, however its templates are laid out."""

import re
from csv import DictReader
from html import unescape
from io import StringIO
from typing import Any, Protocol

# Tags beside which a space can be seen.
INLINE = {"a", "b", "bdi", "em", "i", "q", "s", "span", "strong", "time"}

KEPT = re.compile(r"(<textarea.*?</textarea>)", flags=re.DOTALL)
TAG = re.compile(r" ?(</?([a-z][a-z0-9]*)[^<>]*>) ?")


class Answer(Protocol):
    @property
    def content(self) -> bytes: ...

    @property
    def status_code(self) -> int: ...


def html_of(answer: Answer, status: int | None = None) -> str:
    """Return the page in one line, without spaces that nobody sees, or fail if it has another status.

    What is typed in the page stays as it is.
    """
    html = answer.content.decode()
    assert status in (None, answer.status_code), f"{answer.status_code}: {html}"
    return squeezed(html)


def missing(text: str, *parts: str) -> list[str]:
    return [part for part in parts if part not in text]


def present(text: str, *parts: str) -> list[str]:
    return [part for part in parts if part in text]


def squeezed(html: str) -> str:
    """HTML in one line, without the spaces around tags that begin a line or a box of their own."""
    return "".join(part if KEPT.fullmatch(part) else _squeezed(part) for part in KEPT.split(html))


def _squeezed(html: str) -> str:
    return TAG.sub(lambda tag: tag[0] if tag[2] in INLINE else tag[1], " ".join(html.split()))


def texts_of(html: str, key: str) -> list[str]:
    """Return the rows of the table in the part of a page with this id, each as it is read."""
    found = re.search(rf'<(section|figure)[^>]* id="{key}".*?</\1>', html, re.DOTALL)
    assert found, key
    body = found[0].partition("<tbody>")[2].partition("</tbody>")[0]
    rows = body.split("</tr>")[:-1]
    return [unescape(" ".join(re.sub(r"<[^>]+>", " ", row).split())) for row in rows]


def words_of(answer: Answer) -> str:
    """Return what is read in the main part of a page, in one line."""
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", html_of(answer).partition("<main")[2]).split()))


def csv_of(answer: Any) -> list[dict[str, str]]:
    """Return the rows of a file by the names of its columns."""
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return [*DictReader(StringIO(answer.getvalue().decode("utf-8-sig")))]
