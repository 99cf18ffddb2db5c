"""Who leads a table and who leads by points a night, and how likely it is more than luck.

The total of points leads, on every page; points a night are said beside it, once. Frozen dataclasses out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.standings.statistics import LeadersChance
from ledger.statistics import AgainstTheTable, Verdict
from scorekeeper.text.figures import decimal
from scorekeeper.text.lists import joined, standing_apart

LUCK, DOUBT = Fraction(1, 2), Fraction(4, 5)
"""Below the first a table is a story; from the second on it is hardly luck any more."""


@dataclass(frozen=True, kw_only=True)
class ChanceView:
    """The chance as the big number, what it means, what luck is worth in a night, and how kind to be.

    `by_average` is who else leads by points a night, "" where the same do.
    """

    percent: str
    stated: str
    by_average: str
    luck: str
    ending: str


def chance_view(found: LeadersChance) -> ChanceView:
    """The chance of the leaders in words."""
    return ChanceView(
        percent=percent_of(found.chance),
        stated=_stated(found),
        by_average=first_by_average(found),
        luck=_luck(found),
        ending=_ending(found),
    )


def first_by_average(found: LeadersChance) -> str:
    """Return who leads by all points and who else by points a night; "" where these are the same."""
    if not found.by_average:
        return ""
    leaders, others = (
        joined([standing_apart(name) for name in names]) for names in (found.leaders, found.by_average)
    )
    words = _("First by all points together: {leaders}. First by points a night: {others}.")
    return words.format(leaders=leaders, others=others)


def more_than_luck(found: Mapping[int, AgainstTheTable], names: Mapping[int, str]) -> str:
    """Return who wins or loses clearly more a night than luck explains, the most striking first.

    `found` is by player id, of `ledger.standings.statistics.judged_by_night`; "" where it is empty.
    """
    if not found:
        return ""
    clear = sorted(
        (one for one in found if found[one].verdict is Verdict.CLEAR), key=lambda one: -found[one].surprise
    )
    ahead = [standing_apart(names[one]) for one in clear if found[one].side > 0]
    behind = [standing_apart(names[one]) for one in clear if found[one].side < 0]
    said = []
    if ahead:
        words = ngettext(
            "{names} wins more a night than luck explains.",
            "{names} win more a night than luck explains.",
            len(ahead),
        )
        said.append(words.format(names=joined(ahead)))
    if behind:
        words = ngettext(
            "{names} loses more a night than luck explains.",
            "{names} lose more a night than luck explains.",
            len(behind),
        )
        said.append(words.format(names=joined(behind)))
    return " ".join(said) or _("So far all points a night could be luck.")


def percent_of(chance: float | Fraction) -> str:
    """A chance in whole per cent; nothing is certain."""
    if chance > 0.99:
        return _("over 99%")
    if chance < 0.01:
        return _("under 1%")
    return _("{percent}%").format(percent=round(chance * 100))


def _stated(found: LeadersChance) -> str:
    if len(found.leaders) == found.players:
        return _("Everybody in the table is level.")
    words = ngettext(
        "That is how likely it is that {leaders}, who leads, is really the best of {these}.",
        "That is how likely it is that one of {leaders}, who lead, is really the best of {these}.",
        len(found.leaders),
    )
    leaders = joined([standing_apart(name) for name in found.leaders])
    return words.format(leaders=leaders, these=these(found.players, found.floor))


def these(players: int, floor: int) -> str:
    """So many players; with a `floor` those of so many nights or more, as others are not counted."""
    if not floor:
        return ngettext("this one", "these {players}", players).format(players=players)
    words = ngettext(
        "these {players} with {number} night or more", "these {players} with {number} nights or more", floor
    )
    return words.format(players=players, number=floor)


def _luck(found: LeadersChance) -> str:
    luck = _("Luck alone moves a night by about {points} points, up or down.").format(
        points=decimal(f"{found.spread.night_sd:.1f}")
    )
    if not found.spread.skill:
        return " ".join([luck, _("So far these players differ no more than luck would have them.")])
    own = ngettext(
        "Of an average over {number} night {percent} is a player’s own here; the rest is luck.",
        "Of an average over {number} nights {percent} is a player’s own here; the rest is luck.",
        found.nights,
    )
    return " ".join([luck, own.format(number=found.nights, percent=percent_of(found.signal))])


def _ending(found: LeadersChance) -> str:
    if found.chance < LUCK:
        return _("So who leads is a good story, and the next table may tell another.")
    if found.chance < DOUBT:
        return _("So something is in it, and a good part of it is still luck.")
    return _("That is hardly luck any more.")
