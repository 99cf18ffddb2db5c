"""Metrics of this server in Prometheus' format, on a port of their own (METRICS_PORT).

Nothing in it names anybody: pages go by the names in urls.py, never by their addresses.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError

from django.db import DatabaseError, connection
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from scorekeeper.models import Task
from scorekeeper.serving.pool import PagePool

REGISTRY = CollectorRegistry()

PAGES = Histogram(
    "scorekeeper_page_seconds",
    "Seconds from a whole request to its answer, its wait for a thread and for the database included.",
    ("page", "status"),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=REGISTRY,
)
HANDS = Counter(
    "scorekeeper_hands_written", "Hands written; one that is sent twice counts once.", registry=REGISTRY
)
CONFLICTS = Counter(
    "scorekeeper_outbox_conflicts",
    "Hands that waited on a phone and found that somebody else had written.",
    registry=REGISTRY,
)
AWAY = Counter(
    "scorekeeper_database_away", "Answers that said the database is away for a moment.", registry=REGISTRY
)
STREAMS = Gauge("scorekeeper_streams_open", "Phones that watch.", registry=REGISTRY)
QUEUE = Gauge(
    "scorekeeper_queue_length", "Pages, and steps of background work, that wait for a thread.", ("what",),
    registry=REGISTRY,
)  # fmt: skip

# Label of everything that is no page: static files and unknown addresses.
OTHERS = "other"

# Seconds that the database may take to say how it is; a scrape waits ten.
PATIENCE = 4.0

STANDBYS = """
SELECT coalesce(sync_state, 'unknown'), count(*), max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))
FROM pg_stat_replication GROUP BY 1"""


def watch(pool: PagePool, streams: Callable[[], int]) -> None:
    """Register the gauges of the queue, the streams and the database; once in a process."""
    STREAMS.set_function(streams)
    QUEUE.labels("pages").set_function(lambda: pool.waiting[0])
    QUEUE.labels("steps").set_function(lambda: pool.waiting[1])
    REGISTRY.register(_Database(pool))


class _Database(Collector):
    """Gauges of the database, asked in a page thread, as on SQLite no other may, and not for long."""

    def __init__(self, pool: PagePool) -> None:
        self.pool = pool

    def describe(self) -> Iterable[GaugeMetricFamily]:
        """Nothing is asked before somebody wants to know."""
        return ()

    def collect(self) -> Iterable[GaugeMetricFamily]:
        try:
            yield from self.pool.submit_page("metrics", _asked).result(PATIENCE)
        except (TimeoutError, CancelledError, RuntimeError):
            yield from _is_up(up=False)


def _asked() -> list[GaugeMetricFamily]:
    try:
        tasks = GaugeMetricFamily("scorekeeper_tasks", "Work in the background.", labels=("state",))
        for state in (Task.State.WAITING, Task.State.RUNNING):
            tasks.add_metric((str(state),), Task.objects.filter(state=state).count())
        return [*_is_up(up=True), tasks, *(_replication() if connection.vendor == "postgresql" else ())]
    except DatabaseError:
        if connection.vendor == "postgresql":
            connection.close()
        return list(_is_up(up=False))


def _is_up(*, up: bool) -> Iterable[GaugeMetricFamily]:
    yield GaugeMetricFamily("scorekeeper_database_up", "Whether the database answers.", value=int(up))


def _replication() -> Iterable[GaugeMetricFamily]:
    # Yield gauges of the standbys. The user sees how far they are only with the role pg_monitor.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery(), current_setting('synchronous_standby_names') <> ''")
        is_standby, waits = cursor.fetchone()
        cursor.execute(STANDBYS if not is_standby else "SELECT NULL WHERE false")
        rows = cursor.fetchall()
    yield GaugeMetricFamily("scorekeeper_database_is_standby", "It may only be read.", value=int(is_standby))
    yield GaugeMetricFamily(
        "scorekeeper_database_waits_for_standby",
        "A hand is recorded when a standby has it.",
        value=int(waits),
    )
    standbys = GaugeMetricFamily("scorekeeper_standbys", "Standbys, by how they follow.", labels=("state",))
    behind = GaugeMetricFamily("scorekeeper_standby_behind_bytes", "The last of them.", labels=("state",))
    for state, count, lag in rows:
        standbys.add_metric((state,), count)
        if lag is not None:
            behind.add_metric((state,), float(lag))
    yield standbys
    yield behind
