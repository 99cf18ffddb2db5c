"""An old notebook: its files or its text, what was understood, and what its owner says to that.

Nothing is kept on the server between looking and writing: the page carries the text, and sends it back with
the answers.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils import timezone
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.exchange.answers import answers_as_facts, answers_in
from ledger.exchange.copying import PAID_AFTER, Paid, at_stake
from ledger.exchange.dates import read_date
from ledger.exchange.files import NamedText, is_a_programs, read_tables
from ledger.exchange.headings import in_english
from ledger.exchange.notebook import LONGEST_DATE, read_notebooks
from ledger.exchange.paper import SHEET, Paper, read_paper
from ledger.exchange.preview import (
    MOST_NAMES,
    YEARS,
    AmountUnit,
    Answers,
    Ask,
    Hands,
    Preview,
    Running,
    matched,
)
from ledger.exchange.workbook import Room
from ledger.models import Group
from ledger.recording import Corrections, Refused
from scorekeeper.http.matching import Matching
from scorekeeper.http.recognised import bytes_of, writable
from scorekeeper.text.notebooks import PASTED
from scorekeeper.text.refusals import sentence

# In bytes, all files together: fifteen years of a club that plays every week are 120,000.
MOST = 500_000

MOST_FILES = 50
ZEROS = ("played", "absent")
ORDERS = ("day", "month")

# Days of a month that may stand for a month alone.
MONTH_DAYS = (1, 15, 28)

# The beginning of the name of a field that says whether a column is a player: its heading follows.
COLUMN = "column-"

# The field for a year that is not offered.
YEAR_TYPED = "year_else"

A_YEAR = re.compile("[0-9]{4}")

# The field of a row that was typed anew: the place of its file, and its line.
FIXED = re.compile("fix-([0-9]{1,4})-([0-9]{1,7})")

# Sheets that are named which were left out.
LEFT_OUT = 12

# Letters of a file's name and its sheet's, where that is named.
LONGEST_NAME_SHOWN = 120


def _choice(values: Iterable[str]) -> forms.ChoiceField:
    return forms.ChoiceField(choices=[(value, value) for value in values], required=False)


class NotebookForm(forms.Form):
    """Files that were brought, and the answers to the preview. `texts` are the files with their fixed rows.

    `also` says how people are called by now who have another name there; `group` is whose stake makes points
    of money.
    """

    zeros = _choice(ZEROS)
    accepts = forms.BooleanField(required=False)
    order = _choice(ORDERS)
    month = _choice(map(str, MONTH_DAYS))
    unit = _choice(AmountUnit)
    running = _choice(Running)
    hands = _choice(Hands)
    far_ahead = forms.BooleanField(required=False)
    totals = forms.BooleanField(required=False)
    paid = _choice(Paid)
    corrections = _choice(Corrections)
    writes = forms.BooleanField(required=False)

    def __init__(
        self,
        data: QueryDict,
        files: MultiValueDict[str, UploadedFile[Any]],
        group: Group,
        names: Mapping[int, str],
        also: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(data, files)
        self.group, self.names, self.also = group, names, also
        self.texts: list[NamedText] = []
        self.left_out = [name[:LONGEST_NAME_SHOWN] for name in data.getlist("left_out")[:LEFT_OUT]]
        self.lines: dict[str, tuple[int, list[str]]] = {}
        self.preview = Preview()
        self.matching = Matching(data, (), names, also)
        self.today = timezone.localdate()
        self.month_ago = self.today - PAID_AFTER
        self.answers = Answers()

    def clean(self) -> None:
        """Read everything that was brought; raises ValidationError for what is no notebook."""
        try:
            brought = [*self._kept(), *self._brought()]
            _check(brought)
            self.texts = self._fixed(brought)
            self.answers = self._answers()
            plain = read_notebooks(self.texts, answers=self.answers, today=self.today)
        except Refused as refused:
            raise forms.ValidationError(sentence(refused)) from None
        except (csv.Error, ValueError, TypeError, RecursionError):
            raise forms.ValidationError(_("This table cannot be read. Save it as CSV or XLSX.")) from None
        if len(plain.names) > MOST_NAMES:
            raise forms.ValidationError(
                _("More than {most} names: is the first row the names of the columns?").format(
                    most=MOST_NAMES
                )
            )
        times = Counter(name for night in plain.nights for name in night.totals)
        self.matching = Matching(self.data, plain.names, self.names, self.also, times)
        same = self.matching.same
        self.preview = at_stake(matched(plain, self.matching.called, same=same), self.group)

    def _answers(self) -> Answers:
        chosen: dict[str, Any] = self.cleaned_data
        year = self.data.get(YEAR_TYPED) or self.data.get(Ask.YEAR, "")
        is_year = A_YEAR.fullmatch(year) and int(year) in YEARS
        columns = {
            field.removeprefix(COLUMN): self.data[field] for field in self.data if field.startswith(COLUMN)
        }
        month, unit, running, hands = (chosen.get(name) for name in ("month", "unit", "running", "hands"))
        return answers_in(
            {
                "zeros": chosen.get("zeros", ""),
                "order": chosen.get("order", ""),
                "year": int(year) if is_year else None,
                "month_day": int(month) if month else None,
                "unit": unit,
                "running": running,
                "hands": hands,
                "players": [heading for heading, answer in columns.items() if answer == "player"],
                "not_players": [heading for heading, answer in columns.items() if answer == "not"],
                "accepts_far_ahead": bool(chosen.get("far_ahead")),
                "accepts_totals": bool(chosen.get("totals")),
            }
        )

    def _brought(self) -> list[NamedText]:
        uploads = self.files.getlist("files") if hasattr(self.files, "getlist") else []
        _check_count(len(uploads))
        room, found = Room(), list[NamedText]()
        for file in uploads:
            name = file.name or _("a file")
            notebooks, others = read_tables(bytes_of(file, most=MOST), name, room)
            found += notebooks
            self.left_out += [f"{name}, {title}"[-LONGEST_NAME_SHOWN:] for title in others]
        del self.left_out[LEFT_OUT:]
        pasted = in_english(self.data.get("text", "").replace("\0", ""))
        if is_a_programs(pasted):
            raise Refused("one_program", case="pasted")
        return [*found, *([(PASTED, pasted)] if pasted.strip() else [])]

    def _kept(self) -> list[NamedText]:
        kept = self.data.get("kept", "")
        found = json.loads(kept) if kept else []
        if not isinstance(found, list):
            raise ValueError
        _check_count(len(found))
        return [(writable(name), writable(text)) for name, text in found]

    def _fixed(self, texts: Sequence[NamedText]) -> list[NamedText]:
        lines = [text.splitlines() for _, text in texts]
        for field in self.data:
            if (said := FIXED.fullmatch(field)) is None:
                continue
            place, line = int(said[1]), int(said[2])
            if place < len(lines) and 0 < line <= len(lines[place]):
                lines[place][line - 1] = " ".join(self.data[field].splitlines())
        for place, (name, _text) in enumerate(texts):
            self.lines.setdefault(name, (place, lines[place]))
        return [(name, "\n".join(lines[place])) for place, (name, _text) in enumerate(texts)]

    @property
    def paid_shown(self) -> Paid:
        """Return what was answered, else what is likely: what is older than a month was paid long ago."""
        if answer := self.cleaned_data.get("paid"):
            return Paid(answer)
        old = [night.date < self.month_ago for night in self.preview.nights]
        return Paid.ALL if all(old) else Paid.OLD if any(old) else Paid.NONE

    @property
    def corrections_meant(self) -> Corrections:
        return Corrections(self.cleaned_data.get("corrections") or Corrections.REPLACE)

    @property
    def facts(self) -> dict[str, Any]:
        """Return what was answered, for whoever writes it; `called` are players by the notebook's names."""
        ids = {name: pk for pk, name in self.names.items()}
        owed_from, called = self.paid_shown.owed_from(self.today), self.matching.called
        return {
            **answers_as_facts(self.answers),
            "today": self.today.isoformat(),
            "called": {name: ids[player] for name, player in called.items() if player in ids},
            "same": {name: player for name, player in called.items() if player not in ids},
            "owed_from": owed_from.isoformat() if owed_from else "",
            "corrections": self.corrections_meant,
        }

    @property
    def kept(self) -> str:
        return json.dumps(self.texts, ensure_ascii=False)

    def line_of(self, file: str, line: int) -> tuple[str, str]:
        """Return the name of the row's field, and the row as it stands in its file."""
        place, lines = self.lines.get(file, (0, []))
        return (f"fix-{place}-{line}", lines[line - 1]) if 0 < line <= len(lines) else ("", "")


