"""A filter of nights and hands: one value, read from an address once and turned into a query once."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date

from django.db.models import Q


@dataclass(frozen=True, kw_only=True)
class Filter:
    """Nights from a day until another (both included), and hands by how many played, rules and stake.

    `game` is a game's key, "" for any; `active` how many played, `version` that of the house rules, `stake`
    cents a point. What is None does not matter.
    """

    game: str = ""
    since: date | None = None
    until: date | None = None
    active: int | None = None
    version: int | None = None
    stake: int | None = None

    @property
    def are_all_nights(self) -> bool:
        return self.since is None and self.until is None

    @property
    def has_whole_nights(self) -> bool:
        """Return whether all hands of a night are asked for, and not only those under some circumstances."""
        return not self.circumstances

    @property
    def circumstances(self) -> dict[str, int]:
        """Return the columns of hands that are asked for, with their values."""
        asked = {"active": self.active, "version": self.version, "stake": self.stake}
        return {name: value for name, value in asked.items() if value is not None}

    @property
    def of_nights(self) -> Q:
        """Return the condition on a night and its game, in any table of `ledger.models.played`."""
        found = Q(game=self.game) if self.game else Q()
        if self.since is not None:
            found &= Q(day__gte=self.since)
        if self.until is not None:
            found &= Q(day__lte=self.until)
        return found

    @property
    def of_hands(self) -> Q:
        """Return the condition on hands, in any table of `ledger.models.played` that has the
        circumstances.
        """
        return self.of_nights & Q(**self.circumstances)


EVERYTHING = Filter()


def of_year(year: int) -> Filter:
    return Filter(since=date(year, 1, 1), until=date(year, 12, 31))


def end_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])
