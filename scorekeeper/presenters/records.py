"""Records and badges as pages tell them: what it is, whose, what for, and where it can be looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.models import to_points
from ledger.scoring import game_called
from ledger.standings.badges import A_HAIR, Award, Badge, won_from
from ledger.standings.nights import Began
from ledger.standings.nights_by_player import Mark
from ledger.standings.records import OF_HANDS, OF_NIGHTS, Feat, Record
from scorekeeper.presenters.feats import LABELS, RULES, SHARES, TITLES, Text, nights_named
from scorekeeper.text.counts import hands, nights
from scorekeeper.text.durations import lasted
from scorekeeper.text.figures import side, signed

__all__ = ["LABELS", "nights_named"]
IN_POINTS = {Feat.BEST_NIGHT, Feat.WORST_NIGHT, Feat.HAND_WON, Feat.HAND_LOST}


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where records are told: the game, what people are called there, and when the nights were.

    `code` is the group's, "" where no other page of it may be named; `query` ends the addresses of pages
    about the same hands.
    """

    game: str
    names: Mapping[int, str]
    began: Mapping[int, Began]
    code: str = ""
    query: str = ""

    def night(self, mark: Mark) -> str:
        """The address of the hand or the night of a mark, "" where none may be named."""
        if not self.code:
            return ""
        began = self.began.get(mark.night)
        return mark_address(self.code, mark, is_copied=bool(began and began.is_copied))

    def day(self, mark: Mark) -> date | None:
        """When the night of a mark began."""
        found = self.began.get(mark.night)
        return found.day if found else None

    def player(self, player: int, anchor: str = "") -> str:
        """The address of a player's page, "" where none may be named."""
        return f"{reverse('player', args=[self.code, player])}{self.query}{anchor}" if self.code else ""


def mark_address(code: str, mark: Mark, *, is_copied: bool) -> str:
    """Where the hand or the night of a mark is told: that hand, or a sheet; of a night of totals its page."""
    if mark.entry:
        return reverse("hand", args=[code, mark.night, mark.entry])
    return reverse("copied" if is_copied else "table", args=[code, mark.night])


def came_back(mark: Mark) -> str:
    """How far behind somebody was in a night that ended above zero, as a figure."""
    return _("from {points} to a plus").format(points=signed(to_points(-mark.parts)))


@dataclass(frozen=True, kw_only=True)
class RecordView:
    """A record: what it is of, its figure, whose, when it was, and where it is told ("" for nowhere)."""

    feat: str
    label: str
    figure: str
    side: str
    who: tuple[str, ...]
    day: date | None
    address: str


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """A night that a badge is for: what it brought, when it was, and where it is told."""

    figure: str
    side: str
    day: date | None
    address: str


@dataclass(frozen=True, kw_only=True)
class BadgeView:
    """A badge: who has it, what for, how it is given, and where that can be looked up ("" for nowhere)."""

    badge: str
    title: str
    who: tuple[str, ...]
    said: str
    usual: int | None
    rule: str
    is_fun: bool
    nights: tuple[Evidence, ...]
    address: str

    @property
    def is_of_a_day(self) -> bool:
        """Whether its nights are two of one day, which would look like a mistake."""
        return len(self.nights) > 1 and len({one.day for one in self.nights}) == 1


def record_views(records: Sequence[Record], place: Place) -> tuple[RecordView, ...]:
    """The records as they are told."""
    return tuple(
        RecordView(
            feat=one.feat,
            label=str(LABELS[one.feat]),
            figure=_figure(one),
            side=side(one.number) if one.feat in IN_POINTS else "",
            who=tuple(place.names[who] for who in one.players),
            day=place.day(one.mark) if one.mark else None,
            address=place.night(one.mark) if one.mark else place.player(one.players[0], "#course"),
        )
        for one in records
    )


def _figure(one: Record) -> str:
    if one.feat in OF_NIGHTS:
        return nights(one.number)
    if one.feat in OF_HANDS:
        return hands(one.number)
    if one.feat is Feat.LONGEST:
        return lasted(one.number)
    if one.feat is Feat.COMEBACK and one.mark:
        return came_back(one.mark)
    return signed(to_points(one.number))


def badge_views(awards: Sequence[Award], place: Place, *, nights_of_all: int) -> tuple[BadgeView, ...]:
    """The badges as they are told; `nights_of_all` is how many nights there were."""
    return tuple(
        BadgeView(
            badge=one.badge,
            title=str(TITLES[one.badge]),
            who=tuple(place.names[who] for who in one.players),
            said=_said(one, place, nights_of_all),
            usual=one.question.usual.percent if one.question else None,
            rule=_filled(RULES[one.badge], place),
            is_fun=one.is_fun,
            nights=tuple(
                Evidence(
                    figure=signed(to_points(mark.parts)),
                    side=side(mark.parts),
                    day=place.day(mark),
                    address=place.night(mark),
                )
                for mark in one.marks
            ),
            address=_looked_up(one, place),
        )
        for one in awards
    )


def _filled(text: Text, place: Place, **more: object) -> str:
    word = game_called(place.game).word
    missing = (won_from(place.game) or 0) // A_HAIR
    return str(text).format(picker=_(word("picker")), partner=_(word("partner")), missing=missing, **more)


def _said(one: Award, place: Place, nights_of_all: int) -> str:
    if one.share:
        return _filled(SHARES[one.badge], place, k=one.share.k, n=one.share.n)
    if one.badge is Badge.FAITHFUL:
        return _("{nights} of {all} nights").format(nights=one.nights, all=nights_of_all)
    if one.marks:
        return ""
    points = signed(to_points(one.parts))
    return _("{points} in {nights}").format(points=points, nights=nights(one.nights))


def _looked_up(one: Award, place: Place) -> str:
    """Where the hands behind a badge are; of those read from the table, that is on the page."""
    if not place.code or one.marks:
        return ""
    if one.question:
        where = [place.code, one.players[0], one.question.key]
        return f"{reverse('question', args=where)}{place.query}"
    if one.badge is Badge.BY_A_HAIR:
        return place.player(one.players[0], "#card-points")
    return "#table"
