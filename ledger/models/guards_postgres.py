"""The guards as triggers of PostgreSQL, and the functions that they call."""

from collections.abc import Iterator
from string import Template

from ledger.models.guarded import AWAY, TOMBSTONES, GuardedTables, is_held, is_used, may_change, may_go
from ledger.models.news import CHANNEL, PARTS_OF_NEWS

FOUND = """
SELECT relname, tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE NOT tgisinternal AND tgenabled IN ('O', 'A') AND pg_table_is_visible(tgrelid)"""


def triggers(tables: GuardedTables) -> dict[tuple[str, str], str]:
    """Return the statement that makes a trigger, by table and name of the trigger."""
    made: dict[tuple[str, str], str] = {}
    for ink in tables.inks:
        words = {"table": ink.table}
        made[ink.table, f"{ink.table}_append_only"] = _ON_INK.substitute(words)
        made[ink.table, f"{ink.table}_no_truncate"] = _NO_TRUNCATE.substitute(words)
    for seal in tables.seals:
        made[seal.lines, f"{seal.lines}_not_sealed"] = _ON_LINES.substitute(seal.words)
        made[seal.header, f"{seal.header}_seals"] = _ON_HEADER.substitute(seal.words)
    for link in tables.links:
        made[link.table, f"{link.table}_stays"] = _ON_LINK.substitute(table=link.table)
    if tables.links:
        made[TOMBSTONES, f"{TOMBSTONES}_is_due"] = _ON_TOMBSTONE
    for table in tables.told_of:
        update = tables.updates.get(table, "UPDATE")
        made[table, f"{table}_is_news"] = _ON_TABLE.substitute(table=table, update=update)
    for table in tables.left:
        made[table, f"{table}{AWAY}"] = _ON_LEFT.substitute(table=table, away=AWAY)
    return made


def functions(tables: GuardedTables) -> Iterator[str]:
    """Return the statements that make the functions which the triggers call."""
    yield _REFUSE
    yield _HAS_LEFT
    for ink in tables.inks:
        yield _APPEND_ONLY.substitute(
            table=ink.table,
            may_go=may_go(ink, tombstones=bool(tables.links)),
            may_change=may_change(ink, tombstones=bool(tables.links)),
        )
    for seal in tables.seals:
        yield _SEALED.substitute(seal.words)
        yield _SEAL.substitute(seal.words)
    for link in tables.links:
        yield _STAYS.substitute(
            table=link.table, refused=link.refused, held=is_held(link, "OLD"), used=is_used(link)
        )
    if tables.links:
        yield _IS_DUE
    if tables.told_of:
        yield _COUNT.substitute(channel=CHANNEL, last=PARTS_OF_NEWS - 1)
    for table, group in tables.told_of.items():
        yield _IS_NEWS.substitute(table=table, old=group.format(row="OLD"), new=group.format(row="NEW"))


_REFUSE = """
CREATE OR REPLACE FUNCTION ledger_in_ink() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
  RAISE EXCEPTION 'ink: % is never emptied', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $body$"""
_APPEND_ONLY = Template("""
CREATE OR REPLACE FUNCTION ${table}_append_only() RETURNS trigger LANGUAGE plpgsql AS $$body$$ BEGIN
  IF TG_OP = 'DELETE' THEN
    IF $may_go THEN RETURN OLD; END IF;
    RAISE EXCEPTION
      'ink: nothing is deleted from $table, but with its whole group, which has a tombstone'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF $may_change THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'ink: $table is never changed, but while its group is arriving'
    USING ERRCODE = 'integrity_constraint_violation';
END $$body$$""")
# The lock: else one transaction could seal while another, unseen, adds a line.
_SEALED = Template("""
CREATE OR REPLACE FUNCTION ${lines}_not_sealed() RETURNS trigger LANGUAGE plpgsql AS $$body$$ BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.$column::text, 0));
  IF EXISTS (SELECT 1 FROM $header WHERE key = NEW.$column) THEN
    RAISE EXCEPTION 'ink: $header is sealed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$body$$""")
_SEAL = Template("""
CREATE OR REPLACE FUNCTION ${header}_seals() RETURNS trigger LANGUAGE plpgsql AS $$body$$
DECLARE total numeric; counted integer; BEGIN
  SELECT $sum, count(*) INTO total, counted FROM $lines WHERE $column = NEW.key;
  IF total <> 0 OR counted <> NEW.lines THEN
    RAISE EXCEPTION 'ink: the lines of $header do not add up'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$body$$""")
