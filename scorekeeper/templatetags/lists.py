"""Names in a row, each set apart from the line around it (`<bdi>`); names in another language than a page."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ledger.standings.groups import Playing
from ledger.standings.nights import Night
from scorekeeper.text.counted import Counted, sentence
from scorekeeper.text.figures import points, side, signed
from scorekeeper.text.games import languages_of_names
from scorekeeper.text.lists import joined, listed
from scorekeeper.text.rules import called

register = template.Library()


@register.filter
def names_joined(names: Sequence[str]) -> SafeString:
    return _in_a_row(joined, ["<bdi>{}</bdi>"] * len(names), names)


@register.filter
def names_listed(names: Sequence[str]) -> SafeString:
    return _in_a_row(listed, ["<bdi>{}</bdi>"] * len(names), names)


@register.filter
def worths_listed(worths: Sequence[tuple[str, str]]) -> SafeString:
    """Return names with what each won or lost: "Ann +2, Ben −1"."""
    parts = [part for worth in worths for part in worth]
    return _in_a_row(listed, ["<bdi>{}</bdi> {}"] * len(worths), parts)


@register.filter
def counted(said: Counted) -> SafeString:
    """Return "Counted: Summer · five play"; nothing where nothing was asked for."""
    seasons = [said.season] if said.season else []
    return _in_a_row(
        sentence, ["<bdi>{}</bdi>"] * len(seasons) + ["{}"] * len(said.rest), [*seasons, *said.rest]
    )


@register.filter
def lang(name: str) -> SafeString:
    """Return the attribute for an element that holds only this name; "" where the page has its language."""
    own = languages_of_names().get(name)
    return format_html(' lang="{}"', own) if own and own != get_language() else SafeString()


@register.filter
def plays(playing: Playing) -> str:
    """Return a group's game in short: "Jack of diamonds", or "called ace, leaster, one change"."""
    return called(playing.key, playing.preset, playing.options)


RESULT = """
    <span class="result{}">
      <bdi>{}</bdi> <b class="{}">{}</b>
    </span>
  """


@register.filter
def results(night: Night, first: str) -> SafeString:
    """Return everybody's points of a night, best first, who may have a class of their own: `first`."""
    return _results(night, night.results, first)


@register.filter
def winners(night: Night) -> SafeString:
    """Return who had the best number of a night, and how much."""
    return _results(night, night.winners, "")


def _results(night: Night, told: Sequence[tuple[str, Fraction]], first: str) -> SafeString:
    # Write names and points. As a loop in a template they were a fifth of what a group's page costs.
    marks = [f" {first}" if first and not place else "" for place in range(len(told))]
    drawn = [
        RESULT.format(
            mark,
            escape(name),
            "" if night.is_typed else side(value),
            points(value) if night.is_typed else signed(value),
        )
        for mark, (name, value) in zip(marks, told, strict=True)
    ]
    return SafeString("".join(drawn))  # the names are escaped, and nothing else comes from anybody


def _in_a_row(write: Callable[[Sequence[str]], str], patterns: list[str], parts: Sequence[str]) -> SafeString:
    return format_html(write(patterns), *parts) if parts else SafeString()
