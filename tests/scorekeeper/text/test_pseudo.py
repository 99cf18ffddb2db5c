"""The language that nobody speaks keeps what a text needs, and every text is in it."""

import re
from pathlib import Path

from django.test import override_settings
from django.utils.translation import gettext, ngettext, pgettext

from tests.pseudo import KEPT, LONGER, longer, pseudo_catalogue, write_pseudo


def test_placeholders_and_tags_stay() -> None:
    text = "{name} is owed %(sum)s <b class='x'>by &amp; by</b>"
    assert KEPT.findall(longer(text)) == KEPT.findall(text)
    assert longer("House rules") == "Hóóúúséé rúúléés"


def test_every_text_is_longer_and_none_is_plain() -> None:
    for message in pseudo_catalogue():
        texts = message.id if isinstance(message.id, tuple | list) else (message.id,)
        made = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if not message.id or message.context == "date":
            continue
        for text, found in zip(texts, made, strict=True):
            parts = (part for part in KEPT.split(text) if not KEPT.fullmatch(part))
            words = sum(len(part) for part in parts if re.search(r"\w", part))
            assert len(found or "") - len(text) >= round((LONGER - 1) * words) - 1, text


def test_pages_can_be_read_in_it(tmp_path: Path) -> None:
    with override_settings(LOCALE_PATHS=[write_pseudo(tmp_path)]):
        assert gettext("How much?") == "Hóów múúchéé?"
        assert pgettext("date", "j M Y") == "j M Y"
        assert ngettext("{nights} night added", "{nights} nights added", 2).startswith("{nights} níí")
