"""A night to be shown in a chat: the page with a text and a picture, and the picture itself."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

from django import forms
from django.db.models import Sum, TextChoices
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from ledger.book.sheet import ScoreSheet, Struck
from ledger.models import Group, NightPlayer, Session, to_points
from ledger.models.book import sheet_of
from ledger.models.group import shown_name
from ledger.standings import names_of
from ledger.standings.groups import Names
from ledger.words.initials import initials
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.downloads import named
from scorekeeper.http.htmx import show
from scorekeeper.http.limits import Limit, TooOften, count, wait_a_moment
from scorekeeper.pages.table.drawing import COURSE, MOST_LINES, Card, PlayerLine, drawable, drawn
from scorekeeper.presenters.owed import on_paper, owed_in, shared
from scorekeeper.presenters.payments import Settled, plays_for_money, settled, titled, to_share
from scorekeeper.serving.static_files import release
from scorekeeper.text.dates import when
from scorekeeper.text.figures import hands, signed_money
from scorekeeper.text.lists import joined


class Called(TextChoices):
    NAMES = "names", gettext_lazy("Names in full")
    INITIALS = "initials", gettext_lazy("Initials")
    NUMBERS = "numbers", gettext_lazy("Player 1, Player 2, …")


MONEY = (("yes", gettext_lazy("Points and money")), ("no", gettext_lazy("Points only")))


class PictureForm(forms.Form):
    """Choices for the picture; unless they say otherwise, names in full, and money where there is any."""

    called = forms.ChoiceField(choices=Called.choices, required=False, label=gettext_lazy("Who it is"))
    money = forms.ChoiceField(choices=MONEY, required=False, label=gettext_lazy("What is told"))

    @property
    def named(self) -> Called:
        """Return how players are called; nonsense in an address asks for nothing."""
        self.is_valid()
        return Called(self.cleaned_data.get("called") or Called.NAMES)

    @property
    def tells_money(self) -> bool:
        self.is_valid()
        return self.cleaned_data.get("money") != "no"


def names_called(group: Group, sheet: ScoreSheet, called: Called) -> Mapping[int, str]:
    """Return what everybody is called (one query): numbers go by how the night ended, others follow."""
    if called is Called.NUMBERS:
        everybody = dict.fromkeys([*sheet.ranked, *names_of(group)])
        return {player: numbered(place) for place, player in enumerate(everybody, start=1)}
    if called is Called.INITIALS:
        rows = list(group.players.values_list("pk", shown_name(), "initials"))
        short = initials({pk: name for pk, name, _ in rows}, {pk: own for pk, _, own in rows})
        return Names(short, group.who)
    return names_of(group)


def numbered(place: int) -> str:
    return _("Player {number}").format(number=place)


def headline(session: Session, sheet: ScoreSheet, told: Settled) -> str:
    """Return who won, how much, and whether no night was better before (one query); "" of no winner."""
    best = [bar for bar in told.bars if bar.side in ("plus", "best") and bar.points == told.bars[0].points]
    if not best:
        return ""
    names = [drawable(bar.name) or numbered(place) for place, bar in enumerate(best, start=1)]
    said = f"{joined(names)} {best[0].worth}"
    if sheet.is_typed:
        return said
    winners = [player for player, points in sheet.totals.items() if points == best[0].points]
    before = NightPlayer.objects.filter(
        group=session.group_id, player__in=winners, session__started_at__lt=session.started_at
    )
    nights = before.order_by().values_list("session").annotate(sum=Sum("parts"))
    sums = [to_points(int(parts)) for _night, parts in nights]
    if len(winners) > 1 or not sums or max(sums) >= best[0].points:
        return said
    return _("{winner}, best night so far").format(winner=said)


def course_of(sheet: ScoreSheet) -> tuple[tuple[int, ...], ...]:
    """Return each player's running totals, in parts of what the picture is high, those who won most first."""
    rows = [row.totals for row in sheet.rows if row.number]
    every = [total for row in rows for total in row.values()]
    low, high = min(every, default=0), max(every, default=0)
    if len(rows) < 2 or low == high:
        return ()
    return tuple(
        tuple(
            round((high - total) * COURSE / (high - low))
            for total in (Fraction(0), *(row.get(player, Fraction(0)) for row in rows))
        )
        for player in sheet.ranked
    )


