"""A player's page as components: roles, company, questions, and what each year, season and place brought."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ledger.models import Group, to_points
from ledger.scoring import GAMES
from ledger.sheet import NIGHT
from ledger.standings.company import clear_pairs, companions, company_of
from ledger.standings.played import PlaceSum, Played
from ledger.standings.questions import Answer
from ledger.standings.roles import NOBODY, Balance, Sums, summed
from ledger.standings.seasons import seasons_of
from ledger.standings.share import Share
from ledger.standings.statistics import NightStatistics
from ledger.statistics import FLOOR, Verdict
from scorekeeper.components import Column, Course, Table, amount, signed_average
from scorekeeper.presenters import asking
from scorekeeper.presenters.answers import place_word, role_words, verdict
from scorekeeper.presenters.asked_hands import AskedHands
from scorekeeper.presenters.company import pair_address, pair_columns, pair_said
from scorekeeper.text.figures import count, signed, signed_money

USUAL = ("picking", "won-picking", "partner", "opponent")
"""Questions that stand first; the surest of the others follow."""

ORDER = ("picker", "alone", "partner", "opponent", "leaster", "", "out", NIGHT)
USUALLY_WON, TEN = 61, 10


class Span(NamedTuple):
    """A year or a season: its name and address, and what a player's nights in it brought.

    `cents` is None where no night was played for money.
    """

    name: str
    url: str
    nights: int
    parts: int
    cents: int | None


def share_text(share: Share) -> str:
    """Return a share in per cent; "" of fewer than twenty."""
    return f"{share.percent}%" if share.n >= FLOOR else ""


def counted(share: Share) -> str:
    """Return k of n in words."""
    return _("{part} of {whole}").format(part=count(share.k), whole=count(share.n))


def roles(player: int, found: AskedHands, balance: Balance | None) -> Table[str]:
    """Return what the player did in each role, beside what it usually brings here; and points of no role."""
    mine: dict[str, Sums] = {}
    everybody: dict[str, Sums] = {}
    between = 0
    for one in found.played.roles:
        sums = Sums(one.hands, one.won, one.parts, one.squares)
        everybody[one.role] = summed(everybody.get(one.role, NOBODY), sums)
        if one.player == player:
            between += one.moved
            if one.hands:
                mine[one.role] = summed(mine.get(one.role, NOBODY), sums)
    # Hands sat out bring nothing, but races and pots are settled between hands.
    if (out := mine.pop("out", NOBODY).parts + between) != 0:
        mine["out"] = Sums(parts=out)
    between_hands, totals = _("between hands"), _("nights of which only the totals are known")
    called = role_words(found.game) | {"": _("without a role"), "out": between_hands, NIGHT: totals}
    usual = {one.role: one.expected for one in balance.roles} if balance else {}
    order = {role: place for place, role in enumerate(ORDER)}

    def is_role(role: str) -> bool:
        return role not in ("out", NIGHT)

    def below_hands(role: str) -> str:
        return _("{won} won").format(won=count(mine[role].won)) if is_role(role) else ""

    def a_hand(sums: Mapping[str, Sums], role: str) -> str:
        return signed_average(to_points(sums[role].parts) / sums[role].hands) if is_role(role) else ""

    return Table(
        key="role",
        title=_("Role by role"),
        fields=[
            Column(name="role", value=lambda one: called.get(one, one), head=_("Played as"), css="who"),
            Column(
                name="hands",
                value=lambda one: mine[one].hands if is_role(one) else None,
                head=_("Hands"),
                below=below_hands,
            ),
            Column(name="won", value=lambda one: mine[one].won if is_role(one) else None),
            Column(
                name="points",
                value=lambda one: to_points(mine[one].parts),
                head=_("Points"),
                write=signed,
                below=lambda one: signed_average(usual[one]) if one in usual else "",
            ),
            Column(
                value=lambda one: a_hand(mine, one),
                head=_("A hand"),
                below=lambda one: a_hand(everybody, one),
            ),
            Column(name="usually", value=usual.get),
        ],
        entries=sorted(mine, key=lambda role: order.get(role, len(order))),
        note=_("Below each number stands what is usual here.") if usual else "",
        css="told",
    )


def against_usual(name: str, balance: Balance) -> str:
    """Return what a player's roles brought, against what they usually bring here."""
    words = _(
        "What {name}’s roles usually bring here comes to {expected}; they brought {brought}. {verdict} Only"
        " whose turn it was is taken away, not the cards."
    )
    return words.format(
        name=name,
        expected=signed_average(balance.expected),
        brought=signed_average(balance.brought),
        verdict=asking.verdict_of_points(balance),
    )


