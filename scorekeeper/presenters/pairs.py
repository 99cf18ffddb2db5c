"""Two players, together or against each other: what is called out, where it is told, and all as a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.models import Group
from ledger.standings.company import Pairing
from ledger.standings.questions import AGAINST, TOGETHER
from scorekeeper.presenters.table_files import FileRow, FileTable
from scorekeeper.text.figures import count, signed


@dataclass(frozen=True, kw_only=True)
class PairFact:
    """A pair that luck does not explain: `kind` is hot, cold, nemesis, victim or beaten.

    Of two against each other `one` wins and `other` loses: a nemesis, but where it is told of `one` a victim,
    or only beaten where another one is more so. `points` are what it brought `one`, with a sign.
    """

    kind: str
    one: str
    other: str
    counted: str
    points: str
    address: str


def pair_fact(
    pair: Pairing, names: Mapping[int, str], addresses: PairAddresses, *, told_of: int | None = None
) -> PairFact:
    """The fact of a pair that is clear, seen from whoever has the better of it.

    `told_of` is the player whose page it is told on, if it is one's.
    """
    if pair.is_together:
        kind = "hot" if pair.side > 0 else "cold"
    else:
        kind = "victim" if pair.one == told_of else "nemesis"
    return PairFact(
        kind=kind,
        one=names[pair.one],
        other=names[pair.other],
        counted=pair_counted(pair),
        points=signed(round(pair.points)),
        address=addresses.of(pair),
    )


def pair_counted(pair: Pairing) -> str:
    """How many of their hands: "12 of 20"."""
    return _("{part} of {whole}").format(part=count(pair.share.k), whole=count(pair.share.n))


_ANY_TWO = f"{AGAINST.key}-0-0"


class PairAddresses:
    """Where questions about two are answered, of the same hands; Django looks the page up once for all."""

    def __init__(self, group: Group, query: str) -> None:
        page = reverse("group_question", args=[group.code, _ANY_TWO])
        self._before, _any, after = page.rpartition(_ANY_TWO)
        self._after = after + query

    def of(self, pair: Pairing) -> str:
        """The address of this one: together it is the same, whoever asks."""
        about, one, other = AGAINST.key, pair.one, pair.other
        if pair.is_together:
            about, (one, other) = TOGETHER.key, sorted((one, other))
        return f"{self._before}{about}-{one}-{other}{self._after}"


def table_of_pairs(pairs: Iterable[Pairing], names: Mapping[int, str]) -> FileTable:
    """Each two of them: together or against each other, k of n hands and the points."""

    def rows() -> Iterator[FileRow]:
        for pair in pairs:
            yield (
                names[pair.one],
                names[pair.other],
                "together" if pair.is_together else "against",
                pair.share.k,
                pair.share.n,
                pair.answer.interval.low,
                pair.answer.interval.high,
                float(pair.usual.exact),
                pair.answer.verdict.value,
                pair.points,
            )

    columns = ("player", "other", "how", "k", "n", "low", "high", "usual", "verdict", "points")
    return FileTable(columns=columns, read=rows)
