"""Players who turn out to be one person, and those who do not after all: said, and taken back, at any time.

Nothing in ink is changed, and no money moves. What is said is kept in `Merge`; which player is whom by now is
projected to the group (`Group.who`), and whatever reads the book, or what was booked, asks there. Tallies and
results, which are added up by the database, are handed over in the same transaction.

A night's book knows a person by one id, whichever it was that came into it first: so whatever is written into
it meanwhile goes back, too, when the two are told apart again. Who sat at one table can therefore not be one.
"""

from django.db import connection, transaction
from django.utils import timezone

from ledger import limits
from ledger.book.who import Who, followed
from ledger.models import Group, Merge, Player
from ledger.recording.projecting import hand_over
from ledger.recording.writing import Refused, WriteContext, check_room, held, keys_are_used_once, used
from ledger.standings.merging import Meeting, meeting, newest_merge


def merge_players(group: Group, player: int, into: int, context: WriteContext) -> Merge:
    """Say that `player` is `into`: one person of that name, with all that both have.

    `context.after` is the number of what was said last of who is who. Raises Refused for two who cannot be
    one person, as they sat at one table or sit at two just now; for who is no player of the group, or is
    somebody else already; and where somebody said something of who is who meanwhile.
    """
    with keys_are_used_once(), transaction.atomic():
        group = held(group.pk)
        if (before := Merge.objects.filter(key=context.key).first()) is not None:
            said = (before.group_id, before.player_id, before.into_id, before.undoes_id)
            if said != (group.pk, player, into, None):
                raise used()
            return before
        newest = newest_merge(group)
        if context.after != newest:
            raise Refused("merges_moved_on")
        # Each may still be undone, so room is kept for that.
        check_room(2 * (group.merges.filter(undoes=None).count() + 1), limits.MOST_MERGES, case="merges")
        if player == into:
            raise Refused("same_player", fact="into")
        names = dict(Player.objects.filter(group=group, pk__in=[player, into]).values_list("pk", "name"))
        if len(names) < 2:
            raise Refused("no_such_player", fact="into")
        if any(group.who.of(one) != one for one in names):
            raise Refused("merges_moved_on")
        if (refused := why_not(names[player], names[into], meeting(group, player, into))) is not None:
            raise refused
        return _write(group, context, number=newest + 1, player=player, into=into)


def unmerge_players(group: Group, number: int, context: WriteContext) -> Merge:
    """Say that they are two people after all: everything is as if they had never been one.

    What was told for either meanwhile is theirs. Raises Refused where it was undone already, with another
    key, and where there is no such line.
    """
    with keys_are_used_once(), transaction.atomic():
        group = held(group.pk)
        one = Merge.objects.filter(group=group, number=number, undoes=None).first()
        if one is None:
            raise Refused("no_such_merge")
        if (undone := Merge.objects.filter(undoes=one).first()) is not None:
            if undone.key != context.key:
                raise Refused("unmerged")
            return undone
        number = newest_merge(group) + 1
        return _write(group, context, number=number, player=one.player_id, into=one.into_id, undoes=one)


def in_force(group: Group) -> dict[int, int]:
    """Return who was said to be whom, and is still, by player id; not yet followed to the last (one
    query).
    """
    rows = Merge.objects.filter(group=group, undoes=None, undone_by=None)
    return dict(rows.values_list("player", "into"))


def project_who(group: Group) -> None:
    """Note at the group which player is whom by now, and hand over what they did; the group is held."""
    before, after = group.who, Who(followed(in_force(group)))
    group.same_people = {str(player): person for player, person in after.now.items()}
    Group.every.filter(pk=group.pk).update(same_people=group.same_people)
    moved = {one: (before.of(one), after.of(one)) for one in {*before.now, *after.now}}
    moved = {one: (was, now) for one, (was, now) in moved.items() if was != now}
    if not moved:
        return
    nights = group.sessions.order_by("pk")
    if connection.features.has_select_for_update:  # whoever is telling a hand has to be done with it
        nights = nights.select_for_update(no_key=True)
    people = list(nights.values_list("pk", "people"))
    for was, now in sorted(set(moved.values())):
        ids = {one for one, way in moved.items() if way == (was, now)}
        hand_over([pk for pk, named in people if not ids.isdisjoint(named)], was, now)


def why_not(name: str, other: str, met: Meeting) -> Refused | None:
    """Return why two people of these names, who met like this, cannot be one; None where they can."""
    if len(met.nights) > 1:
        return Refused("sat_together", case="often", name=name, other=other, nights=len(met.nights))
    if met.nights:
        return Refused("sat_together", case="once", name=name, other=other)
    return Refused("at_two_tables", name=name, other=other) if met.tables else None


def _write(
    group: Group, context: WriteContext, *, number: int, player: int, into: int, undoes: Merge | None = None
) -> Merge:
    said = Merge.objects.create(
        key=context.key,
        group=group,
        number=number,
        player_id=player,
        into_id=into,
        undoes=undoes,
        by=context.by,
        at=context.at or timezone.now(),
    )
    project_who(group)
    return said
