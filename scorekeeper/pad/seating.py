"""Who sits where, who deals, how many play, and who sits out: asked when a night starts and later on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.models import name_key
from ledger.scoring import HandRefused
from ledger.seating import FEWEST_SEATS, MOST_SEATS, USUALLY_PLAY, Seating, usually_play
from ledger.standings import Person
from scorekeeper.http.forms import Guarded, Keyed, SeveralField
from scorekeeper.pad.seating_words import Sentence, here_are, said_of, sentences, too_few, too_many
from scorekeeper.text.numbers import beginning, in_words
from scorekeeper.text.refusals import sentence

MOST_PLAY = 8
NO_SUCH = gettext_lazy("There is no such player at this table.")
SEAT = gettext_lazy("Seats are numbered 1, 2, 3, … around the table.")


@dataclass(frozen=True, kw_only=True)
class Place:
    """One player in the form: the seat that is typed for him, and whether he deals or sits out."""

    player: int
    name: str
    seat: str
    deals: bool
    rests: bool
    wrong: bool

    @property
    def earlier(self) -> str:
        """What the button says that moves the player up."""
        return _("{name}: one seat earlier").format(name=self.name)

    @property
    def later(self) -> str:
        """What the button says that moves the player down."""
        return _("{name}: one seat later").format(name=self.name)


@dataclass(frozen=True, kw_only=True)
class Count:
    """How many could play a hand, as it is chosen in the form: "" for as many as usual."""

    value: str
    label: str
    is_chosen: bool


class SeatingFields(forms.Form):
    """The questions themselves.

    `people` may sit down, `table` is what is proposed, `usually` how many play a hand of the group's game,
    `least` how many it needs, and `most` how many can play it.
    """

    dealer = forms.ChoiceField(
        error_messages={"required": gettext_lazy("Who deals first?"), "invalid_choice": NO_SUCH}
    )
    skip = SeveralField(
        required=False, error_messages=dict.fromkeys(("invalid_choice", "invalid_list"), NO_SUCH)
    )
    plays = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
    )

    def __init__(
        self,
        *args: Any,
        people: Sequence[Person],
        table: Seating | None = None,
        usually: int = USUALLY_PLAY,
        least: int = FEWEST_SEATS,
        most: int = MOST_PLAY,
        **kwargs: Any,
    ) -> None:
        kwargs["initial"] = (proposed(table, usually) if table else {}) | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)
        self.people, self.usually, self.least, self.most = people, usually, least, most
        counts = range(least, most + 1) if least < most else ()
        plays = cast(forms.ChoiceField, self.fields["plays"])
        plays.choices = [("", _("as usual")), *((str(one), str(one)) for one in counts)]
        self.fields["plays"].error_messages["invalid_choice"] = self._who_plays()
        choices = [(str(person.player), person.name) for person in people]
        self.fields["dealer"].choices = self.fields["skip"].choices = choices  # type: ignore[attr-defined]
        for person in people:
            self.fields[seat_of(person.player)] = forms.IntegerField(
                required=False,
                min_value=1,
                max_value=99,
                error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), SEAT),
            )

    def _who_plays(self) -> str:
        """How many can play a hand."""
        if self.least == self.most:
            return _("{number} play a hand.").format(number=self.least_count)
        said = _("{fewest} to {most} play a hand.")
        return said.format(fewest=self.least_count, most=in_words(self.most))

    def clean(self) -> dict[str, Any]:
        """Everybody sits in a seat of his own, and nobody is a stranger."""
        facts = super().clean() or {}
        known = {seat_of(person.player) for person in self.people}
        if any(name.startswith("seat-") and name not in known and self.data[name] for name in self.data):
            self.add_error(None, NO_SUCH)
        if not any(self.has_error(name) for name in known):
            self._check_seats([facts[name] for name in known if facts.get(name) is not None])
        if not self.errors:
            self._check_table()
        return facts

    def _check_seats(self, seats: list[int]) -> None:
        twice = [seat for seat, people in Counter(seats).items() if people > 1]
        if twice:
            self.add_error(None, _("Two people cannot sit in seat {seat}.").format(seat=min(twice)))
        elif len(seats) < self.least:
            said = _("Say who is here: {number} at least have to play.")
            self.add_error(None, said.format(number=in_words(self.least)))
        elif len(seats) > MOST_SEATS:
            self.add_error(None, _("A table has ten seats at most."))

    def _check_table(self) -> None:
        try:
            self.seating().check()
        except HandRefused as refused:
            self.add_error(refused.fact if refused.fact in self.fields else None, sentence(refused))

    def seating(self) -> Seating:
        """The table as it was told; only of a valid form."""
        facts = self.cleaned_data
        seated = [(facts.get(seat_of(person.player)), person.player) for person in self.people]
        seats = tuple(player for seat, player in sorted((s, p) for s, p in seated if s is not None))
        return Seating(
            seats=seats,
            dealer=int(facts["dealer"]),
            plays=facts.get("plays") or usually_play(len(seats), self.usually),
            skip=tuple(int(player) for player in facts["skip"]),
        )

    @property
    def least_count(self) -> str:
        """How many have to play, in a word that begins a sentence."""
        return beginning(in_words(self.least))

    @property
    def counts(self) -> list[Count]:
        """How many could play a hand."""
        chosen = str(self["plays"].value() or "")
        choices = self.fields["plays"].choices  # type: ignore[attr-defined]
        return [Count(value=value, label=label, is_chosen=value == chosen) for value, label in choices]

    @property
    def usual_help(self) -> str:
        """What happens where nobody says how many play."""
        return _(
            "As usual: {number}, or all where there are fewer. The others sit out: the dealer first, then "
            "the player to the dealer’s right."
        ).format(number=in_words(self.usually))

    @property
    def only_help(self) -> str:
        """What happens in a game that only so many can play."""
        return _(
            "{number} play a hand. The others sit out: the dealer first, then the player to the dealer’s "
            "right."
        ).format(number=beginning(in_words(self.usually)))

    @property
    def may_all_sit(self) -> bool:
        """Whether everybody in the group has a seat at one table."""
        return self.least <= len(self.people) <= MOST_SEATS

    @property
    def places(self) -> list[Place]:
        """Everybody, those who are here first and in their order."""
        return sorted(self.by_arrival, key=_order)

    @property
    def by_arrival(self) -> list[Place]:
        """Everybody, in an order that never changes under a finger."""
        dealer = str(self["dealer"].value())
        resting = {str(player) for player in self["skip"].value() or ()}
        return [self._place(person, dealer, resting) for person in self.people]

    def _place(self, person: Person, dealer: str, resting: Collection[str]) -> Place:
        name = seat_of(person.player)
        seat = self[name].value()
        return Place(
            player=person.player,
            name=person.name,
            seat="" if seat is None else str(seat),
            deals=dealer == str(person.player),
            rests=str(person.player) in resting,
            wrong=self.is_bound and self.has_error(name),
        )

    @property
    def wrong_seats(self) -> list[str]:
        """What is wrong with the seats, each sentence once."""
        if not self.is_bound:
            return []
        names = [seat_of(person.player) for person in self.people]
        return list(dict.fromkeys(str(error) for name in names for error in self.errors.get(name, ())))

    @property
    def says(self) -> Sentence:
        """Who sits out, in words."""
        here = [place for place in self.places if place.seat]
        if len(here) < self.least:
            return Sentence(before=too_few(len(here), self.least))
        if len(here) > MOST_SEATS:
            return Sentence(before=too_many())
        dealer = next((place.player for place in here if place.deals), None)
        table = self._as_tapped(here, dealer)
        if table is None:
            return Sentence(before=here_are(len(here)))
        names = {person.player: person.name for person in self.people}
        return said_of(table, names, is_dealer_known=dealer is not None)

    def _as_tapped(self, here: Sequence[Place], dealer: int | None) -> Seating | None:
        """The table as far as it can be made out from what is typed; somebody deals until it is said who."""
        somebody = next((place.player for place in here if not place.rests), 0)
        plays = str(self["plays"].value() or "")
        table = Seating(
            seats=tuple(place.player for place in here),
            dealer=somebody if dealer is None else dealer,
            plays=int(plays) if re.fullmatch("[2-8]", plays) else usually_play(len(here), self.usually),
            skip=tuple(place.player for place in here if place.rests),
        )
        try:
            table.check()
        except HandRefused:
            return None
        return table

    def for_script(self) -> dict[str, Any]:
        """What the script has to know to answer a tap by itself."""
        return {
            "least": self.least,
            "most": MOST_SEATS,
            "usually": self.usually,
            "sentences": sentences(self.least),
        }


class SeatsTonightForm(SeatingFields, Keyed):
    """The first table of a night, and perhaps somebody who was never here before."""

    newcomer = forms.CharField(required=False, max_length=10_000)

    def has_newcomer(self) -> bool:
        """Whether somebody was typed in who has no seat yet."""
        return bool(self.data.get("newcomer", "").strip())

    def with_newcomer(self, people: Sequence[Person], player: int | None) -> SeatsTonightForm:
        """What is typed so far, on a fresh form that complains of nothing yet; `player` sits down last."""
        typed: dict[str, Any] = {name: self[name].value() for name in self.fields if name != "newcomer"}
        typed["key"] = self.key_shown
        if player is None:
            typed["newcomer"] = self["newcomer"].value()
        elif not typed.get(seat_of(player)):
            typed[seat_of(player)] = 1 + max((_number(place.seat) for place in self.places), default=0)
        return SeatsTonightForm(
            people=people, usually=self.usually, least=self.least, most=self.most, initial=typed
        )


class ArrangeForm(SeatingFields, Guarded):
    """The table from the next hand on; the players stay the same."""


def seat_of(player: int) -> str:
    """The name of the field with a player's seat."""
    return f"seat-{player}"


def known_as(people: Sequence[Person], name: str) -> int | None:
    """The player of this name, if there is one."""
    return next((one.player for one in people if name_key(one.name) == name_key(name)), None)


def proposed(table: Seating, usually: int) -> dict[str, Any]:
    """A table as the form's initial values."""
    usual = table.plays == usually_play(len(table.seats), usually)
    return {
        "dealer": table.dealer,
        "skip": list(table.skip),
        "plays": "" if usual else str(table.plays),
        **{seat_of(player): number for number, player in enumerate(table.seats, start=1)},
    }


def _order(place: Place) -> tuple[bool, int]:
    return (not place.seat, _number(place.seat))


def _number(typed: str) -> int:
    return int(typed) if re.fullmatch("[0-9]{1,3}", typed) else 0