def card_of(session: Session, sheet: ScoreSheet, told: Settled, payments: Sequence[str]) -> Card:
    group = session.group
    longest = max((abs(bar.points) for bar in told.bars), default=0) or 1
    lines = tuple(
        PlayerLine(
            name=bar.name,
            instead=numbered(place),
            points=bar.worth,
            side=bar.side,
            money=signed_money(bar.cents, group.currency) if bar.cents is not None else "",
            share=round(100 * bar.points / longest),
        )
        for place, bar in enumerate(told.bars, start=1)
    )
    left = len(lines) - MOST_LINES
    more = ngettext("and {number} more", "and {number} more", max(left, 0))
    return Card(
        title=headline(session, sheet, told) or group.name,
        said=" · ".join(
            [group.name, when(session.started_at, "long"), *([hands(sheet.hands)] if sheet.hands else [])]
        ),
        note=sheet.note,
        course=course_of(sheet),
        payments=tuple(payments),
        lines=lines[:MOST_LINES],
        more=more.format(number=left) if left > 0 else "",
        foot=_("Score keeper"),
    )


# Browsers lay out a picture that is opened by itself with a style of their own, and would complain of
# it under the policy of the pages.
POLICY = "script-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"


@watcher
@require_safe
def picture(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    session, sheet = _over(access, number)
    form = PictureForm(request.GET)
    told = _told(access, session, sheet, form)
    title = titled(access.group.name, when(session.started_at, "long"), sheet)
    text = to_share(title, told, _payments(access, session, sheet, form), currency=access.group.currency)
    context = {
        "access": access,
        "night": session,
        "sheet": sheet,
        "form": form,
        "called": form.named,
        "tells_money": form.tells_money,
        "has_money": plays_for_money(access.group.currency, sheet),
        "share": text,
        "share_rows": text.count("\n") + 1,
        "query": f"?{query}" if (query := request.GET.urlencode()) else "",
        "file": f"{named(access.group.name, when(session.started_at, 'day'))}.png",
    }
    return show(request, "table/picture/page.html", context)


@watcher
@require_safe
def picture_file(request: HttpRequest, access: GroupAccess, *, number: int) -> HttpResponse:
    """Return the picture as a PNG, or 304 without drawing it."""
    session, sheet = _over(access, number)
    form = PictureForm(request.GET)
    told = _told(access, session, sheet, form)
    card = card_of(session, sheet, told, _payments(access, session, sheet, form))
    tag = f'"{sha256(f"{release()} {card!r}".encode()).hexdigest()[:32]}"'
    if tag in parse_etags(request.headers.get("If-None-Match", "")):
        answer: HttpResponse = HttpResponseNotModified()
    else:
        try:
            count(request, Limit.PICTURES)
        except TooOften as often:
            return wait_a_moment(request, often)
        # A PNG is compressed already; the middleware would compress it once more.
        request.META.pop("HTTP_ACCEPT_ENCODING", None)
        answer = HttpResponse(drawn(card), content_type="image/png")
    answer["ETag"] = tag
    answer["Content-Security-Policy"] = POLICY
    return answer


def _over(access: GroupAccess, number: int) -> tuple[Session, ScoreSheet]:
    session = access.session(number)
    if session.ended_at is None or session.struck != Struck.NO:
        raise Http404("There is nothing to show of this night yet.")
    return session, sheet_of(session)


def _told(access: GroupAccess, session: Session, sheet: ScoreSheet, form: PictureForm) -> Settled:
    # The result; of a night out of a notebook without those who have a 0: most were not there.
    group = access.group
    told = settled(
        sheet,
        names_called(group, sheet, form.named),
        in_money=form.tells_money and plays_for_money(group.currency, sheet),
        currency=group.currency,
        rounding=group.rounding,
    )
    return replace(told, bars=tuple(bar for bar in told.bars if bar.points)) if session.is_copied else told


def _payments(access: GroupAccess, session: Session, sheet: ScoreSheet, form: PictureForm) -> Sequence[str]:
    # The night's own payments as sentences, where money is told.
    group = access.group
    if not (form.tells_money and plays_for_money(group.currency, sheet)):
        return ()
    if session.is_copied:
        was_paid = sheet.copied is not None and sheet.copied.was_paid
        return (_("Paid long ago: nobody owes anything for it."),) if was_paid else ()
    names = names_called(group, sheet, form.named)
    return shared(owed_in(group, on_paper(group), names, session=session), group.currency)
