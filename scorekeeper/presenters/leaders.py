"""Leaders of a table in all and by points a night, and how likely it is more than luck.

The total of points leads, on every page; points a night are said beside it, once.
"""

from collections.abc import Mapping
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.standings.statistics import LeadersChance
from ledger.statistics import AgainstTheTable, Verdict
from scorekeeper.text.figures import decimal, percentage
from scorekeeper.text.lists import joined, standing_apart

# Below the first a table is a story; from the second on it is hardly luck any more.
LUCK, DOUBT = Fraction(1, 2), Fraction(4, 5)


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
    ahead, behind = (
        [
            standing_apart(names[player])
            for player, one in sorted(found.items(), key=lambda told: -told[1].surprise)
            if one.verdict is Verdict.CLEAR and one.side == side
        ]
        for side in (1, -1)
    )
    win = ngettext(
        "{names} wins more a night than luck explains.",
        "{names} win more a night than luck explains.",
        len(ahead),
    )
    lose = ngettext(
        "{names} loses more a night than luck explains.",
        "{names} lose more a night than luck explains.",
        len(behind),
    )
    said = [words.format(names=joined(some)) for words, some in ((win, ahead), (lose, behind)) if some]
    if found and not said:
        return _("So far all points a night could be luck.")
    return " ".join(said)


def percent_of(chance: float | Fraction) -> str:
    """Return a chance in whole per cent; nothing is certain."""
    if chance > 0.99:
        return _("over 99%")
    if chance < 0.01:
        return _("under 1%")
    return percentage(round(chance * 100))


def these(players: int, floor: int) -> str:
    """Return so many players in words; with a `floor` those of so many nights or more."""
    if not floor:
        return ngettext("this one", "these {players}", players).format(players=players)
    words = ngettext(
        "these {players} with {number} night or more", "these {players} with {number} nights or more", floor
    )
    return words.format(players=players, number=floor)


def how_likely(found: LeadersChance) -> str:
    """Return what the chance of the leaders means, how much of it is luck, and how kind to be."""
    words = ngettext(
        "That is how likely it is that {leaders}, who leads, is really the best of {these}.",
        "That is how likely it is that one of {leaders}, who lead, is really the best of {these}.",
        len(found.leaders),
    )
    leaders = joined([standing_apart(name) for name in found.leaders])
    stated = words.format(leaders=leaders, these=these(found.players, found.floor))
    if len(found.leaders) == found.players:
        stated = _("Everybody in the table is level.")
    own = ngettext(
        "Over {number} night, {percent} of an average is skill here; the rest is luck.",
        "Over {number} nights, {percent} of an average is skill here; the rest is luck.",
        found.nights,
    ).format(number=found.nights, percent=percent_of(found.signal))
    if not found.spread.skill:
        own = _("So far these players differ no more than luck would have them.")
    ending = _("That is hardly luck any more.")
    if found.chance < LUCK:
        ending = _("So who leads is a good story, and the next table may tell another.")
    elif found.chance < DOUBT:
        ending = _("So something is in it, and a good part of it is still luck.")
    luck = _("Luck alone moves a night by about {points} points, up or down.").format(
        points=decimal(f"{found.spread.night_sd:.1f}")
    )
    return " ".join([stated, luck, own, ending])
