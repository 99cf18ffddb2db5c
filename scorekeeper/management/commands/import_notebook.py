"""`manage.py import_notebook --group NAME FILE...`: nights out of an old notebook, as totals only."""

import csv
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.utils.timezone import localdate

from ledger.exchange.answers import answers_in
from ledger.exchange.copying import (
    Comparison,
    Paid,
    at_stake,
    check_may_be_copied,
    compare,
    copy,
    too_fine,
)
from ledger.exchange.files import NamedText, program_text, read_tables
from ledger.exchange.notebook import read_notebooks
from ledger.exchange.preview import MOST_NAMES, AmountUnit, Ask, Hands, Preview, Running
from ledger.exchange.workbook import Room
from ledger.management.asking import NOT_OPEN_YET, WritingCommand, group_or_new, progress, take_group
from ledger.models import Group
from ledger.models.group import NOBODY
from ledger.recording import Corrections
from ledger.scoring import HandRefused
from ledger.standings.nights import amended_by
from ledger.steps import heard_by
from scorekeeper.text.figures import signed
from scorekeeper.text.notebooks import question_in_words
from scorekeeper.text.refusals import sentence

SHOWN = 20

# The options that answer each question.
ANSWERED_BY = {
    Ask.ORDER: "--order day, or --order month",
    Ask.YEAR: "--year 2009",
    Ask.MONTH: "--month-day 1",
    Ask.UNIT: "--unit points, or --unit money",
    Ask.RUNNING: "--running differences, or --running nights",
    Ask.HANDS: "--hands kept, --hands added, or --hands nights",
    Ask.NOT_A_PLAYER: "--not-a-player '{cell}', or --player '{cell}'",
    Ask.FAR_AHEAD: "--accept-far-ahead",
    Ask.TOTALS: "--accept-totals",
}

PAID = {
    Paid.ALL: "All of these nights were paid long ago: nobody owes anything for them.",
    Paid.NONE: "None of these nights was paid: everybody owes what was lost then.",
    Paid.OLD: "Nights before {day} were paid long ago, later ones are owed. Say --paid all, or none.",
}


