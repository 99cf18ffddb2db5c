"""From a file of shared expenses that was understood to entries of a group's journal."""

from collections.abc import Mapping
from datetime import date

from babel.numbers import get_currency_precision, get_currency_symbol, list_currencies
from django.utils import timezone

from ledger.exchange.columns import Kitty
from ledger.exchange.expenses import Program, Shared, SharedFile, read_shared
from ledger.models import Account, Group, Kind, Membership
from ledger.recording import Refused
from ledger.recording.bringing import Bringing, SharedEntry
from ledger.recording.journal import Party


def read_for(group: Group, text: str, *, today: date | None = None) -> SharedFile | None:
    """Return what a file says in the currency of a group; None for a file of no known program.

    Raises Refused for a file in several currencies or in another one, and in a group that plays for points.
    """
    if not group.currency:
        raise Refused("points_only")
    digits = int(get_currency_precision(group.currency))
    found = read_shared(text, digits=digits, today=today or timezone.localdate())
    if found is None:
        return None
    if len(found.currencies) > 1:
        raise Refused("currencies", case="several", program=found.program.value, names=found.currencies)
    signs = {code: _sign(code) for code in list_currencies()} if found.currencies else {}
    for said in found.currencies:
        # A code is one currency. A sign can be that of several ("$"); other words ("kr") are known as none.
        is_other = said not in (group.currency, signs.get(group.currency)) and said in signs.values()
        if is_other or (said.upper() in signs and said.upper() != group.currency):
            raise Refused("currencies", case="other", said=said, currency=group.currency)
    return found


def bringing_of(found: SharedFile, called: Mapping[str, str], *, by: Membership | None = None) -> Bringing:
    """Return the entries of a file, of the people as they are `called` in the group."""
    names = list(dict.fromkeys(called.get(name, name) for name in found.names))
    places: dict[str, int] = {name: names.index(called.get(name, name)) for name in found.names}
    return Bringing(
        program=found.program.value,
        names=names,
        entries=[_entry(row, found.program.value, places) for row in found.rows],
        by=by,
        may_be_own=found.program is Program.JOURNAL,
    )


def _entry(row: Shared, program: str, places: Mapping[str, int]) -> SharedEntry:
    sides = [sorted((name, cents) for name, cents in one.items() if cents) for one in (row.paid, row.shares)]
    of_journal = (row.kind, row.givers) if row.kind else ()
    return SharedEntry(
        mark=repr((program, row.day.isoformat(), row.description, *sides, *of_journal)),
        day=row.day,
        note=row.description or ("" if program == Program.JOURNAL else program),
        paid=_by_place(row.paid, places),
        shares=_by_place(row.shares, places),
        is_payment=row.is_payment,
        is_net=row.is_net,
        kind=Kind(row.kind) if row.kind else None,
        givers=[places[name] for name in row.givers],
    )


KITTY = {Kitty.BOX: Account.BOX, Kitty.TOGETHER: Account.COMMON}


def _by_place(cents: Mapping[str, int], places: Mapping[str, int]) -> dict[Party, int]:
    # Whom no entry changes anything for is in no place.
    found: dict[Party, int] = {}
    for name, amount in cents.items():
        party = KITTY[name] if isinstance(name, Kitty) else places.get(name)
        if amount and party is not None:
            found[party] = found.get(party, 0) + amount
    return found


def _sign(currency: str) -> str:
    return "".join(one for one in get_currency_symbol(currency, "en") if not one.isascii() or one == "$")
