"""What the pages themselves refuse: forms, files, work in the background, and the pad."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

DAMAGED = _("This page was damaged on its way. Look at it again, and tap once more.")
"""What is said of a form as well whose hidden fields are not what the page had sent."""

REFUSALS = {
    "all_tricks": _("Only one player can take every trick."),
    "bad_option.choose": _("“{label}”: choose one of its answers."),
    "bad_option.goes": _("“{label}” goes from {low} to {high}."),
    "bad_option.longest": _("“{label}” has up to {longest} letters, in one line."),
    "bad_option.number": _("“{label}” is a whole number from {low} to {high}."),
    "bad_option.number_or_off": _("“{label}” is a whole number from {low} to {high}, or nothing."),
    "bad_type.typed": _("“{text}” is no number."),
    "counts_missing.typed": "{tap}",
    "damaged": DAMAGED,
    "gone": _("The group is not here any more."),
    "known": _("This group is in this book already. Nothing was written; ask its owner to let you in."),
    "known.to_you": _("This group is in this book already, and you can open it. Nothing was written."),
    "moved_on.players": _(
        "Somebody changed the players meanwhile. Nothing was written: look at the notebook again."
    ),
    "no_owner": _("Only an owner of the group may write a notebook into its book."),
    "no_partner.tap": "{tap}",
    "no_picker": "{tap}",
    "no_room": _("There is no room for this on the server’s disk. Tell whoever runs it."),
    "no_workbook": _("“{name}” is no workbook that can be read. Save it as XLSX or as CSV."),
    "no_text": _("“{name}” is no text. Save it as CSV first."),
    "no_text.utf8": _("“{name}” is no text that can be read. Save it as UTF-8."),
    "no_winner": "{tap}",
    "nothing": _("Choose a file, or paste the table."),
    "side_points.typed": "{points}",
    "sits_out.tapped": _("Somebody you tapped does not play this hand."),
    "sitters.between": _("{least:Word} to {most:word} play a hand, not {play}: say who sits out."),
    "sitters.exactly": _("{most:Word} play a hand, not {play}: say who sits out."),
    "too_large.cells": _("“{name}” has more in it than a notebook. Bring it in parts."),
    "too_large.columns": _("“{name}” has too many columns: {most} at most."),
    "too_large.rows": _("“{name}” has too many rows: {most} at most. Bring it in parts."),
    "too_large.unpacked": _("“{name}” is too large when it is unpacked. Save the table alone, or as CSV."),
    "too_large.at_once": _("Too much at once: {most} KB at most. Bring it in parts."),
    "too_large.kilobytes": _("“{name}” is too large: {most} KB at most."),
    "too_large.megabytes": _("“{name}” is too large: {most} MB at most."),
    "too_many.everybodys": _("Too much is under way on this server just now. Try again in a few minutes."),
    "too_many.files": _("{most} files at most in one go."),
    "too_many.yours": _(
        "{most} things that you asked for are still under way. Wait until one of them is done."
    ),
    "too_often.demo_address": _("That was a lot of visits to the demo table from here. Try again in {wait}."),
    "too_often.demo_guest": _(
        "That was a lot of visits to the demo table from this phone. Try again in {wait}."
    ),
    "too_often.guesses_address": _(
        "That was a lot of pages that are not there from here. Try again in {wait}."
    ),
    "too_often.guesses_guest": _(
        "That was a lot of pages that are not there from this phone. Try again in {wait}."
    ),
    "too_often.keys_address": _("That was a lot of keys that do not fit from here. Try again in {wait}."),
    "too_often.keys_guest": _("That was a lot of keys that do not fit from this phone. Try again in {wait}."),
    "too_often.megabytes_address": _("That was a lot to bring in from here. Try again in {wait}."),
    "too_often.megabytes_guest": _("That was a lot to bring in from this phone. Try again in {wait}."),
    "too_often.new_groups_address": _("That was a lot of new groups from here. Try again in {wait}."),
    "too_often.new_groups_guest": _("That was a lot of new groups from this phone. Try again in {wait}."),
    "too_often.tasks_address": _("That was a lot of work at once from here. Try again in {wait}."),
    "too_often.tasks_guest": _("That was a lot of work at once from this phone. Try again in {wait}."),
    "too_often.uploads_address": _("That was a lot of files from here. Try again in {wait}."),
    "too_often.uploads_guest": _("That was a lot of files from this phone. Try again in {wait}."),
    "too_often.writes_address": _("That was a lot at once from here. Try again in {wait}."),
    "too_often.writes_guest": _("That was a lot at once from this phone. Try again in {wait}."),
}
