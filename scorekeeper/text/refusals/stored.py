"""Refusals and messages as they are kept to be shown later, each time in the words of who reads them."""

from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from ledger.scoring import HandRefused
from ledger.words.messages import Message

# Letters of a text that is kept: files may be made of one word.
LONGEST = 500

Sayable = HandRefused | Message
StoredRow = Mapping[str, Any]


def stored(said: Sayable) -> dict[str, Any]:
    """Return code, case, parameters and fact for JSON; texts are shortened to what any database can hold."""
    row: dict[str, Any] = {"code": said.code}
    if said.case:
        row["case"] = said.case
    if said.params:
        row["params"] = {name: _kept(value) for name, value in said.params.items()}
    if isinstance(said, HandRefused):
        row |= {"fact": said.fact}
    return row


def read_stored(row: StoredRow) -> Sayable:
    """Return what `stored` wrote; raise KeyError or ValueError for anything else."""
    params: dict[str, Any] = {name: _read(value) for name, value in row.get("params", {}).items()}
    if "fact" not in row:
        return Message(code=row["code"], case=row.get("case", ""), params=params)
    return HandRefused(row["code"], fact=row["fact"], case=row.get("case", ""), **params)


def _kept(value: object) -> Any:
    # A parameter in JSON: numbers and flags as they are, all else under the name of its kind.
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, str):
        # A text that any database can keep, though it repeats what a stranger's file says.
        return value[:LONGEST].replace("\0", "\ufffd").encode(errors="replace").decode()
    if isinstance(value, HandRefused | Message):
        return {"said": stored(value)}
    if isinstance(value, Fraction):
        return {"points": str(value)}
    if isinstance(value, date):
        return {"date": value.isoformat()}
    if isinstance(value, list | tuple):
        return {"several": [_kept(one) for one in value]}
    raise TypeError(f"{value!r} is no parameter of a refusal")


KINDS: Mapping[str, Callable[[Any], object]] = {
    "said": read_stored,
    "points": Fraction,
    "date": date.fromisoformat,
    "several": lambda values: tuple(_read(one) for one in values),
}


def _read(value: Any) -> object:
    if not isinstance(value, Mapping):
        return value
    ((kind, kept),) = value.items()
    return KINDS[kind](kept)
