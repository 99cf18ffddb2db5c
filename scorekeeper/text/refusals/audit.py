"""Words for the auditor's findings: “audit” in every line; first the subject, then the difference."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "audit.balance": _("{name}'s balance is {had}, its postings say {has}"),
    "audit.balances_left": _("all balances add up to {left}, not to 0"),
    "audit.book": _("the book cannot be read: {why}"),
    "audit.box": _("the box holds {had}, its postings say {has}"),
    "audit.cents": _("the journal has {had} cents for {who}, the book says {has}"),
    "audit.checksums": _("{pages} pages were read that were not as they had been written"),
    "audit.constraint": _("the constraint {name} of {table} was never checked"),
    "audit.database": _("the database: {what}"),
    "audit.copied": _("of where the night came from it says {had}, the book says {has}"),
    "audit.ended": _("it says it ended {had}, the book says {has}"),
    "audit.entries_numbered": _("the entries are not numbered 1 to {entries}"),
    "audit.entry": _("entry {entry}: {what}"),
    "audit.groups": _("the database: the groups cannot be read: {why}"),
    "audit.guard": _("the guard {name} is missing"),
    "audit.hands": _("it says {had} hands, the book says {has}"),
    "audit.index": _("the index {name} is not valid"),
    "audit.index_order": _("the index {name}: {why}"),
    "audit.journal": _("the journal cannot be read: {why}"),
    "audit.journal_numbered": _("the journal is not numbered 1 to {lines}"),
    "audit.journal_of_it": _("the journal of it cannot be read: {why}"),
    "audit.missing": _("missing"),
    "audit.night_of_other_group": _("transaction {number} is about a night of another group"),
    "audit.nights": _("the nights cannot be read: {why}"),
    "audit.no_count": _("the nights cannot be counted: {why}"),
    "audit.no_database": _("the database cannot be read: {why}"),
    "audit.not_booked": _("the journal has not what entry {entry} says"),
    "audit.not_folded": _("the book cannot be folded: {why}"),
    "audit.not_yet": _("not yet"),
    "audit.nothing": _("nothing"),
    "audit.of_group": _("{group}: {what}"),
    "audit.of_night": _("{group}: night {night}: {what}"),
    "audit.of_no_line": _(
        "transaction {transaction} is booked on this night, and nothing in its book says so"
    ),
    "audit.open_both": _("in what is open, {who} both pays and gets"),
    "audit.open_box": _("{had} cents are said to lie in the kitty’s box, the journal says {has}"),
    "audit.open_cents": _("what is open brings {who} {had} cents, the journal says {has}"),
    "audit.open_list": _("what is open cannot be read: {why}"),
    "audit.open_list_before": _("what is open is out of date: `manage.py migrate` makes it anew"),
    "audit.open_of_other_group": _("a payment that is open is about a player of another group"),
    "audit.open_twice": _("two payments that are open are between the same two people"),
    "audit.other_people": _(
        "settlement {number}, payment {payment} is booked between other people than planned"
    ),
    "audit.paid": _("settlement {number}, payment {payment} is of {cents} cents, and {paid} were paid"),
    "audit.past_treasurer": _("settlement {number}, payment {payment} does not go through the treasurer"),
    "audit.payment_none": _(
        "settlement {number}, payment {payment} is {cents} cents from somebody to themselves, or nothing"
    ),
    "audit.merge_of_other_group": _("who is who, line {number}, is about a player of another group"),
    "audit.merge_undoes_another": _(
        "who is who, line {number} undoes a line that is none before it, or another one"
    ),
    "audit.merged_in_a_circle": _("who is who goes round in a circle"),
    "audit.merges": _("who is who cannot be read: {why}"),
    "audit.merges_numbered": _("who is who has {lines} lines, which are not numbered from 1"),
    "audit.payment_not_booked": _(
        "the journal has not what entry {entry} says, a payment from {payer} to {payee}"
    ),
    "audit.payment_of_other_group": _(
        "settlement {number}, payment {payment} is about a player of another group"
    ),
    "audit.payments": _("settlement {number} has {has} of {of} payments, or they are not numbered from 1"),
    "audit.people": _("it says that the players {had} are in it, the book says {has}"),
    "audit.plan_of_other_group": _("transaction {number} pays a plan of another group"),
    "audit.players": _("the players cannot be read: {why}"),
    "audit.posting_of_other_group": _("transaction {number} has a posting for a player of another group"),
    "audit.postings": _("transaction {number} has {has} of {of} postings, which add up to {sum}"),
    "audit.projected_before": _(
        "its tallies and results are out of date: `manage.py migrate` makes them anew"
    ),
    "audit.projection": _("its tallies and results cannot be read: {why}"),
    "audit.reference": _("row {row} of {table} is about a row of {parent} that is not there"),
    "audit.said_itself": "{said}",
    "audit.row": _("in the table {table} the row {key} has {had}, the book says {has}"),
    "audit.row_elsewhere": _("in the table {table} the row {key} is of another group or day"),
    "audit.settled_otherwise": _(
        "it would be settled differently today: its hands bring other cents than were booked at its end"
    ),
    "audit.settlement_numbered": _("settlement {number} should be number {wanted}"),
    "audit.settlement_of_other_group": _("settlement {number} is about a night of another group"),
    "audit.settlements": _("the settlements cannot be read: {why}"),
    "audit.sits_twice": _("{who} sits twice at the table of night {night}"),
    "audit.themselves": _("nobody else"),
    "audit.treasurer": _(
        "settlement {number} has a treasurer without being paid through one, or the other way round"
    ),
    "audit.undoes_another": _("transaction {number} undoes transaction {undone} and is not its opposite"),
    "audit.undoes_later": _("transaction {number} undoes transaction {undone}, which is none before it"),
    "audit.who_is_who": _("{who} is {had}, by what was said it is {has}"),
}
