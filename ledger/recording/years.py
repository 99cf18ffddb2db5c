"""The page of a year switched on for whoever has its address, and off again.

Each write holds the group's row. `key` is the guard against the same form sent twice, `after` how often the
teller had seen the page switched: if it was switched since, nothing is written.
"""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from ledger import limits
from ledger.models import Group, Player, SharedYear
from ledger.recording.access import Secret
from ledger.recording.writing import Refused, WriteContext, check_room


@dataclass(frozen=True, kw_only=True)
class YearPage:
    """The page of a year: of a group, or of one of its players."""

    year: int
    player: int | None = None


def share_year(
    group: Group, page: YearPage, secret: Secret, context: WriteContext, *, shows_names: bool
) -> SharedYear:
    """Let the page of a year be opened by a new address; the former one opens nothing any more.

    Raises Refused where it was switched meanwhile, for a player of another group, and where too many are on.
    """
    with transaction.atomic():
        group = Group.objects.select_for_update(no_key=True).get(pk=group.pk)
        if page.player is not None and not Player.objects.filter(pk=page.player, group=group).exists():
            raise Refused("no_such_player")
        shared = _held(group, page)
        if shared is not None and shared.last_key == context.key:
            return shared
        _check_seen(shared, context)
        on = SharedYear.objects.filter(group=group, is_on=True)
        check_room(on.count() + 1, limits.MOST_SHARED_YEARS, case="links")
        shared = shared or SharedYear(group=group, year=page.year, player_id=page.player)
        shared.nonce, shared.digest = secret.nonce, secret.digest
        shared.shows_names, shared.is_on = shows_names, True
        return _saved(shared, context)


def unshare_year(group: Group, page: YearPage, context: WriteContext) -> SharedYear | None:
    """Close the page of a year to addresses; None where none ever opened it.

    Raises Refused as `share_year`.
    """
    with transaction.atomic():
        group = Group.objects.select_for_update(no_key=True).get(pk=group.pk)
        shared = _held(group, page)
        if shared is None or shared.last_key == context.key:
            return shared
        _check_seen(shared, context)
        shared.is_on = False
        return _saved(shared, context)


def _held(group: Group, page: YearPage) -> SharedYear | None:
    return SharedYear.objects.filter(group=group, year=page.year, player=page.player).first()


def _check_seen(shared: SharedYear | None, context: WriteContext) -> None:
    if context.after != (shared.changes if shared is not None else 0):
        raise Refused("access_moved_on")


def _saved(shared: SharedYear, context: WriteContext) -> SharedYear:
    shared.changes += 1
    shared.last_key, shared.by, shared.at = context.key, context.by, context.at or timezone.now()
    shared.save()
    return shared
