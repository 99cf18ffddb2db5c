"""What was understood of an old notebook, as a page shows it before anything is written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.exchange.copying import NOBODY, Comparison, compare, too_fine
from ledger.exchange.notebook import Preview
from ledger.exchange.paper import SHEET
from ledger.exchange.similar import similar
from ledger.models import Group
from scorekeeper.pages.notebook.forms import PASTED, NotebookForm
from scorekeeper.text.dates import when
from scorekeeper.text.figures import count, signed
from scorekeeper.text.refusals import sentence

SHOWN = 40
MOST_CHOICES = 5_000
"""In all lists of names together; with more of them names are typed."""
ZEROS = {
    "absent": gettext_lazy("{file}: a 0 is taken for somebody who was away"),
    "played": gettext_lazy("{file}: a 0 is taken for a result"),
}


@dataclass(frozen=True, kw_only=True)
class NameView:
    """A name that the book does not know: who is it? `said` is what was answered."""

    place: int
    name: str
    similar: int | None
    said: str

    @property
    def is_open(self) -> bool:
        """Whether it has to be answered: somebody is called much like it."""
        return bool(self.similar) and not self.said


@dataclass(frozen=True, kw_only=True)
class Fault:
    """A row that will not do as it stands, in its own field, so that it can be put right."""

    where: str
    words: str
    field: str
    row: str


@dataclass(frozen=True, kw_only=True)
class Understood:
    """The preview. `ready` is whether it can be written as it is."""

    nights: int
    span: str
    found: Comparison | None
    sample: tuple[tuple[str, tuple[tuple[str, Fraction], ...]], ...]
    people: tuple[NameView, ...]
    faults: tuple[Fault, ...]
    more_faults: int
    unbalanced: tuple[Fault, ...]
    more_unbalanced: int
    remarks: tuple[str, ...]
    ready: bool
    are_typed: bool


def understood(form: NotebookForm, group: Group) -> Understood:
    """What was understood; writes nothing."""
    preview = form.preview
    fine = too_fine(preview)
    found = None if fine or preview.troubles else compare(group, preview)
    faults = [_trouble(form, one.file, one.line, sentence(one.what)) for one in preview.troubles[:SHOWN]]
    faults += [_trouble(form, one.file, one.line, _("Finer than the book can hold.")) for one in fine[:SHOWN]]
    left = [
        _trouble(form, one.file, one.line, _sum(one.date, one.difference))
        for one in preview.unbalanced[:SHOWN]
    ]
    people = _people(form)
    return Understood(
        nights=len(preview.nights),
        span=_span(preview),
        found=found,
        sample=tuple(
            (when(one.date, "day"), tuple(one.totals.items())[:SHOWN]) for one in preview.nights[:3]
        ),
        people=people,
        faults=tuple(faults),
        more_faults=max(0, len(preview.troubles) + len(fine) - len(faults)),
        unbalanced=tuple(left),
        more_unbalanced=max(0, len(preview.unbalanced) - SHOWN),
        remarks=_remarks(preview),
        ready=bool(preview.nights and found and not any(one.is_open for one in people))
        and (not left or bool(form.cleaned_data["accepts"])),
        are_typed=len(people) * len(form.names) > MOST_CHOICES,
    )


def _read(preview: Preview) -> tuple[str, ...]:
    return tuple(f"{_called(one.file)}: {sentence(one.what)}" for one in preview.remarks)


def _remarks(preview: Preview) -> tuple[str, ...]:
    zeros = (str(ZEROS[one]).format(file=_called(file)) for file, one in preview.zeros.items() if one)
    said = (*_read(preview), *zeros)
    if len(said) <= SHOWN:
        return said
    return (*said[:SHOWN], _("… and {more} more").format(more=count(len(said) - SHOWN)))


def _people(form: NotebookForm) -> tuple[NameView, ...]:
    close = similar(form.asked, form.names.values())
    ids = {name: pk for pk, name in form.names.items()}
    people = [
        NameView(place=place, name=name, similar=ids.get(close.get(name, "")), said=form.said_of(place))
        for place, name in enumerate(form.asked)
        if name != NOBODY
    ]
    return tuple(sorted(people, key=lambda one: (one.similar is None, one.place)))


def _trouble(form: NotebookForm, file: str, line: int, words: str) -> Fault:
    field, row = form.line_of(file, line)
    name = _called(file)
    where = _("{file}, line {line}").format(file=name, line=line) if line else name
    return Fault(where=where, words=words, field=field, row=row)


def _called(file: str) -> str:
    """The name of a file, or what was typed or pasted instead of one."""
    if file == SHEET:
        return _("the paper sheet")
    return _("what was pasted") if file == PASTED else file


def _sum(day: date, difference: Fraction) -> str:
    words = _("{day} adds up to {sum}, not to 0.")
    return words.format(day=when(day, "day"), sum=signed(difference))


def _span(preview: Preview) -> str:
    """From when until when the notebook goes; "" without a night."""
    if not preview.nights:
        return ""
    first, last = preview.nights[0].date, preview.nights[-1].date
    return _("{first} to {last}").format(first=when(first, "day"), last=when(last, "day"))
