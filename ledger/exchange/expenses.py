"""Shared expenses and payments out of files of other programs, and of this one, before they are written.

Each file is recognised by the columns, or the JSON names, that its program writes. Amounts become whole cents
exactly; a row whose shares do not come to its amount is refused. What the programs leave out:

- Splitwise has what a row changes for each person, and no shares. Where one person gets, that person paid and
  shared the rest; where several get, only the differences are known (`is_net`).
- Spliit's CSV marks the payer by the sign of the payer's own share: a payer without one cannot be told. Its
  shares are rounded one by one, as are those of I Hate Money by weights: left-over cents are given round.
- Tricount writes its headings in the language of the phone.
- The journal that left this program says nothing of an entry's writer and time of day. Lines that take each
  other back are left out. What nights brought comes with the nights: here they are only counted.
"""

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from math import lcm
from typing import Any

from ledger.exchange.columns import ALL_IN_ALL, JOURNAL, Kitty
from ledger.exchange.dates import is_day_first, read_date
from ledger.exchange.grid import (
    LONGEST_AMOUNT,
    MOST_ROWS,
    Cells,
    cell_of,
    find_column,
    key_of,
    name_of,
    read_points,
    without_currency,
)
from ledger.exchange.preview import MOST_NAMES, MOST_TROUBLES, SHOWN, Trouble
from ledger.money.rounding import in_weights
from ledger.standings.brought import noted, taken_back
from ledger.words.messages import message

# Lines above the headings: Splitwise may put a note there.
LINES_ABOVE = 10
# Letters of a row that stands beside a message.
SHOWN_OF_ROW = 200
# The names of day and title in JSON.
ABOUT = ("expenseDate", "date", "title", "what")


class Program(StrEnum):
    """A program whose files are known, by the name that people know it by."""

    SPLITWISE = "Splitwise"
    SPLIIT = "Spliit"
    I_HATE_MONEY = "I Hate Money"
    TRICOUNT = "Tricount"
    JOURNAL = "Money history"


@dataclass(frozen=True, kw_only=True)
class Shared:
    """An entry of the file: cents that people `paid`, and cents that each bears, by name.

    Both come to the same. Of money that came in, both are below zero. With `is_net` only the differences are
    known: who gets is among `paid`, who owes among `shares`. In the journal of this program an entry has a
    `kind` of its own, `givers` whose money is everybody's since, and Kitty accounts among the names.
    """

    line: int
    day: date
    description: str
    paid: Mapping[str, int]
    shares: Mapping[str, int]
    is_payment: bool = False
    is_net: bool = False
    kind: str = ""
    givers: tuple[str, ...] = ()

    @property
    def amount(self) -> int:
        return sum(self.paid.values())

    @property
    def net(self) -> dict[str, int]:
        """Return the cents that each is owed by it (+) or owes (−), of those whom it changes anything for."""
        change = Counter(self.paid)
        change.subtract(self.shares)
        return {name: cents for name, cents in change.items() if cents}


