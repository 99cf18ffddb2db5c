"""What is not written down: of hands, nights, groups, rules and money."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "full.corrections": _("A night is corrected {most:count} times at most."),
    "archived": _("This group is put away: it can be read, and an owner brings it back with one tap."),
    "currency_kept.booked": _("Money was booked in this currency, so it stays."),
    "currency_kept.tonight": _("Hands of tonight were played for this currency, so it stays."),
    "box_overdrawn.box": _("There is less than that in the box."),
    "box_overdrawn.common": _("Less than that in the box belongs to all."),
    "full.entries": _("A night’s book has {most:count} lines at most. End this night, and start another."),
    "full.journal": _(
        "A group’s journal has {most:count} lines at most. Go on in a new group, and carry over what is owed."
    ),
    "full.members": _("A group lets {most:count} phones in at most, keys that nobody has used among them."),
    "full.names": _("Start with {most:count} names at most; more can come later."),
    "full.nights": _("A group has {most:count} nights at most. Go on in a new one."),
    "full.players": _("A group has {most:count} players at most."),
    "full.settlements": _("A group stores {most:count} plans of payments at most."),
    "full.versions": _("House rules have {most:count} versions at most."),
    "gone.nothing_written": _("This group is not here any more. Nothing was written."),
    "group_gone": _("This group is being removed already."),
    "group_stays": _("This group is not to be removed."),
    "handle": _("{service} names look like {example}."),
    "key_used": _("This was sent before and said something else. Look at the sheet first."),
    "key_used.elsewhere": _("This was sent before, from another phone."),
    "initials_taken": _("{name} has {initials} already. Choose others."),
    "key_used.rules": _("This was sent before and said something else. Look at the rules first."),
    "key_used.settings": _("This was sent before and said something else. Look at what it says now."),
    "long_initials": _("Initials have {most} letters at most."),
    "long_name": _("“{begins}…” is too long: {most} letters at most."),
    "long_note": _("A note has {most} letters at most."),
    "moved_on": _("The money has moved since. Look at the plan again."),
    "name_taken": _("There is a {name} already. Add an initial."),
    "night_keeps_game": _(
        "A night of {playing:id} is going on, and a night keeps its game. "
        "End the night first, or start a new group for {other:id}."
    ),
    "night_over": _("The night is over. Open it again to write in its book."),
    "no_amount": _("An amount is more than nothing."),
    "no_initials": _("Of these initials nothing can be seen."),
    "no_name": _("A name is missing."),
    "no_note": _("Say what it was for."),
    "no_such_colour": _("There is no such colour. Tap one of those shown."),
    "no_such_hand": _("There is no such hand in this book."),
    "no_such_night": _("There is no such night in this group."),
    "no_such_payment": _("There is no such open payment."),
    "no_such_payment.not_paid": _("That payment is not marked paid."),
    "no_such_player": _("There is no such player in this group."),
    "no_such_transaction": _("There is no such line in the journal."),
    "no_such_version": _("That hand never said so."),
    "not_copied": _("This night was played hand by hand: correct its hands."),
    "not_struck": _("This night counts already."),
    "nobody_gives": _("Tick who puts it in."),
    "nobody_shares": _("Tick somebody else: who pays only for themselves is owed nothing."),
    "not_over": _("The night is not over."),
    "of_a_night": _("That came from a night. Change it there."),
    "other_people": _("Those are not the people at the table."),
    "paid_before": _("That was paid before this ending. Open the night again first."),
    "place_taken": _("Another phone has used this key."),
    "points_only": _("This group plays for points only: there is no money in its book."),
    "pot_left": _("Points still lie in the pot. Play for it before you end the night."),
    "pot_left.no_pot": _("Points still lie in the pot, and these rules have none. Play for it first."),
    "rules_moved_on": _("The rules were changed meanwhile. Look at what differs now."),
    "same_person": _("Nobody pays themselves."),
    "settings_moved_on": _("This was changed meanwhile. Look at what it says now."),
    "settled": _("Nothing is left to settle."),
    "settled_elsewhere": _("Settlement {number} covers this night. Mark it paid on its page."),
    "settled_with_others": _(
        "Settlement {number} covers that night. What changed since is in everything that is open."
    ),
    "stays": _(
        "That cannot be taken back any more: something was told or changed since. Change it again instead."
    ),
    "stays.later": _("That hand was played at a table that was changed back since."),
    "stays.rules": _("The house rules were changed again since. Change them on their page."),
    "stays.stake": _("The currency was changed with the stake. Change them back on the group’s settings."),
    "taken_back": _("That hand has been taken back already."),
    "too_much.open": _("That is not what is still open of this payment."),
    "only_totals": _(
        "Of this night only the totals are known. Correct them, or start tonight as a night of its own."
    ),
    "same_night": _("That is what the book says already. Nothing was changed."),
    "struck": _("This night has been taken out already."),
    "too_fine": _("These points are finer than the book can hold."),
    "unbalanced.given": _("What some are given others have to give: this does not add up to zero."),
    "undone": _("That has been undone already."),
    "unfit.label": _("The label has a character in it that cannot be written down. Type it anew."),
    "unfit.method": _("That way to pay has a character in it that cannot be written down. Type it anew."),
    "unfit.name": _("The name has a character in it that cannot be written down. Type it anew."),
    "unfit.note": _("The note has a character in it that cannot be written down. Type it anew."),
}
