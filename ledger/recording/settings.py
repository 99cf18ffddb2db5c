"""Settings of a group: its name, what it plays for, whether it is put away, its seasons; how players look.

Every change of a group is noted down in `Group.changes`, the newest last: what it was, what it is, who
changed it and when, so that it can be read and changed back. `key` is the guard here as everywhere; `after`
is the number of the last change that the teller saw. A setting of one's own is changed by `change`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from babel.numbers import get_currency_precision
from django.db import transaction
from django.utils import timezone

from ledger import limits
from ledger.book.seasons import Season, facts_of, no_season
from ledger.models import Colour, Group, Player, name_key
from ledger.models.group import LONGEST_INITIALS, shown_name
from ledger.recording.group import clean_name
from ledger.recording.night import change_stake
from ledger.recording.writing import (
    Refused,
    WriteContext,
    check_room,
    clean_text,
    going_on,
    held,
    keys_are_used_once,
)
from ledger.standings.groups import currency_is_kept
from ledger.words.initials import MOST_SIGNS, signs

# Changes that are kept; the oldest go.
MOST_CHANGES = 50

# Fields of a group, and what they say.
SettingValues = Mapping[str, Any]


def call_group(group: Group, name: str, context: WriteContext) -> Group:
    return change(group, "name", {"name": clean_name(name, fact="name")}, context)


def play_for(
    group: Group, currency: str, stake_cents: int, context: WriteContext, *, tonight: bool = False
) -> Group:
    """Write the worth of a point from the next night on; with `tonight` in open nights as well.

    Without a currency they play for points only. What was booked, or is being played for, stays what it is:
    then the currency stays as well, and a point is worth nothing from then on. Raises Refused where the
    currency has to stay.
    """
    said = {"currency": currency, "stake_cents": stake_cents, "tonight": tonight}
    with keys_are_used_once(), transaction.atomic():
        group = held(group.pk)
        if was_sent(group, "money", said, context):
            return group
        kept = currency_is_kept(group)
        if not currency:
            currency, stake_cents, tonight = (group.currency if kept else ""), 0, tonight or not kept
        if kept and currency != group.currency:
            if kept == "booked":
                raise Refused("currency_kept", case="booked", fact="currency")
            if get_currency_precision(currency) != get_currency_precision(group.currency):
                raise Refused("currency_kept", case="tonight", fact="currency")
        group = change(group, "money", {"currency": currency, "stake_cents": stake_cents}, context, said=said)
        for session, sheet, pen in going_on(group, context) if tonight else ():
            if sheet.stake_cents != group.stake_cents:
                change_stake(session, group.stake_cents, pen)
    return group


def show_money_to_watchers(group: Group, context: WriteContext, *, is_shown: bool) -> Group:
    """Choose whether watchers are shown what everybody owes and was paid."""
    return change(group, "watching", {"watchers_see_money": is_shown}, context)


def let_dealer_keep_score(group: Group, context: WriteContext, *, is_dealer: bool) -> Group:
    """Choose whether the score goes round with the deal."""
    return change(group, "keeping", {"dealer_keeps_score": is_dealer}, context)


def change(
    group: Group,
    what: str,
    values: SettingValues,
    context: WriteContext,
    *,
    said: SettingValues | None = None,
) -> Group:
    """Write other values for fields of a group, noted as a change of `what`; equal ones are no change.

    `said` is what was asked for where the values only follow from it. Raises Refused when others changed
    something meanwhile, or when the key said something else before.
    """
    with transaction.atomic():
        group = held(group.pk)
        was = {name: getattr(group, name) for name in values}
        if was_sent(group, what, said or values, context) or was == dict(values):
            return group
        if context.after != newest_change(group):
            raise Refused("settings_moved_on")
        for name, value in values.items():
            setattr(group, name, value)
        note(group, what, was, values, context, said=said)
        group.save(update_fields=[*values, "changes"])
    return group


def newest_change(group: Group) -> int:
    return int(group.changes[-1]["number"]) if group.changes else 0


def draw_player(player: Player, *, initials: str, colour: str) -> Player:
    """Write a player's chosen initials and colour; "" for those that follow from name and place.

    Raises Refused for initials that are too long, or somebody else's, or somebody else's name.
    """
    initials = "".join(clean_text(initials, case="name", fact="initials").split())
    if len(signs(initials)) > MOST_SIGNS or len(initials) > LONGEST_INITIALS:
        raise Refused("long_initials", fact="initials", most=MOST_SIGNS)
    if initials and not name_key(initials):
        raise Refused("no_initials", fact="initials")
    if colour and colour not in Colour.values:
        raise Refused("no_such_colour", fact="colour")
    with transaction.atomic():
        group = held(player.group_id)
        others = group.players.exclude(pk=player.pk).values_list(shown_name(), "initials") if initials else ()
        for name, taken in others:
            if name_key(name) == name_key(initials):
                raise Refused("initials_a_name", fact="initials", name=name)
            if taken and name_key(taken) == name_key(initials):
                raise Refused("initials_taken", fact="initials", name=name, initials=initials)
        player.initials, player.colour = initials, colour
        player.save(update_fields=["initials", "colour"])
    return player


def put_away(group: Group, context: WriteContext, *, away: bool = True) -> Group:
    """Put a group away, or bring it back; twice is as good as once, whatever else was changed meanwhile."""
    with transaction.atomic():
        group = held(group.pk)
        sent = any(one["key"] == str(context.key) for one in group.changes)
        if not sent and away is not (group.archived_at is not None):
            group.archived_at = (context.at or timezone.now()) if away else None
            note(group, "archive", {"archived": not away}, {"archived": away}, context)
            group.save(update_fields=["archived_at", "changes"])
    return group


def was_sent(group: Group, what: str, said: SettingValues, context: WriteContext) -> bool:
    """Check whether this was written before; raises Refused when the key said something else then."""
    for one in group.changes:
        if one["key"] == str(context.key):
            if (one["what"], one.get("said", one["now"])) != (what, dict(said)):
                raise Refused("key_used", case="settings")
            return True
    return False


def note(
    group: Group,
    what: str,
    was: SettingValues,
    now: SettingValues,
    context: WriteContext,
    *,
    said: SettingValues | None = None,
) -> None:
    noted = {
        "number": newest_change(group) + 1,
        "what": what,
        "was": dict(was),
        "now": dict(now),
        "by": context.by.pk if context.by else None,
        "at": (context.at or timezone.now()).isoformat(),
        "key": str(context.key),
        **({"said": dict(said)} if said else {}),
    }
    group.changes = [*group.changes, noted][-MOST_CHANGES:]


def add_season(group: Group, said: Season, context: WriteContext) -> Group:
    """Add a season. Raises Refused for a name that another has, days that are none, and too many."""
    return _write(group, 0, said, context)


def change_season(group: Group, number: int, said: Season, context: WriteContext) -> Group:
    """Write other words, days or another floor for a season; one that was removed is there again.

    Raises Refused as `add_season`, and where there was never one of this number.
    """
    return _write(group, number, said, context)


def remove_season(group: Group, number: int, context: WriteContext) -> Group:
    """Remove a season; the nights in it stay. One that is gone already is as good as removed."""
    return _write(group, number, None, context)


def _write(group: Group, number: int, said: Season | None, context: WriteContext) -> Group:
    season = None
    if said is not None:
        season = replace(said, number=number, name=clean_name(said.name, fact="name"))
        if season.last is not None and season.last < season.first:
            raise Refused("season_ends_early", fact="last")
        if not 0 <= season.floor <= limits.MOST_FLOOR:
            raise Refused("season_floor", fact="floor", most=limits.MOST_FLOOR)
    told = no_season(number) if season is None else facts_of(season)
    with transaction.atomic():
        group = held(group.pk)
        if was_sent(group, "season", told, context):
            return group
        # Seasons that were removed can still be put back.
        once = [one["now"]["season"] for one in group.changes if one["what"] == "season"]
        if number and number not in (*once, *(one["season"] for one in group.seasons)):
            raise Refused("no_such_season")
        there = {one["season"]: one for one in group.seasons}
        if (season is None and number not in there) or there.get(number) == told:
            return group
        if context.after != newest_change(group):
            raise Refused("settings_moved_on")
        number = number or newest_change(group) + 1
        was = there.pop(number, no_season(number))
        if season is not None:
            check_room(len(there) + 1, limits.MOST_SEASONS, case="seasons")
            names = [one["name"] for one in there.values() if name_key(one["name"]) == name_key(season.name)]
            if names:
                raise Refused("season_name_taken", fact="name", name=names[0])
            there[number] = facts_of(replace(season, number=number))
        group.seasons = [there[one] for one in sorted(there)]
        note(group, "season", was, there.get(number, no_season(number)), context, said=told)
        group.save(update_fields=["seasons", "changes"])
    return group
