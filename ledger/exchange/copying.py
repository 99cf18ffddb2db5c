"""From a notebook that was understood to nights in the group's book."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction
from uuid import UUID, uuid4

from babel.numbers import get_currency_precision
from django.utils.translation import gettext

from ledger.exchange.preview import NightRow, Preview, Trouble
from ledger.exchange.similar import similar
from ledger.models import PARTS, Group, Membership
from ledger.models.group import NOBODY
from ledger.recording import Refused
from ledger.recording.notebook import FEWEST, Copying, Corrections, check_fits, check_people, copy_notebook
from ledger.recording.staging import ids_by_place
from ledger.scoring import MOST_TYPED
from ledger.scoring.facts import MOST_SEATS
from ledger.scoring.receipt import plus
from ledger.standings import names_of
from ledger.standings.marks import Copied, known_nights
from ledger.standings.players import is_nobody
from ledger.words.messages import message

# Nights that are older were most likely paid long ago, and are taken so where nobody says otherwise.
PAID_AFTER = timedelta(days=31)


class Paid(StrEnum):
    """Nights that were paid before they are written down: all, those older than PAID_AFTER, or none."""

    ALL = "all"
    OLD = "old"
    NONE = "none"

    def owed_from(self, today: date) -> date | None:
        """Return the day from which on what was lost is still owed; None for never."""
        return {Paid.ALL: None, Paid.OLD: today - PAID_AFTER, Paid.NONE: date.min}[self]


@dataclass(frozen=True, kw_only=True)
class CorrectedNight:
    """A night that the book has with other points: what it has, and what the notebook has, by name."""

    date: date
    had: Mapping[str, Fraction]
    has: Mapping[str, Fraction]

    @property
    def changed(self) -> list[tuple[str, Fraction | None, Fraction | None]]:
        """Return the people who have other points, with those before and after: there it went wrong."""
        rows = ((name, self.had.get(name), self.has.get(name)) for name in {**self.has, **self.had})
        return [(name, before, after) for name, before, after in rows if before != after]


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A preview beside the book: who and what is new to it; `struck` were taken out of it by hand.

    `corrected` are there with other points; so are `played`, which were told hand by hand. `sums` are what
    each player comes to in the new nights.
    """

    unknown: tuple[str, ...]
    similar: Mapping[str, str]
    new: int
    there: int
    struck: int
    played: int
    corrected: tuple[CorrectedNight, ...]
    sums: Mapping[str, Fraction]


def compare(group: Group, preview: Preview) -> Comparison:
    """Return what copying this notebook would bring; write nothing. Raises Refused for a person with two
    names in one night."""
    names = _names(preview)
    ids = dict(zip(names, ids_by_place(group, names), strict=True))
    unknown = tuple(name for name, player in ids.items() if player < 0)
    nights = _copied(preview, ids)
    check_people(group, nights)
    nobody = next((pk for name, pk in ids.items() if is_nobody(name)), None)
    book, called = known_nights(group, nights, nobody=nobody), names_of(group)
    named = {**{pk: gettext(NOBODY) if pk == nobody else name for name, pk in ids.items()}, **called}
    corrected = tuple(
        CorrectedNight(
            date=one.night.date,
            had={named[player]: points for player, points in one.totals.items()},
            has={named[player]: points for player, points in one.night.totals.items()},
        )
        for one in book.corrections
    )
    sums: dict[str, Fraction] = {}
    for night in book.new:
        for player, points in night.totals.items():
            sums[named[player]] = plus(sums.get(named[player], Fraction(0)), points)
    others = len(book.new) + len(book.struck) + len(book.played) + len(corrected)
    return Comparison(
        unknown=unknown,
        similar=similar(unknown, called.values()),
        new=len(book.new),
        there=len(preview.nights) - others,
        struck=len(book.struck),
        played=len(book.played),
        corrected=corrected,
        sums=sums,
    )


def copy(
    group: Group,
    preview: Preview,
    *,
    by: Membership | None = None,
    owed_from: date | None = date.min,
    corrections: Corrections = Corrections.KEEP,
    key: UUID | None = None,
    began: Callable[[Group], object] = lambda hidden: None,
) -> int:
    """Write down what is new, all or none, and the players it needs; returns how many nights that were.

    Nights that the book has with other points are treated as `corrections` says.
    Nights before `owed_from` were paid long ago, all of them if it is None. The import is known by `key`.
    Nights that do not add up to zero get NOBODY as one more player. `began` is told the hidden group in
    which the nights wait until they are all there; whoever stops the work before its end has to remove
    it. Raises Refused for money in a group that has no stake any more, for points that are too fine, for a
    name that will not do, and for more than the group can hold.
    """
    if preview.troubles:
        # The page let nothing else pass: since then the group has lost its stake.
        raise Refused("unread", case="no_stake")
    if too_fine(preview):
        raise Refused("too_fine")
    names = _names(preview)
    places = {name: place for place, name in enumerate(names)}
    nights = _copied(preview, places)
    copying = Copying(
        names=names,
        nights=nights,
        by=by,
        owed_from=owed_from,
        corrections=corrections,
        key=key or uuid4(),
    )
    return copy_notebook(group, copying, began=began)


def check_may_be_copied(group: Group, preview: Preview) -> None:
    check_fits(group, _names(preview), len(preview.nights))


def at_stake(preview: Preview, group: Group) -> Preview:
    """Return the notebook with points at the group's stake instead of money, so that each night brings the
    money that stood there. A group without a stake has trouble with the first of them.
    """
    if not any(night.is_money for night in preview.nights):
        return preview
    if not (group.currency and group.stake_cents):
        first = next(night for night in preview.nights if night.is_money)
        trouble = Trouble(file=first.file, line=first.line, what=message("unread", case="no_stake"))
        return replace(preview, troubles=(*preview.troubles, trouble))
    a_point = Fraction(group.stake_cents, 10 ** get_currency_precision(group.currency))
    nights = tuple(
        replace(night, totals={name: amount / a_point for name, amount in night.totals.items()})
        if night.is_money
        else night
        for night in preview.nights
    )
    return replace(preview, nights=nights)


def too_fine(preview: Preview) -> tuple[NightRow, ...]:
    """Return nights with points that the book cannot hold exactly."""
    return tuple(
        night
        for night in preview.nights
        if any((points * PARTS).denominator != 1 for points in night.totals.values())
    )


def _names(preview: Preview) -> tuple[str, ...]:
    return (*preview.names, NOBODY) if preview.unbalanced else preview.names


def are_kept(night: NightRow) -> bool:
    """Return whether the hands of a night can be written down, as points that were typed.

    Such points are whole and add up to zero, hand by hand, of as many people as sit at a table at most.
    """
    if not night.hands or night.is_money or not FEWEST <= len(night.totals) <= MOST_SEATS:
        return False
    worths = (won for hand in night.hands for won in hand.values())
    return all(len(hand) >= FEWEST and not sum(hand.values()) for hand in night.hands) and all(
        won.denominator == 1 and abs(won) <= MOST_TYPED for won in worths
    )


def _copied(preview: Preview, ids: Mapping[str, int]) -> list[Copied]:
    return [
        Copied(
            date=night.date,
            totals={ids[name]: points for name, points in night.totals.items()}
            | ({ids[NOBODY]: -night.difference} if night.difference else {}),
            file=night.file,
            hands=tuple({ids[name]: points for name, points in hand.items()} for hand in night.hands)
            if are_kept(night)
            else (),
        )
        for night in preview.nights
    ]
