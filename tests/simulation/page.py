"""The page of a table as a phone has it: what its sheet shows, and what stands on its pad."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.tags import Tag, tags_of

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
    tags = tags_of(text)
    table = next((tag for tag in tags if tag["id"] == "table"), None)
    if table is None:
        return None
    scripts = {tag["id"]: tag.text for tag in tags if tag.name == "script"}
    buttons = [tag for tag in tags if tag.name == "button"]
    return Page(
        newest=int(table["data-newest"]),
        keys=table["data-keys"].split(),
        fields=tuple(field for tag in tags if (field := field_of(tag))),
        is_asked=any("data-another" in tag.has for tag in buttons),
        is_armed=any(tag["id"] == "record" and "disabled" not in tag.has for tag in buttons),
        has_news=any("meanwhile" in tag["class"].split() for tag in tags),
        ways=[tag["value"] for tag in buttons if tag["name"] == "choice"],
        data=json.loads(scripts.get("pad-data", "{}")),
        coming=json.loads(scripts.get("coming", "{}")),
    )


def field_of(tag: Tag) -> tuple[str, str] | None:
    """Return what a tag brings to the form of the pad, None where it is no answered field of it."""
    if tag.form is None or tag.form["id"] != "pad" or "disabled" in tag.has:
        return None
    name, is_given = tag["name"], tag["type"] not in ("radio", "checkbox") or "checked" in tag.has
    if tag.name == "option" and tag.select:
        name, is_given = tag.select["name"], "selected" in tag.has
    return (name, tag["value"]) if tag.name in ("input", "option") and name and is_given else None
