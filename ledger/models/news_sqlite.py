"""The triggers of SQLite that count what is written of a group."""

from collections.abc import Mapping
from string import Template


def triggers(told_of: Mapping[str, str], updates: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """Return the statement that makes a trigger, by table and name of the trigger; `updates` says for some
    tables which updates are news.
    """
    made = {
        (table, f"{table}_{name}_is_news"): _COUNT.substitute(
            table=table, name=name, what=what, group=group.format(row=row)
        )
        for table, group in told_of.items()
        for name, what, row in (
            ("insert", "INSERT", "NEW"),
            ("update", updates.get(table, "UPDATE"), "NEW"),
            ("delete", "DELETE", "OLD"),
        )
    }
    if told_of:
        made["ledger_group", "ledger_group_delete_is_news"] = _END
    return made


# Two statements: ON CONFLICT would be overruled by whatever the outer statement says of conflicts.
_COUNT = Template("""
CREATE TRIGGER ${table}_${name}_is_news AFTER $what ON $table
WHEN (SELECT NOT is_arriving FROM ledger_group WHERE id = $group) BEGIN
  INSERT INTO ledger_news (group_id, part, number, "by")
    SELECT $group, 0, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM ledger_news WHERE group_id = $group);
  UPDATE ledger_news SET number = number + 1 WHERE group_id = $group;
END""")
_END = """
CREATE TRIGGER ledger_group_delete_is_news AFTER DELETE ON ledger_group BEGIN
  DELETE FROM ledger_news WHERE group_id = OLD.id;
END"""
