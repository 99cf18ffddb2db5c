"""A player's page, in one game: roles, company, questions, and what each year, season and place brought."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from ledger.book.sheet import NIGHT
from ledger.exchange.headings import coded
from ledger.models import to_points
from ledger.scoring import GAMES
from ledger.standings import standings_in
from ledger.standings.company import clear_pairs, companions, company_of
from ledger.standings.nights_by_player import nights_by_player
from ledger.standings.placing import FEWEST_NIGHTS, Share, placed
from ledger.standings.played import PlaceSum, Played, Sums, summed
from ledger.standings.players import divided, of_people, people_in, seasons_of
from ledger.standings.questions import JudgedAnswer, answers_about
from ledger.standings.records import Feat, records_in
from ledger.standings.roles import RoleBalance, balance_of, has_sides, played_for_pots, sat_out
from ledger.standings.statistics import NightStatistics, judged_by_night, statistics_of_season
from ledger.statistics import FLOOR, Verdict
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.components import Column, Course, Table, amount
from scorekeeper.presenters.answers import (
    counted,
    meaning,
    pair_columns,
    pair_said,
    place_word,
    question_address,
    question_text,
    share_text,
    unclear,
    with_clear,
)
from scorekeeper.presenters.asked_hands import AskedHands, asked_hands, show_asked
from scorekeeper.presenters.courses import money_course, points_course
from scorekeeper.presenters.feats import record_table
from scorekeeper.presenters.leaders import more_than_luck
from scorekeeper.text.figures import PLUS, count, percentage, signed, signed_average, signed_money
from scorekeeper.text.receipts import role_words

# Questions that stand first; the surest of the others follow.
USUAL = ("picking", "won-picking", "partner", "opponent")
ORDER = ("picker", "alone", "partner", "opponent", "leaster", "", "out", NIGHT)
USUALLY_WON, TEN = 61, 10


@watcher
@require_safe
def player(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    """Show points and place, the course, roles, company and questions; and more in folds."""
    group, who = access.group, access.player(player)
    found = asked_hands(group, request.GET, access.news)
    played, season, names = found.played, found.season, found.names
    everybody = standings_in(played, names)
    standing = next((one for one in everybody if one.player == who.pk), None)
    context: dict[str, Any] = {"player": who, "standing": standing}
    if standing is None:
        return show_asked(request, access, found, "standings/player/page.html", context, (), who.shown_name)
    people = of_people(played, names)
    answers, balance = answers_about(who.pk, played), balance_of(who.pk, played)
    inside = people_in(divided(everybody, season)[0])
    by_points = placed(inside, lambda one: (one.even.points, one.sessions, one.player))
    records = [one for one in records_in(played, who.pk) if one.feat not in (Feat.LONGEST, Feat.MOST_HANDS)]
    best = record_table(records, played, names, group.code, found.query)
    points = points_course(found, "chart", of=who.pk)
    money = money_course(found, "money_chart", of=who.pk)
    # A course needs two nights: one night would be drawn as a single point.
    chart, money_chart = (one if one and one.came.get(who.pk, 0) > 1 else None for one in (points, money))
    sure = how_sure(
        who.pk,
        who.shown_name,
        statistics_of_season(people, season),
        answers[0].compared if answers else 0,
        is_season=season is not None,
    )
    judged = judged_by_night(people).get(who.pk)
    if judged and judged.verdict is Verdict.CLEAR:
        sure = f"{more_than_luck({who.pk: judged}, names)} {sure}"
    folded = [
        replace(best, title=_("Best and worst")) if records else None,
        money_chart,
        *over_time(who.pk, found, points, money),
        places(who.pk, played),
        card_points(who.pk, found.game, played),
    ]
    if played.uneven:  # of points as typed nothing is told that compares with an average
        folded = [money_chart]
    parts = [
        chart,
        roles(who.pk, found, balance) if has_sides(played) else None,
        None if played.uneven else company(who.pk, found),
        questions(answers, found),
        *folded,
    ]
    mine = nights_by_player(played)[who.pk]
    context |= {
        "cents": sum(night.parts.get(who.pk, 0) for night in money.nights) if money and money.came else None,
        "folded": list(filter(None, folded)),
        "won": mine.won,
        "is_typed": bool(played.uneven),
        "average": signed_average(standing.points / mine.nights).removeprefix(PLUS if played.uneven else ""),
        "place": next((place for place, one in by_points if one.player == who.pk), None),
        "of": len(by_points),
        "sat_out": sat_out(who.pk, played),
        "pots": pots_won(played_for_pots(who.pk, played), found),
        "against": against_usual(who.shown_name, balance) if balance else "",
        "sure": sure,
    }
    return show_asked(request, access, found, "standings/player/page.html", context, parts, who.shown_name)


def roles(player: int, found: AskedHands, balance: RoleBalance | None) -> Table[str]:
    """Return what the player did in each role, beside what it usually brings here; and points of no role."""
    mine, everybody = defaultdict[str, Sums](Sums), defaultdict[str, Sums](Sums)
    between = 0
    for one in found.played.roles:
        sums = Sums(one.hands, one.won, one.parts, one.squares)
        everybody[one.role] = summed(everybody[one.role], sums)
        if one.player == player:
            between += one.moved
            if one.hands:
                mine[one.role] = summed(mine[one.role], sums)
    # Hands sat out bring nothing, but races and pots are settled between hands.
    if (out := mine.pop("out", Sums()).parts + between) != 0:
        mine["out"] = Sums(parts=out)
    between_hands, totals = _("between hands"), _("nights of which only the totals are known")
    called = role_words(found.game, found.rules) | {
        "": _("without a role"),
        "out": between_hands,
        NIGHT: totals,
    }
    usual = {one.role: one.expected for one in balance.roles} if balance else {}

    def is_role(role: str) -> bool:
        return role not in ("out", NIGHT)

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
                below=lambda one: _("{won} won").format(won=count(mine[one].won)) if is_role(one) else "",
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
        entries=sorted(mine, key=lambda role: ORDER.index(role) if role in ORDER else len(ORDER)),
        note=_("Below each number stands what is usual here.") if usual else "",
        css="told",
    )


def against_usual(name: str, balance: RoleBalance) -> str:
    """Return what a player's roles brought, against what they usually bring here, and whether it is clear."""
    more, less = _("Clear: more than luck explains."), _("Clear: less than luck explains.")
    verdict = more if balance.above > 0 else less
    if balance.answer.verdict is not Verdict.CLEAR:
        verdict = unclear(balance.answer, balance.hands, Fraction(0), balance.compared)
    words = _(
        "What {name}’s roles usually bring here comes to {expected}; they brought {brought}. {verdict} Only"
        " whose turn it was is taken away, not the cards."
    )
    return words.format(
        name=name,
        expected=signed_average(balance.expected),
        brought=signed_average(balance.brought),
        verdict=verdict,
    )


