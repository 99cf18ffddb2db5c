"""The merges of a group against what its row keeps of them, and nobody sits twice at one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ledger.messages import Message
from ledger.models import Group, Merge, Session
from ledger.recording.auditing.reading import PORTION, one_moment, reported
from ledger.recording.contradictions import Names, called
from ledger.steps import pause
from ledger.who import Who, followed

Rows = Sequence[Merge]


def of_merges(group: Group, names: Names) -> Iterator[Message]:
    """Yield what is wrong with the merges, then where one person sits twice."""
    with one_moment():
        kept = Group.every.values_list("same_people", flat=True).get(pk=group.pk)
        rows: Rows = list(Merge.objects.filter(group=group.pk).select_related("undoes").order_by("number"))
    yield from _of_rows(rows, names)
    try:
        now = followed(_in_force(rows))
    except ValueError:
        yield reported("merged_in_a_circle")
        return
    has = {int(player): person for player, person in kept.items()}
    for player in sorted({*has, *now}):
        if has.get(player) != now.get(player):
            said = {"had": _called(has.get(player), names), "has": _called(now.get(player), names)}
            yield reported("who_is_who", who=called(player, names), **said)
    pause()
    yield from _nights(group, Who(now), names)


def _nights(group: Group, who: Who, names: Names) -> Iterator[Message]:
    last = -1
    while who:
        rows = Session.objects.filter(group=group.pk, number__gt=last).order_by("number")
        some = list(rows.values_list("number", "people")[:PORTION])
        for number, people in some:
            for person in sorted(one for one, times in Counter(map(who.of, people)).items() if times > 1):
                yield reported("sits_twice", night=number, who=called(person, names))
        if len(some) < PORTION:
            return
        last = some[-1][0]
        pause()


def _of_rows(rows: Rows, names: Names) -> Iterator[Message]:
    if [one.number for one in rows] != list(range(1, len(rows) + 1)):
        yield reported("merges_numbered", lines=len(rows))
    for one in rows:
        if names is not None and not {one.player_id, one.into_id} <= set(names):
            yield reported("merge_of_other_group", number=one.number)
        if one.undoes is not None and (
            (one.undoes.group_id, one.undoes.player_id, one.undoes.into_id, one.undoes.undoes_id)
            != (one.group_id, one.player_id, one.into_id, None)
            or one.undoes.number >= one.number
        ):
            yield reported("merge_undoes_another", number=one.number)


def _in_force(rows: Rows) -> Mapping[int, int]:
    undone = {one.undoes_id for one in rows}
    return {one.player_id: one.into_id for one in rows if one.undoes_id is None and one.key not in undone}


def _called(player: int | None, names: Names) -> str | Message:
    return reported("themselves") if player is None else called(player, names)
