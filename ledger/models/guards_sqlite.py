"""The guards as triggers of SQLite."""

from string import Template

from django.db.backends.utils import CursorWrapper

from ledger.models.guarded import AWAY, TOMBSTONES, GuardedTables, is_held, is_used, may_change, may_go

FOUND = "SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger'"


def triggers(cursor: CursorWrapper, tables: GuardedTables) -> dict[tuple[str, str], str]:
    """Return the statement that makes a trigger, by table and name of the trigger."""
    made: dict[tuple[str, str], str] = {}
    for ink in tables.inks:
        tombstones = bool(tables.links)
        words = {
            "table": ink.table,
            "clashes": _clashes(cursor, ink.table),
            "may_go": may_go(ink, tombstones=tombstones),
            "may_change": may_change(ink, tombstones=tombstones),
        }
        templates = {"no_update": _UPDATE, "no_delete": _DELETE, "no_replace": _REPLACE}
        made |= {(ink.table, f"{ink.table}_{name}"): one.substitute(words) for name, one in templates.items()}
    for seal in tables.seals:
        made[seal.lines, f"{seal.lines}_not_sealed"] = _SEALED.substitute(seal.words)
        made[seal.header, f"{seal.header}_seals"] = _SEAL.substitute(seal.words)
    for link in tables.links:
        words = {
            "table": link.table,
            "clashes": _clashes(cursor, link.table),
            "refused": link.refused,
            "held": is_held(link, "OLD"),
            "used": is_used(link),
        }
        templates = {"stays": _STAYS, "holds": _HOLDS, "is_new": _IS_NEW}
        made |= {
            (link.table, f"{link.table}_{name}"): one.substitute(words) for name, one in templates.items()
        }
    if tables.links:
        made[TOMBSTONES, f"{TOMBSTONES}_is_due"] = _IS_DUE
    changes = (("insert", "INSERT", "NEW"), ("update", "UPDATE", "NEW"), ("delete", "DELETE", "OLD"))
    for table, group in tables.told_of.items():
        for name, what, row in changes:
            what = tables.updates.get(table, what) if name == "update" else what
            made[table, f"{table}_{name}_is_news"] = _COUNT.substitute(
                table=table, name=name, what=what, group=group.format(row=row)
            )
    if tables.told_of:
        made["ledger_group", "ledger_group_delete_is_news"] = _END
    place = tables.place.replace('"', '""')
    for table in tables.left:
        for name, what, _row in changes:
            made[table, f"{table}_{name}{AWAY}"] = _HAS_LEFT.substitute(
                table=table, name=name, away=AWAY, what=what, place=place
            )
    return made


def _clashes(cursor: CursorWrapper, table: str) -> str:
    # OR REPLACE deletes an old row that a new one pushes out, without asking the triggers.
    return " OR ".join(
        "(" + " AND ".join(f'"{column}" = NEW."{column}"' for column in columns) + ")"
        for columns in unique(cursor, table)
    )


def unique(cursor: CursorWrapper, table: str) -> list[tuple[str, ...]]:
    """Return the columns that no two rows of a table have alike: of its primary key and of each unique index.

    SQLite is asked itself: Django parses the table's SQL, which takes as long as all of a migration besides.
    """
    cursor.execute(_UNIQUE, [table, table])
    found: dict[str, list[str]] = {}
    for index, column, _ in cursor.fetchall():
        found.setdefault(index, []).append(column)
    return sorted({tuple(columns) for columns in found.values()})


_UNIQUE = """
SELECT indexes.name, columns.name, columns.seqno
  FROM pragma_index_list(%s) AS indexes, pragma_index_info(indexes.name) AS columns WHERE indexes."unique"
UNION ALL SELECT '', name, pk FROM pragma_table_info(%s) WHERE pk
ORDER BY 1, 3"""
_UPDATE = Template("""
CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON $table
WHEN NOT $may_change OR EXISTS (SELECT 1 FROM $table WHERE rowid <> OLD.rowid AND ($clashes)) BEGIN
  SELECT RAISE(ABORT, 'ink: $table is never changed, but while its group is arriving');
END""")
_DELETE = Template("""
CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON $table
WHEN NOT $may_go BEGIN
  SELECT RAISE(ABORT, 'ink: nothing is deleted from $table, but with its whole group, which has a tombstone');
END""")
_REPLACE = Template("""
CREATE TRIGGER ${table}_no_replace BEFORE INSERT ON $table
WHEN EXISTS (SELECT 1 FROM $table WHERE $clashes) BEGIN
  SELECT RAISE(ABORT, 'ink: that line is already in $table');
END""")
# A column of SQLite takes any type, so the type is asked for here.
_SEALED = Template("""
CREATE TRIGGER ${lines}_not_sealed BEFORE INSERT ON $lines BEGIN
  SELECT RAISE(ABORT, 'ink: cents are whole') WHERE typeof(NEW.cents) <> 'integer';
  SELECT RAISE(ABORT, 'ink: $header is sealed')
    WHERE EXISTS (SELECT 1 FROM $header WHERE key = NEW.$column);
END""")
_SEAL = Template("""
CREATE TRIGGER ${header}_seals BEFORE INSERT ON $header BEGIN
  SELECT RAISE(ABORT, 'ink: the cents of $header do not add up to zero')
    WHERE (SELECT $sum FROM $lines WHERE $column = NEW.key) <> 0;
  SELECT RAISE(ABORT, 'ink: $header has another number of lines')
    WHERE (SELECT count(*) FROM $lines WHERE $column = NEW.key) <> NEW.lines;
END""")
_STAYS = Template("""
CREATE TRIGGER ${table}_stays BEFORE UPDATE ON $table
WHEN $refused BEGIN
  SELECT RAISE(ABORT, 'ink: what hangs on a row of $table stays where it is; no group arrives twice');
END""")
_HOLDS = Template("""
CREATE TRIGGER ${table}_holds BEFORE DELETE ON $table
WHEN $held BEGIN
  SELECT RAISE(ABORT, 'ink: lines hang on this row of $table; it goes after them');
END""")
_IS_NEW = Template("""
CREATE TRIGGER ${table}_is_new BEFORE INSERT ON $table
WHEN $used OR EXISTS (SELECT 1 FROM $table WHERE $clashes) BEGIN
  SELECT RAISE(ABORT, 'ink: there is, or was, such a row in $table');
END""")
# Django writes moments as text in UTC, with six decimals or none; both are made the same here to be compared.
_IS_DUE = """
CREATE TRIGGER ledger_tombstone_is_due BEFORE INSERT ON ledger_tombstone
WHEN NOT EXISTS (
  SELECT 1 FROM ledger_group WHERE id = NEW."group" AND NOT is_arriving
    AND strftime('%Y-%m-%d %H:%M:%f', leaves_at) <= strftime('%Y-%m-%d %H:%M:%f', 'now')
) BEGIN
  SELECT RAISE(ABORT, 'ink: a tombstone is for a group that an owner had removed, when its time is up');
END"""
# RAISE would be a broken constraint, which whoever writes takes for a key that came twice. What asks a table
# that is not there cannot be carried out, as on a full disk; and the name is what the log says.
_HAS_LEFT = Template("""
CREATE TRIGGER ${table}_${name}${away} BEFORE $what ON $table BEGIN
  SELECT 1 FROM "this book has moved to $place";
END""")


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
