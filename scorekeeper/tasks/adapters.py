"""Long work of the ledger as steps, where the ledger does it in one go: each of these is a single step.

Each has the name and the signature of the ledger's own steps, and goes when those are there.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import BinaryIO

from django.db import transaction

from ledger.exchange import copying
from ledger.exchange.group import BIGGEST, group_export, group_import
from ledger.exchange.notebook import Preview
from ledger.exchange.tables import Table, as_csv, as_xlsx
from ledger.models import Group, HouseRules, Membership, Player, Role
from ledger.recording import Refused, admit, auditing
from ledger.steps import Progress, Steps
from scorekeeper.uploads import read_text

DONE = Progress(done=1, of=1)


@dataclass(frozen=True, kw_only=True)
class Arrival:
    """The group of a file, and whether it is new here."""

    group: Group
    is_new: bool


def write_group(group: Group, file: BinaryIO) -> Steps[None]:
    """The whole group into a file."""
    file.write(group_export(group).encode())
    yield DONE


def read_group(
    file: BinaryIO, *, owner: uuid.UUID | None = None, began: Callable[[Group], object] = lambda group: None
) -> Steps[Arrival]:
    """The group of a file, owned by `owner`. Raises Refused for what is none."""
    text = read_text(file.read(BIGGEST), "the file")
    with transaction.atomic():
        group, is_new = group_import(text)
        if is_new and owner is not None:
            admit(group, owner, Role.OWNER)
    yield DONE
    return Arrival(group=group, is_new=is_new)


def write_csv(table: Table, file: BinaryIO) -> Steps[None]:
    """A table as CSV."""
    file.write(as_csv(table).encode())
    yield DONE


def write_xlsx(*tables: Table, file: BinaryIO) -> Steps[None]:
    """Tables as the sheets of one workbook."""
    file.write(as_xlsx(*tables))
    yield DONE


def copy_steps(
    group: Group, preview: Preview, *, by: Membership | None = None, is_settled: bool = False
) -> Steps[int]:
    """The nights of a notebook into the book; how many they were."""
    written = copying.copy(group, preview, by=by, is_settled=is_settled)
    yield DONE
    return written


def audit_steps(groups: Iterable[Group], say: Callable[[str], object]) -> Steps[int]:
    """What differs in these groups, a line each to `say`; how many lines those were."""
    found = 0
    for line in auditing.audit(groups):
        say(line)
        found += 1
    yield DONE
    return found


def remove_group(group: Group) -> Steps[None]:
    """Everything of a group that is still arriving. Raises Refused for any other."""
    if not group.is_arriving:
        raise Refused("is_here", "This group cannot be removed.")
    with transaction.atomic():
        for model in (HouseRules, Membership, Player):
            model._base_manager.filter(group=group).delete()
        group.delete()
    yield DONE
