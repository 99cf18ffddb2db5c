"""A group that was kept elsewhere, written down here line by line as it was there.

It is written in short transactions under a key of its own while nobody sees it, and becomes a group with its
last transaction; where it will not do, it is removed again as if it had never come.
"""

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from ledger.models import (
    DroppedSettlement,
    Entry,
    Group,
    HouseRules,
    Membership,
    Merge,
    Mode,
    NightRole,
    PaymentHandle,
    Player,
    Role,
    Service,
    Session,
    Settlement,
    SettlementPayment,
    name_key,
)
from ledger.models.book import in_ink
from ledger.recording.arriving_journal import MOST_ALL_TOLD, ArrivingJournal
from ledger.recording.checking import MOST_PARTS, checked
from ledger.recording.contradictions import fault
from ledger.recording.handles import read_handle
from ledger.recording.lookups import Lookups, read_key, read_time, where
from ledger.recording.merging import project_who
from ledger.recording.open_list import less, make_list, waiting
from ledger.recording.projecting import new_rows
from ledger.recording.removing import remove_group
from ledger.recording.staging import Stage
from ledger.recording.writing import Refused
from ledger.settling import THE_BOX, Rest, Transfer, adjusted, fewest_payments, owed_by, straightened
from ledger.standings.nobody import is_nobody
from ledger.standings.periods import until_by_label
from ledger.steps import Progress, Steps
from ledger.who import Who, followed

