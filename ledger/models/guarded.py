"""The tables that hold ink, and how the guards trace a line to its group.

There is one way out of the book, and it is for a whole group. A line may be deleted when its group is still
arriving, or has a tombstone; a tombstone is written only for a group whose owner asked for its removal and
whose time is up. A line may be changed only while its group is arriving, so that what was staged can be
handed over to the group it is for. A group arrives once, when its row is written, and never again.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Ink:
    """A table in ink.

    `group` is SQL that says of which group a line OLD is; `fixed` are the columns that stay what they are
    even while the group arrives: by them lines hang together, and what was sealed adds up.
    """

    table: str
    group: str
    fixed: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Seal:
    """A header that closes its lines; `zero` says whether their cents must add up to zero."""

    header: str
    lines: str
    column: str
    zero: bool

    @property
    def words(self) -> dict[str, str]:
        total = "coalesce(sum(cents), 1)" if self.zero else "0"
        return {"header": self.header, "lines": self.lines, "column": self.column, "sum": total}


@dataclass(frozen=True, kw_only=True)
class Link:
    """A table without ink of its own, by which lines are traced to their group.

    `holds` are the tables (and their columns) that have a line for each row of it; `refused` is SQL that says
    which update of a row OLD into NEW would lead its lines elsewhere.
    """

    table: str
    holds: tuple[tuple[str, str], ...]
    refused: str


@dataclass(frozen=True, kw_only=True)
class GuardedTables:
    """The tables to be guarded; while the book is being migrated, not all tables are there.

    `told_of` has SQL for the group of a row by the tables of which writes are news, and `updates` SQL's name
    for updates of the columns that are news, by table where others are not. `left` is every table, in a
    database that its book has left for `place`.
    """

    inks: list[Ink]
    seals: list[Seal]
    links: list[Link]
    told_of: dict[str, str]
    updates: dict[str, str]
    left: list[str]
    place: str


IS_ARRIVING = "EXISTS (SELECT 1 FROM ledger_group WHERE id = {group} AND is_arriving)"
_LINE_OF = "EXISTS (SELECT 1 FROM {table} WHERE {column} = {row}.id)"
HAS_TOMBSTONE = 'EXISTS (SELECT 1 FROM ledger_tombstone WHERE "group" = {group})'

# The end of the names of triggers that refuse writes where the book has left.
AWAY = "_is_away"

TOMBSTONES = "ledger_tombstone"
INK = (
    Ink(
        table="ledger_entry",
        group="(SELECT group_id FROM ledger_session WHERE id = OLD.session_id)",
        fixed=("id", "session_id"),
    ),
    Ink(table="ledger_houserules", group="OLD.group_id", fixed=("id",)),
    Ink(table="ledger_transaction", group="OLD.group_id", fixed=("key", "lines")),
    Ink(
        table="ledger_posting",
        group="(SELECT group_id FROM ledger_transaction WHERE key = OLD.transaction_id)",
        fixed=("id", "transaction_id", "cents"),
    ),
    Ink(table="ledger_settlement", group="OLD.group_id", fixed=("key", "lines")),
    Ink(
        table="ledger_settlementpayment",
        group="(SELECT group_id FROM ledger_settlement WHERE key = OLD.settlement_id)",
        fixed=("id", "settlement_id", "cents"),
    ),
    Ink(
        table="ledger_droppedsettlement",
        group="(SELECT group_id FROM ledger_settlement WHERE key = OLD.settlement_id)",
        fixed=("key", "settlement_id"),
    ),
    Ink(table="ledger_merge", group="OLD.group_id", fixed=("key", "player_id", "into_id")),
    Ink(table=TOMBSTONES, group="NULL", fixed=()),
)
SEALS = (
    Seal(header="ledger_transaction", lines="ledger_posting", column="transaction_id", zero=True),
    Seal(header="ledger_settlement", lines="ledger_settlementpayment", column="settlement_id", zero=False),
)
LINKS = (
    Link(
        table="ledger_group",
        holds=(
            ("ledger_houserules", "group_id"),
            ("ledger_session", "group_id"),
            ("ledger_settlement", "group_id"),
            ("ledger_transaction", "group_id"),
        ),
        refused="NEW.id <> OLD.id OR (NEW.is_arriving AND NOT OLD.is_arriving)",
    ),
    Link(
        table="ledger_session",
        holds=(("ledger_entry", "session_id"),),
        refused=(
            "NEW.id <> OLD.id OR (NEW.group_id <> OLD.group_id AND NOT "
            + IS_ARRIVING.format(group="OLD.group_id")
            + ")"
        ),
    ),
)


def may_go(ink: Ink, *, tombstones: bool) -> str:
    """Return SQL that says whether a line OLD may be deleted; `tombstones`: whether this book has
    them yet.
    """
    if not tombstones:
        return "(1 = 0)"
    return f"({IS_ARRIVING.format(group=ink.group)} OR {HAS_TOMBSTONE.format(group=ink.group)})"


def may_change(ink: Ink, *, tombstones: bool) -> str:
    """Return SQL that says whether a line OLD may be changed into NEW."""
    if not tombstones:
        return "(1 = 0)"
    conditions = [IS_ARRIVING.format(group=ink.group), *(f"NEW.{one} = OLD.{one}" for one in ink.fixed)]
    return f"({' AND '.join(conditions)})"


def is_held(link: Link, row: str) -> str:
    """Return SQL that says whether lines hang on a row, OLD or NEW, of a table that leads to a group."""
    return " OR ".join(_LINE_OF.format(table=table, column=column, row=row) for table, column in link.holds)


def is_used(link: Link) -> str:
    """Return SQL that says whether the id of a new row was used before: lines hang on it, or it has a
    tombstone.
    """
    used = is_held(link, "NEW")
    return f"{used} OR {HAS_TOMBSTONE.format(group='NEW.id')}" if link.table == "ledger_group" else used
