"""A whole group as one JSON file: its people, rules, books, journal and settlements; and back again.

In the file people are known by their places in it (1, 2, 3, …), so that it says the same wherever it was
written. Guests and their links stay at home: a membership comes with its role and its player, and opens
nothing elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError

from ledger.exchange.shape import misfit
from ledger.models import (
    Entry,
    Group,
    HouseRules,
    Membership,
    Posting,
    Session,
    SettlementPayment,
    Transaction,
)
from ledger.models.group import LONGEST_NAME
from ledger.recording.importing import copy_group
from ledger.recording.pen import Refused
from ledger.standings.handles import handles_of

FORMAT = "scorekeeper group"
VERSION = 1
BIGGEST = 200_000_000
"""Bytes of a file that is read: a club's century is a tenth of it."""

NOT_WHOLE = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, ValidationError, DataError)
"""What comes of facts that are not there, or not what they should be."""

Facts = Mapping[str, Any]


def group_export(group: Group) -> str:
    """The group as text; the same book gives the same text, to the byte."""
    players = _places(group.players.order_by("pk").values_list("pk", flat=True))
    guests = _places(group.memberships.order_by("pk").values_list("pk", flat=True))
    facts = {
        "format": FORMAT,
        "version": VERSION,
        "group": _plain(group, "key", "name", "currency", "stake_cents", "points_first", "started_at"),
        "players": _players(group),
        "members": [_member(one, players) for one in group.memberships.order_by("pk")],
        "rules": [_rules(one, guests) for one in HouseRules.objects.filter(group=group).order_by("version")],
        "sessions": _sessions(group, players, guests),
        "settlements": _settlements(group, players, guests),
        "journal": _journal(group, players, guests),
    }
    return json.dumps(facts, ensure_ascii=False, indent=1, default=str) + "\n"


def group_import(text: str) -> tuple[Group, bool]:
    """The group of a file, and whether it is new here; a group that is here already is left as it is.

    Raises Refused for a file that is none, or that does not add up; nothing is written then.
    """
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("no_file", "This is no JSON file.") from None
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise Refused("no_file", "This file has no group in it.")
    if facts.get("version") != VERSION:
        raise Refused(
            "version", f"This file has version {facts.get('version')}; only {VERSION} is known here."
        )
    if (part := misfit(facts)) is not None:
        raise Refused("no_file", f"This file is not whole: its “{part}” is not as it should be.")
    try:
        if len(facts["group"]["name"]) > LONGEST_NAME:
            raise Refused("no_file", "The group's name is too long.")
        return copy_group(facts, renamed)
    except NOT_WHOLE as problem:
        raise Refused("no_file", f"This file is not whole: {problem!r:.200}.") from None


def renamed(facts: Facts, who: Mapping[int, int]) -> dict[str, Any]:
    """An entry's facts with other ids for the same people; told facts know seats, not people.

    `dealer` is a person where the table is arranged, and a seat in a hand.
    """
    found: dict[str, Any] = dict(facts)
    in_hand = "told" in facts
    for name in ("player", "goes", "payer", "payee", *(() if in_hand else ("dealer", "after"))):
        if isinstance(found.get(name), int):
            found[name] = who[found[name]]
    for name in ("seats", *(() if in_hand else ("skip",))):
        if name in found:
            found[name] = [who[one] for one in found[name]]
    for name in ("cents", "totals"):
        if isinstance(found.get(name), dict):
            found[name] = {str(who[int(one)]): worth for one, worth in found[name].items()}
    if "payments" in found:
        found["payments"] = [renamed(one, who) for one in found["payments"]]
    return found


def _places(ids: Iterable[int]) -> dict[int, int]:
    return {pk: place for place, pk in enumerate(ids, 1)}


def _plain(row: Any, *names: str) -> dict[str, Any]:
    return {name: _said(getattr(row, name)) for name in names}


def _said(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


def _of(pk: int | None, places: Mapping[int, int]) -> int | None:
    return None if pk is None else places[pk]


def _players(group: Group) -> list[dict[str, Any]]:
    """Everybody with his names at payment services, where he has any."""
    found, handles = [], handles_of(group)
    for one in group.players.order_by("pk"):
        paid_at = {service.value: handle for service, handle in handles.get(one.pk, {}).items()}
        found.append({**_plain(one, "name", "added_at"), **({"handles": paid_at} if paid_at else {})})
    return found


def _member(one: Membership, players: Mapping[int, int]) -> dict[str, Any]:
    return {**_plain(one, "role", "since"), "player": _of(one.player_id, players)}


def _rules(one: HouseRules, guests: Mapping[int, int]) -> dict[str, Any]:
    said = _plain(one, "version", "game", "preset", "options", "key", "written_at")
    return {**said, "by": _of(one.by_id, guests)}


def _sessions(group: Group, players: Mapping[int, int], guests: Mapping[int, int]) -> list[dict[str, Any]]:
    entries: dict[int, list[dict[str, Any]]] = {}
    for one in Entry.objects.filter(session__group=group).order_by("session", "number"):
        said = {**_plain(one, "number", "key", "kind", "at"), "by": _of(one.by_id, guests)}
        entries.setdefault(one.session_id, []).append({**said, "facts": renamed(one.facts, players)})
    return [
        {**_plain(one, "key", "number", "started_at"), "entries": entries.get(one.pk, [])}
        for one in Session.objects.filter(group=group).order_by("number")
    ]


def _settlements(group: Group, players: Mapping[int, int], guests: Mapping[int, int]) -> list[dict[str, Any]]:
    payments: dict[Any, list[dict[str, Any]]] = {}
    for one in SettlementPayment.objects.filter(settlement__group=group).order_by("settlement", "number"):
        payer, payee = _of(one.payer_id, players), _of(one.payee_id, players)
        said = {"number": one.number, "payer": payer, "payee": payee, "cents": one.cents}
        payments.setdefault(one.settlement_id, []).append(said)
    return [
        {
            **_plain(one, "key", "number", "until", "label", "mode", "is_exact", "at"),
            "session": one.session.number if one.session else None,
            "treasurer": _of(one.treasurer_id, players),
            "by": _of(one.by_id, guests),
            "payments": payments.get(one.pk, []),
        }
        for one in group.settlements.select_related("session").order_by("number")
    ]


def _journal(group: Group, players: Mapping[int, int], guests: Mapping[int, int]) -> list[dict[str, Any]]:
    postings: dict[Any, list[dict[str, Any]]] = {}
    for one in Posting.objects.filter(transaction__group=group).order_by("pk"):
        said = {"account": one.account, "player": _of(one.player_id, players), "cents": one.cents}
        postings.setdefault(one.transaction_id, []).append(said)
    found = Transaction.objects.filter(group=group).select_related("session", "undoes", "plan__settlement")
    return [
        {
            **_plain(one, "key", "number", "kind", "note", "method", "at"),
            "session": one.session.number if one.session else None,
            "plan": [one.plan.settlement.number, one.plan.number] if one.plan else None,
            "undoes": one.undoes.number if one.undoes else None,
            "by": _of(one.by_id, guests),
            "postings": postings.get(one.pk, []),
        }
        for one in found.order_by("number")
    ]
