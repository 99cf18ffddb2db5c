"""Questions about an old notebook in words, each with its choices: those that its files leave open, and those
that have a likely answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.exchange.copying import Paid
from ledger.exchange.preview import AmountUnit, Ask, FileQuestion, Hands, Running
from ledger.models import Group
from ledger.recording import Corrections
from scorekeeper.pages.nights.notebook_form import COLUMN, MONTH_DAYS, YEAR_TYPED, NotebookForm
from scorekeeper.text.dates import when
from scorekeeper.text.figures import stake
from scorekeeper.text.lists import listed
from scorekeeper.text.notebooks import file_called, question_in_words
from scorekeeper.text.refusals import sentence

# Files that are named in a question.
SHOWN = 40

# Years that are offered for a date without one; others are typed.
YEARS_OFFERED = 4

Words = str | Promise


@dataclass(frozen=True, kw_only=True)
class FileChoice:
    """An answer that can be chosen; `help` says what follows from it, "" where the label says all."""

    value: str
    label: Words
    help: Words = ""
    is_chosen: bool = False


@dataclass(frozen=True, kw_only=True)
class FileQuestionView:
    """A question with its choices. `field` is the name of their radio buttons, `typed` that of a field for
    any other answer, "" for none, with what was `written` there.

    `repairs` is the name of the field of the `row` that it is about, where that can be put right instead.
    """

    field: str
    title: Words
    sentence: Words
    choices: tuple[FileChoice, ...]
    is_open: bool = False
    typed: str = ""
    written: str = ""
    repairs: str = ""
    row: str = ""


CHOICES = {
    Ask.UNIT: (
        FileChoice(value=AmountUnit.POINTS, label=gettext_lazy("Points")),
        FileChoice(value=AmountUnit.MONEY, label=gettext_lazy("Money")),
    ),
    Ask.RUNNING: (
        FileChoice(
            value=Running.DIFFERENCES,
            label=gettext_lazy("Running totals"),
            help=gettext_lazy("each night is what it adds to the row above"),
        ),
        FileChoice(
            value=Running.NIGHTS,
            label=gettext_lazy("Nights"),
            help=gettext_lazy("each row is what everybody won or lost that night"),
        ),
    ),
    Ask.HANDS: (
        FileChoice(
            value=Hands.ADDED,
            label=gettext_lazy("Hands, added up"),
            help=gettext_lazy("all rows of a day are one night, of which only the total is kept"),
        ),
        FileChoice(
            value=Hands.KEPT,
            label=gettext_lazy("Hands, each kept"),
            help=gettext_lazy("all rows of a day are one night, and its page shows each of them"),
        ),
        FileChoice(
            value=Hands.NIGHTS,
            label=gettext_lazy("Nights"),
            help=gettext_lazy("each row is a night of its own"),
        ),
    ),
    Ask.NOT_A_PLAYER: (
        FileChoice(value="not", label=gettext_lazy("No, leave the column out")),
        FileChoice(value="player", label=gettext_lazy("Yes, a player")),
    ),
    Ask.FAR_AHEAD: (FileChoice(value="on", label=gettext_lazy("Yes, it is right")),),
    Ask.TOTALS: (FileChoice(value="on", label=gettext_lazy("Take the numbers of the players")),),
}

# Questions about a row that may be wrong itself.
ROW_MAY_BE_WRONG = (Ask.FAR_AHEAD, Ask.TOTALS)

TITLES = {
    Ask.ORDER: gettext_lazy("Which day is that?"),
    Ask.YEAR: gettext_lazy("Which year?"),
    Ask.MONTH: gettext_lazy("Which day of the month?"),
    Ask.UNIT: gettext_lazy("Points or money?"),
    Ask.RUNNING: gettext_lazy("Running totals?"),
    Ask.HANDS: gettext_lazy("Hands or nights?"),
    Ask.NOT_A_PLAYER: gettext_lazy("Is that a player?"),
    Ask.FAR_AHEAD: gettext_lazy("Is that day right?"),
    Ask.TOTALS: gettext_lazy("A total disagrees"),
}


def questions_of(form: NotebookForm, group: Group) -> Iterator[FileQuestionView]:
    """Yield the questions that the files leave open, or left open before they were answered; one for all
    files that ask the same."""
    by_subject: dict[tuple[Ask, str], list[FileQuestion]] = {}
    for question in form.preview.questions:
        subject = question.cell if question.ask is Ask.NOT_A_PLAYER else ""
        by_subject.setdefault((question.ask, subject), []).append(question)
    for (ask, subject), some in by_subject.items():
        # An open one is the example, before one that was answered.
        first = min(some, key=lambda question: not question.is_open)
        files = listed([file_called(file) for file in dict.fromkeys(one.file for one in some)][:SHOWN])
        repairs, row = form.line_of(first.file, first.line) if ask in ROW_MAY_BE_WRONG else ("", "")
        field = f"{COLUMN}{subject}" if ask is Ask.NOT_A_PLAYER else str(ask)
        # Rows of a score sheet are hands that are kept, unless somebody says otherwise.
        likely = Hands.KEPT if ask is Ask.HANDS and not first.is_open else ""
        chosen = str(form.data.get(field) or likely)
        words = question_in_words(ask, cell=first.cell, file=files)
        view = FileQuestionView(
            field=field,
            title=TITLES[ask],
            sentence=f"{sentence(first.what)} {words}" if first.what else words,
            choices=tuple(
                replace(choice, is_chosen=choice.value == chosen) for choice in _choices(ask, first, group)
            ),
            is_open=any(one.is_open for one in some),
            repairs=repairs,
            row=row,
        )
        if ask is Ask.YEAR:
            view = replace(view, typed=YEAR_TYPED, written=str(form.data.get(YEAR_TYPED, "")))
        yield view


def _choices(ask: Ask, question: FileQuestion, group: Group) -> Iterable[FileChoice]:
    match ask:
        case Ask.ORDER:
            return [
                FileChoice(value=value, label=when(day, "long"))
                for value, day in zip(("day", "month"), question.days, strict=True)
            ]
        case Ask.YEAR:
            years = range(question.days[0].year, question.days[0].year - YEARS_OFFERED, -1)
            return [FileChoice(value=str(year), label=str(year)) for year in years]
        case Ask.MONTH:
            days = [question.days[0].replace(day=day) for day in MONTH_DAYS]
            return [FileChoice(value=str(day.day), label=when(day, "long")) for day in days]
        case Ask.UNIT:
            points, money = CHOICES[Ask.UNIT]
            worth = _("at {stake}").format(stake=stake(group.stake_cents, group.currency))
            no_stake = gettext_lazy("only once the settings say what a point is worth")
            return [points, replace(money, help=worth if group.stake_cents else no_stake)]
        case _:
            return CHOICES[ask]


def zeros_of(form: NotebookForm) -> FileQuestionView:
    """Return the question what a 0 means."""
    labels = (
        ("", _("What fits each file")),
        ("played", _("They played and ended even")),
        ("absent", _("They were away")),
    )
    chosen = form.cleaned_data["zeros"]
    return FileQuestionView(
        field="zeros",
        title="",
        sentence=_("An empty cell always means: they were away."),
        choices=tuple(
            FileChoice(value=value, label=label, is_chosen=value == chosen) for value, label in labels
        ),
    )


def paid_of(form: NotebookForm) -> FileQuestionView:
    """Return the question which of these nights were paid long ago; what is older than a month likely was."""
    day = when(form.month_ago, "day")
    old = [night.date < form.month_ago for night in form.preview.nights]
    choices = [
        FileChoice(
            value=Paid.ALL,
            label=_("All of it was paid long ago"),
            help=_("the points count, nobody owes anything for them"),
        ),
        FileChoice(
            value=Paid.OLD,
            label=_("What is older than a month was paid"),
            help=_("from {day} on what was lost is still owed").format(day=day),
        ),
        FileChoice(
            value=Paid.NONE,
            label=_("None of it was paid yet"),
            help=_("everybody owes what was lost then"),
        ),
    ]
    is_mixed = any(old) and not all(old)
    return FileQuestionView(
        field="paid",
        title="",
        sentence=_("The money of these nights"),
        choices=tuple(
            replace(choice, is_chosen=choice.value == form.paid_shown)
            for choice in choices
            if is_mixed or choice.value != Paid.OLD
        ),
    )


def corrections_of(form: NotebookForm) -> FileQuestionView:
    """Return the question what becomes of nights that are here with other points."""
    choices = (
        FileChoice(
            value=Corrections.REPLACE,
            label=_("Replace what is here"),
            help=_("undoing the import brings it back"),
        ),
        FileChoice(value=Corrections.KEEP, label=_("Keep what is here")),
        FileChoice(
            value=Corrections.ADD,
            label=_("Add them as other nights"),
            help=_("they played twice that day"),
        ),
    )
    return FileQuestionView(
        field="corrections",
        title="",
        sentence="",
        choices=tuple(
            replace(choice, is_chosen=choice.value == form.corrections_meant) for choice in choices
        ),
    )
