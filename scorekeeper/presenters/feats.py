"""Records and badges as components: what each is, whose, what for, and where it can be looked up."""

from collections.abc import Mapping, Sequence
from datetime import date

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledger.exchange.headings import coded
from ledger.models import to_points
from ledger.standings.nights_by_player import Mark
from ledger.standings.played import NightSum, Played
from ledger.standings.records import A_HAIR, OF_HANDS, OF_NIGHTS, Award, Badge, Feat, Record, won_from
from scorekeeper.components import Column, Table
from scorekeeper.text.dates import from_to, lasted, when
from scorekeeper.text.figures import hands, nights, percentage, signed
from scorekeeper.text.lists import joined
from scorekeeper.text.receipts import role_words

Text = str | Promise

LABELS: Mapping[Feat, Text] = {
    Feat.BEST_NIGHT: gettext_lazy("Best night"),
    Feat.WORST_NIGHT: gettext_lazy("Worst night"),
    Feat.HAND_WON: gettext_lazy("Biggest hand won"),
    Feat.HAND_LOST: gettext_lazy("Biggest hand lost"),
    Feat.COMEBACK: gettext_lazy("Biggest comeback"),
    Feat.ROW: gettext_lazy("Most winning nights in a row"),
    Feat.LOST_ROW: gettext_lazy("Most losing nights in a row"),
    Feat.HANDS_WON: gettext_lazy("Most winning hands in a row in one night"),
    Feat.HANDS_LOST: gettext_lazy("Most losing hands in a row in one night"),
    Feat.MOST_HANDS: gettext_lazy("Most hands in a night"),
    Feat.LONGEST: gettext_lazy("Longest night"),
}

TITLES: Mapping[Badge, Text] = {
    Badge.DEFENDER: gettext_lazy("Best defender"),
    Badge.PICKER: gettext_lazy("The sure hand"),
    Badge.PARTNER: gettext_lazy("The best to have beside you"),
    Badge.BOLD: gettext_lazy("The brave one"),
    Badge.PATIENT: gettext_lazy("The patient one"),
    Badge.BY_A_HAIR: gettext_lazy("By a hair"),
    Badge.UP_AND_DOWN: gettext_lazy("Up and down"),
    Badge.NEAR_ZERO: gettext_lazy("Much ado about nothing"),
    Badge.MIDDLE: gettext_lazy("The middle"),
    Badge.SECOND_TO_LAST: gettext_lazy("Second to last"),
    Badge.FAITHFUL: gettext_lazy("Always there"),
}
RULES: Mapping[Badge, Text] = {
    Badge.DEFENDER: gettext_lazy("Wins clearly more often against the {picker} than is usual here."),
    Badge.PICKER: gettext_lazy("Wins clearly more often as {picker} than is usual here."),
    Badge.PARTNER: gettext_lazy("Wins clearly more often as {partner} than is usual here."),
    Badge.BOLD: gettext_lazy("Is the {picker} clearly more often than is usual here."),
    Badge.PATIENT: gettext_lazy("Is the {picker} clearly less often than is usual here."),
    Badge.BY_A_HAIR: gettext_lazy(
        "Loses the largest share of these hands by {missing} card points or fewer; 3 hands at least, of 20 "
        "or more of which the points were counted."
    ),
    Badge.UP_AND_DOWN: gettext_lazy("The best and the worst night lie furthest apart."),
    Badge.NEAR_ZERO: gettext_lazy("Ends up nearest to zero; of equals, who needed more nights for it."),
    Badge.MIDDLE: gettext_lazy("Right in the middle of the table; of two in the middle the upper one."),
    Badge.SECOND_TO_LAST: gettext_lazy("One place above the last in the table."),
    Badge.FAITHFUL: gettext_lazy("Came most often; given where at most three came as often."),
}
SHARES: Mapping[Badge, Text] = {
    Badge.DEFENDER: gettext_lazy("won {k} of {n} hands against the {picker}"),
    Badge.PICKER: gettext_lazy("won {k} of {n} hands as {picker}"),
    Badge.PARTNER: gettext_lazy("won {k} of {n} hands as {partner}"),
    Badge.BOLD: gettext_lazy("{picker} in {k} of {n} hands"),
    Badge.PATIENT: gettext_lazy("{picker} in {k} of {n} hands"),
    Badge.BY_A_HAIR: gettext_lazy("{k} of {n} hands as {picker} lost by a hair"),
}
# A record is counted in points, if not in one of these.
UNITS = dict.fromkeys(OF_NIGHTS, "nights") | dict.fromkeys(OF_HANDS, "hands") | {Feat.LONGEST: "seconds"}
WRITE = {"nights": nights, "hands": hands, "seconds": lasted}


def _mark_address(code: str, mark: Mark, told: Mapping[int, NightSum]) -> str:
    # The page of a hand or a night; of a night of totals its own page.
    if mark.entry:
        return reverse("hand", args=[code, mark.night, mark.entry])
    is_copied = mark.night in told and told[mark.night].hands is None
    return reverse("copied" if is_copied else "table", args=[code, mark.night])


