"""Refusals of the ledger: of hands, nights, groups, rules and money."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "access_moved_on": _("This was changed meanwhile. Look at what it says now."),
    "archived": _("This group is put away: it can be read, and an owner brings it back with one tap."),
    "at_two_tables": _(
        "{name} and {other} sit at two tables just now: one person cannot. End one of these nights first, or "
        "let one of them leave the table."
    ),
    "box_overdrawn.box": _("There is less than that in the kitty."),
    "box_overdrawn.common": _("Less than that of the kitty belongs to everybody."),
    "came_back": _("This phone has come back by itself already."),
    "currency_kept.booked": _("Money was recorded in this currency, so it stays."),
    "currency_kept.tonight": _("Tonight’s hands were played for this currency, so it stays."),
    "full.corrections": _("A night is corrected {most:count} times at most."),
    "full.entries": _(
        "A night is full at {most:count} hands and changes. End this night, and start another."
    ),
    "full.journal": _(
        "A group’s money history is full at {most:count}. Go on in a new group, and carry over what is owed."
    ),
    "full.links": _("A group has {most:count} links at most. Turn one off first."),
    "full.members": _("A group can let in {most:count} phones at most."),
    "full.merges": _("Players are merged {most:count} times at most."),
    "full.names": _("Start with {most:count} names at most; more can come later."),
    "full.nights": _("A group has {most:count} nights at most. Go on in a new one."),
    "full.players": _("A group has {most:count} players at most."),
    "full.seasons": _("A group has {most:count} seasons at most."),
    "full.versions": _("House rules have {most:count} versions at most."),
    "gone.nothing_written": _("This group is not here any more. Nothing was saved."),
    "group_gone": _("This group is being removed already."),
    "group_stays": _("This group is not about to be removed."),
    "handle": _("{service} names look like {example}."),
    "key_used": _("This was sent before, with something else in it. Look at the score sheet first."),
    "key_used.elsewhere": _("This was sent before, from another phone."),
    "initials_a_name": _("Somebody else is called {name}. Choose others."),
    "initials_taken": _("{name} has {initials} already. Choose others."),
    "key_used.rules": _("This was sent before, with something else in it. Look at the rules first."),
    "key_used.settings": _("This was sent before, with something else in it. Look at what it says now."),
    "last_owner": _("This is the only owner’s phone. Make another phone an owner first."),
    "link_off": _("This link does not work any more."),
    "long_initials": _("Initials have {most} letters at most."),
    "long_name": _("“{begins}…” is too long: {most} letters at most."),
    "long_note": _("A note has {most} letters at most."),
    "moved_away": _("Where it was played, this hand would not bring what was shown any more."),
    "moves_others": _(
        "Points that lie on the table went through later hands, so this hand cannot be counted before them."
    ),
    "merges_moved_on": _("Somebody said something of who is who meanwhile. Look at it again."),
    "has_played": _("Their hands or money stand in the book, or a phone says that it is theirs."),
    "name_taken": _("There is a {name} already. Add an initial."),
    "name_taken.merged": _("{name} is {person} here. Take {person}, or another name."),
    "night_keeps_game": _(
        "A night of {playing:id} is going on, and a night keeps its game. "
        "End the night first, or start a new group for {other:id}."
    ),
    "night_over": _("The night is over. Open it again to change something."),
    "no_amount": _("An amount is more than nothing."),
    "no_coin": _("There is no such coin."),
    "no_initials": _("These initials cannot be seen."),
    "no_name": _("A name is missing."),
    "no_note": _("Say what it was for."),
    "no_such_colour": _("There is no such colour. Tap one of those shown."),
    "no_such_line": _("The hand before it is missing."),
    "no_such_hand": _("There is no such hand on this score sheet."),
    "no_such_merge": _("There is no such line."),
    "no_such_payment.not_open": _("That is not open any more. This is what is open now."),
    "no_such_payment.not_paid": _("That payment is not marked paid."),
    "no_such_player": _("There is no such player in this group."),
    "no_such_season": _("There is no such season."),
    "no_such_transaction": _("That is not in the money history."),
    "no_such_version": _("That hand was never recorded like that."),
    "not_copied": _("This night was played hand by hand: correct its hands."),
    "not_struck": _("This night counts already."),
    "nobody_gives": _("Tick who puts it in."),
    "nobody_shares": _("Tick somebody else: who pays only for themselves is owed nothing."),
    "not_over": _("The night is not over."),
    "of_a_night": _("That came from a night. Change it there."),
    "other_people": _("Those are not the people at the table."),
    "points_only": _("This group plays for points only, without money."),
    "pot_left": _("Points still lie in the pot. Play for it before you end the night."),
    "pot_left.no_pot": _("Points still lie in the pot, and these rules have none. Play for it first."),
    "rules_moved_on": _("The rules were changed meanwhile. Look at what differs now."),
    "same_person": _("Nobody pays themselves."),
    "same_player": _("Choose two different players."),
    "sat_together.once": _("{name} and {other} sat at the same table once: they are two people."),
    "sat_together.often": _(
        "{name} and {other} sat at the same table on {nights:count} nights: they are two people."
    ),
    "season_ends_early": _("This day lies before the first day of the season."),
    "season_floor": _("A number from 0 to {most:count}."),
    "season_name_taken": _("There is a season called {name} already."),
    "settings_moved_on": _("This was changed meanwhile. Look at what it says now."),
    "stays": _(
        "That cannot be taken back any more: something was recorded or changed since. Change it again "
        "instead."
    ),
    "stays.later": _("That hand was played at a table that was changed back since."),
    "stays.rules": _("The house rules were changed again since. Change them on their page."),
    "stays.stake": _("The currency was changed with the stake. Change both back in the group’s settings."),
    "taken_back": _("That hand has been taken back already."),
    "too_much.open": _("That is not what is still open of this payment."),
    "only_totals": _(
        "Of this night only the totals are known. Correct them, or start a new night for tonight."
    ),
    "same_night": _("It says that already. Nothing was changed."),
    "struck": _("This night has been taken out already."),
    "too_long": _("{most:count} letters at most."),
    "too_fine": _("Points as fine as these cannot be counted here."),
    "two_names": _("On {day} two names of this notebook are {name}: nobody plays twice in one night."),
    "unbalanced.given": _("What some get, others have to give: this does not add up to zero."),
    "unmerged": _("That has been undone already: they are two people."),
    "undone": _("That has been undone already."),
    "unfit.method": _("That way to pay has a character in it that cannot be saved. Type it again."),
    "unfit.name": _("The name has a character in it that cannot be saved. Type it again."),
    "unfit.remark": _("The remark has a character in it that cannot be saved. Type it again."),
    "unfit.words": _("That text has a character in it that cannot be saved. Type it again."),
    "unfit.note": _("The note has a character in it that cannot be saved. Type it again."),
}
