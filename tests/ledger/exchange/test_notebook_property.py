"""A notebook in any shape reads back as the same nights, or leaves a question that is listed."""

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from io import StringIO

from hypothesis import given
from hypothesis import strategies as st

from ledger.exchange.notebook import read_notebooks
from ledger.exchange.preview import AmountUnit, Answers, Ask, Hands, Preview, Running
from tests.notebooks import TODAY
from tests.steady import many, steady

NAMES = ("Ann", "Ben Gurt", "Çelo", "Dave", "Jan", "Smith, Flo", "P01")
Night = tuple[date, Mapping[str, Fraction]]

DATES: dict[str, Callable[[date], str]] = {
    "iso": date.isoformat,
    "german": lambda day: f"{day.day}.{day.month}.{day:%y}",
    "german with time": lambda day: f"{day:%d.%m.%Y}, 20:12",
    "german weekday": lambda day: (
        f"{('Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So')[day.weekday()]} {day:%d.%m.%Y}"
    ),
    "american": lambda day: f"{day.month}/{day.day}/{day:%y}",
    "british": lambda day: f"{day:%d/%m/%Y}",
    "words": lambda day: f"{day:%a, %b} {day.day}, {day.year}",
    "timestamp": lambda day: f"{day.month}/{day.day}/{day.year} 22:14:03",
    "without a year": lambda day: f"{day.month}/{day.day}",
    "month": lambda day: f"{day:%B %Y}",
}
BELOW_ZERO = ("-{}", "−{}", "({})")
MONEY = ("{}", "${}", "{} €")
ABSENCES = ("", "-", "x", "n/a", "–", "fehlt", "0")
TITLES = ((), ("The Thursday table",), ("Skat, since 1998", "", "printed 12.3.2019"), ("Results; points",))
FORMS = ("wide", "turned", "long", "hands", "running")


@dataclass(frozen=True, kw_only=True)
class Shape:
    """The way in which a notebook is written."""

    form: str
    dates: str
    by: str
    title: Sequence[str]
    absence: str
    below_zero: str
    money: str
    has_totals: bool
    has_foots: bool
    has_notes: bool
    is_backwards: bool

    def amount(self, points: Fraction) -> str:
        """Write an amount as a decimal number."""
        whole, half = divmod(abs(points), 1)
        text = f"{whole}" + (f"{',' if self.by == ';' else '.'}5" if half else "")
        text = self.money.format(text)
        return self.below_zero.format(text) if points < 0 else text


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    form = draw(st.sampled_from(FORMS))
    return Shape(
        form=form,
        dates=draw(st.sampled_from(sorted(DATES))),
        by=draw(st.sampled_from(",;\t")),
        title=draw(st.sampled_from(TITLES)),
        absence=draw(st.sampled_from(ABSENCES)),
        below_zero=draw(st.sampled_from(BELOW_ZERO)),
        money=draw(st.sampled_from(MONEY)),
        has_totals=draw(st.booleans()),
        has_foots=draw(st.booleans()),
        has_notes=draw(st.booleans()),
        is_backwards=draw(st.booleans()),
    )


@st.composite
def books(draw: st.DrawFn, dates: str) -> list[Night]:
    """Draw nights of two to seven people, in halves of points, none of them zero."""
    points = st.integers(-60, 60).filter(bool).map(lambda one: Fraction(one, 2))
    day = draw(st.dates(date(2015, 1, 1), date(2019, 1, 1)))
    nights: list[Night] = []
    for _ in range(draw(st.integers(1, 14))):
        if dates == "month":
            day = (day.replace(day=1) + timedelta(days=32)).replace(day=1)
        else:
            day += timedelta(days=draw(st.integers(1, 40)))
        people = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=len(NAMES), unique=True))
        won = {name: draw(points) for name in people[1:]}
        if last := -sum(won.values(), Fraction(0)):
            won[people[0]] = last
        if len(won) > 1:
            nights.append((day, won))
    return nights


