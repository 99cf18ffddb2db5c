"""A group that was kept elsewhere, written down here line by line as it was there."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from ledger.folding import fold
from ledger.models import (
    Account,
    Entry,
    Group,
    HouseRules,
    Membership,
    Player,
    Posting,
    Role,
    Service,
    Session,
    Settlement,
    SettlementPayment,
    Tally,
    Transaction,
    name_key,
)
from ledger.models.book import in_ink
from ledger.recording.group import clean_name
from ledger.recording.handles import write_handles
from ledger.recording.pen import Refused
from ledger.recording.projecting import new_tallies
from ledger.sheet import ScoreSheet
from ledger.standings.periods import until_by_label

Facts = Mapping[str, Any]
Renames = Callable[[Facts, Mapping[int, int]], dict[str, Any]]
"""An entry's facts with other ids for the same people."""


def copy_group(facts: Facts, renames: Renames) -> tuple[Group, bool]:
    """The group that these facts tell of, and whether it is new here. All of it is written, or nothing.

    Its books are folded as they come, and the database checks that its money adds up. Raises Refused (also
    HandRefused) where they do not.
    """
    key = uuid.UUID(facts["group"]["key"])
    if (there := Group.objects.filter(key=key).first()) is not None:
        return there, False
    try:
        with transaction.atomic():
            return _Copy(facts, renames).write(key), True
    except IntegrityError:
        raise Refused(
            "not_whole", "What this file says does not add up, or is in this book already."
        ) from None


class _Copy:
    """One group on its way in; what the file numbers is looked up here."""

    def __init__(self, facts: Facts, renames: Renames) -> None:
        self.facts, self.renames = facts, renames
        self.players: dict[int, int] = {}
        self.guests: dict[int, int] = {}
        self.sessions: dict[int, Session] = {}
        self.plans: dict[tuple[int, int], SettlementPayment] = {}

    def write(self, key: uuid.UUID) -> Group:
        said = self.facts["group"]
        self.group = Group.objects.create(
            key=key,
            name=clean_name(said["name"], fact="name"),
            currency=said["currency"],
            stake_cents=said["stake_cents"],
            points_first=said["points_first"],
        )
        Group.objects.filter(pk=self.group.pk).update(started_at=_time(said["started_at"]))
        self._people()
        self._rules()
        self._books()
        for settlement in self.facts["settlements"]:
            self._settlement(settlement)
        self._journal()
        self.group.refresh_from_db()
        return self.group

    def _people(self) -> None:
        for place, said in enumerate(self.facts["players"], 1):
            name = clean_name(said["name"], fact="names")
            player = Player.objects.create(group=self.group, name=name, name_key=name_key(name))
            Player.objects.filter(pk=player.pk).update(added_at=_time(said["added_at"]))
            self.players[place] = player.pk
            if handles := said.get("handles"):
                write_handles(player, {Service(service): handle for service, handle in handles.items()})
        for place, said in enumerate(self.facts["members"], 1):
            one = Membership.objects.create(
                group=self.group,
                guest=uuid.uuid4(),  # nobody's: what opened the book there opens nothing here
                role=Role(said["role"]),
                player_id=self._who(said["player"]),
            )
            Membership.objects.filter(pk=one.pk).update(since=_time(said["since"]))
            self.guests[place] = one.pk

    def _rules(self) -> None:
        for said in self.facts["rules"]:
            rules = HouseRules(group=self.group, by_id=self._by(said))
            for name in ("version", "game", "preset", "options", "key"):
                setattr(rules, name, said[name])
            rules.written_at = _time(said["written_at"])
            rules.save(force_insert=True)

    def _books(self) -> None:
        """Every night with its lines, and what is projected from them, in a few statements."""
        entries = {said["number"]: self._entries(said) for said in self.facts["sessions"]}
        sheets = {number: fold(in_ink(lines)) for number, lines in entries.items()}
        made = [self._session(said, sheets[said["number"]]) for said in self.facts["sessions"]]
        self.sessions = {session.number: session for session in Session.objects.bulk_create(made)}
        for number, lines in entries.items():
            for entry in lines:
                entry.session = self.sessions[number]
        Entry.objects.bulk_create(entry for lines in entries.values() for entry in lines)
        Tally.objects.bulk_create(
            tally for number, sheet in sheets.items() for tally in new_tallies(self.sessions[number], sheet)
        )

    def _entries(self, said: Facts) -> list[Entry]:
        if [one["number"] for one in said["entries"]] != list(range(1, len(said["entries"]) + 1)):
            raise Refused("not_whole", f"In night {said['number']} a line is missing.")
        return [
            Entry(
                number=one["number"],
                key=one["key"],
                kind=one["kind"],
                facts=self.renames(one["facts"], self.players),
                by_id=self._by(one),
                at=_time(one["at"]),
            )
            for one in said["entries"]
        ]

    def _session(self, said: Facts, sheet: ScoreSheet) -> Session:
        return Session(
            group=self.group,
            key=said["key"],
            number=said["number"],
            started_at=_time(said["started_at"]),
            ended_at=sheet.ending.at if sheet.ending else None,
            hands=sheet.hands,
        )

    def _settlement(self, said: Facts) -> None:
        key = uuid.UUID(said["key"])
        payments = [
            SettlementPayment(
                settlement_id=key,
                number=one["number"],
                payer_id=self._who(one["payer"]),
                payee_id=self._who(one["payee"]),
                cents=one["cents"],
            )
            for one in said["payments"]
        ]
        for payment in SettlementPayment.objects.bulk_create(payments):
            self.plans[said["number"], payment.number] = payment
        Settlement.objects.create(
            key=key,
            group=self.group,
            number=said["number"],
            session=self.sessions[said["session"]] if said["session"] else None,
            until=_until(said),
            label=said["label"],
            mode=said["mode"],
            treasurer_id=self._who(said["treasurer"]),
            is_exact=said["is_exact"],
            by_id=self._by(said),
            at=_time(said["at"]),
            lines=len(payments),
        )

    def _journal(self) -> None:
        written: dict[int, uuid.UUID] = {}
        headers, postings = [], []
        for said in self.facts["journal"]:
            key = written[said["number"]] = uuid.UUID(said["key"])
            postings += [
                Posting(
                    transaction_id=key,
                    account=Account(one["account"]),
                    player_id=self._who(one["player"]),
                    cents=one["cents"],
                )
                for one in said["postings"]
            ]
            headers.append(self._header(said, key, written))
        Posting.objects.bulk_create(postings)
        Transaction.objects.bulk_create(headers)

    def _header(self, said: Facts, key: uuid.UUID, written: Mapping[int, uuid.UUID]) -> Transaction:
        return Transaction(
            key=key,
            group=self.group,
            number=said["number"],
            kind=said["kind"],
            session=self.sessions[said["session"]] if said["session"] else None,
            plan=self.plans[said["plan"][0], said["plan"][1]] if said["plan"] else None,
            undoes_id=written[said["undoes"]] if said["undoes"] else None,
            note=said["note"],
            method=said["method"],
            by_id=self._by(said),
            at=_time(said["at"]),
            lines=len(said["postings"]),
        )

    def _who(self, place: int | None) -> int | None:
        return None if place is None else self.players[place]

    def _by(self, said: Facts) -> int | None:
        return None if said["by"] is None else self.guests[said["by"]]


def _time(said: str) -> datetime:
    return datetime.fromisoformat(said)


def _until(said: Facts) -> datetime | None:
    if "until" in said:
        return _time(said["until"]) if said["until"] is not None else None
    return None if said["session"] else until_by_label(said["label"])
