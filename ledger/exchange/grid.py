"""The table in the text of a file: where it begins, which way it lies, and what its cells say. Pure.

The words of headings are English and German. Columns may be parted by commas, semicolons or tabs.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ledger.exchange.dates import is_date
from ledger.exchange.headings import english
from ledger.models.group import NOBODY
from ledger.words.messages import Message, message
from ledger.words.texts import as_in_files

MOST_ROWS = 20_000
MOST_COLUMNS = 400

# In a table whose columns are nights: a club has fewer people in a lifetime.
MOST_TURNED_ROWS = 1_000

# The names of the columns stand in one of so many rows; above them stands what the table is called.
HEADER_WITHIN = 20

# A row of a file: its line, and its cells.
Cells = tuple[int, list[str]]

# Headings, the likeliest first.
DATES = (
    *("date", "datum", "when", "wann", "day", "tag", "night", "nacht", "abend", "spieltag", "spielabend"),
    *("month", "monat", "timestamp", "zeitstempel"),
)
EVENINGS = ("evening", "session", "table", "game", "id", "abend", "tisch", "spiel", "partie")
PEOPLE = ("player", "name", "who", "person", "spieler", "spielerin", "mitspieler", "wer")
POINTS = ("points", "score", "result", "won", "amount", "punkte", "ergebnis", "gewinn", "betrag", "total")
HANDS = ("hand", "deal", "round", "runde")

# Headings in EVENINGS that number hands as well as tables.
GAMES = {"game", "id", "spiel", "partie"}

# Totals, by column or by row, that are compared with what they add up.
TOTAL_WORDS = (
    "total|totals|sum|check|checksum|foots|+|σ|grand total|summe|summen|gesamt|gesamtsumme|insgesamt|"
    "kontrolle|prüfsumme|quersumme"
)
TOTALS = frozenset(TOTAL_WORDS.split("|"))

# Headings of columns, and beginnings of rows, that are neither players nor nights.
OTHER_WORDS = (
    "note|notes|comment|comments|remark|remarks|where|place|location|venue|host|stake|stakes|night|nights|hand|"
    "hands|games|rounds|game type|type|variant|rules|winner|loser|start|end|duration|time|weekday|week|month|"
    "year|season|nr|no|#|number|players|count|balance|average|mean|rank|dealer|played|geber|"
    "gespielt|ort|spielort|gastgeber|spieltyp|"
    "spielart|spielform|bemerkung|bemerkungen|notiz|notizen|kommentar|anmerkung|anmerkungen|einsatz|nacht|"
    "abende|spiele|runden|hände|gewinner|sieger|verlierer|beginn|ende|dauer|uhrzeit|zeit|wochentag|woche|"
    "monat|jahr|saison|anzahl|spielerzahl|saldo|durchschnitt|schnitt|mittelwert|rang"
)
NO_PLAYERS = frozenset(OTHER_WORDS.split("|")).union(DATES, EVENINGS, HANDS)

# Cells that say that somebody was away.
ABSENCES = frozenset(
    (
        "-",
        "--",
        "\u2013",
        "\u2014",
        "\u2212",
        "x",
        "n/a",
        "na",
        "n.a.",
        "dnp",
        "absent",
        "away",
        "abwesend",
        "fehlt",
    )
)

NUMBER = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d{1,20}|/[1-9]\d{0,3})?|\.\d{1,20})")
BY_COMMAS = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,6})?")

# Thousands parted off: 1,000.5 and 1.000,5.
BY_POINTS = re.compile(r"[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,6})?")

LONGEST_AMOUNT = 60

# A thousand, or one and no thousandths.
ONE_MARK = re.compile(r"([+-]?[1-9]\d{0,2})([.,])(\d{3})")

CURRENCY = r"us\$|[$€£¥]|usd|eur|gbp|chf|s?fr\."
MONEY = re.compile(rf"([+-]?)(?:({CURRENCY})([+-]?[\d.,]+)|([\d.,]+)({CURRENCY}))")
SAME_CURRENCY = {"us$": "$", "usd": "$", "eur": "€", "gbp": "£", "fr.": "chf", "sfr.": "chf"}


class UnreadError(ValueError):
    """A line that cannot be read, and the reason; line 0 is the file as a whole."""

    def __init__(self, line: int, what: Message) -> None:
        super().__init__(line, what)
        self.line, self.what = line, what


class TooLongError(UnreadError):
    """More than a notebook has, with the line where it is too much."""


@dataclass(frozen=True, kw_only=True)
class Header:
    """The row that names the columns: its place among the rows, and the column of the dates.

    With `is_turned` the row has the dates, and the column the names; with `is_named` there is a heading that
    says so.
    """

    place: int
    column: int
    is_turned: bool = False
    is_named: bool = False


@dataclass(frozen=True, kw_only=True)
class Grid:
    """A table with a row a night, or a row a night and player; the columns have headings.

    `by` is what parts the columns in the file, `line` the line of the headings, and `dates` the column of the
    dates. `lines` has the line of each column where the table lay on its side.
    """

    by: str
    line: int
    header: Sequence[str]
    dates: int
    rows: Sequence[Cells]
    lines: Mapping[int, int] = field(default_factory=dict)

    def line_of(self, line: int, column: int) -> int:
        """Return the line of a cell; `line` is the one of its row."""
        return self.lines.get(column, line)


def read_grid(text: str) -> Grid | None:
    """Return the table, without headings where none were found; None for a text in which nothing stands.

    Raises TooLongError, and csv.Error for what is no table at all.
    """
    text = text.removeprefix("\ufeff")
    top = "\n".join(text.split("\n", HEADER_WITHIN + 1)[: HEADER_WITHIN + 1])
    tables: dict[str, list[list[str]]] = {}
    errors: list[TooLongError | csv.Error] = []
    for mark in ",;\t":
        try:
            tables[mark] = [cells for _, cells in _rows(top, mark)]
        except (TooLongError, csv.Error) as error:
            errors.append(error)
    headers = {mark: header for mark, rows in tables.items() if (header := find_header(rows))}
    if errors and not headers:
        raise errors[0]

    def plausibility(mark: str) -> tuple[bool, int]:
        # A mark that may part the columns is likelier where by it there is a heading for the dates.
        header, rows = headers.get(mark), tables[mark]
        width = len(rows[header.place]) if header else len(rows[0]) if rows else 0
        return header is not None and header.is_named, width

    by = max(headers or tables, key=plausibility)
    header = headers.get(by)
    rows = _rows(text, by)
    if not header:
        return Grid(by=by, line=rows[0][0], header=(), dates=0, rows=()) if rows else None
    line, headings = rows[header.place]
    below = rows[header.place + 1 :]
    if not header.is_turned:
        return Grid(by=by, line=line, header=headings, dates=header.column, rows=below)
    if len(below) > MOST_TURNED_ROWS:
        raise TooLongError(0, message("unread", case="rows", most=MOST_TURNED_ROWS))
    nights = [column for column in range(len(headings)) if column != header.column]
    return Grid(
        by=by,
        line=line,
        header=[headings[header.column], *(cell_of(cells, header.column) for _, cells in below)],
        dates=0,
        rows=[(line, [headings[at], *(cell_of(cells, at) for _, cells in below)]) for at in nights],
        lines={place: number for place, (number, _) in enumerate(below, 1)},
    )


def find_header(rows: Sequence[Sequence[str]]) -> Header | None:
    """Return the row with a heading for the dates, or the dates themselves, among the first ones."""
    of_one_night: Header | None = None
    for place, cells in enumerate(rows[:HEADER_WITHIN]):
        if len(cells) < 2:
            continue
        column = find_column(cells, DATES)
        corner = find_column(cells, PEOPLE) or 0
        if nights := _nights_across(cells, corner):
            turned = Header(place=place, column=corner, is_turned=True, is_named=True)
            if nights > 1 or column is None:
                return turned
            # Or a line of the title: "Date: 12.03.2019".
            of_one_night = of_one_night or turned
        elif column is not None and sum(map(bool, cells)) > 1:
            return Header(place=place, column=column, is_named=True)
    unnamed = _header_without_dates(rows)
    if of_one_night and (unnamed is None or unnamed.place == of_one_night.place - 1):
        return of_one_night
    return unnamed


def _header_without_dates(rows: Sequence[Sequence[str]]) -> Header | None:
    # The row above the first date, which begins a column that nobody named.
    for place, cells in enumerate(rows[1 : HEADER_WITHIN + 1]):
        is_row = len(cells) > 1
        column = next((at for at, cell in enumerate(cells) if is_row and _is_only_a_date(cell)), None)
        if column is not None:
            above = rows[place]
            is_header = sum(map(bool, above)) > 1 and not is_date(cell_of(above, column))
            return Header(place=place, column=column) if is_header else None
    return None


def _nights_across(cells: Sequence[str], corner: int) -> int:
    # Return how many nights a row names, if it names nothing else but its column of names, totals and notes.
    word = word_of(cell_of(cells, corner))
    is_named = word in DATES or word in PEOPLE
    headings = [cell for column, cell in enumerate(cells) if cell and column != corner]
    nights = [cell for cell in headings if is_date(cell) and (is_named or _is_only_a_date(cell))]
    others = [cell for cell in headings if not is_date(cell) and word_of(cell) not in TOTALS | NO_PLAYERS]
    if others or is_date(cell_of(cells, corner)) or (len(nights) == 1 and not is_named):
        return 0
    return len(nights)


def _is_only_a_date(cell: str) -> bool:
    return is_date(cell) and read_points(cell) is None  # 7/2 is three and a half points, too


def _rows(text: str, by: str) -> list[Cells]:
    # Return the rows that have a filled cell.
    rows: Iterator[list[str]] = csv.reader(text.splitlines(), delimiter=by)
    found: list[Cells] = []
    for line, cells in enumerate(rows, 1):
        while cells and not cells[-1].strip():  # a table calculator fills its rows up
            cells.pop()
        if len(cells) > MOST_COLUMNS:
            what = message("unread", case="columns", columns=len(cells), most=MOST_COLUMNS)
            raise TooLongError(line, what)
        if cells and len(found) > MOST_ROWS:
            raise TooLongError(0, message("unread", case="rows", most=MOST_ROWS))
        if cells:
            found.append((line, list(map(str.strip, cells))))
    return found


def cell_of(cells: Sequence[str], column: int | None) -> str:
    """Return the cell in a column; "" in a row that is too short, or where the table has no such column."""
    return cells[column] if column is not None and column < len(cells) else ""


def key_of(name: str) -> str:
    return " ".join(name.split()).casefold()


def word_of(heading: str) -> str:
    """Return a heading as it stands among the known ones: "Total:" is "total"."""
    return key_of(heading).rstrip(" .:")


def is_total(label: str) -> bool:
    """Check for what stands beside a total: "Total", "Summe:" or "Total 2009"."""
    return re.sub(r" \d{4}$", "", word_of(label)) in TOTALS


def name_of(heading: str) -> str:
    name = as_in_files(heading)
    return NOBODY if english(name) == NOBODY else name


def find_column(headings: Sequence[str], meaning: Sequence[str]) -> int | None:
    """Return the column with the first of these words that there is."""
    there = {word: column for column, word in reversed([*enumerate(map(word_of, headings))])}
    return next((there[word] for word in meaning if word in there), None)


def read_points(cell: str, *, by: str = "") -> Fraction | None:
    """Return points as people write them: "12", "−4", "2,5", "7/2", "1,000.5"; None for what is no number.

    `by` is what parts the columns of the file, "" of none. Where that are commas, or tabs, a comma in a cell
    parts thousands: elsewhere nobody can say what "1,000" is, and where semicolons part the columns what
    "1.000" is, and None is the answer as well.
    """
    plain = _plain(cell)
    if two_numbers(plain, by):
        return None
    if BY_COMMAS.fullmatch(plain):
        plain = plain.replace(",", "")
    elif BY_POINTS.fullmatch(plain) and ("," in plain or plain.count(".") > 1):
        plain = plain.replace(".", "").replace(",", ".")
    elif plain.count(",") == 1 and "." not in plain:
        plain = plain.replace(",", ".")
    if not NUMBER.fullmatch(plain):
        return None
    # A whole number is read in a fifth of the time that Fraction takes to read a string.
    return Fraction(int(plain)) if plain.lstrip("+-").isdecimal() else Fraction(plain)


def without_currency(cell: str) -> tuple[str, str]:
    """Return an amount without its currency and its brackets, and the currency.

    "($3.25)" is "-3.25" and "$".
    """
    plain, currency = _plain(cell).casefold(), ""
    before, _, rest = plain.partition("(")
    inside, bracket, behind = rest.partition(")")
    is_negative = bool(bracket) and bool(re.fullmatch(f"(?:{CURRENCY})?", before + behind))
    if is_negative:
        plain = before + inside + behind
    if found := MONEY.fullmatch(plain):
        sign, first, after, number, last = found.groups(default="")
        plain, currency = sign + after + number, first + last
    return f"-{plain}" if is_negative else plain, SAME_CURRENCY.get(currency, currency)


def _plain(cell: str) -> str:
    # In Switzerland an apostrophe parts thousands.
    return re.sub(r"\s|(?<=\d)['’](?=\d{3})", "", cell.replace("\u2212", "-").replace("\u2013", "-"))


def two_numbers(cell: str, by: str) -> tuple[str, str] | None:
    """Return the two numbers that "1,250" may be, "1250" and "1.25"; None for what can be only one."""
    if not (match := ONE_MARK.fullmatch(_plain(cell))):
        return None
    if by in (",", "\t") or (match[2] == "." and by != ";"):
        return None
    return f"{match[1]}{match[3]}", f"{match[1]}.{match[3]}".rstrip("0").rstrip(".")
