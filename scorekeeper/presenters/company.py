"""Two players, together or against each other, as a component."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.models import Group
from ledger.standings.company import Pairing
from ledger.standings.questions import AGAINST, TOGETHER
from scorekeeper.components import Column, Table
from scorekeeper.text.figures import count, signed
from scorekeeper.text.lists import standing_apart


def pair_address(pair: Pairing, group: Group, query: str) -> str:
    """Return the address of the question about two players; together it is the same, whoever asks."""
    about, ids = AGAINST.key, [pair.one, pair.other]
    if pair.is_together:
        about, ids = TOGETHER.key, sorted(ids)
    return reverse("group_question", args=[group.code, f"{about}-{ids[0]}-{ids[1]}"]) + query


def pair_said(pair: Pairing, names: Mapping[int, str]) -> str:
    """Return what is clear about two players, seen from the better one."""
    if not pair.is_together:
        return _("{name} loses more often than not").format(name=standing_apart(names[pair.other]))
    if pair.side > 0:
        return _("win more often together than others")
    return _("win less often together than others")


def pair_columns(names: Mapping[int, str]) -> list[Column[Pairing]]:
    """Return the columns that a file of pairs has."""
    return [
        Column(name="player", value=lambda one: names[one.one]),
        Column(name="other", value=lambda one: names[one.other]),
        Column(name="how", value=lambda one: "together" if one.is_together else "against"),
        Column(name="k", value=lambda one: one.share.k),
        Column(name="n", value=lambda one: one.share.n),
        Column(name="low", value=lambda one: one.answer.interval.low),
        Column(name="high", value=lambda one: one.answer.interval.high),
        Column(name="usual", value=lambda one: float(one.usual.exact)),
        Column(name="verdict", value=lambda one: one.answer.verdict.value),
        Column(name="points", value=lambda one: one.points),
    ]


def pair_table(
    key: str,
    title: str,
    shown: Sequence[Pairing],
    every: Iterable[Pairing],
    names: Mapping[int, str],
    group: Group,
    query: str,
) -> Table[Pairing]:
    """Return the pairs that luck does not explain, seen from the better one; the file has `every`."""

    def who(pair: Pairing) -> str:
        words = _("{one} and {other}") if pair.is_together else _("{one} against {other}")
        return words.format(one=standing_apart(names[pair.one]), other=standing_apart(names[pair.other]))

    return Table(
        key=key,
        title=title,
        fields=[
            Column(
                value=who,
                head=_("Clear"),
                below=lambda one: pair_said(one, names),
                url=lambda one: pair_address(one, group, query),
                css="who",
            ),
            Column(
                value=lambda one: _("{part} of {whole}").format(
                    part=count(one.share.k), whole=count(one.share.n)
                ),
                head=_("Won"),
                below=lambda one: signed(round(one.points)),
            ),
            *pair_columns(names),
        ],
        entries=shown,
        every=lambda: every,
        first=5,
        css="told",
    )
