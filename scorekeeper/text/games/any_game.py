"""Words of any other game, whose points are typed."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "not_balanced": _("The points have to add up to zero, and they add up to {left:signed}."),
    "no_teams": _("{players} players cannot be {teams} teams."),
    "not_the_total": _("The points come to {sum:plain}, and a hand comes to {total:plain}."),
    "team_differs": _("Players of one team have the same number."),
    "not_kept_here.any_game": _("Another game has no doublers and no pot."),
    "points_of_nobody": _("Type everybody’s points."),
}

SAID = {
    "bid": _("{who} bid {bid}"),
    "no_play": _("Nobody wins anything"),
    "points.average": _("Against the average of all"),
    "points.balanced": _("As typed"),
    "points.typed": _("As typed"),
    "points.each": _("The difference to everybody"),
    "label.passed": _("nothing won"),
    "label.points": _("typed points"),
    "title.points": _("{last} has the most points"),
}

CARD = {
    "counting.typed": _("Points count as they are typed, and add up."),
    "target": _("We play to {value}."),
    "target.none": _("We play to no number."),
    "hand_total": _("The points of each hand come to {value}."),
    "hand_total.none": _("The points of a hand may come to anything."),
    "has_bids.True": _("Bids are written down beside the points."),
    "has_bids.False": _("Bids are not written down."),
    "teams": _("There are {value} teams, and a team shares its number."),
    "teams.none": _("There are no teams."),
    "money.average": _("Money is worked out at the end of the night, against the average."),
    "money.each": _("Money is worked out at the end of the night, everybody with everybody."),
    "money.winner": _("At the end of the night everybody pays their difference to the winner."),
    "counting.balanced": _("Points count as they are typed, and add up to zero."),
    "counting.average": _("Points count against the average of everybody."),
    "counting.each": _("Everybody settles the difference with everybody."),
    "low_wins.True": _("The fewest points win."),
    "low_wins.False": _("The most points win."),
}

WORDS: Mapping[str, str | Promise] = {}