def rows_of(shape: Shape, nights: Sequence[Night]) -> list[list[str]]:
    names = [name for name in NAMES if any(name in won for _, won in nights)]
    written = DATES[shape.dates]
    if shape.form == "long":
        rows = [
            [written(day), name, shape.amount(points)] for day, won in nights for name, points in won.items()
        ]
        return [["Datum", "Spieler", "Punkte"], *rows]
    if shape.form == "hands":
        header = ["Date", "Hand", *names]
        halves = [(day, hand, half) for day, won in nights for hand, half in enumerate(hands_of(won), 1)]
        rows = [
            [written(day), str(hand), *(shape.amount(won[name]) if name in won else "" for name in names)]
            for day, hand, won in halves
        ]
        return [header, *rows]
    rows, sums = [], dict.fromkeys(names, Fraction(0))
    for day, won in nights:
        for name, points in won.items():
            sums[name] += points
        shown = sums if shape.form == "running" else won
        cells = [shape.amount(shown[name]) if name in shown else shape.absence for name in names]
        foots = sum((one for one in shown.values() if one > 0), Fraction(0))
        rows.append(
            [
                written(day),
                *(["Köln"] if shape.has_notes else []),
                *cells,
                *([shape.amount(foots)] if shape.has_foots else []),
            ]
        )
    if shape.is_backwards:
        rows.reverse()
    header = ["Date", *(["Ort"] if shape.has_notes else []), *names, *(["foots"] if shape.has_foots else [])]
    if shape.has_totals:
        note = [""] if shape.has_notes else []
        rows.append(["Summe", *note, *(shape.amount(sums[name]) for name in names)])
    table = [header, *rows]
    if shape.form == "turned":
        width = len(header)
        padded = [[*row, *[""] * (width - len(row))] for row in table]
        return [list(column) for column in zip(*padded, strict=True)]
    return table


def hands_of(won: Mapping[str, Fraction]) -> list[Mapping[str, Fraction]]:
    """Return two hands that add up to a night."""
    return [{name: points + 1 for name, points in won.items()}, dict.fromkeys(won, Fraction(-1))]


def text_of(shape: Shape, nights: Sequence[Night]) -> str:
    text = StringIO()
    text.write("".join(f"{line}\n" for line in shape.title))
    csv.writer(text, delimiter=shape.by, lineterminator="\n").writerows(rows_of(shape, nights))
    return text.getvalue()


def truth(shape: Shape, nights: Sequence[Night]) -> Answers:
    """Return what the writer of the notebook would answer to any question."""
    return Answers(
        zeros="absent" if shape.absence == "0" and shape.form in {"wide", "turned"} else "",
        order="day" if shape.dates == "british" else "month",
        year=nights[-1 if shape.is_backwards and shape.form in {"wide", "turned", "running"} else 0][0].year,
        month_day=1,
        unit=AmountUnit.POINTS,
        running=Running.DIFFERENCES if shape.form == "running" else Running.NIGHTS,
        hands=Hands.KEPT if shape.form == "hands" else Hands.NIGHTS,
        players=frozenset(NAMES),
    )


def read(text: str, answers: Answers) -> Preview:
    return read_notebooks([("f", text)], answers=answers, today=TODAY)


def nights_of(preview: Preview) -> list[Night]:
    return [(night.date, dict(night.totals)) for night in preview.nights]


@steady(many(200, soak=5_000))
@given(data=st.data(), shape=shapes())
def test_notebook_of_any_shape_reads_back_or_leaves_a_listed_question(
    data: st.DataObject, shape: Shape
) -> None:
    nights = data.draw(books(shape.dates).filter(bool))
    text = text_of(shape, nights)
    preview = read(text, Answers())
    assert preview.troubles == ()
    if not preview.open_questions and preview.zeros["f"] == "played":
        assert nights_of(preview) == nights or shape.form == "running"
    answers = truth(shape, nights)
    answered = read(text, answers)
    if shape.form == "running" and Ask.RUNNING not in {question.ask for question in answered.questions}:
        return  # a few such nights, or odd ones, cannot be told from others
    assert (answered.troubles, answered.open_questions) == ((), ())
    assert nights_of(answered) == nights
