"""Rows on their way into a hidden group, written in transactions so short that nobody waits for them."""

import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, models, transaction

from ledger.models import (
    DroppedSettlement,
    Entry,
    Hand,
    HandResult,
    HouseRules,
    Membership,
    Merge,
    NightGame,
    NightPair,
    NightPlace,
    NightPlayer,
    NightRole,
    PaymentHandle,
    Player,
    Posting,
    Pot,
    Session,
    Settlement,
    SettlementPayment,
    Transaction,
)
from ledger.recording.writing import Refused
from ledger.steps import Progress, Steps

# So long a transaction should take; the next one has as many rows more or fewer.
AIM_NS = 5_000_000

FEWEST, MOST = 10, 2_000
# What is written after what it points to; a header after its lines, which it seals.
IN_ORDER: tuple[type[models.Model], ...] = (
    Player, PaymentHandle, Membership, Merge, HouseRules, Session, Entry, Hand, HandResult, Pot,
    NightGame, NightPlayer, NightRole, NightPlace, NightPair,
    SettlementPayment, Settlement, DroppedSettlement, Posting, Transaction,
)  # fmt: skip

# Dates that the database gives by itself, and that are put right after that.
DATED = {Player: "added_at", Membership: "since"}


@dataclass(frozen=True, kw_only=True)
class Unit:
    """Rows that are written together, in one transaction."""

    rows: Sequence[models.Model]
    at: datetime | None = None


class Stage:
    """What waits to be written."""

    def __init__(self) -> None:
        self._waiting: deque[Unit] = deque()
        self._rows = 0
        self._size = 50

    def add(self, *rows: models.Model, at: datetime | None = None) -> None:
        """Let these rows wait to be written together; `at` is the date of the first, where it has one."""
        self._waiting.append(Unit(rows=rows, at=at))
        self._rows += len(rows)

    def write_full(self) -> Iterator[Progress]:
        """Write while more waits than one transaction takes."""
        while self._rows >= self._size:
            yield Progress(done=0, of=0)
            self._write()

    def write_all(self) -> Steps[None]:
        """Write whatever waits."""
        while self._waiting:
            yield Progress(done=0, of=0)
            self._write()

    def _write(self) -> None:
        units = [self._taken()]
        rows = len(units[0].rows)
        while self._waiting and rows + len(self._waiting[0].rows) <= self._size:
            units.append(self._taken())
            rows += len(units[-1].rows)
        began = time.monotonic_ns()
        try:
            with transaction.atomic():
                _create(units)
        except IntegrityError:
            raise _clash(units) from None
        took = max(1, time.monotonic_ns() - began)
        self._size = max(FEWEST, min(MOST, 2 * self._size, rows * AIM_NS // took))

    def _taken(self) -> Unit:
        unit = self._waiting.popleft()
        self._rows -= len(unit.rows)
        return unit


def _create(units: Sequence[Unit]) -> None:
    by_model: dict[type[models.Model], list[Any]] = {}
    for unit in units:
        for row in unit.rows:
            by_model.setdefault(type(row), []).append(row)
    for model in IN_ORDER:
        if found := by_model.get(model):
            model._default_manager.bulk_create(found)
    for model, field in DATED.items():
        if found := by_model.get(model):
            for unit in units:
                for row in unit.rows:
                    if type(row) is model:
                        setattr(row, field, unit.at)
            model._default_manager.bulk_update(found, [field])


def _clash(units: Sequence[Unit]) -> Refused:
    # Keys are unique over all groups.
    keyed: dict[type[Any], list[Any]] = {}
    ours: set[int] = set()
    rows: list[Any] = [row for unit in units for row in unit.rows]
    for row in rows:
        if (key := getattr(row, "key", None)) is not None:
            keyed.setdefault(type(row), []).append(key)
            ours.add(row.session.group_id if isinstance(row, Entry) else row.group_id)
    for model, keys in keyed.items():
        group = "session__group" if model is Entry else "group"
        for pk, is_arriving in model.objects.filter(key__in=keys).values_list(group, f"{group}__is_arriving"):
            if pk in ours:
                return Refused("not_whole")
            if is_arriving:
                return Refused("arriving")
            return Refused("here", case="in_part")
    return Refused("not_whole")