def company(player: int, found: AskedHands, group: Group, names: Mapping[int, str]) -> Table[Any] | None:
    """Return a row for each other player, in the file for each pair; None where the player met nobody."""
    met = company_of(found.played, player)
    others = companions(met, player)
    clear: dict[int, list[str]] = {}
    for pair in clear_pairs(met):
        clear.setdefault(pair.one + pair.other - player, []).append(pair_said(pair, names))
    if not others:
        return None
    # The page has a row for each companion, the file one for each pair.
    shown: list[Column[Any]] = [
        Column(
            value=lambda one: names[one.other],
            head=_("Player"),
            below=lambda one: "\n".join(map(capfirst, clear.get(one.other, ()))),
            url=lambda one: reverse("player", args=[group.code, one.other]) + found.query,
            css="who",
        ),
        Column(
            value=lambda one: (
                share_text(one.together.share) or counted(one.together.share) if one.together else ""
            ),
            head=_("Won together"),
            below=lambda one: (
                counted(one.together.share) if one.together and one.together.share.n >= FLOOR else ""
            ),
            url=lambda one: pair_address(one.together, group, found.query) if one.together else "",
        ),
        Column(
            value=lambda one: signed(round(one.against.points)) if one.against else "",
            head=_("Points from them"),
            below=lambda one: counted(one.against.share) if one.against else "",
            url=lambda one: pair_address(one.against, group, found.query) if one.against else "",
        ),
    ]
    return Table(
        key="company_every",
        title=_("With whom"),
        fields=[*shown, *pair_columns(names)],
        entries=others,
        every=lambda: [pair for one in others for pair in (one.together, one.against) if pair],
        first=8,
        note=_("Points from them are what {name} won of each; below, in how many hands {name} won.").format(
            name=names[player]
        ),
        css="told wide",
    )


def questions(asked: Sequence[Answer], name: str, found: AskedHands, group: Group) -> Table[Answer]:
    """Return the questions with their answers, the usual ones first and then the surest."""

    def said(one: Answer) -> str:
        if one.answer.verdict is not Verdict.CLEAR:
            return ""
        return verdict(one.answer, one.share, one.side, one.usual.exact, one.compared)

    return Table(
        key="question",
        title=_("Questions"),
        fields=[
            Column(name="question", value=lambda one: one.key),
            Column(
                value=lambda one: asking.asked_about(one.question, found.game, name),
                head=_("Question"),
                below=said,
                url=lambda one: reverse("question", args=[group.code, one.player, one.key]) + found.query,
                css="who",
            ),
            Column(
                value=lambda one: share_text(one.share),
                head=_("So far"),
                below=lambda one: counted(one.share),
            ),
            Column(value=lambda one: f"{one.usual.percent}%", head=_("Usual")),
            Column(name="k", value=lambda one: one.share.k),
            Column(name="n", value=lambda one: one.share.n),
            Column(name="low", value=lambda one: one.answer.interval.low),
            Column(name="high", value=lambda one: one.answer.interval.high),
            Column(name="usual", value=lambda one: one.usual.exact),
            Column(name="verdict", value=lambda one: one.answer.verdict.value),
            Column(name="compared", value=lambda one: one.compared),
        ],
        entries=sorted(asked, key=lambda one: USUAL.index(one.key) if one.key in USUAL else len(USUAL)),
        first=len(USUAL),
        css="told",
    )


def over_time(
    player: int, found: AskedHands, group: Group, points: Course | None, money: Course | None
) -> list[Table[Span] | None]:
    """Return what each year brought where there are several, and each of the latest seasons.

    No seasons are told where the page is about some time already.
    """
    nights, cents = points.nights if points else (), money.nights if money else ()
    asked = f"?game={found.game}" if found.games else ""
    seasons = seasons_of(group) if found.asked.are_all_nights else ()
    years = sorted({one.day.year for one in (*nights, *cents) if player in one.parts}, reverse=True)

    def table(
        key: str,
        title: str,
        head: str,
        named: Mapping[int, tuple[str, str]],
        spans_of: Callable[[date], Iterable[int]],
    ) -> Table[Span]:
        """Return a row for each span that is `named` (name and address) and in which the player was there."""
        brought, won = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
        for sums, some in ((brought, nights), (won, cents)):
            for night in some:
                for span in spans_of(night.day) if player in night.parts else ():
                    sums[span].append(night.parts[player])
        spans = [
            Span(*told, len(brought[one]), sum(brought[one]), sum(won[one]) if one in won else None)
            for one, told in named.items()
            if one in brought or one in won
        ]
        worth: list[Column[Span]] = [
            Column(
                name="money",
                value=lambda one: None if one.cents is None else amount(one.cents, group.currency),
            ),
            Column(
                value=lambda one: "" if one.cents is None else signed_money(one.cents, group.currency),
                head=_("Money"),
            ),
        ]
        return Table(
            key=key,
            title=title,
            fields=[
                Column(name=key, value=lambda one: one.name, head=head, url=lambda one: one.url, css="who"),
                Column(name="nights", value=lambda one: one.nights, head=_("Nights")),
                Column(name="points", value=lambda one: to_points(one.parts), head=_("Points"), write=signed),
                *(worth if any(one.cents is not None for one in spans) else ()),
            ],
            entries=spans,
            first=12,
        )

    by_year = {
        one: (str(one), reverse("player_year", args=[group.code, player, one]) + asked) for one in years
    }
    by_season = {one.number: (one.name, found.form.query(season=str(one.number))) for one in seasons}
    in_years = table("year", _("Year by year"), _("Year"), by_year, lambda day: [day.year])
    in_seasons = table(
        "season",
        _("Season by season"),
        _("Season"),
        by_season,
        lambda day: [one.number for one in seasons if one.has(day)],
    )
    return [in_years if len(years) > 1 else None, in_seasons if in_seasons.entries else None]


