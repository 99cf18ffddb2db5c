"""Hands and nights in ordinary tables for queries: projected from the book, never the truth itself.

One row per hand (`Hand`), per player in it (`HandResult`) and per pot that lay on the table (`Pot`). One
grain above them is the night: per game (`NightGame`), player (`NightPlayer`), role and circumstances
(`NightRole`), place at the table (`NightPlace`) and pair (`NightPair`). Points are in parts, 2520 to a point;
money is in cents. Every table names `version` (of the house rules), `active` (how many played, 0 where only
totals are known) and `stake` (cents a point) alike, so that one filter fits all. People are who they are by
now (`Group.who`).
"""

from django.db import models

from ledger.models.group import Group, Player
from ledger.models.session import Session


class Grain(models.Model):
    """The columns of every row about a night of a game; `day` is when the night began."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="+", db_index=False)
    group = models.ForeignKey(Group, models.PROTECT, related_name="+", db_index=False)
    day = models.DateField()
    game = models.CharField(max_length=40)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{type(self).__name__} of {self.session}"


class Hand(Grain):
    """A hand, or points that moved between two hands (`is_dealt` is False).

    `entry` is the number of the entry that told the hand first, `position` its place among the hands of the
    night, `number` its number on paper (0 of hands of another game and of what moved between hands). `day` is
    when the night began, `at` when the hand was told. `kind` is the kind of hand or its contract, `row` its
    row of the chart ("" without), `side_points` the card points of the picker's side, None where nobody
    counted them.
    """

    session = models.ForeignKey(Session, models.PROTECT, related_name="played", db_index=False)
    entry = models.PositiveIntegerField()
    position = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField()
    active = models.PositiveSmallIntegerField()
    stake = models.PositiveIntegerField()
    is_dealt = models.BooleanField()
    kind = models.CharField(max_length=20)
    row = models.CharField(max_length=20)
    side_points = models.PositiveSmallIntegerField(null=True)
    doublers = models.PositiveSmallIntegerField()
    cracks = models.PositiveSmallIntegerField()
    dealer = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False)
    picker = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+", db_index=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("session", "entry"), name="one_row_of_a_hand"),)
        indexes = (
            models.Index(fields=("group", "game", "day", "session", "position"), name="hands_of_a_group"),
            models.Index(fields=("group", "game", "picker", "side_points"), name="card_points_of_a_group"),
        )


class HandResult(models.Model):
    """A player's part in one hand.

    `seat` is the place at the table (0, 1, … clockwise), `place` when the player spoke (1 sits left of the
    dealer; 0 of who sat out, or where nothing was dealt in turn). `role` is "" where the kind of hand has
    none, `won` None where nobody wins. `has_cracked` is whose call doubled the hand first, `is_forced` who
    had to pick, `is_for_pot` who played for a pot that lay there, and `pot_parts` what that brought.
    """

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="results", db_index=False)
    player = models.ForeignKey(Player, models.PROTECT, related_name="results", db_index=False)
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    role = models.CharField(max_length=12)
    won = models.BooleanField(null=True)
    parts = models.BigIntegerField()
    has_cracked = models.BooleanField()
    is_forced = models.BooleanField()
    is_for_pot = models.BooleanField()
    pot_parts = models.BigIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("hand", "player"), name="one_result_of_a_hand"),)

    def __str__(self) -> str:
        return f"{self.player} in {self.hand}: {self.parts} parts"


class Pot(models.Model):
    """Points that a hand left on the table, and the hand that took them, None while they lie there."""

    fed_by = models.ForeignKey(Hand, models.CASCADE, related_name="fed")
    parts = models.BigIntegerField()
    taken_by = models.ForeignKey(Hand, models.CASCADE, null=True, related_name="taken")

    def __str__(self) -> str:
        return f"{self.parts} parts on the table by {self.fed_by}"


class NightGame(Grain):
    """A night of one game: how many hands, and how many seconds they took (0 where nobody knows).

    `version`, `active` and `stake` are those of all hands, None where they differ. `is_copied` of a night of
    which only the totals are known.
    """

    version = models.PositiveIntegerField(null=True)
    active = models.PositiveSmallIntegerField(null=True)
    stake = models.PositiveIntegerField(null=True)
    is_copied = models.BooleanField()
    hands = models.PositiveIntegerField()
    seconds = models.PositiveIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("session", "game"), name="one_row_of_a_night"),)
        indexes = (models.Index(fields=("group", "game", "day"), name="nights_of_a_group"),)


class NightPlayer(Grain):
    """A player's night in one game; `hands` are those played, 0 where only the totals are known.

    `is_there` is False of somebody who only sat at the table. `lowest` is the lowest the sum came to on the
    way, 0 or less. `best` and `worst` are the dearest hand and the most expensive one (parts), with the
    entries that told them; `won_row` and `lost_row` are how many hands in a row brought or cost something,
    with their first entries. None without a hand.
    """

    player = models.ForeignKey(Player, models.PROTECT, related_name="nights")
    is_there = models.BooleanField()
    hands = models.PositiveIntegerField()
    parts = models.BigIntegerField()
    lowest = models.BigIntegerField()
    best = models.BigIntegerField(null=True)
    best_entry = models.PositiveIntegerField(null=True)
    worst = models.BigIntegerField(null=True)
    worst_entry = models.PositiveIntegerField(null=True)
    won_row = models.PositiveIntegerField()
    won_row_entry = models.PositiveIntegerField(null=True)
    lost_row = models.PositiveIntegerField()
    lost_row_entry = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("session", "player", "game"), name="one_night_of_a_player"),
        )
        indexes = (models.Index(fields=("group", "game", "day"), name="nights_of_players"),)


class Circumstances(Grain):
    """The columns of rows about hands that were played under the same circumstances."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False)
    version = models.PositiveIntegerField()
    active = models.PositiveSmallIntegerField()
    stake = models.PositiveIntegerField()
    hands = models.PositiveIntegerField()
    parts = models.BigIntegerField()

    class Meta:
        abstract = True


