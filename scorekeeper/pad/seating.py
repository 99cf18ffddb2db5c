"""The form of seats, dealer, players of a hand and who sits out, when a night starts and later on.

A seat is asked for by a key: a player's id, or "+" and the name of somebody who is new to the group.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledger.book.seating import FEWEST_SEATS, MOST_SEATS, USUALLY_PLAY, Seating, usually_play
from ledger.models import name_key
from ledger.recording.group import clean_name
from ledger.scoring import HandRefused
from ledger.standings import Person
from scorekeeper.http.forms import Guarded, Keyed
from scorekeeper.http.people import near
from scorekeeper.text.lists import joined
from scorekeeper.text.numbers import beginning, in_words
from scorekeeper.text.refusals import sentence


def too_few(here: int, least: int) -> str:
    so_far = _("{here} here so far.").format(here=in_words(here))
    needed = _("{number} at least have to play.").format(number=in_words(least))
    return f"{beginning(so_far)} {beginning(needed)}"


def too_many() -> str:
    return _("A table has ten seats at most.")


def here_are(here: int) -> str:
    return beginning(_("{here} here.").format(here=in_words(here)))


def everybody_plays(here: int) -> str:
    return beginning(_("{here} here, and everybody plays.").format(here=in_words(here)))


def named(here: int, play: int) -> tuple[str, str]:
    """Return the words before and behind the names of those who sit out."""
    said = ngettext(
        "{here} here, {play} play: {names} sits out.",
        "{here} here, {play} play: {names} sit out.",
        here - play,
    )
    return _around(said, here, play)


def dealer_first(here: int, play: int) -> tuple[str, str]:
    """Return the words where the dealer sits out, alone or with the next to the right."""
    if here - play == 1:
        said = _("{here} here, {play} play: the dealer sits out ({names} first).")
    else:
        said = _("{here} here, {play} play: the dealer and the player to the right sit out ({names} first).")
    return _around(said, here, play)


def _around(said: str, here: int, play: int) -> tuple[str, str]:
    before, behind = said.split("{names}")
    words = {"here": in_words(here), "play": in_words(play)}
    return beginning(before.format(**words)), behind.format(**words)


def said_of(table: Seating, names: Mapping[int, str]) -> dict[str, object]:
    """Return who sits out of a table that can play: "Six here, five play: the dealer sits out (Cleo)."."""
    here, play, out = len(table.seats), len(table.active), tuple(names[player] for player in table.out)
    if not out:
        return {"before": everybody_plays(here)}
    before, behind = (named if table.skip or len(out) > 2 else dealer_first)(here, play)
    return {"before": before, "names": out, "behind": behind}


def sentences(least: int) -> dict[str, object]:
    """Return all of them for a script: by how many are here, `rest` by how many of these play as well.

    `joins` is what stands before, between and behind so many names.
    """
    sizes = range(FEWEST_SEATS, MOST_SEATS + 1)
    return {
        "few": [too_few(here, least) for here in range(least)],
        "many": too_many(),
        "here": {here: here_are(here) for here in sizes},
        "all": {here: everybody_plays(here) for here in sizes},
        "rest": {
            here: {
                play: {
                    "named": named(here, play),
                    **({"dealer": dealer_first(here, play)} if here - play <= 2 else {}),
                }
                for play in range(FEWEST_SEATS, here)
            }
            for here in sizes
        },
        "joins": {count: joined([_NAME] * count).split(_NAME) for count in sizes},
    }


# The place of a name.
_NAME = "\ufffc"


MOST_PLAY = 8
NEW = "+"
NO_SUCH = gettext_lazy("There is no such player at this table.")


class SeatingForm(Keyed):
    """The list itself: `sits` are the keys of the seats, clockwise; the `newcomer` who is typed sits last.

    `people` may sit down, `table` is what is proposed, `usually` how many play a hand of the group's game,
    `least` how many it needs, and `most` how many can play it. Without a dealer the first in the game deals.
    """

    sits = forms.Field(required=False, widget=forms.MultipleHiddenInput)
    newcomer = forms.CharField(required=False, max_length=10_000)
    dealer = forms.Field(required=False)
    skip = forms.Field(required=False, widget=forms.MultipleHiddenInput)
    plays = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)
    facts = {"names": "newcomer"}

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
        self.names = {str(person.player): person.name for person in people}
        self.keys = {name_key(name): key for key, name in self.names.items()}
        counts = range(least, most + 1) if least < most else ()
        plays = cast(forms.ChoiceField, self.fields["plays"])
        plays.choices = [("", _("as usual")), *((str(one), str(one)) for one in counts)]
        words = _("{number} play a hand.") if least == most else _("{fewest} to {most} play a hand.")
        fewest = beginning(in_words(least))
        plays.error_messages["invalid_choice"] = words.format(
            number=fewest, fewest=fewest, most=in_words(most)
        )

    def _key_of(self, said: object) -> str:
        # The key of a seat; a name that the group knows is the player it knows.
        key = str(said or "")
        if not key.startswith(NEW):
            return key
        key = self.keys.setdefault(name_key(key[1:].strip()), NEW + key[1:].strip())
        self.names.setdefault(key, key[1:])
        return key

    @cached_property
    def _listed(self) -> list[str]:
        return list(dict.fromkeys(map(self._key_of, self["sits"].value() or ())))

    @cached_property
    def seats(self) -> list[str]:
        typed = str(self["newcomer"].value() or "").strip()
        if not typed or "newcomer" in self.errors:
            return self._listed
        return list(dict.fromkeys([*self._listed, self._key_of(NEW + typed)]))

    @property
    def rests(self) -> list[str]:
        """Return the keys of those at the table who sit out until further notice."""
        return [key for key in map(self._key_of, self["skip"].value() or ()) if key in self.seats]

    @property
    def deals(self) -> str:
        """Return the key of the dealer; the first in the game where nobody at the table was chosen."""
        chosen = self._key_of(self["dealer"].value())
        return chosen if chosen in self.seats else self._next_dealer(self.seats)

    def _next_dealer(self, clockwise: Sequence[str]) -> str:
        return next((key for key in clockwise if key not in self.rests), "")

    def clean_newcomer(self) -> str:
        """Return the name of who is typed; nobody of that name may be in the list."""
        if not (typed := self.cleaned_data["newcomer"].strip()):
            return ""
        try:
            name = clean_name(typed, fact="newcomer")
        except HandRefused as refused:
            raise forms.ValidationError(sentence(refused)) from None
        if self.keys.get(name_key(name), NEW + name) in self._listed:
            said = _("{name} is here already. If this is somebody else, add an initial.")
            raise forms.ValidationError(said.format(name=name))
        return name

    def clean(self) -> dict[str, object]:
        """Return the facts: everybody is known or has a name, and the table can play."""
        facts = super().clean() or {}
        said = [
            *self.seats,
            *map(self._key_of, self["skip"].value() or ()),
            self._key_of(self["dealer"].value()),
        ]
        if any(key and key not in self.names for key in said):
            self.add_error(None, NO_SUCH)
        for key in self._listed if len(self._listed) <= MOST_SEATS else ():
            if key.startswith(NEW):
                try:
                    clean_name(key[1:], fact="newcomer")
                except HandRefused as refused:
                    self.add_error("newcomer", sentence(refused))
        if len(self.seats) < self.least:
            few = _("Say who is here: {number} at least have to play.").format(number=in_words(self.least))
            self.add_error(None, few)
        elif len(self.seats) > MOST_SEATS:
            self.add_error(None, too_many())
        if not self.errors:
            try:
                self._drawn(facts["plays"]).check()
            except HandRefused as refused:
                self.add_error(refused.fact if refused.fact in self.fields else None, sentence(refused))
        return facts

    def seating(self, player_called: Callable[[str], int]) -> Seating:
        """Return the table as it was told; only of a valid form. `player_called` finds or adds a newcomer."""
        ids = {key: player_called(key[1:]) if key.startswith(NEW) else int(key) for key in self.seats}
        return self._seating(ids, self.cleaned_data.get("plays"))

    def _seating(self, ids: dict[str, int], plays: int | None) -> Seating:
        if plays and str(plays) == self.initial.get("plays"):  # as it was, though some may have gone
            plays = min(plays, len(ids))
        return Seating(
            seats=tuple(ids.values()),
            dealer=ids[self.deals] if self.deals else 0,
            plays=plays or usually_play(len(ids), self.usually),
            skip=tuple(ids[key] for key in self.rests),
        )

    def _drawn(self, plays: int | None) -> Seating:
        return self._seating({key: place for place, key in enumerate(self.seats)}, plays)

    def stepped(self) -> dict[str, object]:
        """Return what the list holds after the button of a row was pressed without a script."""
        what, _space, who = str(self.data.get("step", "")).partition(" ")
        seats, dealer = list(self.seats), self.deals
        if who in seats:
            at = seats.index(who)
            seats.remove(who)
            if what != "gone":
                seats.insert(max(0, at + (1 if what == "down" else -1)), who)
            elif who == dealer:
                dealer = self._next_dealer([*seats[at:], *seats[:at]])
        typed = {"sits": seats, "dealer": dealer, "skip": self.rests, "plays": self["plays"].value()}
        return typed | {"key": self.key_shown}

    @property
    def counts(self) -> list[dict[str, object]]:
        chosen = str(self["plays"].value() or "")
        choices = self.fields["plays"].choices  # type: ignore[attr-defined]
        return [{"value": value, "label": label, "is_chosen": value == chosen} for value, label in choices]

    @property
    def usual_help(self) -> str:
        return _(
            "As usual: {number}, or all where there are fewer. The others sit out: the dealer first, then "
            "the player to the dealer’s right."
        ).format(number=in_words(self.usually))

    @property
    def only_help(self) -> str:
        return _(
            "{number} play a hand. The others sit out: the dealer first, then the player to the dealer’s "
            "right."
        ).format(number=beginning(in_words(self.usually)))

    @property
    def places(self) -> list[dict[str, object]]:
        deals, rests = self.deals, self.rests
        return [
            {
                "key": key,
                "name": self.names.get(key, ""),
                "deals": key == deals,
                "rests": key in rests,
            }
            for key in self.seats[: 2 * MOST_SEATS]
            if key in self.names
        ]

    @property
    def others(self) -> list[tuple[Person, bool]]:
        """Return everybody who may come, and whether they are here; of very many those who play most."""
        seats = set(self.seats)
        return [(one, str(one.player) in seats) for one in near(self.people, lambda pk: str(pk) in seats)]

    @property
    def says(self) -> dict[str, object]:
        """Return who sits out, or why the table cannot play: the names, and the words around them."""
        here = len(self.seats)
        if here < self.least:
            return {"before": too_few(here, self.least)}
        if here > MOST_SEATS:
            return {"before": too_many()}
        plays = str(self["plays"].value() or "")
        table = self._drawn(int(plays) if re.fullmatch("[2-8]", plays) else None)
        try:
            table.check()
        except HandRefused:
            return {"before": here_are(here)}
        return said_of(table, {place: self.names.get(key, "") for place, key in enumerate(self.seats)})

    def for_script(self) -> dict[str, object]:
        return {
            "least": self.least,
            "most": MOST_SEATS,
            "usually": self.usually,
            "sentences": sentences(self.least),
        }


class TableForm(SeatingForm, Guarded):
    def merged(self, before: Seating, now: Seating) -> dict[str, object]:
        """Return what the list holds when the table has changed from `before` to `now` meanwhile.

        Who came or went by this form still comes or goes; for the others the table stands as it is now.
        """
        was, stands = ([str(one) for one in table.seats] for table in (before, now))
        seats = [key for key in self.seats if key in stands or key not in was]
        seats += [key for key in stands if key not in seats and key not in was]
        typed: dict[str, object] = {"sits": seats, "plays": self["plays"].value()}
        if self.deals != str(before.dealer):
            typed["dealer"] = self.deals
        if set(self.rests) != set(map(str, before.skip)):
            typed["skip"] = self.rests
        return typed


def proposed(table: Seating, usually: int) -> dict[str, object]:
    usual = table.plays == usually_play(len(table.seats), usually)
    return {
        "sits": [str(one) for one in table.seats],
        "dealer": str(table.dealer),
        "skip": [str(one) for one in table.skip],
        "plays": "" if usual else str(table.plays),
    }
