"""Many lines on their way into a group, so that nobody waits while they are written.

They are written in steps into a hidden group, which nobody sees, and handed over from there all at once.
"""

from collections.abc import Callable, Iterable

from django.db import transaction
from django.db.models import F, Sum

from ledger.models import Account, Group, Player, Posting, Transaction, name_key
from ledger.models.group import shown_name
from ledger.recording.group import check_players, clean_name
from ledger.recording.journal import Party, follow, hold, next_number
from ledger.recording.removing import is_gone
from ledger.recording.writing import Refused
from ledger.standings.players import is_nobody


def check_names(group: Group, names: Iterable[str]) -> None:
    """Raise Refused for a name that will not do, and for more players than the group can hold."""
    known = _players_by_key(group)
    keys = {name_key(clean_name(name, fact="names")) for name in names}
    check_players(len({*known.values()}), more=len(keys - known.keys()))


def ids_by_place(group: Group, names: Iterable[str]) -> list[int]:
    """Return the players of these names; newcomers have no id yet, and stand as −1, −2, … by their places."""
    known = _players_by_key(group)
    return [known.get(name_key(name), -1 - place) for place, name in enumerate(names)]


def _players_by_key(group: Group) -> dict[str, int]:
    # The placeholder is also known by its name on pages, which is in the reader's language.
    rows = list(group.players.values_list("pk", "name_key", shown_name()))
    return {name_key(shown): pk for pk, _key, shown in rows} | {key: pk for pk, key, _shown in rows}


def start_stage(group: Group, names: Iterable[str], began: Callable[[Group], object]) -> Group:
    """Create the hidden group with a player for each name; tell `began` of it in the same transaction."""
    with transaction.atomic():
        hidden = Group.every.create(name=group.name, currency=group.currency, is_arriving=True)
        Player.objects.bulk_create(
            Player(group=hidden, name=name, name_key=name_key(name), is_placeholder=is_nobody(name))
            for name in names
        )
        began(hidden)
    return hidden


def hold_living(group: Group) -> None:
    """Lock the group, as `hold` does. Raises Refused for one that is removed already, or soon."""
    held = Group.every.select_for_update(no_key=True).filter(pk=group.pk).first()
    if held is None or is_gone(held):
        raise Refused("gone", case="nothing_written")
    hold(group)


def hand_over_stage(hidden: Group, group: Group, *, method: str = "") -> None:
    """Make the players and the journal's lines of a hidden group those of a group that is held; delete it.

    The lines are numbered on from the last one of the group; each says that `method`. Raises IntegrityError
    where somebody took one of the new names meanwhile.
    """
    before = next_number(group) - 1
    postings = Posting.objects.filter(transaction__group=hidden).order_by().values_list("account", "player")
    sums: dict[Party, int] = {
        Account(account) if player is None else player: int(cents)
        for account, player, cents in postings.annotate(sum=Sum("cents"))
    }
    Player.objects.filter(group=hidden).update(group=group)
    lines = Transaction.objects.filter(group=hidden)
    lines.update(group=group, number=F("number") + before, method=method)
    follow(group, sums)
    Group.every.filter(pk=hidden.pk).delete()
