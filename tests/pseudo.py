"""A language that nobody speaks: every text 40 % longer, its vowels doubled and accented.

What is still plain English in it was never marked for translation; what does not fit would not fit in German.
"""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings

LONGER = 1.4
VOWELS = {plain: accented * 2 for plain, accented in zip("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ", strict=True)}
# Placeholders, tags and entities.
KEPT = re.compile(r"(\{[^{}]*\}|%\(\w+\)[sd]|%%|<[^<>]*>|&\w+;)")

# The context of texts that nobody reads: how a day is written.
PATTERNS = "date"


def longer(text: str) -> str:
    """A text in the language that nobody speaks; placeholders and tags stay."""
    parts = KEPT.split(text)
    said = [part if KEPT.fullmatch(part) else "".join(VOWELS.get(one, one) for one in part) for part in parts]
    words = [place for place, part in enumerate(parts) if not KEPT.fullmatch(part) and re.search(r"\w", part)]
    if words:
        plain = sum(len(parts[place]) for place in words)
        missing = max(0, round(plain * LONGER) - sum(len(said[place]) for place in words))
        said[words[-1]] = re.sub(r"(\w)(\W*)$", rf"\1{'é' * missing}\2", said[words[-1]])
    return "".join(said)


def pseudo_catalogue() -> Catalog:
    """The English catalogue with every text made longer."""
    with Path(settings.BASE_DIR, "locale/en/LC_MESSAGES/django.po").open("rb") as file:
        catalogue = read_po(file)
    for message in catalogue:
        if message.id and message.context != PATTERNS:
            message.string = _translated(message)
    return catalogue


def _translated(message: Message) -> str | tuple[str, ...]:
    if isinstance(message.id, tuple | list):
        return tuple(longer(text) for text in message.id)
    return longer(message.id)


def write_pseudo(folder: Path, language: str = "en") -> Path:
    """Compile it where LOCALE_PATHS may point to, in the place of a language."""
    file = folder / language / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True)
    with file.open("wb") as opened:
        write_mo(opened, pseudo_catalogue())
    return folder