class Command(WritingCommand):
    """All or nothing; run twice it brings nothing twice."""

    help = (
        "Brings in nights of which only totals are known: CSV or XLSX, a row a night and a column a player, "
        "or the columns date, player, points (and evening, where two tables played on one date)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="CSV or XLSX files")
        take_group(
            parser, "the group's name, or its code; a name that no group has starts one, for points only"
        )
        parser.add_argument(
            "--stake", metavar="CENTS", type=int, default=0, help="what a point is worth in a new group"
        )
        parser.add_argument(
            "--currency", metavar="CODE", default="", help="in which money, as USD, in a new group"
        )
        parser.add_argument("--dry-run", action="store_true", help="say what was understood, write nothing")
        parser.add_argument(
            "--accept-unbalanced",
            action="store_true",
            help=f"nights that do not add up to zero get a player “{NOBODY}” with what is missing",
        )
        for name, choices, words in (
            ("zeros", ("absent", "played"), "what a 0 means (otherwise decided file by file, and said)"),
            ("order", ("day", "month"), "what stands first in 3/4/2009, where the file itself does not say"),
            ("unit", list(AmountUnit), "what amounts with a currency are"),
            ("running", list(Running), "what rows like running totals are"),
            ("hands", list(Hands), "what rows like hands are"),
        ):
            parser.add_argument(f"--{name}", choices=choices, default="", help=words)
        parser.add_argument(
            "--year", metavar="YEAR", type=int, help="the year of the first date that has none"
        )
        parser.add_argument(
            "--month-day",
            metavar="DAY",
            type=int,
            choices=range(1, 29),
            help="the day that stands for a month alone",
        )
        for option, answer, words in (
            ("--player", "players", "a player"),
            ("--not-a-player", "not_players", "no player"),
        ):
            parser.add_argument(
                option,
                dest=answer,
                metavar="COLUMN",
                action="append",
                default=[],
                help=f"a column that is {words}",
            )
        for option, words in (
            ("far-ahead", "dates far ahead are right"),
            ("totals", "totals that disagree are passed over"),
        ):
            dest = f"accepts_{option.replace('-', '_')}"
            parser.add_argument(f"--accept-{option}", dest=dest, action="store_true", help=words)
        parser.add_argument(
            "--paid",
            choices=list(Paid),
            type=Paid,
            default=Paid.OLD,
            help="which nights were paid long ago: all, those older than a month (the default), or none",
        )
        corrected = parser.add_mutually_exclusive_group()
        for option, words in (
            (Corrections.REPLACE, "are replaced (the default)"),
            (Corrections.KEEP, "stay as they are"),
            (Corrections.ADD, "are other nights of that day"),
        ):
            corrected.add_argument(
                f"--{option}",
                dest="corrections",
                action="store_const",
                const=option,
                default=Corrections.REPLACE,
                help=f"nights that are here with other points {words}",
            )

    def handle(self, *args: Any, **options: Any) -> None:
        currency, stake = options["currency"].upper(), options["stake"]
        if bool(currency) != bool(stake):
            raise CommandError("What a point is worth takes two: --stake 25 --currency USD.")
        with transaction.atomic(), _in_words():
            group, is_new = group_or_new(options["group"], currency=currency, stake_cents=stake)
            preview = self._understood(group, options, is_new=is_new)
            if options["dry_run"]:
                transaction.set_rollback(True)
                self.stdout.write("Nothing was saved.")
                return
        key, corrections, owed_from = uuid4(), options["corrections"], options["paid"].owed_from(localdate())
        with _in_words(), heard_by(progress(self.stderr, "nights")):
            written = copy(group, preview, owed_from=owed_from, corrections=corrections, key=key)
        self.stdout.write(f"{written} nights were written into the book of {group}.")
        if replaced := len(amended_by(group, key)):
            self.stdout.write(f"{replaced} nights that were here got the points of the file.")
        if is_new:
            self.stdout.write(f"{group} is a new group. {NOT_OPEN_YET}")

    def _understood(self, group: Group, options: Mapping[str, Any], *, is_new: bool) -> Preview:
        try:
            files = [one for path in options["files"] for one in self._tables(path)]
            preview = read_notebooks(files, answers=answers_in(options), today=localdate())
        except csv.Error:
            raise CommandError("There is a file that is no table. Save it as CSV.") from None
        if len(preview.names) > MOST_NAMES:
            raise CommandError(f"More than {MOST_NAMES} names: is the first row the names of the columns?")
        preview = at_stake(preview, group)
        self._say_how_it_was_read(preview)
        self._say(group, preview, options)
        self._refuse(preview, accept=options["accept_unbalanced"])
        if is_new:  # or it would be started, and stay empty
            check_may_be_copied(group, preview)
        return preview

    def _say_how_it_was_read(self, preview: Preview) -> None:
        for remark in preview.remarks:
            self.stdout.write(f"{remark.file}: {sentence(remark.what)}")
        for file, meaning in preview.zeros.items():
            words = {
                "absent": "a 0 is taken for somebody who was away",
                "played": "a 0 is taken for a result",
            }
            if meaning:
                self.stdout.write(f"{file}: {words[meaning]}.")

    def _say(self, group: Group, preview: Preview, options: Mapping[str, Any]) -> None:
        found = compare(group, preview)
        if preview.nights:
            first, last = preview.nights[0].date, preview.nights[-1].date
            self.stdout.write(
                f"{len(preview.nights)} nights from {first} to {last}, {len(preview.names)} players."
            )
        self.stdout.write(f"{found.there} of them are in the book already, {found.new} are new.")
        if found.struck:
            self.stdout.write(f"{found.struck} were taken out of the book by hand: they stay out.")
        if found.played:
            self.stdout.write(
                f"{found.played} were played hand by hand and came to other points: what is here stays."
            )
        self._say_what_is_corrected(found, options["corrections"])
        for name, points in found.sums.items():
            self.stdout.write(f"{name} comes to {signed(points)} in the new nights.")
        if group.currency:
            self.stdout.write(PAID[options["paid"]].format(day=Paid.OLD.owed_from(localdate())))
        if found.unknown:
            self.stdout.write(f"New players: {', '.join(found.unknown)}.")
        for name, known in found.similar.items():
            self.stdout.write(f"“{name}” is much like “{known}”, who is in the group. Is it the same person?")

    def _say_what_is_corrected(self, found: Comparison, corrections: Corrections) -> None:
        words = {
            Corrections.REPLACE: "they are replaced. Say --keep, or --add, for anything else",
            Corrections.KEEP: "they stay as they are",
            Corrections.ADD: "they are added as other nights of that day",
        }
        if found.corrected:
            self.stdout.write(f"{len(found.corrected)} are here with other points: {words[corrections]}.")
        for night in found.corrected[:SHOWN]:
            changed = [
                f"{name} {signed(before or 0)} here, {signed(after or 0)} in the file"
                for name, before, after in night.changed
            ]
            self.stdout.write(f"{night.date}: {'; '.join(changed)}.")

    def _refuse(self, preview: Preview, *, accept: bool) -> None:
        faults = []
        for one in preview.open_questions:  # with what disagrees, and the options that answer it
            words = [question_in_words(one.ask, cell=one.cell, file=one.file)]
            words += [sentence(one.what)] if one.what else []
            faults.append(" ".join((*words, f"Say {ANSWERED_BY[one.ask].format(cell=one.cell)}.")))
        faults += [
            f"{one.file}, line {one.line}: {sentence(one.what)}"
            if one.line
            else f"{one.file}: {sentence(one.what)}"
            for one in preview.troubles
        ]
        faults += [
            f"{one.file}, line {one.line}: points finer than the book can hold." for one in too_fine(preview)
        ]
        unbalanced = [
            f"{one.file}, line {one.line}: {one.date} adds up to {one.difference}, not to 0."
            for one in preview.unbalanced
        ]
        if accept:
            for line in unbalanced:
                self.stdout.write(line)
            if unbalanced:
                self.stdout.write(f"What they lack is booked to the player “{NOBODY}”.")
        else:
            faults += unbalanced
        if faults:
            more = [f"… and {len(faults) - SHOWN} more."] if len(faults) > SHOWN else []
            hint = "\nCorrect the file, or say --accept-unbalanced." if unbalanced and not accept else ""
            raise CommandError("\n".join(faults[:SHOWN] + more) + hint + "\nNothing was saved.")

    def _tables(self, path: Path) -> list[NamedText]:
        try:
            data = path.read_bytes()
        except OSError as problem:
            raise CommandError(f"{path} cannot be read: {problem.strerror}.") from None
        if program_text(data):
            raise CommandError(f"{path.name} has expenses, payments or plays: bring it in the browser.")
        tables, others = read_tables(data, path.name, Room())
        for title in others:
            self.stdout.write(f"Left out: {path.name}, {title} has no column for the date.")
        return tables


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except HandRefused as refused:
        raise CommandError(sentence(refused)) from None