def places(player: int, played: Played) -> Table[PlaceSum] | None:
    """Return what hands brought by when the player spoke; None of fewer than two places."""
    everybody: dict[int, PlaceSum] = {}
    for one in played.places:
        had = everybody.get(one.place, PlaceSum(0, one.place, 0, 0, 0, 0))
        everybody[one.place] = PlaceSum(
            0, one.place, had.hands + one.hands, had.picked + one.picked, 0, had.parts + one.parts
        )
    mine = sorted((one for one in played.places if one.player == player), key=lambda one: one.place)

    def picked(one: PlaceSum) -> str:
        return f"{Share(k=one.picked, n=one.hands).percent}%"

    def a_hand(one: PlaceSum) -> str:
        return signed_average(to_points(one.parts) / one.hands)

    picks: list[Column[PlaceSum]] = [
        Column(value=picked, head=_("Picked"), below=lambda one: picked(everybody[one.place]))
    ]
    if len(mine) < 2:
        return None
    return Table(
        key="places_place",
        title=_("By turn to speak"),
        fields=[
            Column(name="place", value=lambda one: one.place),
            Column(value=lambda one: place_word(str(one.place)), head=_("Speaking"), css="who"),
            Column(name="hands", value=lambda one: one.hands, head=_("Hands")),
            Column(name="picked", value=lambda one: one.picked),
            Column(name="points", value=lambda one: to_points(one.parts)),
            *(picks if any(one.picked for one in everybody.values()) else ()),
            Column(value=a_hand, head=_("A hand"), below=lambda one: a_hand(everybody[one.place])),
        ],
        entries=mine,
        note=_("The first to speak sits to the left of the dealer. Below stands what is usual here."),
        css="told",
    )


def card_points(player: int, game: str, played: Played) -> Table[tuple[int, int, int]] | None:
    """Return how often the player's side had how many card points: tens from where the game is won."""
    mine = {points: many for (_picker, points), many in played.card_points(player).items()}
    if not mine:
        return None
    rules = GAMES[game]
    starts = {row.code: row.low for row in rules.chart(rules.rules(), rules.usually).rows}
    won = starts.get("won") or 1
    least, most = min(*mine, won), max(*mine, won)
    first = won + (least - won) // TEN * TEN
    ranges = [(at, at + TEN - 1) for at in range(first, most + 1, TEN)]
    if won == USUALLY_WON and least >= 0:
        # No card points at all are no trick: a row of its own.
        ranges = [(0, 0), *((max(at, 1), to) for at, to in ranges if to > 0)]

    def words(one: tuple[int, int, int]) -> str:
        return count(one[0]) if one[0] == one[1] else f"{count(one[0])}–{count(one[1])}"

    return Table(
        key="card_points",
        title=_("Card points of the player’s side"),
        fields=[
            Column(name="from", value=lambda one: one[0]),
            Column(name="to", value=lambda one: one[1]),
            Column(
                value=words,
                head=_("Card points"),
                below=lambda one: _("won from here on") if one[0] == starts.get("won") else "",
                css="who",
            ),
            Column(name="times", value=lambda one: one[2], head=_("Hands")),
        ],
        entries=[(low, high, sum(mine.get(at, 0) for at in range(low, high + 1))) for low, high in ranges],
        css="told",
    )


def how_sure(player: int, name: str, statistics: NightStatistics, compared: int, *, is_season: bool) -> str:
    """Return one paragraph on how much of a player's average is luck, and on what is called clear."""
    average, skill = statistics.players.get(player), statistics.skill
    if average is None or skill is None:
        said = _("How much of it is luck can be told when {name} and somebody else have had {fewest} nights.")
        if is_season:
            said = _(
                "This season has too few nights yet, or {name} too few of them, to tell how much is luck."
            )
    elif not skill.differ:
        said = _("So far these players differ no more than luck would have them: all of it could be luck.")
    else:
        said = _(
            "About {percent}% of the average of {mean} a night is {name}’s own, by skill or by habit. So"
            " count on {expected} a night: so far it is from everybody’s average, {middle}, to {mean}."
        )
    told = said.format(
        name=name,
        fewest=statistics.fewest,
        percent=round(average.signal * 100) if average else 0,
        mean=signed_average(average.mean) if average else "",
        expected=signed_average(average.expected) if average else "",
        middle=signed_average(statistics.middle),
    )
    clear = _("“Clear” allows for all {compared} answers that were looked at.").format(compared=compared)
    return f"{told} {clear}" if compared > 1 else told


def average_of(parts: int, nights: int) -> str:
    """Return points a night."""
    return signed_average(Fraction(to_points(parts)) / nights)
