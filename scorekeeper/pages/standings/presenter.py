"""How everybody stands, as the page shows it: a table for each game, a card for each player.

Frozen dataclasses out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.utils.translation import gettext as _

from ledger.scoring import GAMES
from ledger.scoring.game import WORDS
from ledger.standings import GameStandings, PlayerStanding, Share
from ledger.standings.after_nights import AfterNight, after_every_night, brought_every_night
from ledger.standings.nobody import people_in
from ledger.standings.played import Played
from ledger.standings.players import places_of
from ledger.standings.seasons import divided
from ledger.standings.statistics import leaders_chance
from scorekeeper.charts import POINTS, CourseChart, course
from scorekeeper.charts.drawing import MOST_LINES
from scorekeeper.presenters.asked_hands import AskedHands
from scorekeeper.presenters.courses import Ran, came_most
from scorekeeper.presenters.leaders import ChanceView, chance_view
from scorekeeper.presenters.table_files import FileRow, FileTable, amount, table_addresses

ENOUGH = 20
"""Below so many of the thing counted a share is shown in grey: it could be luck."""


@dataclass(frozen=True, kw_only=True)
class SaidShare:
    """A share as the page says it."""

    label: str
    share: Share

    @property
    def enough(self) -> bool:
        """Whether enough was counted to take the percentage seriously."""
        return self.share.n >= ENOUGH

    @property
    def percent(self) -> str:
        """The share itself; of nothing there is none."""
        return f"{self.share.percent}%" if self.share.n else "–"

    @property
    def counted(self) -> str:
        """How many of how many."""
        return _("{part} of {whole}").format(part=self.share.k, whole=self.share.n)


@dataclass(frozen=True, kw_only=True)
class Card:
    """A player's standing and its shares, in the order they are read.

    `place` is None below the floor of a season and of nobody, `cents` without money.
    """

    place: int | None
    standing: PlayerStanding
    cents: int | None
    shares: tuple[SaidShare, ...]


def card_views(
    game: str,
    players: Sequence[PlayerStanding],
    below: Sequence[PlayerStanding] = (),
    cents: Mapping[int, int] | None = None,
) -> tuple[Card, ...]:
    """Everybody in the words of the game, best first, with their places.

    Those `below` the floor come last and have none, and before them who is nobody.
    """
    people = people_in(players)
    placeless = [*(one for one in players if one not in people), *below]
    played = GAMES.get(game)
    words = {name: _(played.word(name) if played else word) for name, word in WORDS.items()}
    as_role = _("won as {role}")
    return tuple(
        Card(
            place=place,
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
        for place, one in [*places_of(people), *((None, one) for one in placeless)]
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


A_PAGE = 50
"""So many nights stand in the table beside the course, the latest; as a file it has all."""


@dataclass(frozen=True, kw_only=True)
class GameTable:
    """How everybody stands in one game, and a page of its nights.

    `mark` ends the ids on the page that belong to this game, `asked` the addresses of other pages about these
    hands of it. `below` are those under the floor of a season. `people` are the columns of the nights.
    `nights` is None where only some hands of them are counted.
    """

    game: str
    name: str
    mark: str
    asked: str
    cards: tuple[Card, ...]
    below: tuple[Card, ...]
    chance: ChanceView | None
    chart: CourseChart | None
    people: tuple[str, ...]
    nights: int | None
    by_night: tuple[tuple[date, tuple[Fraction | None, ...]], ...]
    earlier: int
    ranking_table: FileTable
    by_night_table: FileTable | None
    player_table: FileTable

    @property
    def csv(self) -> Mapping[str, str]:
        """Where its tables lie as files."""
        return table_addresses(self, self.asked)

    @property
    def everybody(self) -> tuple[Card, ...]:
        """Those in the table, and then those below its floor."""
        return (*self.cards, *self.below)

    @property
    def has_money(self) -> bool:
        """Whether money is told beside the points."""
        return any(card.cents is not None for card in self.everybody)

    @property
    def has_hands(self) -> bool:
        """Whether anything but totals is known of anybody."""
        return any(card.standing.hands for card in self.everybody)


def game_tables(
    standings: Sequence[GameStandings],
    found: AskedHands,
    *,
    names: Mapping[int, str],
    currency: str,
    cents: Mapping[int, int] | None = None,
) -> tuple[GameTable, ...]:
    """A table for each game, of what was `found`.

    `cents` are told beside the points where only one game is played: a night may have several.
    """
    is_alone = len(standings) == 1
    return tuple(
        _table(one, found, names, currency, cents if is_alone else None, is_alone=is_alone)
        for one in standings
    )


def _table(
    standings: GameStandings,
    found: AskedHands,
    names: Mapping[int, str],
    currency: str,
    cents: Mapping[int, int] | None,
    *,
    is_alone: bool,
) -> GameTable:
    game, played = standings.game, found.every[standings.game]
    nights = list(after_every_night(played)) if found.has_whole_nights else []
    people = sorted({player for night in nights[-1:] for player in night.points})
    inside, below = divided(standings.players, found.season)
    cards = card_views(game, inside, below, cents)
    chance = leaders_chance(inside, played, is_season=found.season is not None) if inside else None
    return GameTable(
        game=game,
        name=GAMES[game].name if game in GAMES else game,
        mark="" if is_alone else f"-{game}",
        asked=found.form.query(game="" if is_alone else game),
        cards=cards[: len(inside)],
        below=cards[len(inside) :],
        chance=chance_view(chance) if chance else None,
        chart=_chart(played, people, names) if nights else None,
        people=tuple(names[player] for player in people),
        nights=standings.nights if found.has_whole_nights else None,
        by_night=tuple(
            (night.day, tuple(night.points.get(player) for player in people)) for night in nights[-A_PAGE:]
        ),
        earlier=max(0, len(nights) - A_PAGE),
        ranking_table=_ranking_table(cards, currency),
        by_night_table=_by_night_table(nights, people, names) if nights else None,
        player_table=_player_table(cards),
    )


def _ranking_table(cards: Sequence[Card], currency: str) -> FileTable:
    """The ranking, with the money where it is told."""
    has_money = any(card.cents is not None for card in cards)

    def rows() -> Iterator[FileRow]:
        for card in cards:
            money = [amount(card.cents or 0, currency)] if has_money else []
            one = card.standing
            yield card.place, one.name, one.points, *money, one.sessions

    money = ["money"] if has_money else []
    return FileTable(columns=("place", "player", "points", *money, "nights"), read=rows)


SHARES = ("picked", "won_picking", "won_partner", "won_opponent", "won_alone", "won_leaster")
"""What the shares of a standing are called, each as k of n."""


def _player_table(cards: Sequence[Card]) -> FileTable:
    """Player by player: what the numbers are based on, and every share as k of n."""
    has_race = any(card.standing.races is not None for card in cards)

    def rows() -> Iterator[FileRow]:
        for card in cards:
            one = card.standing
            shares = [getattr(one, name) for name in SHARES]
            races = [one.races] if has_race else []
            a_hand = None if one.per_hand is None else float(one.per_hand)
            based = (one.name, one.points, a_hand, one.hands, one.sessions)
            yield *based, one.by_night, one.nights_only, *races, *(n for it in shares for n in (it.k, it.n))

    based = ("player", "points", "points_a_hand", "hands", "nights", "points_of_totals", "nights_of_totals")
    races = ["races"] if has_race else []
    counted = [f"{name}_{part}" for name in SHARES for part in ("k", "n")]
    return FileTable(columns=(*based, *races, *counted), read=rows)


def _by_night_table(
    nights: Sequence[AfterNight], people: Sequence[int], names: Mapping[int, str]
) -> FileTable:
    """Everybody's points after every night, from the first on."""
    return FileTable(
        columns=("date", "night", *(names[player] for player in people)),
        read=lambda: ((one.day, one.night, *map(one.points.get, people)) for one in nights),
    )


def money_table(lines: Sequence[MoneyLine], currency: str) -> FileTable:
    """The money of all games together."""
    return FileTable(
        columns=("player", "money"),
        read=lambda: ((one.name, amount(one.cents, currency)) for one in lines),
    )


def _chart(played: Played, people: Sequence[int], names: Mapping[int, str]) -> CourseChart | None:
    ran = Ran(nights=brought_every_night(played), measure=POINTS)
    drawn = came_most(ran.nights, MOST_LINES)
    lines = [ran.line(player, names[player]) for player in drawn]
    return course(lines, ran.across, POINTS, hidden=len(people) - len(drawn))
