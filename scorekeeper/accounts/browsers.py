"""What a browser is called, so that people know their phones in a list. Pure."""

from __future__ import annotations

SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
BROWSERS = (
    ("SamsungBrowser/", "Samsung Internet"),
    ("EdgiOS/", "Edge"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What stands in a user agent, and what that is called; the first that is found counts."""


def browser_of(agent: str) -> str:
    """As in “iPhone, Safari”; "" for one that nobody knows."""
    found = (next((name for mark, name in known if mark in agent), "") for known in (SYSTEMS, BROWSERS))
    return ", ".join(one for one in found if one)
