"""A year as its page tells it: the table, what stood out, how it ran, and a sentence on luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.models import Group, Player, to_points
from ledger.scoring import GAMES
from ledger.sheet import NIGHT
from ledger.standings.badges import Badge, Placed, badges_in, table_in
from ledger.standings.groups import Names
from ledger.standings.nights_by_player import brought_every_night
from ledger.standings.played import Played
from ledger.standings.players import hands_in, standings_in
from ledger.standings.records import Feat, records_in
from ledger.standings.statistics import leaders_chance, statistics_in
from ledger.standings.years import Year, favourite_partners
from scorekeeper.components import POINTS, Column, Component, Course, Table
from scorekeeper.presenters.feats import badge_table, record_table
from scorekeeper.presenters.leaders import percent_of, these
from scorekeeper.text.durations import lasted
from scorekeeper.text.figures import PLUS, points, signed, signed_average
from scorekeeper.text.lists import joined, standing_apart

# What stands out in a group's year: nobody is shown at their worst.
TOLD_OF_ALL = (Feat.BEST_NIGHT, Feat.HAND_WON, Feat.COMEBACK, Feat.ROW, Feat.LONGEST)
# Badges that tell of a worst night, or of hands that were lost: for a player's own eyes as well.
AT_WORST = frozenset({Badge.UP_AND_DOWN, Badge.BY_A_HAIR})
# So many lines of the table stand open, so that the page fits a screen; so many badges of a player are shown.
AT_ONCE, BADGES = 8, 2


def standing(table: Sequence[Placed], year: Year, names: Mapping[int, str], code: str) -> Table[Placed]:
    """Return the table of a year; without the group's `code` no other page is named."""
    asked = f"?game={year.game}" if len(year.games) > 1 else ""
    uneven = year.played.uneven

    def url(one: Placed) -> str:
        return reverse("player_year", args=[code, one[1][0], year.year]) + asked if code else ""

    return Table(
        key="standing",
        title=_("How everybody stood"),
        fields=[
            Column(name="place", value=lambda one: one[0]),
            Column(value=lambda one: f"{one[0]}. {names[one[1][0]]}", head=_("Player"), url=url, css="who"),
            Column(name="player", value=lambda one: names[one[1][0]]),
            Column(
                name="points",
                value=lambda one: to_points(one[1][1].parts + uneven.get(one[1][0], 0)),
                head=_("Points"),
                write=points if uneven else signed,
            ),
            Column(name="nights", value=lambda one: one[1][1].nights, head=_("Nights")),
        ],
        entries=table,
        first=AT_ONCE,
    )


def stood_out(
    year: Year, player: int | None, names: Mapping[int, str], code: str, *, at_worst: bool
) -> list[Component]:
    """Return the course, the records and the badges of a group's year, or of a player's.

    A player's worst night is told only `at_worst`, for the player's own eyes. Without the group's `code` no
    other page is named.
    """
    played = year.played
    query = f"?since={year.year}-01&until={year.year}-12" if code else ""
    query += f"&game={year.game}" if query and len(year.games) > 1 else ""
    awards = [one for one in badges_in(played, year.game) if at_worst or one.badge not in AT_WORST]
    told = {*TOLD_OF_ALL, *((Feat.WORST_NIGHT,) if at_worst else ())}
    shown = [one for one in awards if one.is_fun][:1]
    if player is not None:
        told.remove(Feat.LONGEST)
        shown = [one for one in awards if player in one.players][:BADGES]
    records = [one for one in records_in(played, player) if one.feat in told]
    course = Course(
        key="chart",
        title=_("How it ran"),
        nights=brought_every_night(played),
        names=names,
        measure=POINTS,
        of=player,
    )
    best = replace(
        record_table(records, played, names, code, query),
        title=_("What stood out"),
        note=_("The worst night is shown to you only.") if at_worst else "",
    )
    if played.uneven:
        return [best]
    return [course, best, badge_table("badge", _("Badges"), shown, shown, played, names, code, query)]


