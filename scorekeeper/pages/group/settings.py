"""A group's settings: its name, what it plays for, and whether it is put away.

Every section stands by itself: a form, a view that writes it through `ledger.recording`, a template of its
own that page.html includes, and the words for its changes (`WORDS`, and `HIDDEN` for putting it back).
What it changes is a field of the group, written by `ledger.recording.settings.change`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from ledger import recording
from ledger.book.seasons import season_said
from ledger.models import Group, HouseRules
from ledger.scoring import game_called, read_rules
from ledger.standings import (
    SettingChange,
    changes_of,
    currency_is_kept,
    open_nights,
    rules_in_force,
    tellers_of,
)
from ledger.standings.players import seasons_of
from scorekeeper.access import GroupAccess, also_put_away, owner
from scorekeeper.http.forms import SettingForm
from scorekeeper.http.htmx import go_to, show
from scorekeeper.presenters.seasons import season_view
from scorekeeper.presenters.stakes import StakeForm
from scorekeeper.text.amounts import CURRENCIES
from scorekeeper.text.figures import precision, stake, typed
from scorekeeper.text.lists import listed


class GroupNameForm(SettingForm):
    name = forms.CharField(
        max_length=10_000, error_messages={"required": gettext_lazy("What is the group called?")}
    )

    def __init__(self, *args: Any, group: Group, **kwargs: Any) -> None:
        super().__init__(*args, group=group, initial={"name": group.name}, **kwargs)


class StakeSettingForm(StakeForm, SettingForm):
    """The stake of a point, and from when on it counts.

    Of the currencies those can be chosen that the group may have: its own, where money was booked in it.
    """

    when = forms.ChoiceField(
        choices=(("now", ""), ("next", "")),
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Say from when on it counts.")},
    )

    def __init__(self, *args: Any, group: Group, now: HouseRules, kept: str, **kwargs: Any) -> None:
        brought = {"currency": "", "when": "now"}
        if group.currency and group.stake_cents:
            brought |= {"currency": group.currency, "stake": typed(group.stake_cents, group.currency)}
        super().__init__(*args, group=group, initial=brought, **kwargs)
        self.game = game_called(now.game)
        self.rules = read_rules(self.game.rules, now.options)
        self.is_kept = kept
        # The group's own currency may be one that is not offered, where a file brought it.
        own = () if group.currency in dict(CURRENCIES) else ((group.currency, group.currency),)
        self.fields["currency"].choices = [  # type: ignore[attr-defined]
            (code, words)
            for code, words in (*own, *CURRENCIES)
            if not kept
            or code in ("", group.currency)
            or (kept == "tonight" and precision(code) == precision(group.currency))
        ]

    @property
    def currencies(self) -> list[str]:
        return [code for code, _ in self.fields["currency"].choices]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        self.check_stake(self.game, self.rules)
        return self.cleaned_data

    @property
    def means(self) -> str:
        return self.stake_means(self.game, self.rules)


SettingValues = Mapping[str, Any]


def season_done(
    changes: Sequence[SettingChange], views: Sequence[SettingValues], key: str
) -> SettingValues | None:
    """Return the change of a season that was sent with this key: what is said when it is done.

    What was added is not put back in the same breath: it stands there to be changed.
    """
    for one, view in zip(changes, views, strict=True):
        if one.key == key and one.what == "season":
            return view if one.was["name"] is not None else {**view, "address": "", "hidden": ()}
    return None


def _views(
    changes: Sequence[SettingChange], tellers: Mapping[int, str], currencies: Sequence[str]
) -> Iterator[dict[str, Any]]:
    seen: set[tuple[str, object]] = set()
    for one in changes:
        setting = (one.what, one.now.get("season"))
        words = WORDS[one.what](one.was, one.now) if one.what in WORDS else _("Something was changed")
        # Only the newest change of a setting can be put back, and no currency that the group may not have.
        may_go_back = one.what in HIDDEN and setting not in seen
        if one.what == "money" and one.was["currency"] not in currencies:
            may_go_back = False
        seen.add(setting)
        yield {
            "words": words,
            "who": tellers.get(one.by, _("another phone")) if one.by else "",
            "at": one.at,
            "address": HIDDEN[one.what][0] if may_go_back else "",
            "hidden": HIDDEN[one.what][1](one.was) if may_go_back else (),
        }


def _season(was: SettingValues, now: SettingValues) -> str:
    if now["name"] is None:
        return _("Season removed: {season}").format(season=_season_said(was))
    if was["name"] is None:
        return _("Season added: {season}").format(season=_season_said(now))
    return _("Season {was} became {now}").format(was=_season_said(was), now=_season_said(now))


def _season_said(said: SettingValues) -> str:
    try:
        season = season_said(said)
    except (KeyError, TypeError, ValueError):
        season = None
    if season is None:
        return ""
    view = season_view(season)
    name = _("“{season}”").format(season=season.name)
    return listed([name, view["days"], *([view["floor"]] if view["floor"] else [])])


def _stake(said: SettingValues) -> str:
    if not (said["currency"] and said["stake_cents"]):
        return _("points only")
    return stake(said["stake_cents"], said["currency"])


def _stake_before(was: SettingValues) -> tuple[tuple[str, str], ...]:
    cents, currency = was["stake_cents"], was["currency"] if was["stake_cents"] else ""
    amount = typed(cents, currency) if currency else ""
    return (("currency", currency), ("stake", amount), ("sure", str(cents)), ("when", "now"))


# A change of each setting in words, of its values before and after.
WORDS: Mapping[str, Callable[[SettingValues, SettingValues], str]] = {
    "name": lambda was, now: _("“{was}” became “{now}”").format(was=was["name"], now=now["name"]),
    "money": lambda was, now: _("{was} became {now}").format(was=_stake(was), now=_stake(now)),
    "archive": lambda was, now: _("Put away") if now["archived"] else _("Brought back"),
    "watching": lambda was, now: (
        _("Who only watches sees the money")
        if now["watchers_see_money"]
        else _("Who only watches sees points only")
    ),
    "keeping": lambda was, now: (
        _("Whoever deals keeps the score")
        if now["dealer_keeps_score"]
        else _("Whoever is at hand keeps the score")
    ),
    "season": _season,
}

# The view that puts a setting back, and the fields that it is sent.
HIDDEN: Mapping[str, tuple[str, Callable[[SettingValues], tuple[tuple[str, str], ...]]]] = {
    "name": ("call_group", lambda was: (("name", was["name"]),)),
    "money": ("play_for", _stake_before),
    "watching": ("show_money", lambda was: (("is_shown", "1" if was["watchers_see_money"] else ""),)),
    "keeping": ("keep_score", lambda was: (("is_dealer", "1" if was["dealer_keeps_score"] else ""),)),
    "season": (
        "put_back_season",
        lambda was: tuple((name, "" if value is None else str(value)) for name, value in was.items()),
    ),
}


@owner
@require_safe
@also_put_away
def settings(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    return _page(request, access)


@owner
@require_POST
def call_group(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    form = GroupNameForm(request.POST, group=access.group)
    return _written(
        request,
        access,
        "name_form",
        form,
        lambda: recording.call_group(
            access.group, form.cleaned_data["name"], form.context(access.membership)
        ),
    )


@owner
@require_POST
def play_for(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    form = _money_form(access, request.POST)
    return _written(
        request,
        access,
        "money_form",
        form,
        lambda: recording.play_for(
            access.group,
            form.cleaned_data["currency"],
            form.cleaned_data["stake"],
            form.context(access.membership),
            # From the next hand on, where a night is going on.
            tonight=form.cleaned_data["when"] != "next",
        ),
    )


@owner
@require_POST
def play_for_means(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    return show(request, "parts/stake_means.html", {"form": _money_form(access, request.POST)})


@owner
@require_POST
def show_money(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    form = SettingForm(request.POST, group=access.group)
    return _written(
        request,
        access,
        "watching_form",
        form,
        lambda: recording.show_money_to_watchers(
            access.group, form.context(access.membership), is_shown=bool(request.POST.get("is_shown"))
        ),
    )


@owner
@require_POST
def keep_score(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    form = SettingForm(request.POST, group=access.group)
    return _written(
        request,
        access,
        "keeping_form",
        form,
        lambda: recording.let_dealer_keep_score(
            access.group, form.context(access.membership), is_dealer=bool(request.POST.get("is_dealer"))
        ),
    )


@owner
@require_POST
@also_put_away
def put_away(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    return _away(request, access, away=True)


@owner
@require_POST
@also_put_away
def bring_back(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    return _away(request, access, away=False)


def _away(request: HttpRequest, access: GroupAccess, *, away: bool) -> HttpResponse:
    form = SettingForm(request.POST, group=access.group)
    return _written(
        request,
        access,
        "away_form",
        form,
        lambda: recording.put_away(access.group, form.context(access.membership), away=away),
        to="group",
    )


def _written(
    request: HttpRequest,
    access: GroupAccess,
    name: str,
    form: SettingForm,
    write: Callable[[], object],
    *,
    to: str = "settings",
) -> HttpResponse:
    if form.wrote(write):
        return go_to(request, resolve_url(to, code=access.group.code))
    return _page(request, access, status=409 if form.is_behind else 422, **{name: form})


def _money_form(access: GroupAccess, said: Any = None) -> StakeSettingForm:
    group = access.group
    return StakeSettingForm(said, group=group, now=rules_in_force(group), kept=currency_is_kept(group))


def _page(request: HttpRequest, access: GroupAccess, *, status: int = 200, **forms: Any) -> HttpResponse:
    group = access.group
    money_form = forms.get("money_form") or _money_form(access)
    changes = changes_of(group)
    views = tuple(_views(changes, tellers_of(group), money_form.currencies))
    context = {
        "access": access,
        "name_form": GroupNameForm(group=group),
        "money_form": money_form,
        "away_form": SettingForm(group=group),
        "watching_form": SettingForm(group=group),
        "keeping_form": SettingForm(group=group),
        "nights": open_nights(group),
        "seasons": [season_view(one) for one in seasons_of(group)],
        "changes": views,
        "season_done": season_done(changes, views, request.GET.get("done", "")),
        **forms,
    }
    return show(request, "group/settings/page.html", context, status=status)
