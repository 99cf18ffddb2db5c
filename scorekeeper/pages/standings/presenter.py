"""How everybody stands, as the page shows it: a table for each game, a card for each player.

Frozen dataclasses out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.utils.translation import gettext as _

from ledger.scoring import GAMES
from ledger.scoring.game import WORDS
from ledger.standings import Course, GameStandings, PlayerStanding, Share
from scorekeeper.charts import POINTS, CourseChart, by_night, course, line

ENOUGH = 20
"""Below so many of the thing counted a share is shown in grey: it could be luck."""

A_PAGE = 50
"""So many nights are told at once as a table, the latest first; the chart has all of them."""


@dataclass(frozen=True, kw_only=True)
class SaidShare:
    """A share as the page says it."""

    label: str
    share: Share

    @property
    def enough(self) -> bool:
        """Whether enough was counted to take the percentage seriously."""
        return self.share.n >= ENOUGH


@dataclass(frozen=True, kw_only=True)
class Card:
    """A player's standing and its shares, in the order they are read; `cents` is None without money."""

    place: int
    standing: PlayerStanding
    cents: int | None
    shares: tuple[SaidShare, ...]


def card_views(found: GameStandings, cents: Mapping[int, int] | None = None) -> tuple[Card, ...]:
    """Everybody in the words of the game, best first; who has the same points shares a place."""
    game = GAMES.get(found.game)
    words = {name: _(game.word(name) if game else word) for name, word in WORDS.items()}
    as_role = _("won as {role}")
    return tuple(
        Card(
            place=1 + sum(other.points > one.points for other in found.players),
            standing=one,
            cents=None if cents is None else cents.get(one.player, 0),
            shares=(
                SaidShare(label=words["picked"], share=one.picked),
                SaidShare(label=as_role.format(role=words["picker"]), share=one.won_picking),
                SaidShare(label=as_role.format(role=words["partner"]), share=one.won_partner),
                SaidShare(label=as_role.format(role=words["opponent"]), share=one.won_opponent),
                SaidShare(label=_("won alone"), share=one.won_alone),
                SaidShare(label=words["leasters"], share=one.won_leaster),
            ),
        )
        for one in found.players
    )


@dataclass(frozen=True, kw_only=True)
class MoneyLine:
    """What somebody won or lost at cards in all games together."""

    name: str
    cents: int


def money_lines(found: Sequence[GameStandings], cents: Mapping[int, int]) -> tuple[MoneyLine, ...]:
    """Everybody who played, whoever won most first."""
    names = {player.player: player.name for one in found for player in one.players}
    lines = (MoneyLine(name=name, cents=cents.get(player, 0)) for player, name in names.items())
    return tuple(sorted(lines, key=lambda one: (-one.cents, one.name)))


@dataclass(frozen=True, kw_only=True)
class GameTable:
    """How everybody stands in one game, and a page of its nights.

    `mark` ends the ids on the page that belong to this game, and `query` begins the addresses of its other
    pages; both are "" where there is only one game. `is_asked` says whether the address names this page.
    """

    game: str
    name: str
    mark: str
    query: str
    cards: tuple[Card, ...]
    chart: CourseChart | None
    courses: tuple[Course, ...]
    nights: int
    by_night: tuple[tuple[date, tuple[Fraction | None, ...]], ...]
    page: int
    pages: int
    is_asked: bool

    @property
    def asked(self) -> str:
        """What ends the address of another page that is to tell of this game."""
        return f"?game={self.game}" if self.query else ""

    @property
    def has_money(self) -> bool:
        """Whether money is told beside the points."""
        return any(card.cents is not None for card in self.cards)

    @property
    def has_hands(self) -> bool:
        """Whether anything but totals is known of anybody."""
        return any(card.standing.hands for card in self.cards)

    @property
    def newer(self) -> int | None:
        """The page of later nights, None on the first."""
        return self.page - 1 if self.page > 1 else None

    @property
    def older(self) -> int | None:
        """The page of earlier nights, None on the last."""
        return self.page + 1 if self.page < self.pages else None


def game_tables(
    found: Sequence[GameStandings],
    *,
    page: int | None,
    game: str | None,
    cents: Mapping[int, int] | None = None,
) -> tuple[GameTable, ...] | None:
    """A table for each game; None where there is no such page, or no such game.

    `page` and `game` are what the address names: a page of the nights of a game, of the first if it names
    none. `cents` are told beside the points where only one game is played: a night may have several.
    """
    if not found:
        return () if page in (None, 1) and game is None else None
    asked = found[0].game if game is None else game
    tables = tuple(
        _table(one, page if one.game == asked else None, cents, is_alone=len(found) == 1) for one in found
    )
    is_there = any(one.game == asked and 1 <= one.page <= one.pages for one in tables)
    return tables if is_there else None


def _table(
    found: GameStandings, asked: int | None, cents: Mapping[int, int] | None, *, is_alone: bool
) -> GameTable:
    page, nights = asked or 1, found.nights
    until = max(0, len(nights) - (page - 1) * A_PAGE)
    shown = slice(max(0, until - A_PAGE), until)
    across = by_night(found.days)
    points = zip(*(one.points_after(shown) for one in found.courses), strict=True)
    return GameTable(
        game=found.game,
        name=GAMES[found.game].name if found.game in GAMES else found.game,
        mark="" if is_alone else f"-{found.game}",
        query="" if is_alone else f"game={found.game}&",
        cards=card_views(found, cents if is_alone else None),
        chart=course([line(one.name, one.parts, across) for one in found.courses], across, POINTS),
        courses=found.courses,
        nights=len(nights),
        by_night=tuple(zip(found.days[shown], points, strict=False)),
        page=page,
        pages=max(1, -(-len(nights) // A_PAGE)),
        is_asked=asked is not None,
    )