def _check(texts: Sequence[NamedText]) -> None:
    # Something, and not too much of it: looked at before any of it is read.
    if not texts:
        raise Refused("nothing")
    _check_count(len(texts))
    if sum(len(text.encode(errors="replace")) for _, text in texts) > MOST:
        raise Refused("too_large", case="at_once", most=MOST // 1_000)


def _check_count(files: int) -> None:
    if files > MOST_FILES:
        raise Refused("too_many", case="files", most=MOST_FILES)


class DayField(forms.DateField):
    """A day as the reader's language writes it, or as a notebook has it where that can be one day only."""

    def to_python(self, value: Any) -> date | None:
        try:
            return super().to_python(value)
        except forms.ValidationError:
            written = read_date(str(value)[:LONGEST_DATE], timezone.localdate())
            day = written.on(day_first=False) if written and written.is_clear else None
            if day is None:
                raise
            return day


class PaperForm(forms.Form):
    totals_only = forms.BooleanField(required=False)
    date = DayField(
        error_messages=dict.fromkeys(
            ("required", "invalid"), gettext_lazy("Which day was it? Like 2009-03-27.")
        )
    )
    sheet = forms.CharField(
        max_length=100_000,
        error_messages={
            "required": gettext_lazy("Type the sheet first."),
            "max_length": gettext_lazy("That is too long for one night."),
        },
    )
    paper = Paper()

    def clean_sheet(self) -> str:
        text: str = self.cleaned_data["sheet"]
        self.paper = read_paper(text)
        uneven = () if self.cleaned_data["totals_only"] else self.paper.uneven
        if troubles := sorted((*self.paper.troubles, *uneven), key=lambda one: one.line):
            words = _("Row {row}: {what}")
            raise forms.ValidationError(
                [words.format(row=one.line, what=sentence(one.what)) for one in troubles[:20]]
            )
        return text

    @property
    def asks_for_totals(self) -> bool:
        """Return whether the last row can be kept alone, as another row does not balance."""
        return bool(self.paper.uneven) and not self.paper.troubles

    def as_data(self) -> QueryDict:
        """Return the night as the notebook page is sent it; only of a valid form."""
        data = QueryDict(mutable=True)
        day = self.cleaned_data["date"]
        data["kept"] = json.dumps([[SHEET, self.paper.as_notebook(day)]], ensure_ascii=False)
        return data
