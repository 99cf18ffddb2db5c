"""A number of each group that grows whenever something of it is written: watchers ask only for that."""

from collections.abc import Mapping

from django.db import models

from ledger.models.group import Group

# The channel on which PostgreSQL calls out the id of a group of which something was written.
CHANNEL = "ledger_news"

# Into so many parts a group's number is divided on PostgreSQL, so that no writer waits for another.
PARTS_OF_NEWS = 100

_GROUP_OF_SESSION = "(SELECT group_id FROM ledger_session WHERE id = {row}.session_id)"
_GROUP_OF_PLAYER = "(SELECT group_id FROM ledger_player WHERE id = {row}.player_id)"
_GROUP_OF_PLAN = "(SELECT group_id FROM ledger_settlement WHERE key = {row}.settlement_id)"

# The tables of which every row that is written, changed or deleted is news, and SQL for the group of a row.
#
# The others follow from these in the same transaction: lines of a transaction or of a plan come with their
# header, and results, tallies and open payments are projected.
TOLD_OF: Mapping[str, str] = {
    "ledger_group": "{row}.id",
    "ledger_player": "{row}.group_id",
    "ledger_membership": "{row}.group_id",
    "ledger_accesslink": "{row}.group_id",
    "ledger_houserules": "{row}.group_id",
    "ledger_session": "{row}.group_id",
    "ledger_entry": _GROUP_OF_SESSION,
    "ledger_transaction": "{row}.group_id",
    "ledger_settlement": "{row}.group_id",
    "ledger_droppedsettlement": _GROUP_OF_PLAN,
    "ledger_paymenthandle": _GROUP_OF_PLAYER,
    "ledger_merge": "{row}.group_id",
    "ledger_sharedyear": "{row}.group_id",
}

# Columns that may change without being news: a page that is looked at is no reason to draw others anew.
NO_NEWS: Mapping[str, frozenset[str]] = {"ledger_membership": frozenset({"last_seen"})}


class News(models.Model):
    """The number of writes of a group; the sum of the group's `part`s only ever grows.

    Triggers write it, beside the guards, in the transaction of whatever is written: see
    `ledger.models.guards`. PostgreSQL counts a transaction once (`by`, its number), SQLite every row. A group
    that is still arriving has no news.
    """

    group = models.ForeignKey(
        Group, models.DO_NOTHING, related_name="+", db_index=False, db_constraint=False, editable=False
    )
    part = models.PositiveSmallIntegerField(editable=False)
    number = models.BigIntegerField(editable=False)
    by = models.BigIntegerField(editable=False)

    class Meta:
        verbose_name_plural = "news"
        constraints = (models.UniqueConstraint(fields=("group", "part"), name="one_part_of_news_of_a_group"),)

    def __str__(self) -> str:
        return f"{self.number} times something of group {self.group_id}"
