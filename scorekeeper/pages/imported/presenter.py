"""One import of an old notebook, as its page shows it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ledger.standings.imports import Import
from scorekeeper.text.notebooks import files_called


@dataclass(frozen=True, kw_only=True)
class ImportView:
    """An import in words. `cents` is what people owe each other for it; `was_paid` since it came."""

    key: UUID
    files: str
    by: str
    at: datetime
    nights: int
    left: int
    first: datetime
    last: datetime
    cents: int
    was_paid: bool


def import_view(
    found: Import, tellers: Mapping[int, str], *, money: Mapping[int, int], was_paid: bool
) -> ImportView:
    """What the page says of it."""
    return ImportView(
        key=found.key,
        files=files_called(found.files),
        by=tellers.get(found.by or 0, ""),
        at=found.at,
        nights=found.nights,
        left=found.left,
        first=found.first,
        last=found.last,
        cents=sum(cents for cents in money.values() if cents > 0),
        was_paid=was_paid,
    )
