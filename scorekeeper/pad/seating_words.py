"""What is said of a table that is being put together: how many are here, how many play, who sits out.

The page says it, and the script on the phone with each tap (static/js/seating.js), to which all of it is
handed over: by how many are here, and how many of them play.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.seating import FEWEST_SEATS, MOST_SEATS, Seating
from scorekeeper.text.lists import joined
from scorekeeper.text.numbers import beginning, in_words


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """A sentence about the table with names in it."""

    before: str
    names: tuple[str, ...] = ()
    behind: str = ""


def too_few(here: int, least: int) -> str:
    """Said before enough are here."""
    said = _("{here} here so far. {number} at least have to play.")
    return said.format(here=beginning(in_words(here)), number=beginning(in_words(least)))


def too_many() -> str:
    """Said of more than a table holds."""
    return _("A table has ten seats at most.")


def here_are(here: int) -> str:
    """Said where nobody can tell who would play."""
    return _("{here} here.").format(here=beginning(in_words(here)))


def everybody_plays(here: int) -> str:
    """Said where nobody sits out."""
    return _("{here} here, and everybody plays.").format(here=beginning(in_words(here)))


def named(here: int, play: int) -> tuple[str, str]:
    """Said where those who sit out are named: what stands before the names, and behind them."""
    said = ngettext(
        "{here} here, {play} play: {names} sits out.",
        "{here} here, {play} play: {names} sit out.",
        here - play,
    )
    return _around(said, here, play)


def dealer_first(here: int, play: int) -> tuple[str, str]:
    """Said where the dealer sits out, alone or with the next to the right: they are named."""
    if here - play == 1:
        said = _("{here} here, {play} play: the dealer sits out ({names} first).")
    else:
        said = _("{here} here, {play} play: the dealer and the player to the right sit out ({names} first).")
    return _around(said, here, play)


def _around(said: str, here: int, play: int) -> tuple[str, str]:
    before, behind = said.split("{names}")
    words = {"here": beginning(in_words(here)), "play": in_words(play)}
    return before.format(**words), behind.format(**words)


def said_of(table: Seating, names: Mapping[int, str]) -> Sentence:
    """Return who sits out of a table that can play: "Six here, five play: the dealer sits out (Cleo)."."""
    here, play, out = len(table.seats), len(table.active), tuple(names[player] for player in table.out)
    if not out:
        return Sentence(before=everybody_plays(here))
    before, behind = (named if table.skip or len(out) > 2 else dealer_first)(here, play)
    return Sentence(before=before, names=out, behind=behind)


def sentences(least: int) -> dict[str, Any]:
    """All of them for a script: by how many are here, `rest` by how many of these play as well.

    `joins` is what stands before, between and behind so many names.
    """
    sizes = range(FEWEST_SEATS, MOST_SEATS + 1)
    return {
        "few": [too_few(here, least) for here in range(least)],
        "many": too_many(),
        "here": {here: here_are(here) for here in sizes},
        "all": {here: everybody_plays(here) for here in sizes},
        "rest": {here: {play: _rest(here, play) for play in range(FEWEST_SEATS, here)} for here in sizes},
        "joins": {count: joined([_NAME] * count).split(_NAME) for count in sizes},
    }


# Where a name will stand.
_NAME = "\ufffc"


def _rest(here: int, play: int) -> dict[str, Any]:
    if here - play > 2:
        return {"named": named(here, play)}
    return {
        "named": named(here, play),
        "dealer": dealer_first(here, play),
    }
