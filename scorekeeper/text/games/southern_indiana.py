"""Words of the southern Indiana game."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

REFUSALS = {
    "bad_level": _("A call is worth 2, 4 or 6, not {level}."),
    "not_kept_here": _("This game has no doublers and no pot."),
    "own_partner.caller": _("The caller cannot be their own partner."),
    "points_missing": _("Say the points of the caller’s side."),
    "race_goes_on": _("Nobody has {goal} yet: the race goes on."),
    "result_contradicts.call_set": _("That is not a call at {level} that was set."),
    "result_contradicts.call_won": _("That is not a call at {level} that was won."),
    "result_missing.call": _("Say the level of the call and who won it."),
    "result_missing.won": _("Say whether it was won."),
    "tricks_contradict.points_of_all": _("{points} points do not go with all the tricks."),
    "tricks_contradict.points_of_none": _("{points} points do not go with none of the tricks."),
    "wrong_length.race": _("“race” needs the standing of all {players} players."),
}

SAID = {
    "best_set": _("Best by {one}, set"),
    "best_won": _("Best by {one}, won"),
    "billy_set": _("Billy by {one}, set"),
    "billy_won": _("Billy by {one}, won"),
    "lost_2": _("Call at 2 set"),
    "lost_4": _("Call at 4 set"),
    "lost_6": _("Call at 6 set"),
    "no_play": _("Everybody passed: new deal"),
    "settle": _("The race is settled"),
    "settle.won": _("The race is won by {who}"),
    "solo_set": _("Solo by {one}, set"),
    "solo_won": _("Solo by {one}, won"),
    "won_2": _("Call at 2 won"),
    "won_4": _("Call at 4 won"),
    "won_6": _("Call at 6 won"),
    "race.gained": _("{gained} in the race for {who}; points wait for the end of the race"),
    "race.gained_others": _("{gained} in the race for {others}; points wait for the end of the race"),
    "race.won": _("the race is won by {who}; points wait for the end of the race"),
    "race.won_others": _("the race is won by {others}; points wait for the end of the race"),
    "why.all_tricks": _("all tricks"),
    "why.bracket": pgettext_lazy("card points", "{low}–{high}"),
    "why.difference": _("everybody pays everybody the difference"),
    "why.each": _("{each} to each opponent"),
    "why.game": _("the game is over"),
    "why.no_trick": _("no trick"),
    "why.one_point": _("everybody else pays one point"),
    "why.points": _("{points} of 120 points"),
    "why.race": _("{gained} in the race"),
    "label.best_set": _("best set"),
    "label.best_won": _("best won"),
    "label.billy_set": _("billy set"),
    "label.billy_won": _("billy won"),
    "label.lost_2": _("call at 2 set"),
    "label.lost_4": _("call at 4 set"),
    "label.lost_6": _("call at 6 set"),
    "label.passed": _("everybody passed: new deal"),
    "label.settled": _("race settled"),
    "label.solo_set": _("solo set"),
    "label.solo_won": _("solo won"),
    "label.won_2": _("call at 2 won"),
    "label.won_4": _("call at 4 won"),
    "label.won_6": _("call at 6 won"),
    "title.best_lost": _("{first} loses a best"),
    "title.best_won": _("{first} wins a best"),
    "title.call_made": _("{first} calls {level} with {third} and makes it"),
    "title.call_missed": _("{first} calls {level} with {third} and misses it"),
    "title.settled": _("The race is settled at 24, 6, 12 and 9"),
    "title.settled_by_a_best": _("{first} has won the game by a best, the others are at 6, 12 and 9"),
    "title.solo_lost": _("{first} loses a solo"),
}

STAKES = {
    "won_2": _("a call at 2 that is made costs each opponent {money}"),
    "lost_6": _("a call at 6 that is set costs {money}"),
    "example": _("whoever loses the race pays {money}"),
}

CARD = {
    "race_to": _("The race goes to {value}."),
    "ledger.per_hand": _("Points are settled after every hand."),
    "ledger.at_end": _("Points are settled when the race is over."),
    "race_settle.difference": _("At the end of the race everybody pays everybody the difference."),
    "race_settle.stake": _("At the end of the race every other player pays the winner one."),
    "best_points": _("A best is worth {value}."),
    "best_lost.loses_game": _("A lost best loses the game."),
}

WORDS: Mapping[str, str | Promise] = {}
