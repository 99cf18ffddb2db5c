"""The page of a table as a phone has it: what its sheet shows, and what stands on its pad."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from typing import Any

Fields = tuple[tuple[str, str], ...]
# Fields that are no part of a hand, as in static/js/unsent.js.
OF_THE_FORM = ("csrfmiddlewaretoken", "key", "after", "mine", "choice", "known", "seen", "asked")
TAPS = ("picker", "partners", "alone", "mode", "winners")
DEAL = ("dealer", "out", "was_dealer", "was_out", "dealer_by_hand", "out_by_hand", "dealt")


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page as it is drawn: `fields` are those of its pad, none where there is no pad.

    `keys` are those of hands that its sheet says are this phone's. `is_asked`: it asks whether the hand on
    its pad is the one that somebody else has recorded. `ways` are what can be chosen where it was not
    written. `data` is what the script of the pad reads, `coming` the deals after this one.
    """

    newest: int
    keys: Sequence[str] = ()
    fields: Fields = ()
    is_asked: bool = False
    is_armed: bool = False
    has_news: bool = False
    ways: Sequence[str] = ()
    data: Mapping[str, Any]
    coming: Mapping[str, Any]
    dealt_after: str = ""

    def first(self, name: str) -> str:
        """Return a field's value, "" where it has none."""
        return next((value for found, value in self.fields if found == name), "")

    def all(self, name: str) -> list[str]:
        return [value for found, value in self.fields if found == name]

    @property
    def is_begun(self) -> bool:
        return any(self.first(name) for name in TAPS)

    @property
    def heads(self) -> list[int]:
        return [int(player) for player, *_ in self.data.get("players", ())]

    @property
    def hand(self) -> list[tuple[str, str]]:
        return [(name, value) for name, value in self.fields if name not in OF_THE_FORM]

    def saying(self, **said: str) -> Page:
        """Return the page with other values in these fields."""
        return replace(self, fields=(*self.without(*said).fields, *said.items()))

    def without(self, *names: str) -> Page:
        return replace(self, fields=tuple([one for one in self.fields if one[0] not in names]))

    def dealt(self, last: Mapping[str, Any], *, after: str) -> Page:
        """Return the page with its pad dealt for the hand after one in pencil, as in static/js/pencil.js."""
        deals = self.coming["deals"]
        at = next((at for at, one in enumerate(deals) if str(one["dealer"]) == last["dealer"]), -1)
        deal = deals[(at + 1) % len(deals)]
        dealer, out = str(deal["dealer"]), [str(one) for one in deal["out"]]
        fields = list(self.without(*DEAL).fields)
        fields += [("dealer", dealer), ("was_dealer", dealer), ("was_out", ",".join(out))]
        fields += [("out", one) for one in out]
        fields += [(name, "1") for name in ("dealer_by_hand", "out_by_hand", "dealt")]
        names = self.coming["names"]
        active = [one for one in self.first("seats").split(",") if one in names and one not in out]
        data = {**self.data, "players": [[one, one, one, one] for one in active], "refused": {}}
        return replace(self, fields=tuple(fields), data=data, dealt_after=after)


def read_page(text: str) -> Page | None:
    """Return the table that an answer of the server draws, None where it draws none."""
    reader = _Reader()
    reader.feed(text)
    if reader.newest is None:
        return None
    return Page(
        newest=reader.newest,
        keys=reader.keys,
        fields=tuple(reader.fields),
        is_asked=reader.is_asked,
        is_armed=reader.is_armed,
        has_news="meanwhile" in reader.classes,
        ways=reader.ways,
        data=json.loads(reader.scripts.get("pad-data", "{}")),
        coming=json.loads(reader.scripts.get("coming", "{}")),
    )


class _Reader(HTMLParser):
    """Reads a page from its first tag to its last."""

    def __init__(self) -> None:
        super().__init__()
        self.newest: int | None = None
        self.keys: list[str] = []
        self.fields: list[tuple[str, str]] = []
        self.ways: list[str] = []
        self.is_asked = self.is_armed = False
        self.classes: set[str] = set()
        self.scripts: dict[str, str] = {}
        self._is_in_pad = False
        self._script = self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        name, value = said.get("name", ""), said.get("value", "")
        self.classes.update(said.get("class", "").split())
        if said.get("id") == "table":
            self.newest = int(said["data-newest"])
            self.keys = said.get("data-keys", "").split()
        if said.get("id") == "pad":
            self._is_in_pad = True
        if tag == "script":
            self._script = said.get("id", "")
        if tag == "button":
            self.is_armed |= said.get("id") == "record" and "disabled" not in said
            self.is_asked |= "data-another" in said
            self.ways += [value] if name == "choice" else []
        if "disabled" in said or not (self._is_in_pad or said.get("form") == "pad"):
            return
        if tag == "select":
            self._select = name
        if tag == "option" and self._select and "selected" in said:
            self.fields.append((self._select, value))
        if tag == "input" and name and (said.get("type") not in ("radio", "checkbox") or "checked" in said):
            self.fields.append((name, value))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_in_pad = False
        if tag == "script":
            self._script = ""
        if tag == "select":
            self._select = ""

    def handle_data(self, data: str) -> None:
        if self._script:
            self.scripts[self._script] = self.scripts.get(self._script, "") + data
