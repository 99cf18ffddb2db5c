"""Players in forms: chosen from a list, or typed where the list would be too long."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from ledger.models import Group, name_key
from ledger.standings import Person, people_of

# From a longer list nobody chooses: a name is typed then, and the browser proposes those there are.
MOST_OFFERED = 100

# The id of the list of proposed names on a page.
LIST = "people"


class PersonField(forms.TypedChoiceField):
    """A player of the group by id, in a very large group by name as well."""

    # (stored value, name) of everybody, for pages on which names are typed.
    typed: Sequence[tuple[str, str]] = ()

    def offer(self, names: Mapping[int, str], *, first: str, more: Sequence[tuple[str, str]] = ()) -> None:
        """Offer the people to choose from, behind `first`, and `more` that are nobody."""
        people = [*((str(pk), name) for pk, name in names.items()), *more]
        if len(names) > MOST_OFFERED:
            self.typed = people
            self.widget = forms.TextInput(attrs={"list": LIST, "autocomplete": "off"})
        self.choices = [("", first), *people]

    def to_python(self, value: Any) -> Any:
        said = super().to_python(value)
        if not said or not self.typed:
            return said
        return {name_key(name): value for value, name in self.typed}.get(name_key(said), said)


def people_for(group: Group) -> tuple[Person, ...]:
    """Return everybody whom a form about a table can be about (one query); of very many with their nights, by
    which `near` chooses (two)."""
    found = people_of(group, with_nights=False)
    return found if len(found) <= MOST_OFFERED else people_of(group)


def near(people: Sequence[Person], asked: Any) -> list[Person]:
    """Return those whom a form about a table shows: everybody, or of very many those who play most.

    Whoever `asked(player)` is among them; the others can be named.
    """
    if len(people) <= MOST_OFFERED:
        return list(people)
    often = {one.player for one in sorted(people, key=lambda one: -one.nights)[:MOST_OFFERED]}
    return [one for one in people if one.player in often or asked(one.player)]
