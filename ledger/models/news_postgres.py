"""The triggers of PostgreSQL that count what is written of a group, and call it out when it is committed."""

from collections.abc import Iterator, Mapping
from string import Template

from ledger.models.news import CHANNEL, PARTS_OF_NEWS


def triggers(told_of: Mapping[str, str], updates: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """Return the statement that makes a trigger, by table and name of the trigger; `updates` says for some
    tables which updates are news.
    """
    return {
        (table, f"{table}_is_news"): _ON_TABLE.substitute(table=table, update=updates.get(table, "UPDATE"))
        for table in told_of
    }


def functions(told_of: Mapping[str, str]) -> Iterator[str]:
    """Return the statements that make the functions which the triggers call."""
    if told_of:
        yield _COUNT.substitute(channel=CHANNEL, last=PARTS_OF_NEWS - 1)
    for table, group in told_of.items():
        yield _IS_NEWS.substitute(table=table, old=group.format(row="OLD"), new=group.format(row="NEW"))


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
