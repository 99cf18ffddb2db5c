"""What was changed of a group, in words, and what puts it back. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from ledger.seasons import season_said
from ledger.standings import SettingChange
from scorekeeper.presenters.seasons import season_view
from scorekeeper.text.figures import stake, typed
from scorekeeper.text.lists import listed

Values = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class ChangeView:
    """One change: what it was, who changed it, when.

    `address` names the view that puts it back and `hidden` what it is sent; both are empty where it stands no
    more, or cannot be put back.
    """

    words: str
    who: str
    at: datetime | None
    address: str = ""
    hidden: tuple[tuple[str, str], ...] = ()


def change_views(
    changes: Sequence[SettingChange], tellers: Mapping[int, str], *, currencies: Sequence[str]
) -> tuple[ChangeView, ...]:
    """The changes, the newest first; the newest of each setting can be put back."""
    return tuple(_views(changes, tellers, currencies))


def season_done(changes: Sequence[SettingChange], views: Sequence[ChangeView], key: str) -> ChangeView | None:
    """The change of a season that was sent with this key: what is said when it is done.

    What was added is not put back in the same breath: it stands there to be changed.
    """
    for one, view in zip(changes, views, strict=True):
        if one.key == key and one.what == "season":
            return view if one.was["name"] is not None else replace(view, address="", hidden=())
    return None


def _views(
    changes: Sequence[SettingChange], tellers: Mapping[int, str], currencies: Sequence[str]
) -> Iterator[ChangeView]:
    seen: set[tuple[str, object]] = set()
    for one in changes:
        setting = (one.what, one.now.get("season"))
        words, newest = WORDS.get(one.what, _something), setting not in seen
        seen.add(setting)
        address, hidden = HIDDEN.get(one.what, ("", _nothing)) if newest else ("", _nothing)
        if one.what == "money" and one.was["currency"] not in currencies:
            address = ""
        yield ChangeView(
            words=words(one.was, one.now),
            who=tellers.get(one.by, _("another phone")) if one.by else "",
            at=one.at,
            address=address,
            hidden=hidden(one.was) if address else (),
        )


def _called(was: Values, now: Values) -> str:
    return _("“{was}” became “{now}”").format(was=was["name"], now=now["name"])


def _played_for(was: Values, now: Values) -> str:
    return _("{was} became {now}").format(was=_stake(was), now=_stake(now))


def _stake(said: Values) -> str:
    if not (said["currency"] and said["stake_cents"]):
        return _("points only")
    return stake(said["stake_cents"], said["currency"])


def _put_away(was: Values, now: Values) -> str:
    return _("Put away") if now["archived"] else _("Brought back")


def _watched(was: Values, now: Values) -> str:
    if now["watchers_see_money"]:
        return _("Who only watches sees the money")
    return _("Who only watches sees points only")


def _kept(was: Values, now: Values) -> str:
    if now["dealer_keeps_score"]:
        return _("Whoever deals keeps the score")
    return _("Whoever is at hand keeps the score")


def _season(was: Values, now: Values) -> str:
    if now["name"] is None:
        return _("Season removed: {season}").format(season=_season_said(was))
    if was["name"] is None:
        return _("Season added: {season}").format(season=_season_said(now))
    return _("Season {was} became {now}").format(was=_season_said(was), now=_season_said(now))


def _season_said(said: Values) -> str:
    """Its name, its days and its floor."""
    try:
        season = season_said(said)
    except (KeyError, TypeError, ValueError):
        season = None
    if season is None:
        return ""
    view = season_view(season)
    return listed([f"“{season.name}”", view["days"], *([view["floor"]] if view["floor"] else [])])


def _something(was: Values, now: Values) -> str:
    return _("Something was changed")


def _nothing(was: Values) -> tuple[tuple[str, str], ...]:
    return ()


def _shown_before(was: Values) -> tuple[tuple[str, str], ...]:
    return (("is_shown", "1" if was["watchers_see_money"] else ""),)


def _kept_before(was: Values) -> tuple[tuple[str, str], ...]:
    return (("is_dealer", "1" if was["dealer_keeps_score"] else ""),)


def _name_before(was: Values) -> tuple[tuple[str, str], ...]:
    return (("name", was["name"]),)


def _stake_before(was: Values) -> tuple[tuple[str, str], ...]:
    cents, currency = was["stake_cents"], was["currency"] if was["stake_cents"] else ""
    amount = typed(cents, currency) if currency else ""
    return (("currency", currency), ("stake", amount), ("sure", str(cents)), ("when", "now"))


def _season_before(was: Values) -> tuple[tuple[str, str], ...]:
    return tuple((name, "" if value is None else str(value)) for name, value in was.items())


# How a change of each setting is said.
WORDS: Mapping[str, Callable[[Values, Values], str]] = {
    "name": _called,
    "money": _played_for,
    "archive": _put_away,
    "watching": _watched,
    "keeping": _kept,
    "season": _season,
}

# The view that puts a setting back, and what it is sent.
HIDDEN: Mapping[str, tuple[str, Callable[[Values], tuple[tuple[str, str], ...]]]] = {
    "name": ("call_group", _name_before),
    "money": ("play_for", _stake_before),
    "watching": ("show_money", _shown_before),
    "keeping": ("keep_score", _kept_before),
    "season": ("put_back_season", _season_before),
}
