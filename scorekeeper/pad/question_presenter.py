"""The questions of the pad as a page draws them, with their answers so far."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ledger.scoring import HandRefused
from scorekeeper.pad.questions import Question, count_field
from scorekeeper.pad.state import Pad
from scorekeeper.presenters.sheet import short_names
from scorekeeper.text.refusals import sentence

# Components that draw more than one kind of question.
TEMPLATES = {"switch": "tick", "several": "tick"}


@dataclass(frozen=True, kw_only=True)
class QuestionView:
    """A question with its answers so far: (value, words, is it chosen).

    `fields` are those that are typed: (what it is called, words, what was typed).
    """

    question: Question
    choices: tuple[tuple[str, str, bool], ...]
    fields: tuple[tuple[str, str, str], ...]
    is_asked: bool
    # What is said of the answer where it cannot be.
    wrong: str = ""

    @property
    def template(self) -> str:
        """The component that draws it."""
        return f"table/questions/{TEMPLATES.get(self.question.kind, self.question.kind)}.html"

    @property
    def field(self) -> str:
        """What it is called in the form; one with several answers is marked."""
        return (
            f"ask-s-{self.question.name}" if self.question.kind == "several" else f"ask-{self.question.name}"
        )

    @property
    def said(self) -> str:
        """The label with its answer, "" where nothing but the usual is answered."""
        usual = self.choices[0][0] if self.question.kind in ("one", "pick", "player") else None
        words = [words for value, words, chosen in self.choices if chosen and value != usual]
        words += [typed for _, _, typed in self.fields if typed]
        return " ".join(dict.fromkeys([self.question.label, *words])) if self.is_asked and words else ""


def question_view(
    question: Question, pad: Pad, names: Mapping[int, str], refused: HandRefused | None = None
) -> QuestionView:
    """A question of this pad with its answers so far; `refused` is what is wrong with the hand."""
    choices = _choices(question, pad, names)
    said = pad.several(question.name) if question.kind == "several" else [pad.answer(question.name)]
    if question.kind in ("one", "pick") and not any(value == said[0] for value, _ in choices):
        said = [choices[0][0]]
    return QuestionView(
        question=question,
        choices=tuple((value, words, value in said) for value, words in choices),
        fields=tuple(_fields(question, pad, names)),
        is_asked=pad.mode in question.modes,
        wrong=sentence(refused) if refused and question.is_meant(refused) else "",
    )


def _choices(question: Question, pad: Pad, names: Mapping[int, str]) -> tuple[tuple[str, str], ...]:
    if question.kind == "player":
        nobody = question.choices or (("", _("nobody")),)
        return (*nobody, *((str(player), names[player]) for player in pad.deal.active))
    if question.kind == "switch":
        return (("1", question.label),)
    return question.choices


def _fields(question: Question, pad: Pad, names: Mapping[int, str]) -> list[tuple[str, str, str]]:
    if question.kind == "number":
        return [(question.name, question.label, pad.answer(question.name))]
    if question.kind != "counts":
        return []
    shorts, active = short_names({player: names[player] for player in pad.deal.seats}), pad.deal.active
    sides = question.teams or len(active)
    return [
        (
            count_field(question.name, player),
            " & ".join(shorts[one] for one in active[at::sides]),
            pad.typed_of(question.name, player),
        )
        for at, player in enumerate(active[:sides])
    ]
