"""Forms of the list of who pays whom, as the pages draw them."""

from __future__ import annotations

import re
import uuid
from html import unescape
from typing import Any

FORM = re.compile(r'<form method="post"\s+action="([^"]*/pay/(?!book)[^"]*)"[^>]*>(.*?)</form>', re.DOTALL)
FIELD = re.compile(r'name="(key|line|cents|method)"[^>]*?value="([^"]*)"', re.DOTALL)


def pay_forms(html: str) -> list[tuple[str, dict[str, str]]]:
    """Return (address, what it sends) of each button that says a line was paid in full."""
    found = [(address, dict(FIELD.findall(form))) for address, form in FORM.findall(html)]
    return [(unescape(address), sent) for address, sent in found if "line" in sent and "method" not in sent]


def undo_forms(html: str) -> list[tuple[str, dict[str, str]]]:
    """Return (address, what it sends) of each button that undoes a payment."""
    found = [(address, dict(FIELD.findall(form))) for address, form in FORM.findall(html)]
    return [(unescape(address), sent) for address, sent in found if "line" not in sent]


def said(line: str, cents: str = "0.25", **more: Any) -> dict[str, Any]:
    return {"key": uuid.uuid4(), "line": line, "cents": cents, **more}
