"""Letters as the tests read them."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django.core import mail

LINK = re.compile(r"https?://\S+")


def letters_to(address: str) -> list[str]:
    return [str(one.body) for one in mail.outbox if one.to == [address]]


def links_in(letter: str) -> list[str]:
    return [urlsplit(one).path for one in LINK.findall(letter)]
