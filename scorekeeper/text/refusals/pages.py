"""Refusals by the pages themselves: forms, files, background tasks, and the pad."""

from django.utils.translation import gettext_lazy as _

# Also for forms whose hidden fields differ from those that the page had sent.
DAMAGED = _("Something got lost on the way. Look at the page again, and tap once more.")

REFUSALS = {
    "all_tricks": _("Only one player can take every trick."),
    "bad_option.choose": _("“{label}”: choose one of its answers."),
    "bad_option.goes": _("“{label}” goes from {low} to {high}."),
    "bad_option.longest": _("“{label}” has up to {longest} letters, in one line."),
    "bad_option.number": _("“{label}” is a whole number from {low} to {high}."),
    "bad_option.number_or_off": _("“{label}” is a whole number from {low} to {high}, or nothing."),
    "bad_type.typed": _("“{text}” is not a number."),
    "counts_missing.typed": "{tap}",
    "damaged": DAMAGED,
    "gone": _("The group is not here any more."),
    "known": _("This group is here already. Nothing was saved; ask its owner to let you in."),
    "known.to_you": _("This group is here already, and you can open it. Nothing was saved."),
    "moved_on.brought": _("Somebody brings this file at the same moment. Look at it again."),
    "moved_on.players": _(
        "Somebody changed the players meanwhile. Nothing was saved: look at the notebook again."
    ),
    "no_owner": _("Only an owner of the group may bring in a notebook."),
    "no_partner.tap": "{tap}",
    "no_picker": "{tap}",
    "no_program.broken": _("“{name}” is damaged, or only a part of the file. Save it there once more."),
    "no_program.unknown": _("“{name}” is of no program that is known here."),
    "no_room": _("The disk is full: there is no room for this. Tell whoever runs this score keeper."),
    "no_workbook": _("“{name}” cannot be read as a spreadsheet. Save it as XLSX or as CSV."),
    "no_table.group": _("“{name}” is a whole group. Bring it as “A group’s file”, on the page of files."),
    "no_table.json": _("“{name}” is JSON of no program that is known here."),
    "no_table.json_parts": _("“{name}” is JSON of no program that is known here. It has: {parts}."),
    "no_table.old_excel": _("“{name}” is of an old Excel (.xls). Save it as XLSX or as CSV, and bring that."),
    "no_table.pdf": _("“{name}” is a PDF. Save the table as CSV or XLSX, and bring that."),
    "no_table.picture": _("“{name}” is a picture. Type its table, or bring it as CSV or XLSX."),
    "no_table.zip": _("“{name}” is a ZIP or another packed file. Unpack it, and bring the table in it."),
    "no_text": _("“{name}” is not a text file. Save it as CSV first."),
    "no_text.utf8": _("The text of “{name}” cannot be read. Save it as UTF-8."),
    "one_program.pasted": _("This is out of another program’s file. Bring the file itself."),
    "one_program": _("Bring the file of another program alone: one at a time."),
    "no_winner": "{tap}",
    "nothing": _("Choose a file, or paste the table."),
    "side_points.typed": "{points}",
    "sits_out.tapped": _("Somebody you tapped is not in this hand."),
    "sitters.between": _("{least:Word} to {most:word} play a hand, not {play}: say who sits out."),
    "sitters.exactly": _("{most:Word} play a hand, not {play}: say who sits out."),
    "too_large.cells": _("“{name}” has more in it than a notebook. Bring it in parts."),
    "too_large.columns": _("“{name}” has too many columns: {most} at most."),
    "too_large.rows": _("“{name}” has too many rows: {most} at most. Bring it in parts."),
    "too_large.unpacked": _("“{name}” is too large when it is unpacked. Save the table alone, or as CSV."),
    "too_large.at_once": _("Too much at once: {most} KB at most. Bring it in parts."),
    "too_large.kilobytes": _("“{name}” is too large: {most} KB at most."),
    "too_large.megabytes": _("“{name}” is too large: {most} MB at most."),
    "too_many.everybodys": _("Too much is going on here just now. Try again in a few minutes."),
    "too_many.files": _("{most} files at most in one go."),
    "too_many.yours": _(
        "{most} things that you asked for are still under way. Wait until one of them is done."
    ),
    "too_often.accounts_address": _("A lot of accounts were made from this network. Try again in {wait}."),
    "too_often.demo_address": _("The demo table was opened a lot from this network. Try again in {wait}."),
    "too_often.demo_guest": _("This phone opened the demo table a lot. Try again in {wait}."),
    "too_often.guesses_address": _(
        "Somebody on this network opened a lot of pages that do not exist. Try again in {wait}."
    ),
    "too_often.guesses_guest": _("This phone opened a lot of pages that do not exist. Try again in {wait}."),
    "too_often.keys_address": _(
        "Somebody on this network tried a lot of keys that do not fit. Try again in {wait}."
    ),
    "too_often.keys_guest": _("This phone tried a lot of keys that do not fit. Try again in {wait}."),
    "too_often.letters_address": _("A lot of e-mails were asked for from this network. Try again in {wait}."),
    "too_often.letters_name": _("A lot of e-mails were asked for to this address. Try again in {wait}."),
    "too_often.links_address": _(
        "Somebody on this network tried a lot of links that do not work. Try again in {wait}."
    ),
    "too_often.links_guest": _("This phone tried a lot of links that do not work. Try again in {wait}."),
    "too_often.logins_address": _("Somebody on this network tried a lot of passwords. Try again in {wait}."),
    "too_often.logins_name": _("A lot of passwords were tried for this name. Try again in {wait}."),
    "too_often.logins_name_here": _("A lot of passwords were tried for this name here. Try again in {wait}."),
    "too_often.megabytes_address": _("A lot was brought in from this network. Try again in {wait}."),
    "too_often.megabytes_guest": _("This phone brought in a lot. Try again in {wait}."),
    "too_often.new_groups_address": _("A lot of groups were started from this network. Try again in {wait}."),
    "too_often.new_groups_guest": _("This phone started a lot of groups. Try again in {wait}."),
    "too_often.pictures_address": _("A lot of pictures were drawn for this network. Try again in {wait}."),
    "too_often.pictures_guest": _("A lot of pictures were drawn for this phone. Try again in {wait}."),
    "too_often.tasks_address": _("Somebody on this network asked for a lot at once. Try again in {wait}."),
    "too_often.tasks_guest": _("This phone asked for a lot at once. Try again in {wait}."),
    "too_often.uploads_address": _("A lot of files were sent from this network. Try again in {wait}."),
    "too_often.uploads_guest": _("This phone sent a lot of files. Try again in {wait}."),
    "too_often.writes_address": _("A lot came at once from this network. Try again in {wait}."),
    "too_often.writes_guest": _("A lot came at once from this phone. Try again in {wait}."),
}