def partners(played: Played, player: int | None, names: Mapping[int, str]) -> str:
    """Return who played together most often, or with this player; "" where nobody did often."""
    found = favourite_partners(played, player)
    if found is None:
        return ""
    players, sums = found
    words = ngettext(
        "Most often together: {who}, who won {won} of {hands} hand.",
        "Most often together: {who}, who won {won} of {hands} hands.",
        sums.hands,
    )
    if player is not None:
        words = ngettext(
            "Favourite partner: {who}; together they won {won} of {hands} hand.",
            "Favourite partner: {who}; together they won {won} of {hands} hands.",
            sums.hands,
        )
    who = joined([standing_apart(names[one]) for one in players if one != player])
    return words.format(who=who, won=sums.won, hands=sums.hands)


def luck(played: Played, table: Sequence[Placed], names: Names) -> str:
    """Return who is ahead, and how likely that is more than luck."""
    if played.uneven:
        return ""
    first = [player for place, (player, _nights) in table if place == 1]
    who = joined([standing_apart(names[one]) for one in first])
    if len(table) < 2:
        return ""
    if len(first) > 1:
        return _("{who} share the first place.").format(who=who)
    chance = leaders_chance(standings_in({"": played}, names)[0].players, played, is_season=False)
    words = _("{name} is ahead by {lead}. So few nights cannot tell how much of that is luck.")
    if chance and chance.players > 1:
        words = _(
            "{name} is ahead by {lead}. It is {percent} likely that {name} is really the best of {these}."
        )
    return words.format(
        name=who,
        lead=points(to_points(table[0][1][1].parts - table[1][1][1].parts)),
        percent=percent_of(chance.chance) if chance else "",
        these=these(chance.players, chance.floor) if chance else "",
    )


def own_luck(player: int, played: Played) -> str:
    """Return how much of a player's average in the year is the player's own."""
    found = statistics_in(played)
    own = found.players.get(player)
    if played.uneven:
        return ""
    if own is None or found.skill is None:
        return _("So few nights cannot tell how much of that is luck.")
    if not found.skill.differ:
        return _("In this year the players differ no more than luck alone would have them.")
    words = _("About {percent}% of this average is skill; the rest is luck.")
    return words.format(percent=round(own.signal * 100))


def told_of(
    year: Year,
    group: Group,
    player: Player | None,
    names: Names,
    *,
    is_for_others: bool = False,
    at_worst: bool = False,
) -> tuple[dict[str, Any], list[Component]]:
    """Return what the page says and its components; nothing of a year in which nothing was played.

    A page `is_for_others` leads nowhere else in the group.
    """
    played, who, code = year.played, player.pk if player else None, "" if is_for_others else group.code
    games = [(GAMES[one].name, one, one == year.game) for one in year.games if one in GAMES]
    this_year = timezone.localdate().year
    context: dict[str, Any] = {
        "group": group,
        "player": player,
        "name": names[player.pk] if player else group.name,
        "year": year.year,
        "is_over": year.year < this_year,
        "is_now": year.year == this_year,
        "games": games if len(games) > 1 else (),
    }
    table = table_in(played, fewest=1)
    own = next((one for one in table if one[1][0] == who), None)
    if not table or (player and not own):
        return context, []
    parts = stood_out(year, who, names, code, at_worst=at_worst)
    context |= {"is_played": True, "partners": partners(played, who, names)}
    if own is None:
        timed = [one.seconds for one in played.nights if one.seconds]
        context |= {
            "nights": len(played.nights),
            "hands": hands_in(played),
            "time": lasted(sum(timed)) if timed else "",
            "timed": len(timed),
            "luck": luck(played, table, names),
        }
        return context, [standing(table, year, names, code), *parts]
    place, (who, nights) = own
    brought = to_points(nights.parts + played.uneven.get(who, 0))
    context |= {
        "nights": nights.nights,
        "hands": sum(
            one.hands for one in played.roles if one.player == who and one.role not in ("out", NIGHT)
        ),
        "luck": own_luck(who, played),
        "won": nights.won,
        "points": brought,
        "is_typed": bool(played.uneven),
        "average": signed_average(brought / nights.nights).removeprefix(PLUS if played.uneven else ""),
        "place": place,
        "of": len(table),
    }
    return context, parts
