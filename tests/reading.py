"""What a page says, however its templates are laid out."""

import re
from typing import Protocol

INLINE = {"a", "b", "bdi", "em", "i", "q", "s", "span", "strong", "time"}
"""Tags beside which a space can be seen."""

KEPT = re.compile(r"(<textarea.*?</textarea>)", flags=re.DOTALL)
TAG = re.compile(r" ?(</?([a-z][a-z0-9]*)[^<>]*>) ?")


class Answer(Protocol):
    """What a test client brings back."""

    @property
    def content(self) -> bytes: ...


def html_of(answer: Answer) -> str:
    """The page, in one line and without spaces that nobody sees; what is typed in it stays as it is."""
    return squeezed(answer.content.decode())


def squeezed(html: str) -> str:
    """HTML in one line, without the spaces around tags that begin a line or a box of their own."""
    return "".join(part if KEPT.fullmatch(part) else _squeezed(part) for part in KEPT.split(html))


def _squeezed(html: str) -> str:
    return TAG.sub(lambda tag: tag[0] if tag[2] in INLINE else tag[1], " ".join(html.split()))