def pots_won(pots: Sums, found: AskedHands) -> str:
    """Return how often a player won the pot, and what came out of it; "" where none lay there."""
    words = ngettext(
        "Played for a {pot} in {n} hand and won {k}: {points} points.",
        "Played for a {pot} in {n} hands and won {k}: {points} points.",
        pots.hands,
    )
    told = words.format(
        pot=role_words(found.game, found.rules)["pot"],
        n=count(pots.hands),
        k=count(pots.won),
        points=signed(to_points(pots.parts)),
    )
    return told if pots.hands else ""


def company(player: int, found: AskedHands) -> Table[Any] | None:
    """Return a row for each other player, in the file for each pair; None where the player met nobody."""
    met, names = company_of(found.played, player), found.names
    others = companions(met, player)
    clear = defaultdict[int, list[str]](list)
    for pair in clear_pairs(met):
        clear[sum(pair.players) - player].append(capfirst(pair_said(pair, names)))

    def together(share: Share) -> tuple[str, str]:
        return (share_text(share), counted(share)) if share.n >= FLOOR else (counted(share), "")

    note = _("Points from them are what {name} won of each; below, in how many hands {name} won.")
    table: Table[Any] = Table(
        key="company_every",
        title=_("With whom"),
        fields=[
            # The page has a row for each companion, the file one for each pair.
            Column(
                value=lambda one: names[one[0]],
                head=_("Player"),
                below=lambda one: "\n".join(clear[one[0]]),
                url=lambda one: found.url("player", one[0]),
                css="who",
            ),
            Column(
                value=lambda one: together(one[1].share)[0] if one[1] else "",
                head=_("Won together"),
                below=lambda one: together(one[1].share)[1] if one[1] else "",
                url=lambda one: question_address(one[1], found) if one[1] else "",
            ),
            Column(
                value=lambda one: signed(round(one[2].points)) if one[2] else "",
                head=_("Points from them"),
                below=lambda one: counted(one[2].share) if one[2] else "",
                url=lambda one: question_address(one[2], found) if one[2] else "",
            ),
            *pair_columns(names),
        ],
        entries=others,
        every=lambda: [pair for _other, *pairs in others for pair in pairs if pair],
        first=8,
        note=note.format(name=names[player]),
        css="told wide",
    )
    return table if others else None