class NightRole(Circumstances):
    """A player's hands of a night in one role and under the same circumstances, as in `Hand` and
    `HandResult`.

    `case` is the same number in all rows of the same circumstances and role
    (`ledger.models.night_rows.case_of`). Who sat out has none of these circumstances.
    `won` is False also where nobody wins. `squares` are the parts of
    each hand squared, added up; of a hand of more than `MOST_SQUARED` parts that many. `uneven` is how far
    points as typed are above `parts`, which add up to zero; 0 of all other points.
    """

    case = models.BigIntegerField()
    is_dealt = models.BooleanField()
    role = models.CharField(max_length=12)
    won = models.BooleanField()
    kind = models.CharField(max_length=20)
    row = models.CharField(max_length=20)
    doublers = models.PositiveSmallIntegerField()
    cracks = models.PositiveSmallIntegerField()
    has_cracked = models.BooleanField()
    is_forced = models.BooleanField()
    is_for_pot = models.BooleanField()
    squares = models.BigIntegerField()
    pot_parts = models.BigIntegerField()
    uneven = models.BigIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("session", "player", "case"), name="one_row_of_a_role_in_a_night"
            ),
        )
        indexes = (
            # With all that is summed: the rows are read in the order of the index alone.
            models.Index(
                fields=("group", "game", "player", "case", "hands", "parts", "squares", "pot_parts"),
                name="roles_of_a_group",
            ),
            models.Index(fields=("group", "day"), name="roles_by_day"),
        )


class NightPlace(Circumstances):
    """Hands of a player in a night by turn to speak, and the parts that they brought.

    `case` is as in `NightRole`. `role` is that of who picked, "" of all others; so picks are asked for as
    everywhere.
    """

    case = models.BigIntegerField()
    place = models.PositiveSmallIntegerField()
    role = models.CharField(max_length=12)
    is_forced = models.BooleanField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("session", "player", "case"), name="one_row_of_a_place_in_a_night"
            ),
        )
        indexes = (
            models.Index(
                fields=("group", "game", "player", "case", "hands", "parts"), name="places_of_a_group"
            ),
            models.Index(fields=("group", "day"), name="places_by_day"),
        )


# All that is summed of a pair.
PAIRED = ("hands", "won", "parts", "picked", "picked_won", "picked_parts")


class NightPair(Circumstances):
    """Hands and parts of a player with another player in a night, seen from the first.

    `picked` are hands that the player picked with the other as partner, how many were won, and what they
    brought both together. `hands` are those in which one of them won and the other lost, `won` by the player,
    and `parts` went from the other to the player.
    """

    other = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False)
    picked = models.PositiveIntegerField()
    picked_won = models.PositiveIntegerField()
    picked_parts = models.BigIntegerField()
    won = models.PositiveIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("session", "player", "other", "game", "version", "active", "stake"),
                name="one_row_of_a_pair_in_a_night",
            ),
        )
        indexes = (
            models.Index(fields=("group", "game", "player", "other", *PAIRED), name="pairs_of_a_group"),
            models.Index(fields=("group", "day"), name="pairs_by_day"),
        )


# Parts of a hand whose square is added up exactly: 3,968 points. So sums of squares stay in 64 bits.
MOST_SQUARED = 10_000_000

# The tables of the night's grain.
NIGHTLY: tuple[type[models.Model], ...] = (NightGame, NightPlayer, NightRole, NightPlace, NightPair)