@dataclass(frozen=True, kw_only=True)
class SharedFile:
    """A file that was read: the entries that change somebody's balance, the oldest first.

    `currencies` are those that it names. `even` is how many entries change nothing; of `rounded` ones the
    file leaves out who bears the odd cent. `totals` are what its last row says that each is owed. `nights`
    are the days of nights that it has, and that do not come with it.
    """

    program: Program
    rows: tuple[Shared, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    currencies: tuple[str, ...] = ()
    even: int = 0
    rounded: int = 0
    totals: Mapping[str, int] | None = None
    nights: tuple[date, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        named = dict.fromkeys(name for row in self.rows for name in (*row.net, *row.givers))
        return tuple(name for name in named if not isinstance(name, Kitty))

    @property
    def balances(self) -> dict[str, int]:
        sums: Counter[str] = Counter()
        for row in self.rows:
            sums.update(row.net)
        return {name: sums[name] for name in self.names}


class _Unreadable(Exception):
    def __init__(self, case: str, **params: object) -> None:
        super().__init__(case)
        self.what = message("unshared", case=case, **params)


# The headings of Splitwise's date, cost and currency, in the languages it is known to write them in.
DATES = frozenset({"date", "datum", "fecha", "data"})
COSTS = frozenset({"cost", "kosten", "coût", "coste", "costo", "custo"})
CURRENCIES = frozenset({"currency", "währung", "devise", "moneda", "valuta", "moeda"})
PAYMENTS = frozenset({"payment", "zahlung", "paiement", "pago", "pagamento", "betaling"})
SPLIIT = ("date", "description", "currency", "cost", "is reimbursement", "split mode")
I_HATE_MONEY = ("date", "what", "amount", "payer_name", "payer_weight", "owers")
REIMBURSEMENT = "reimbursement"

# The headings of the journal's columns: the first is the one that this program writes.
OWN = {column: (column,) for column in JOURNAL}
OWN_KINDS = frozenset({"payment", "expense", "kitty", "carried", "adjustment"})

# Tricount's headings of what each paid and bears, of day and title, and its word for money that came in.
TRICOUNT = (
    ("paid by ", "impacted to ", ("date & time", "date"), ("title",), "income"),
    ("payé par ", "impacté à ", ("date & heure", "date"), ("titre",), "rentrée d'argent"),
)
# Several currencies in one Tricount: this column has the amount in the currency of the whole.
IN_ONE_CURRENCY = re.compile(r".*\(([A-Z]{3})\)", re.DOTALL)

# Digits alone: Fraction would write the zeros of "1e999999999" out.
WEIGHT = re.compile(r"\d{1,6}(?:\.\d{1,20})?")
NO_CURRENCY = frozenset({"", "XXX"})


def read_shared(text: str, *, digits: int, today: date) -> SharedFile | None:
    """Return what a file of one of the programs says; None for any other text.

    `digits` are those behind the point in the group's currency; `today` is where the years of dates end.
    """
    reader = _ProgramReader(digits, today)
    if (said := read_json(text)) is not None:
        return reader.read_json(said)
    return reader.read_table(text)


def may_be_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith(("{", "["))


def read_json(text: str) -> Any:
    """Return a text's JSON with exact numbers; None for a text that is none."""
    if not may_be_json(text):
        return None
    try:
        return json.loads(text.removeprefix("\ufeff"), parse_float=Decimal)
    except (ValueError, RecursionError):
        return None


def is_shared(text: str, said: Any) -> bool:
    """Check whether a text, or the JSON that it `said`, is of one of the programs, by its names alone."""
    if said is not None:
        return _program_of_json(said) is not None
    lines = text.removeprefix("\ufeff").splitlines()[:LINES_ABOVE]
    return any(_program_of([key_of(cell) for cell in _headings(line)[1]]) for line in lines)


def only_needed(said: Any) -> Any:
    """Return the JSON of a known program without what is not read: its log can be longer than its entries."""
    if isinstance(said, dict) and "expenses" in said:
        return {name: part for name, part in said.items() if name != "activities"}
    return said


class _ProgramReader:
    """The state of reading one file."""

    def __init__(self, digits: int, today: date) -> None:
        self.digits, self.today, self.day_first, self.by = digits, today, True, ""
        self.rows: list[Shared] = []
        self.troubles: list[Trouble] = []
        self.currencies: dict[str, None] = {}
        self.totals: Mapping[str, int] | None = None
        self.even = self.rounded = 0
        self.nights: dict[str, date] = {}

    def read_table(self, text: str) -> SharedFile | None:
        lines = text.removeprefix("\ufeff").splitlines()
        for above, line in enumerate(lines[:LINES_ABOVE]):
            self.by, header = _headings(line)
            if (known := _program_of(keys := [key_of(cell) for cell in header])) is None:
                continue
            program, read = known
            found = enumerate(csv.reader(lines[above + 1 :], delimiter=self.by), above + 2)
            try:
                rows = [
                    (row, [one.strip() for one in cells])
                    for row, cells in found
                    if any(map(str.strip, cells))
                ]
            except csv.Error:
                return SharedFile(program=program, troubles=(_of_file("damaged"),))
            names = [" ".join(cell.split()) for cell in header]
            read(self, keys, names, rows)
            return self._file(program)
        return None

    def read_json(self, said: Any) -> SharedFile | None:
        program = _program_of_json(said)
        if program is Program.SPLIIT:
            try:
                read = self._spliit_reader(said)
            except (KeyError, TypeError):
                return SharedFile(program=program, troubles=(_of_file("damaged"),))
            self._each(list(enumerate(_list(said["expenses"]), 1)), read)
        elif program is Program.I_HATE_MONEY:
            self._i_hate_money(list(enumerate(said, 1)))
        return None if program is None else self._file(program)

    def _file(self, program: Program) -> SharedFile:
        found = SharedFile(
            program=program,
            rows=tuple(sorted(self.rows, key=lambda row: row.day)),
            troubles=tuple(self.troubles[:MOST_TROUBLES]),
            currencies=tuple(self.currencies),
            even=self.even,
            rounded=self.rounded,
            totals=self.totals,
            nights=tuple(self.nights.values()),
        )
        if len(found.rows) > MOST_ROWS:
            return replace(found, rows=(), troubles=(_of_file("rows", most=MOST_ROWS),))
        if len(found.names) > MOST_NAMES:
            return replace(found, rows=(), troubles=(_of_file("people", most=MOST_NAMES),))
        return found

    def _each(self, rows: Sequence[tuple[int, Any]], read: Callable[[int, Any], Shared | None]) -> None:
        for line, row in rows:
            try:
                shared = read(line, row)
            except _Unreadable as trouble:
                self.troubles.append(Trouble(line=line, what=trouble.what, row=_quoted(row)))
            except (KeyError, TypeError, ValueError, ArithmeticError, AttributeError):
                what = message("unshared", case="damaged")
                self.troubles.append(Trouble(line=line, what=what, row=_quoted(row)))
            else:
                if shared is None:
                    continue
                if shared.net:
                    self.rows.append(shared)
                else:
                    self.even += 1

    def splitwise(self, keys: Sequence[str], names: Sequence[str], rows: Sequence[Cells]) -> None:
        people = {column: name for column, name in enumerate(names) if column > 4 and name}
        self._check_people(list(people.values()))

        def nets_of(cells: Sequence[str]) -> dict[str, int]:
            return {name: self._cents(cell_of(cells, column), "0") for column, name in people.items()}

        def read(line: int, cells: list[str]) -> Shared | None:
            cost, net = self._cents(cell_of(cells, 3)), nets_of(cells)
            self._count_in(cell_of(cells, 4))
            got = {name: cents for name, cents in net.items() if cents > 0}
            owed = {name: -cents for name, cents in net.items() if cents < 0}
            if left := sum(net.values()):
                raise _Unreadable("unbalanced", left=self._shown(left))
            if sum(got.values()) > cost:
                raise _Unreadable("shares", shares=self._shown(sum(got.values())), amount=self._shown(cost))
            is_payment = key_of(cell_of(cells, 2)) in PAYMENTS and len(got) == len(owed) == 1
            if len(got) == 1 and not is_payment:
                [(payer, cents)] = got.items()
                own = cost - cents
                got, owed = {payer: cost}, {payer: own, **owed} if own else owed
            return Shared(
                **self._about(line, cells[0], cell_of(cells, 1) or cell_of(cells, 2)),
                paid=got, shares=owed, is_payment=is_payment, is_net=len(got) > 1,
            )  # fmt: skip

        # The last row has what each is owed in all, and no cost. A row that breaks off is none of these.
        if rows and not cell_of(rows[-1][1], 3) and any(cell_of(rows[-1][1], column) for column in people):
            try:
                self.totals = nets_of(rows[-1][1])
            except _Unreadable as trouble:
                self.troubles.append(Trouble(line=rows[-1][0], what=trouble.what))
            # A total for each currency is written, called alike.
            called = cell_of(rows[-1][1], 1)
            rows = [row for row in rows if cell_of(row[1], 3) or cell_of(row[1], 1) != called]
        self._each(rows, read)

    def spliit(self, keys: Sequence[str], names: Sequence[str], rows: Sequence[Cells]) -> None:
        at = {key: keys.index(key) for key in SPLIIT}
        people = {column: name for column, name in enumerate(names) if column > at["split mode"] and name}
        self._check_people(list(people.values()))

        def read(line: int, cells: list[str]) -> Shared:
            self._count_in(cell_of(cells, at["currency"]))
            cost = self._cents(cell_of(cells, at["cost"]))
            said = {name: self._cents(cell_of(cells, column), "0") for column, name in people.items()}
            payers = [name for name, cents in said.items() if cents * cost > 0]
            if len(payers) != 1:
                raise _Unreadable("no_payer")
            sign = 1 if cost > 0 else -1
            shares = {name: sign * abs(cents) for name, cents in said.items() if cents}
            off = cost - sum(shares.values())
            if abs(off) > len(shares) / 2:
                raise _Unreadable(
                    "shares", shares=self._shown(sum(shares.values())), amount=self._shown(cost)
                )
            self.rounded += bool(off)
            for name in list(shares)[: abs(off)]:
                shares[name] += 1 if off > 0 else -1
            return Shared(
                **self._about(line, cell_of(cells, at["date"]), cell_of(cells, at["description"])),
                paid={payers[0]: cost}, shares=shares,
                is_payment=key_of(cell_of(cells, at["is reimbursement"])) == "yes",
            )  # fmt: skip

        self._each(rows, read)

    def _spliit_reader(self, said: dict[str, Any]) -> Callable[[int, Any], Shared]:
        people = {one["id"]: " ".join(str(one["name"]).split()) for one in _dicts(said["participants"])}
        self._check_people(list(people.values()))
        code = str(said.get("currencyCode") or "")
        self._count_in(code or str(said.get("currency") or ""))
        # Without a code its amounts are hundredths, whatever the currency.
        digits = self.digits if code else 2

        def read(line: int, one: Any) -> Shared:
            amount = self._cents(str(Decimal(_integer(one["amount"])).scaleb(-digits)))
            mode = one.get("splitMode") or "EVENLY"
            weights = {
                people[part["participantId"]]: 1 if mode == "EVENLY" else _integer(part["shares"])
                for part in _dicts(one["paidFor"])
            }
            if mode == "BY_AMOUNT" and sum(weights.values()) != one["amount"]:
                shown = self._shown(self._cents(str(Decimal(sum(weights.values())).scaleb(-digits))))
                raise _Unreadable("shares", shares=shown, amount=self._shown(amount))
            if mode == "BY_PERCENTAGE" and sum(weights.values()) != 10_000:
                raise _Unreadable("percent")
            return Shared(
                **self._about(line, str(one["expenseDate"])[:10], str(one.get("title") or "")),
                paid={people[one["paidById"]]: amount}, shares=self._in_weights(amount, weights),
                is_payment=bool(one.get("isReimbursement")),
            )  # fmt: skip

        return read

    def i_hate_money(self, keys: Sequence[str], names: Sequence[str], rows: Sequence[Cells]) -> None:
        self._i_hate_money(
            [(line, {key: cell_of(cells, column) for column, key in enumerate(keys)}) for line, cells in rows]
        )

    def _i_hate_money(self, bills: Sequence[tuple[int, dict[str, Any]]]) -> None:
        # A weight stands only where its owner paid; who never did counts once, as where the program reads it.
        weights: dict[str, Fraction] = {}

        def read(line: int, bill: dict[str, Any]) -> Shared:
            self._count_in(str(bill.get("currency") or ""))
            owers = bill["owers"].split(", ") if isinstance(bill["owers"], str) else bill["owers"]
            names = [" ".join(str(one).split()) for one in owers]
            payer, amount = " ".join(str(bill["payer_name"]).split()), self._cents(str(bill["amount"]))
            has_weight = WEIGHT.fullmatch(str(bill["payer_weight"]))
            if not (payer and has_weight and all(names)) or len(set(names)) < len(names):
                raise _Unreadable("damaged")
            parts = {name: weights.get(name, Fraction(1)) for name in names}
            whole = lcm(*(part.denominator for part in parts.values()))
            return Shared(
                **self._about(line, str(bill["date"])[:10], str(bill["what"] or "")),
                paid={payer: amount},
                shares=self._in_weights(amount, {one: int(part * whole) for one, part in parts.items()}),
                is_payment=key_of(str(bill.get("bill_type") or "")) == REIMBURSEMENT,
            )

        for _, bill in bills:
            if WEIGHT.fullmatch(weight := str(bill["payer_weight"])):
                weights[" ".join(str(bill["payer_name"]).split())] = Fraction(weight)
        self._each(bills, read)

    def tricount(self, keys: Sequence[str], names: Sequence[str], rows: Sequence[Cells]) -> None:
        paid_by, impacted, days, titles, income = next(one for one in TRICOUNT if _has_pair(keys, one))
        paid = {names[at][len(paid_by) :]: at for at, key in enumerate(keys) if key.startswith(paid_by)}
        bears = {names[at][len(impacted) :]: at for at, key in enumerate(keys) if key.startswith(impacted)}
        self._check_people(list(bears))
        day, title = find_column(keys, days), find_column(keys, titles)
        currency = next((found[1] for one in names if (found := IN_ONE_CURRENCY.fullmatch(one))), "")
        each = find_column(keys, tuple(CURRENCIES))
        kinds = find_column(keys, ("transaction type", "type de transaction"))
        self.day_first = self._is_day_first([cell_of(cells, day) for _, cells in rows]) is not False
        has_negatives = any(cell_of(cells, at).startswith("-") for _, cells in rows for at in paid.values())

        def read(line: int, cells: list[str]) -> Shared:
            self._count_in(currency or cell_of(cells, each))
            sides = [
                {name: cents for name, at in side.items() if (cents := self._cents(cell_of(cells, at), "0"))}
                for side in (paid, bears)
            ]
            sums = [sum(side.values()) for side in sides]
            if sums[0] != sums[1] or any(cents * sums[0] < 0 for side in sides for cents in side.values()):
                raise _Unreadable("shares", shares=self._shown(sums[1]), amount=self._shown(sums[0]))
            # Newer files have expenses below zero and money that came in above; older ones say it in a word.
            kind = key_of(cell_of(cells, kinds)).replace("’", "'")
            sign = -1 if sums[0] < 0 or kind == income else 1
            if has_negatives and sums[0] > 0:
                sign = -1
            payers, sharers = ({name: sign * one for name, one in side.items()} for side in sides)
            return Shared(
                **self._about(line, cell_of(cells, day), cell_of(cells, title)),
                paid=payers, shares=sharers,
                is_payment=len(payers) == len(sharers) == 1 and not set(payers) & set(sharers),
                is_net=len(payers) > 1,
            )  # fmt: skip

        self._each(rows, read)

    def journal(self, keys: Sequence[str], names: Sequence[str], rows: Sequence[Cells]) -> None:
        at = {column: find_column(keys, headings) for column, headings in OWN.items()}
        days = [cell_of(cells, at["date"]) for _, cells in rows]
        if (day_first := self._is_day_first(days)) is None and (unclear := self._unclear(days)):
            self.troubles.append(_of_file("two_days", cell=unclear[:SHOWN]))
            return
        self.day_first = bool(day_first)
        # The rows of each line of the journal, and the line that it takes back.
        lines: dict[str, list[Cells]] = {}
        undoes: dict[str, str] = {}
        for row in rows:
            number = cell_of(row[1], at["number"])
            lines.setdefault(number, []).append(row)
            undoes[number] = cell_of(row[1], at["takes back"])
        in_order = sorted(undoes, key=lambda number: (len(number), number))
        gone = taken_back({number: undoes[number] for number in in_order if undoes[number] in lines})

        def read(line: int, first: list[str]) -> Shared | None:
            number, kind = cell_of(first, at["number"]), key_of(cell_of(first, at["kind"]))
            day, in_all = cell_of(first, at["date"]), cell_of(first, at[ALL_IN_ALL])
            if kind == "night":
                self.nights.setdefault(cell_of(first, at["night"]), self._date(day))
                return None
            if not number.isdecimal() or kind not in OWN_KINDS:
                raise _Unreadable("damaged")
            net = self._net(at, lines[number])
            if left := sum(net.values()):
                raise _Unreadable("unbalanced", left=self._shown(left))
            paid = {name: cents for name, cents in net.items() if cents > 0}
            own = self._own_share(paid, self._in_cents(in_all)) if kind == "expense" and in_all else {}
            note = noted(cell_of(first, at["method"]), cell_of(first, at["note"]))
            return Shared(
                **self._about(line, day, note),
                paid={name: cents + own.get(name, 0) for name, cents in paid.items()},
                shares={**own, **{name: -cents for name, cents in net.items() if cents < 0}},
                is_payment=kind == "payment", is_net=kind == "expense" and len(paid) > 1,
                kind="" if kind in ("expense", "payment") else kind,
                givers=tuple(one for one, cents in net.items() if not cents and not isinstance(one, Kitty)),
            )  # fmt: skip

        self._each([lines[number][0] for number in lines if number not in gone], read)
        self.even += len(gone)

    def _net(self, at: Mapping[str, int | None], rows: Sequence[Cells]) -> dict[str, int]:
        # The cents of a line by name and Kitty account. A file that was put together of two has lines twice.
        about = {
            tuple(cell_of(cells, at[one]) for one in ("date", "kind", "takes back")) for _, cells in rows
        }
        net: dict[str, int] = {}
        for _, cells in rows:
            called = cell_of(cells, at["account"])
            account = next((one for one in Kitty if one == called), name_of(called))
            if account in net or len(about) > 1:
                raise _Unreadable("damaged")
            net[account] = self._in_cents(cell_of(cells, at["amount"]))
        return net

    def _in_cents(self, cell: str) -> int:
        bare, currency = without_currency(cell)
        self._count_in(currency.upper())
        return self._cents(bare)

    def _own_share(self, paid: Mapping[str, int], in_all: int) -> dict[str, int]:
        # Return what a payer bears of an expense that came to so much: the journal has what the payer gets.
        gets = sum(paid.values())
        if in_all < gets:
            raise _Unreadable("shares", shares=self._shown(gets), amount=self._shown(in_all))
        return dict.fromkeys(paid, in_all - gets) if len(paid) == 1 else {}

    def _about(self, line: int, day: str, description: str) -> dict[str, Any]:
        return {"line": line, "day": self._date(day), "description": " ".join(description.split())}

    def _date(self, cell: str) -> date:
        written = read_date(cell, self.today)
        if written is None or written.year is None:
            raise _Unreadable("no_date", cell=cell[:SHOWN])
        found = written.on(day_first=self.day_first)
        if found is None:
            raise _Unreadable("no_date", cell=cell[:SHOWN])
        if not self.today.year - 100 <= found.year <= self.today.year + 1:
            raise _Unreadable("far_away", day=found)
        return found

    def _is_day_first(self, cells: Sequence[str]) -> bool | None:
        written = (read_date(cell, self.today) for cell in cells)
        return is_day_first(filter(None, written))

    def _unclear(self, cells: Sequence[str]) -> str:
        # Return a date that is another day where the month stands first; "" where there is none.
        written = ((cell, read_date(cell, self.today)) for cell in cells)
        days = ((cell, one.on(day_first=True), one.on(day_first=False)) for cell, one in written if one)
        return next((cell for cell, day, other in days if day != other), "")

    def _cents(self, cell: str, empty: str = "") -> int:
        # Return the amount in a cell, or the one that an `empty` cell stands for.
        amount = read_points(cell or empty, by=self.by) if len(cell) <= LONGEST_AMOUNT else None
        if amount is None:
            raise _Unreadable("no_amount", cell=cell[:SHOWN]) if cell else _Unreadable("empty")
        cents = amount * 10**self.digits
        if cents.denominator > 1:
            raise _Unreadable("too_fine", cell=cell[:SHOWN])
        return int(cents)

    def _shown(self, cents: int) -> str:
        return str(Decimal(cents).scaleb(-self.digits))

    def _in_weights(self, amount: int, weights: Mapping[str, int]) -> dict[str, int]:
        people = list(weights)
        parts = in_weights(amount, {place: weights[name] for place, name in enumerate(people, 1)})
        whole = sum(weights.values())
        self.rounded += any(amount * weight % whole for weight in weights.values())
        return {people[place - 1]: cents for place, cents in parts.items()}

    def _count_in(self, currency: str) -> None:
        if currency not in NO_CURRENCY:
            self.currencies.setdefault(currency)

    def _check_people(self, names: Sequence[str]) -> None:
        for name, times in Counter(map(key_of, names)).items():
            if times > 1:
                self.troubles.append(_of_file("two_columns", name=name[:SHOWN]))


Reads = Callable[["_ProgramReader", Sequence[str], Sequence[str], Sequence[Cells]], None]


def _program_of(keys: Sequence[str]) -> tuple[Program, Reads] | None:
    if all(find_column(keys, OWN[column]) is not None for column in OWN if column != ALL_IN_ALL):
        return Program.JOURNAL, _ProgramReader.journal
    if set(SPLIIT) <= set(keys):
        return Program.SPLIIT, _ProgramReader.spliit
    if set(I_HATE_MONEY) <= set(keys):
        return Program.I_HATE_MONEY, _ProgramReader.i_hate_money
    if any(_has_pair(keys, one) for one in TRICOUNT):
        return Program.TRICOUNT, _ProgramReader.tricount
    if len(keys) > 6 and keys[0] in DATES and keys[3] in COSTS and keys[4] in CURRENCIES:
        return Program.SPLITWISE, _ProgramReader.splitwise
    return None


def _program_of_json(said: Any) -> Program | None:
    if isinstance(said, dict) and isinstance(said.get("expenses"), list) and "participants" in said:
        return Program.SPLIIT
    bills = said if isinstance(said, list) else []
    if bills and all(isinstance(one, dict) and set(I_HATE_MONEY) <= set(one) for one in bills):
        return Program.I_HATE_MONEY
    return None


def _headings(line: str) -> tuple[str, list[str]]:
    # Return what parts the columns, and the line's cells.
    delimiter = max(",;\t", key=line.count)
    try:
        return delimiter, next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return delimiter, []


def _has_pair(keys: Sequence[str], language: tuple[str, str, tuple[str, ...], tuple[str, ...], str]) -> bool:
    paid_by, impacted, days, *_ = language
    paid = {key.removeprefix(paid_by) for key in keys if key.startswith(paid_by)}
    bears = {key.removeprefix(impacted) for key in keys if key.startswith(impacted)}
    return len(bears) > 1 and paid <= bears and bool(paid) and find_column(keys, days) is not None


def _quoted(row: Any) -> str:
    cells = [row.get(name, "") for name in ABOUT] if isinstance(row, dict) else row
    is_row = isinstance(cells, list)
    return ", ".join(str(cell) for cell in cells if cell)[:SHOWN_OF_ROW] if is_row else ""


def _integer(said: Any) -> int:
    if isinstance(said, bool) or int(said) != said:
        raise ValueError
    return int(said)


def _list(said: Any) -> list[Any]:
    return said if isinstance(said, list) else []


def _dicts(said: Any) -> list[dict[str, Any]]:
    return [one for one in _list(said) if isinstance(one, dict)]


def _of_file(case: str, **params: object) -> Trouble:
    return Trouble(line=0, what=message("unshared", case=case, **params))