def record_table(
    records: Sequence[Record], played: Played, names: Mapping[int, str], code: str, query: str
) -> Table[Record]:
    """Return the records; without the group's `code` no other page is named, and no number of a night."""
    told = {one.number: one for one in played.nights}

    def day(one: Record) -> date | None:
        return told[one.mark.night].day if one.mark and one.mark.night in told else None

    def address(one: Record) -> str:
        if not code:
            return ""
        if one.mark:
            return _mark_address(code, one.mark, told)
        return f"{reverse('player', args=[code, one.players[0]])}{query}#course"

    def whose(one: Record) -> str:
        if one.rows:
            held = zip(one.players, one.rows, strict=True)
            return "\n".join(f"{names[player]} · {from_to(row.first, row.last)}" for player, row in held)
        who, began = joined([names[player] for player in one.players]), day(one)
        return " · ".join(filter(None, [who, when(began, "day") if began else ""]))

    def figure(one: Record) -> str:
        if one.feat is Feat.COMEBACK and one.mark:
            return _("from {points} to a plus").format(points=signed(to_points(-one.mark.parts)))
        return WRITE[UNITS[one.feat]](one.number) if one.feat in UNITS else signed(to_points(one.number))

    return Table(
        key="record",
        title=_("Records"),
        fields=[
            Column(name="record", value=lambda one: coded(one.feat.value, str(LABELS[one.feat]))),
            Column(
                value=lambda one: str(LABELS[one.feat]), head=_("Record"), below=whose, url=address, css="who"
            ),
            Column(value=figure, head=_("How much")),
            Column(
                name="value",
                value=lambda one: one.number if one.feat in UNITS else to_points(one.number),
            ),
            Column(name="unit", value=lambda one: UNITS.get(one.feat, "points")),
            Column(name="players", value=lambda one: ", ".join(names[player] for player in one.players)),
            Column(name="date", value=day),
            Column(name="night", value=lambda one: one.mark.night if one.mark and code else None),
        ],
        entries=records,
        css="told",
    )


def badge_table(
    key: str,
    title: str,
    shown: Sequence[Award],
    awards: Sequence[Award],
    played: Played,
    names: Mapping[int, str],
    code: str,
    query: str,
) -> Table[Award]:
    """Return the badges that are `shown`; the file has all `awards`. Without a `code` no page is named."""
    told = {one.number: one for one in played.nights}

    def address(one: Award) -> str:
        """Return where the hands or the nights behind a badge are."""
        if not code:
            return ""
        if one.marks:
            return _mark_address(code, one.marks[0], told)
        if one.question:
            return reverse("question", args=[code, one.players[0], one.question.key]) + query
        if one.badge is Badge.BY_A_HAIR:
            return f"{reverse('player', args=[code, one.players[0]])}{query}#card_points"
        return f"{reverse('standings', args=[code])}{query}#ranking"

    return Table(
        key=key,
        title=title,
        fields=[
            Column(name="badge", value=lambda one: coded(one.badge.value, str(TITLES[one.badge]))),
            Column(name="kind", value=lambda one: "for fun" if one.is_fun else "more than luck"),
            Column(
                value=lambda one: str(TITLES[one.badge]),
                head=_("Badge"),
                below=lambda one: _worded(RULES[one.badge], played.game),
                url=address,
                css="who",
            ),
            Column(
                name="players",
                value=lambda one: ", ".join(names[player] for player in one.players),
                head=_("Whose"),
                below=lambda one: _why(one, played.game, told),
                css="who",
            ),
            Column(name="k", value=lambda one: one.share.k if one.share else None),
            Column(name="n", value=lambda one: one.share.n if one.share else None),
            Column(name="points", value=lambda one: to_points(one.parts) if one.is_of_points else None),
            Column(name="nights", value=lambda one: one.nights if one.is_of_points else None),
        ],
        entries=shown,
        every=lambda: awards,
        css="told",
    )


def _worded(text: Text, game: str, **more: int) -> str:
    missing = (won_from(game) or 0) // A_HAIR
    return str(text).format(missing=missing, **more, **role_words(game))


def _why(one: Award, game: str, told: Mapping[int, NightSum]) -> str:
    # K of n hands, the best and the worst night, or points in so many nights.
    if one.share:
        usual = _("everybody here: {percent}")
        held = [usual.format(percent=percentage(one.question.usual.percent))] if one.question else []
        return "\n".join([_worded(SHARES[one.badge], game, k=one.share.k, n=one.share.n), *held])
    if one.badge is Badge.FAITHFUL:
        return _("{nights} of {all} nights").format(nights=one.nights, all=len(told))
    if one.marks:
        days = [(signed(to_points(mark.parts)), when(told[mark.night].day, "day")) for mark in one.marks]
        return "\n".join(f"{points} · {day}" for points, day in days)
    points = signed(to_points(one.parts))
    words = ngettext("{points} in {number} night", "{points} in {number} nights", one.nights)
    return words.format(points=points, number=one.nights)