def questions(answers: Sequence[JudgedAnswer], found: AskedHands) -> Table[JudgedAnswer]:
    """Return the questions with their answers, the usual ones first and then the surest."""
    return Table(
        key="question",
        title=_("Questions"),
        fields=[
            Column(name="question", value=lambda one: coded(one.key, question_text(one, found, found.names))),
            Column(
                value=lambda one: question_text(one, found, found.names),
                head=_("Question"),
                below=lambda one: meaning(one) if one.answer.verdict is Verdict.CLEAR else "",
                url=lambda one: question_address(one, found),
                css="who",
            ),
            Column(
                value=lambda one: share_text(one.share),
                head=_("So far"),
                below=lambda one: counted(one.share),
            ),
            Column(value=lambda one: percentage(one.usual.percent), head=_("Usual")),
            Column(name="k", value=lambda one: one.share.k),
            Column(name="n", value=lambda one: one.share.n),
            Column(name="low", value=lambda one: one.answer.interval.low),
            Column(name="high", value=lambda one: one.answer.interval.high),
            Column(name="usual", value=lambda one: one.usual.exact),
            Column(name="verdict", value=lambda one: one.answer.verdict.value),
            Column(name="compared", value=lambda one: one.compared),
        ],
        entries=sorted(answers, key=lambda one: USUAL.index(one.key) if one.key in USUAL else len(USUAL)),
        first=len(USUAL),
        css="told",
    )


def over_time(
    player: int, found: AskedHands, points: Course | None, money: Course | None
) -> list[Table[int] | None]:
    """Return what each year brought where there are several, and each of the latest seasons.

    No seasons are told where the page is about some time already.
    """
    nights, cents = points.nights if points else (), money.nights if money else ()
    group, currency, game = found.group, found.group.currency, f"?game={found.game}" if found.games else ""
    seasons = seasons_of(group) if found.asked.are_all_nights else ()
    years = sorted({one.day.year for one in (*nights, *cents) if player in one.parts}, reverse=True)

    def table(
        key: str,
        title: str,
        head: str,
        named: Mapping[int, tuple[str, str]],
        spans_of: Callable[[date], Iterable[int]],
    ) -> Table[int]:
        """Return a row for each span that is `named` (name and address) and in which the player was there."""
        brought, won = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
        for sums, some in ((brought, nights), (won, cents)):
            for night in some:
                for span in spans_of(night.day) if player in night.parts else ():
                    sums[span].append(night.parts[player])
        is_for_money = bool(won.keys() & named.keys())
        return Table(
            key=key,
            title=title,
            fields=[
                Column(
                    name=key,
                    value=lambda one: named[one][0],
                    head=head,
                    url=lambda one: named[one][1],
                    css="who",
                ),
                Column(name="nights", value=lambda one: len(brought[one]), head=_("Nights")),
                Column(
                    name="points",
                    value=lambda one: to_points(sum(brought[one])),
                    head=_("Points"),
                    write=signed,
                ),
                # Some nights may not have been for money.
                Column(name="money", value=lambda one: amount(sum(won[one]), currency) if won[one] else None)
                if is_for_money
                else None,
                Column(
                    value=lambda one: signed_money(sum(won[one]), currency) if won[one] else "",
                    head=_("Money"),
                )
                if is_for_money
                else None,
            ],
            entries=[one for one in named if one in brought or one in won],
            first=12,
        )

    by_year = {
        one: (str(one), reverse("player_year", args=[group.code, player, one]) + game) for one in years
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
    mine = sorted((one for one in played.places if one.player == player), key=lambda one: one.place)
    everybody = {one.place: [some for some in played.places if some.place == one.place] for one in mine}

    def picked(some: Sequence[PlaceSum]) -> str:
        share = Share(k=sum(one.picked for one in some), n=sum(one.hands for one in some))
        return percentage(share.percent)

    def a_hand(some: Sequence[PlaceSum]) -> str:
        return signed_average(to_points(sum(one.parts for one in some)) / sum(one.hands for one in some))

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
            Column(
                value=lambda one: picked([one]),
                head=_("Picked"),
                below=lambda one: picked(everybody[one.place]),
            )
            if any(one.picked for one in played.places)
            else None,
            Column(
                value=lambda one: a_hand([one]),
                head=_("A hand"),
                below=lambda one: a_hand(everybody[one.place]),
            ),
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
    if (average is None or skill is None) and is_season:
        said = _("This season has too few nights yet, or {name} too few of them, to tell how much is luck.")
    elif average is None or skill is None:
        said = _("How much of it is luck can be told when {name} and somebody else have had {fewest} nights.")
    elif not skill.differ:
        said = _("So far these players differ no more than luck would have them: all of it could be luck.")
    else:
        said = _(
            "About {percent} of the average of {mean} a night is {name}’s own, by skill or by habit. So"
            " count on {expected} a night: so far it is from everybody’s average, {middle}, to {mean}."
        )
    told = said.format(
        name=name,
        fewest=FEWEST_NIGHTS,
        percent=percentage(round(average.signal * 100)) if average else "",
        mean=signed_average(average.mean) if average else "",
        expected=signed_average(average.expected) if average else "",
        middle=signed_average(statistics.middle),
    )
    return with_clear(told, compared)
