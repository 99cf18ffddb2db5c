"""The numbers in a group's file and the rows that they mean here; its keys and times."""

import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from ledger.models import Membership, Player, Session
from ledger.recording.contradictions import fault
from ledger.recording.writing import Refused
from ledger.words.messages import Message

YEARS = range(1000, 9000)


class Lookups:
    """People, phones, nights and settlements by their places or numbers in the file.

    `where` is what is being read, for a refusal to name it. Everything raises Refused for what is not there.
    """

    def __init__(self) -> None:
        self.where = where("beginning")
        self.players: dict[int, Player] = {}
        self.ids: dict[int, int] = {}
        self.names: dict[int, str] = {}
        self.guests: dict[int, Membership] = {}
        self.sessions: dict[int, Session] = {}
        self.settlements: dict[int, uuid.UUID] = {}

    def note_ids(self) -> None:
        if len(self.ids) < len(self.players):
            self.ids = {place: player.pk for place, player in self.players.items()}
            self.names = {player.pk: player.name for player in self.players.values()}

    def who(self, place: int | None) -> int | None:
        """Return the player of this place, nobody for None."""
        if place is None:
            return None
        if place not in self.ids:
            raise self.refusal(fault("no_such_player", number=place))
        return self.ids[place]

    def by(self, said: Mapping[str, Any]) -> int | None:
        """Return the membership that said it, None where nobody did."""
        place: int | None = said["by"]
        if place is None:
            return None
        if place not in self.guests:
            raise self.refusal(fault("no_such_member", number=place))
        return self.guests[place].pk

    def session(self, number: int | None) -> Session | None:
        """Return the night of this number, none for None."""
        if number is None:
            return None
        if number not in self.sessions:
            raise self.refusal(fault("no_such_night", number=number))
        return self.sessions[number]

    def settlement(self, number: int) -> uuid.UUID:
        if number not in self.settlements:
            raise self.refusal(fault("no_such_settlement", number=number))
        return self.settlements[number]

    def refusal(self, what: Message) -> Refused:
        return Refused("contradicts", case="in_file", where=self.where, what=what)


def where(case: str, **params: object) -> Message:
    return Message(code="where", case=case, params=params)


def read_key(said: str) -> uuid.UUID:
    """Return a key as a file writes it; raises Refused."""
    try:
        return uuid.UUID(said)
    except ValueError:
        raise Refused("no_file", case="key") from None


def read_time(said: str) -> datetime:
    """Return a time as a file writes it, in UTC; raises Refused for one that no calendar of ours has.

    One that has not been yet is taken as it is: a book kept by a wrong clock could not move otherwise.
    """
    try:
        at = datetime.fromisoformat(said)
        if at.tzinfo is not None and (at := at.astimezone(UTC)).year in YEARS:
            return at
    except (ValueError, OverflowError):
        pass
    raise Refused("no_file", case="time")
