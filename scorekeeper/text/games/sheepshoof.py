"""Words of Sheepshoof."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

REFUSALS = {
    "no_partner": _("In Sheepshoof the picker has no partner."),
    "not_kept_here.sheepshoof_doublers": _("Sheepshoof has no doublers."),
    "not_kept_here.sheepshoof_pot": _("Sheepshoof has no pot."),
    "result_contradicts.sheepshoof": _("{points} points are not “{result:outcome}”."),
    "result_missing.sheepshoof": _("Say how many points the picker took."),
    "running_missing": _("A tie: say everybody’s score before the hand, for the lower one wins."),
    "winners_contradict.nobody": _("Say who won, or who tied for the fewest."),
    "winners_contradict.winner": _("The winner is not among the winners."),
    "winners_missing.fewster": _("Say who won the fewster."),
    "won_with.fewster_no_trick": _("Nobody wins a fewster without a trick here."),
    "won_with.nothing": _("Taking every trick wins nothing at this table."),
    "won_with.third": _("The third took every trick and wins."),
    "wrong_length.running": _("“running” needs the score of all three players."),
    "outcome.lost": _("lost"),
    "outcome.won": _("won"),
}

SAID = {
    "bump": _("Double on the {bump}"),
    "fewster": _("Fewster won by {one}"),
    "fewster_all_tricks": _("All six tricks"),
    "lost": _("Lost"),
    "no_play": _("Thrown in: new deal"),
    "out_of_turn": _("Out of turn: taken back"),
    "push": _("Nobody wins the fewster"),
    "renege": _("Renege by {one}"),
    "three_way": _("All three tie"),
    "tie": _("{one} and {other} tie for the fewest"),
    "tie.push": _("{one} and {other} tie: nobody pays"),
    "tie.won": _("{one} wins a tie with {other}"),
    "won": _("Won"),
    "why.all_tricks": _("all the tricks"),
    "why.bracket": pgettext_lazy("card points", "{low}–{high} points"),
    "why.equal": _("the same score before the hand"),
    "why.fewest": _("{points} points, the fewest with a trick"),
    "why.lost": _("{points} is less than 19"),
    "why.lower": _("the lower score before the hand"),
    "why.lowest_first": _("the lowest score before the hand first"),
    "why.no_trick": _("no trick"),
    "why.nobody_pays": _("nobody pays"),
    "why.points": _("the fewest points"),
    "why.push": _("the fewest points are without a trick"),
    "why.renege": _("the hand could not be reconstructed"),
    "why.shared": _("they share a point"),
    "why.shared_equally": _("the same score before the hand: they share a point"),
    "why.some_equal": _("some with the same score before the hand"),
    "why.tie": _("18 is a tie, and the opponents win ties"),
    "why.won": _("{points} is 19 or more"),
    "label.fewster": _("fewster"),
    "label.lost": _("lost {low}–{high}"),
    "label.nobody": _("fewster, nobody wins"),
    "label.out_of_turn": _("out of turn: taken back"),
    "label.renege": _("renege"),
    "label.thrown_in": _("thrown in: new deal"),
    "label.tied": _("fewster, tied"),
    "label.won": _("won {low}–{high}"),
    "title.all_tricks": _("A fewster: {first} takes all six tricks"),
    "title.no_trick": _("A fewster: {first} takes no trick, {second} has {points}"),
    "title.picks": _("{first} picks and has {points} of 36"),
    "title.three_way": _("A fewster: all three have {points}, {third} the lowest score so far"),
    "title.tied": _("A fewster: {first} and {second} have {points} points, {first} is ahead"),
    "title.tied_equal": _("A fewster: {first} and {second} have {points} points, and the same score so far"),
}

STAKES = {
    "won": _("a hand that is won costs each opponent {money}"),
    "lost": _("a picker who loses pays {money}"),
}

CARD = {
    "bump.True": _("When the picker loses, the picker pays double."),
    "bump.False": _("When the picker loses, the picker pays no more than a win would have brought."),
    "fewster_trickless.next": _("If the fewest points are without a trick, the next best with a trick wins."),
    "fewster_trickless.push": _("If the fewest points are without a trick, nobody wins."),
    "fewster_trickless.auto_win": _("Whoever takes no trick wins a fewster."),
    "fewster_tie.lowest_running": _(
        "Of two who tie for the fewest, the one with the lower score before the hand wins."
    ),
    "fewster_tie.split": _("Two who tie for the fewest share it."),
    "fewster_all_tricks.6": _(
        "Whoever takes all six tricks in a fewster wins 6, and the others lose 3 each."
    ),
    "fewster_running_tie.push": _(
        "If two tie for the fewest, with equal scores before the hand, nobody pays."
    ),
    "fewster_three_way.by_running": _(
        "If all three tie with 12, the lowest score so far gets 1 and the highest loses 1."
    ),
    "fewster_blind.named": _("The blind of a fewster goes to the trick that the dealer names."),
    "fewster_blind.nobody": _("The blind of a fewster goes to nobody."),
}

WORDS: Mapping[str, str | Promise] = {"bump": pgettext_lazy("card word", "bump")}