_STAYS = Template("""
CREATE OR REPLACE FUNCTION ${table}_stays() RETURNS trigger LANGUAGE plpgsql AS $$body$$ BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF $refused THEN
      RAISE EXCEPTION
        'ink: what hangs on a row of $table stays where it is; no group arrives twice'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
  ELSIF TG_OP = 'DELETE' THEN
    IF $held THEN
      RAISE EXCEPTION 'ink: lines hang on this row of $table; it goes after them'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF $used THEN
    RAISE EXCEPTION 'ink: there is, or was, such a row in $table'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$body$$""")
_IS_DUE = """
CREATE OR REPLACE FUNCTION ledger_tombstone_is_due() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
  IF EXISTS (
    SELECT 1 FROM ledger_group
    WHERE id = NEW."group" AND NOT is_arriving AND leaves_at <= clock_timestamp()
  ) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'ink: a tombstone is for a group that an owner had removed, when its time is up'
    USING ERRCODE = 'integrity_constraint_violation';
END $body$"""
_ON_INK = Template("""
CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE ON $table
FOR EACH ROW EXECUTE FUNCTION ${table}_append_only()""")
_NO_TRUNCATE = Template("""
CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON $table
FOR EACH STATEMENT EXECUTE FUNCTION ledger_in_ink()""")
_ON_LINES = Template("""
CREATE TRIGGER ${lines}_not_sealed BEFORE INSERT ON $lines
FOR EACH ROW EXECUTE FUNCTION ${lines}_not_sealed()""")
_ON_HEADER = Template("""
CREATE TRIGGER ${header}_seals BEFORE INSERT ON $header
FOR EACH ROW EXECUTE FUNCTION ${header}_seals()""")
_ON_LINK = Template("""
CREATE TRIGGER ${table}_stays BEFORE INSERT OR UPDATE OR DELETE ON $table
FOR EACH ROW EXECUTE FUNCTION ${table}_stays()""")
_ON_TOMBSTONE = """
CREATE TRIGGER ledger_tombstone_is_due BEFORE INSERT ON ledger_tombstone
FOR EACH ROW EXECUTE FUNCTION ledger_tombstone_is_due()"""
# The fault of a transaction that may only read: a broken constraint would be taken for a key that came twice.
_HAS_LEFT = """
CREATE OR REPLACE FUNCTION ledger_is_away() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
  RAISE EXCEPTION 'this book has moved to %', (SELECT place FROM ledger_move WHERE is_away)
    USING ERRCODE = 'read_only_sql_transaction';
END $body$"""
_ON_LEFT = Template("""
CREATE TRIGGER ${table}${away} BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON $table
FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_away()""")


# Each transaction counts in a part that no other holds just now: nobody waits, so nobody waits in a circle.
# The number of a group is how many have committed, whenever one looks: who saw it has missed none of them.
# (PostgreSQL lets those that call something out commit one after the other, each as long as that takes.)
_COUNT = Template("""
CREATE OR REPLACE FUNCTION ledger_count_news(of bigint) RETURNS void LANGUAGE plpgsql AS $$body$$
DECLARE free integer; arrives boolean; BEGIN
  SELECT is_arriving INTO arrives FROM ledger_group WHERE id = of;
  IF NOT FOUND THEN DELETE FROM ledger_news WHERE group_id = of; END IF;
  IF arrives IS NOT FALSE THEN RETURN; END IF;
  IF EXISTS (SELECT 1 FROM ledger_news WHERE group_id = of AND "by" = txid_current()) THEN RETURN; END IF;
  SELECT one INTO free FROM generate_series(0, $last) AS one
    WHERE pg_try_advisory_xact_lock((of % 2147483647)::integer, one) LIMIT 1;
  INSERT INTO ledger_news (group_id, part, number, "by") VALUES (of, coalesce(free, 0), 1, txid_current())
    ON CONFLICT (group_id, part) DO UPDATE SET number = ledger_news.number + 1, "by" = excluded."by";
  PERFORM pg_notify('$channel', of::text);
END $$body$$""")
_IS_NEWS = Template("""
CREATE OR REPLACE FUNCTION ${table}_is_news() RETURNS trigger LANGUAGE plpgsql AS $$body$$ BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM ledger_count_news($old);
  ELSE
    PERFORM ledger_count_news($new);
  END IF;
  RETURN NULL;
END $$body$$""")
_ON_TABLE = Template("""
CREATE TRIGGER ${table}_is_news AFTER INSERT OR $update OR DELETE ON $table
FOR EACH ROW EXECUTE FUNCTION ${table}_is_news()""")