Facts = Mapping[str, Any]
# An entry's facts with other ids for the same people.
Renames = Callable[[Facts, Mapping[int, int]], dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Arrival:
    """A group that was brought in, or was here before (`is_new` says which)."""

    group: Group
    is_new: bool


class Arriving:
    """One group on its way in; what the file numbers is looked up here. Everything raises Refused."""

    def __init__(self, renames: Renames, began: Callable[[Group], object]) -> None:
        self.group: Group | None = None
        self.here = Lookups()
        self._renames, self._began = renames, began
        self._stage = Stage()
        self._name_keys: set[str] = set()
        self._parts = 0
        self._numbers: dict[str, int] = {}
        self.open_lines: Sequence[Transfer] | None = None
        self._planned: list[SettlementPayment] = []
        self._merges: list[Merge] = []

    def begin(self, said: Facts) -> Group | None:
        """Return the group that is here already; else begin a hidden group and return None."""
        self._said, self._key = said, read_key(said["key"])
        self._started_at = read_time(said["started_at"])
        if (there := Group.objects.filter(key=self._key).first()) is not None:
            return there
        with transaction.atomic():
            self.group = Group.objects.create(
                name="",
                currency=said["currency"],
                stake_cents=said["stake_cents"],
                points_first=said["points_first"],
                coin_cents=said.get("coin_cents", 0),
                watchers_see_money=said.get("watchers_see_money", False),
                dealer_keeps_score=said.get("dealer_keeps_score", False),
                rest_goes=said.get("rest_goes", Rest.NEAREST.value),
                is_arriving=True,
            )
            self._began(self.group)
        self._journal = ArrivingJournal(self.group, self._stage, self.here)
        return None

    def write(self) -> Steps[None]:
        """Write whatever waits: what comes next names it by its id."""
        yield from self._stage.write_all()
        self.here.note_ids()

    def take_player(self, said: Facts) -> Steps[None]:
        """Take a player; the place in the file is how others name them."""
        place = len(self.here.players) + 1
        self.here.where = where("player", number=place)
        name = said["name"]
        if not (key := name_key(name)):
            raise Refused("no_name", case="player", number=place)
        if key in self._name_keys:
            raise Refused("name_taken", case="two", name=name)
        self._name_keys.add(key)
        player = Player(
            group=self._group,
            name=name,
            name_key=key,
            initials=said.get("initials", ""),
            colour=said.get("colour", ""),
            is_placeholder=said.get("is_placeholder", is_nobody(name)),
        )
        self.here.players[place] = player
        handles = [
            PaymentHandle(player=player, service=service, handle=read_handle(Service(service), handle))
            for service, handle in said.get("handles", {}).items()
        ]
        self._stage.add(player, *handles, at=read_time(said["added_at"]))
        yield from self._stage.write_full()

    def take_member(self, said: Facts) -> Steps[None]:
        """Take a phone. It opens nothing here, whatever it opened there."""
        place = len(self.here.guests) + 1
        self.here.where = where("member", number=place)
        one = Membership(
            group=self._group,
            guest=uuid.uuid4(),
            role=Role(said["role"]),
            player_id=self.here.who(said["player"]),
            last_seen=None,
            removed_at=timezone.now(),
        )
        self.here.guests[place] = one
        self._stage.add(one, at=read_time(said["since"]))
        yield from self._stage.write_full()

    def take_rules(self, said: Facts) -> Steps[None]:
        self.here.where = where("version", number=self._rising("version", said["version"]))
        rules = HouseRules(
            group=self._group, by_id=self.here.by(said), written_at=read_time(said["written_at"])
        )
        rules.key = None if said["key"] is None else read_key(said["key"])
        for name in ("version", "game", "preset", "options"):
            setattr(rules, name, said[name])
        rules.words = said.get("words", "")
        self._stage.add(rules)
        yield from self._stage.write_full()

    def line(self, said: Facts) -> Entry:
        return Entry(
            number=said["number"],
            key=read_key(said["key"]),
            kind=said["kind"],
            facts=self._renames(said["facts"], self.here.ids),
            by_id=self.here.by(said),
            at=read_time(said["at"]),
        )

    def take_night(self, said: Facts, entries: Sequence[Entry]) -> Steps[None]:
        number = self._rising("night", said["number"])
        lines = in_ink(entries)
        sheet = yield from checked(lines, night=number, names=self.here.names)
        session = Session(
            group=self._group,
            key=read_key(said["key"]),
            number=number,
            started_at=read_time(said["started_at"]),
        )
        self.here.sessions[number] = session
        self._stage.add(session)
        for entry in entries:
            entry.session = session
            self._stage.add(entry)
        for row in new_rows(session, sheet):
            if isinstance(row, NightRole):
                self._parts += abs(row.parts)
                if abs(row.parts) > MOST_PARTS or self._parts > MOST_ALL_TOLD:
                    raise Refused("too_much", case="points", night=number)
            self._stage.add(row)
            yield from self._stage.write_full()
        self._journal.nights.note(number, lines, {entry.number: entry.key for entry in entries})
        yield from self._stage.write_full()

    def take_settlement(self, said: Facts) -> Steps[None]:
        number, key = self._rising("settlement", said["number"]), read_key(said["key"])
        self.here.where = where("settlement", number=number)
        self.here.settlements[number] = key
        payments = [self._payment(key, place, one) for place, one in enumerate(said["payments"], 1)]
        treasurer = said["treasurer"]
        if (treasurer is not None) != (said["mode"] == Mode.TREASURER):
            raise self.here.refusal(fault("no_treasurer"))
        if treasurer is not None and any(
            treasurer not in (one["payer"], one["payee"]) for one in said["payments"]
        ):
            raise self.here.refusal(fault("past_treasurer"))
        settlement = Settlement(
            key=key,
            group=self._group,
            number=number,
            session=self.here.session(said["session"]),
            until=_until(said),
            label=said["label"],
            mode=said["mode"],
            treasurer_id=self.here.who(said["treasurer"]),
            is_exact=said["is_exact"],
            by_id=self.here.by(said),
            at=read_time(said["at"]),
            lines=len(payments),
        )
        self._stage.add(*payments, settlement, *self._dropped(key, said))
        if said.get("dropped") is None:
            self._planned += payments
        yield from self._stage.write_full()

    def take_open(self, said: Sequence[Facts]) -> None:
        """Keep the open payments of the file; older files have none of those that kept plans asked for."""
        self.open_lines = [self._open_line(one) for one in said]

    def take_merge(self, said: Facts) -> None:
        """Take a line of who is who; one that undoes another is of a line before it, and says the same."""
        number, undoes = said["number"], said["undoes"]
        player, into = self.here.who(said["player"]), self.here.who(said["into"])
        if number != len(self._merges) + 1 or player is None or into is None or player == into:
            raise self.here.refusal(fault("no_merge"))
        undone = self._merges[undoes - 1] if undoes is not None and 0 < undoes < number else None
        if (undone is None) is not (undoes is None) or (
            undone and ((undone.player_id, undone.into_id) != (player, into) or undone.undoes_id)
        ):
            raise self.here.refusal(fault("no_merge"))
        in_force = self._merged()
        if undone is None and (player in in_force or into in in_force):
            raise self.here.refusal(fault("merged_already"))
        self._merges.append(
            Merge(
                key=read_key(said["key"]),
                group=self._group,
                number=number,
                player_id=player,
                into_id=into,
                undoes=undone,
                by_id=self.here.by(said),
                at=read_time(said["at"]),
            )
        )
        self._stage.add(self._merges[-1])

    def _merged(self) -> dict[int, int]:
        undone = {one.undoes_id for one in self._merges}
        return {
            one.player_id: one.into_id
            for one in self._merges
            if one.undoes_id is None and one.key not in undone
        }

    def take_transaction(self, said: Facts) -> Steps[None]:
        return self._journal.take(said)

    def finish(self, owner: Callable[[], uuid.UUID] | None) -> Steps[Group]:
        """Check the whole, and make it a group like any other in the last transaction.

        `owner` is asked in that transaction who owns it.
        """
        self.here.where = where("end")
        yield from self._journal.finish()
        yield from self.write()
        group = self._group
        self.here.where = where("part", name="merges")
        who = Who(followed(self._merged()))
        rows = group.sessions.order_by("number").values_list("number", "people") if who else ()
        for number, people in rows:
            if len(set(map(who.of, people))) < len(people):
                raise self.here.refusal(fault("sits_twice", night=number))
        self.here.where = where("part", name="open")
        lines = self._open_list()
        group.key, group.name, group.is_arriving = self._key, self._said["name"], False
        group.started_at = self._started_at
        if self._said.get("archived_at") is not None:
            group.archived_at = read_time(self._said["archived_at"])
        self.here.where = where("group")
        group.purses = {
            str(self.here.who(int(one))): self.here.who(other)
            for one, other in self._said.get("purses", {}).items()
        }
        group.seasons = self._said.get("seasons", [])
        group.changes = [
            {**one, "by": self.here.by(one), "at": read_time(one["at"]).isoformat()}
            for one in self._said.get("changes", [])
        ]
        try:
            with transaction.atomic():
                group.save(
                    update_fields=[
                        "key", "name", "started_at", "is_arriving", "archived_at", "changes", "seasons",
                        "purses",
                    ]
                )  # fmt: skip
                make_list(group, lines)
                project_who(group)
                if owner is not None:
                    Membership.objects.create(group=group, guest=owner(), role=Role.OWNER)
        except IntegrityError:
            raise Refused("here") from None
        return group

    def abandon(self) -> Steps[None]:
        """Remove what was written of it."""
        yield Progress(done=0, of=0)
        if self.group is not None:
            remove_group(Group.every.get(pk=self.group.pk))

    @property
    def _group(self) -> Group:
        if self.group is None:
            raise LookupError("nothing has begun")
        return self.group

    def _rising(self, what: str, number: int) -> int:
        before = self._numbers.get(what, 0)
        if number <= before or (what == "settlement" and number > before + 1):
            raise Refused("contradicts", case=what, number=number, before=before)
        self._numbers[what] = number
        return number

    def _payment(self, key: uuid.UUID, place: int, said: Facts) -> SettlementPayment:
        payer, payee = self.here.who(said["payer"]), self.here.who(said["payee"])
        if said["cents"] <= 0 or payer == payee or said["number"] != place:
            raise self.here.refusal(fault("no_payment", number=said["number"]))
        return SettlementPayment(
            settlement_id=key, number=place, payer_id=payer, payee_id=payee, cents=said["cents"]
        )

    def _dropped(self, key: uuid.UUID, said: Facts) -> list[DroppedSettlement]:
        if (dropped := said.get("dropped")) is None:
            return []
        return [
            DroppedSettlement(
                key=read_key(dropped["key"]),
                settlement_id=key,
                by_id=self.here.by(dropped),
                at=read_time(dropped["at"]),
            )
        ]

    def _open_line(self, said: Facts) -> Transfer:
        payer, payee = self.here.who(said["payer"]), self.here.who(said["payee"])
        if said["cents"] <= 0 or payer == payee:
            raise self.here.refusal(fault("no_open_line"))
        return Transfer(payer=payer or THE_BOX, payee=payee or THE_BOX, cents=said["cents"])

    def _open_list(self) -> Sequence[Transfer]:
        # The list as the file has it, if that is what the journal says; else the fewest payments.
        #
        # Older files have in it what was paid while its night goes on, and what kept plans still ask for
        # beside it. Raises Refused for a list that says something else than the journal.
        in_all = _of_something(self._journal.balances)
        owed = _of_something(less(in_all, waiting(self._group)))
        if self.open_lines is None:
            return fewest_payments(owed)
        lines = self.open_lines
        pairs = {(one.payer, one.payee) for one in lines}
        is_list = len(pairs) == len(lines) and {payer for payer, _ in pairs}.isdisjoint(
            payee for _, payee in pairs
        )
        if is_list and owed_by(lines) == owed:
            return lines
        with_plans = (*lines, *self._still_planned())
        if not is_list or owed_by(with_plans) not in (in_all, owed):
            raise self.here.refusal(fault("open_otherwise"))
        straight = straightened(with_plans)
        return adjusted(straight, less(owed, owed_by(straight)))

    def _still_planned(self) -> Iterator[Transfer]:
        for one in self._planned:
            if cents := one.cents - self._journal.paid.get(one.pk, 0):
                yield Transfer(payer=one.payer_id or THE_BOX, payee=one.payee_id or THE_BOX, cents=cents)


def _of_something(cents: Mapping[int, int]) -> dict[int, int]:
    return {who: amount for who, amount in cents.items() if amount}


def _until(said: Facts) -> datetime | None:
    if "until" in said:
        return read_time(said["until"]) if said["until"] is not None else None
    return None if said["session"] else until_by_label(said["label"])
