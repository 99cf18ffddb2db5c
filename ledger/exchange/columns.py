"""The names in the tables that leave this program, by which they are known when they come back. Pure."""

from enum import StrEnum

# Of a journal: a row a posting. `ALL_IN_ALL` is what a shared expense came to; older files lack it.
ALL_IN_ALL = "in all"
JOURNAL = ("number", "date", "kind", "night", "account", "amount", "method", "note", "takes back", ALL_IN_ALL)

# Of the results: a row a night, and a column a player.
RESULTS = ("date", "night", "hands")

# Of sums after each night: the column of their dates. That of amounts of money says so, too.
AFTER = "after"
MONEY = " (money)"

# Of a night's score sheet: a row a hand. Each player has two columns, of points and of running totals.
SHEET = ("date", "hand", "dealer", "played")
RUNNING = ", total"
REMARK = "remark"


class Kitty(StrEnum):
    """The accounts that are no player's, as they are called beside the names of players."""

    BOX = "(the box)"
    TOGETHER = "(all together)"


# By what stands for them in a line of the journal.
ACCOUNTS = {"": Kitty.BOX, " ": Kitty.TOGETHER}

COPIED = "from the notebook"
