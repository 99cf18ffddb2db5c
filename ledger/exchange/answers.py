"""Answers to the questions about a notebook, as plain facts that a task keeps and reads again."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ledger.exchange.preview import AmountUnit, Answers, Hands, Running


def answers_as_facts(answers: Answers) -> dict[str, Any]:
    columns = {"players": sorted(answers.players), "not_players": sorted(answers.not_players)}
    return {**asdict(answers), **columns}


def answers_in(facts: Mapping[str, Any]) -> Answers:
    """Return the answers out of a task's facts, which in older tasks have fewer of them."""
    unit, running, hands = (facts.get(name) for name in ("unit", "running", "hands"))
    return Answers(
        zeros=facts["zeros"],
        order=facts.get("order", "month"),
        year=facts.get("year"),
        month_day=facts.get("month_day"),
        unit=AmountUnit(unit) if unit else None,
        running=Running(running) if running else None,
        hands=Hands(hands) if hands else None,
        players=frozenset(facts.get("players", ())),
        not_players=frozenset(facts.get("not_players", ())),
        accepts_far_ahead=facts.get("accepts_far_ahead", False),
        accepts_totals=facts.get("accepts_totals", False),
    )
