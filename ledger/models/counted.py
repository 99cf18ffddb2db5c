"""What nights add up to: projected from the book when a night is over, never the truth itself.

`counts` is what `ledger.counting.packed` makes, by game.
"""

from __future__ import annotations

from django.db import models

from ledger.models.group import Group
from ledger.models.session import Session


class NightCounts(models.Model):
    """What a night adds up to that is over and counts; `day` is the day on which it began.

    Its number is not in the counts (0 stands for it), as it may have another one in another group.
    """

    session = models.OneToOneField(Session, models.PROTECT, related_name="counts")
    group = models.ForeignKey(Group, models.PROTECT, related_name="+", db_index=False)
    day = models.DateField()
    counts = models.JSONField()

    class Meta:
        indexes = (models.Index(fields=("group", "day"), name="counts_of_nights_by_day"),)

    def __str__(self) -> str:
        return f"what {self.session} adds up to"


class Span(models.TextChoices):
    """So long a time is added up at once, each from those before it.

    Weeks are those of a month, so that each lies in one: they begin on its 1st, 8th, 15th, 22nd and 29th.
    What is earlier ends before the latest month with nights: when a night ends, most times it stays as it is.
    Seasons are those that groups define: any days.
    """

    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    DECADE = "decade"
    EARLIER = "earlier"
    EVER = "ever"
    SEASON = "season"


class SpanCounts(models.Model):
    """What all nights of a time add up to; `begins` is its first day, and `ends` its last.

    `counts` is None while it has to be added up again. Of a time without nights there is no row, nor of a
    week with so few that they are read as fast; of each season there is one. `gist` is what is asked of many
    of them at once (`ledger.counting.gist`), and `sat` says of each player (the id) on how many of these
    nights they sat at the table. SQLite reads a row from its beginning, and what is long stands before
    `ends`: when a span begins and ends is read from the index.
    """

    group = models.ForeignKey(Group, models.PROTECT, related_name="+", db_index=False)
    span = models.CharField(max_length=7, choices=Span.choices)
    begins = models.DateField()
    ends = models.DateField()
    sat = models.JSONField(default=list)
    gist = models.JSONField(default=dict)
    counts = models.JSONField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("group", "span", "begins", "ends"), name="one_sum_of_a_span_of_a_group"
            ),
        )
        indexes = (
            models.Index(
                fields=("group",), condition=models.Q(counts__isnull=True), name="spans_to_be_added_up"
            ),
        )

    def __str__(self) -> str:
        return f"what the {self.span} from {self.begins} adds up to in {self.group}"
