"""What a single hand brought each player: projected from the book for queries, never the truth itself."""

from __future__ import annotations

from datetime import timedelta

from django.db import models

from ledger.models.group import Group, Player
from ledger.models.session import Session

A_NIGHT = timedelta(days=1)
"""So long after its night began a hand is taken to have been told at the latest."""


class HandResult(models.Model):
    """One player's part in one hand, or in what moved points between two hands.

    `entry` is the number of the entry that told the hand first; rows with the same session and entry are of
    one hand, and its picker and partners are found there. `at` is when it was told first, but between the
    beginning of its night and a day later: so that nights lead to their hands, whatever a clock or a file
    said. `version` are the house rules it counts under. `seat` and `dealer` are places at the table as it
    sat then (0, 1, … clockwise), `seats` how many sat there, `active` how many of them played. `is_dealt` is
    False where points moved and no cards were dealt (a pot divided). `kind` is the kind of hand, or its
    contract, `row` the row of the chart that it was, "" without one, `side_points` the card points of the
    picker's side, None where nobody counted them, `doublers` how many hung over it, `cracks` how often it was
    doubled by a call, and `stake` cents a point. `has_cracked` is whose call was the first, `is_forced` who
    had to pick, and `is_for_pot` who played for a pot that lay there. `role`, `won` and `parts` are as the
    engine scored the hand: a role of "" where the kind of hand has none, `won` None where nobody wins, parts
    2520 to a point.

    Notebook nights, of which only the totals are known, have no rows here.
    """

    group = models.ForeignKey(Group, models.PROTECT, related_name="+", db_index=False)
    session = models.ForeignKey(Session, models.PROTECT, related_name="results", db_index=False)
    player = models.ForeignKey(Player, models.PROTECT, related_name="results", db_index=False)
    entry = models.PositiveIntegerField()
    at = models.DateTimeField()
    game = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    seats = models.PositiveSmallIntegerField()
    active = models.PositiveSmallIntegerField()
    dealer = models.PositiveSmallIntegerField()
    is_dealt = models.BooleanField()
    kind = models.CharField(max_length=20, default="")
    row = models.CharField(max_length=20, default="")
    side_points = models.PositiveSmallIntegerField(null=True)
    doublers = models.PositiveSmallIntegerField(default=0)
    cracks = models.PositiveSmallIntegerField(default=0)
    has_cracked = models.BooleanField(default=False)
    is_forced = models.BooleanField(default=False)
    is_for_pot = models.BooleanField(default=False)
    stake = models.PositiveIntegerField(default=0)
    role = models.CharField(max_length=12)
    won = models.BooleanField(null=True)
    parts = models.BigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("session", "entry", "player"), name="one_result_of_a_hand"),
        )
        # Each foreign key leads one of these, so that a group, a night or a player can go without a search.
        indexes = (
            models.Index(fields=("group", "game", "at"), name="results_of_a_group"),
            models.Index(fields=("player", "game", "at"), name="results_of_a_player"),
            models.Index(
                fields=("player", "game", "at"),
                condition=models.Q(doublers__gt=0),
                name="results_with_doublers",
            ),
            models.Index(
                fields=("player", "game", "at"), condition=models.Q(has_cracked=True), name="results_cracked"
            ),
            models.Index(
                fields=("player", "game", "at"), condition=models.Q(is_forced=True), name="results_forced"
            ),
            models.Index(
                fields=("group", "game", "at"), condition=models.Q(is_forced=True), name="results_all_forced"
            ),
            models.Index(
                fields=("player", "game", "at"), condition=models.Q(is_for_pot=True), name="results_for_pot"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} in hand {self.entry} of {self.session}: {self.parts} parts"
