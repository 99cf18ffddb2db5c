"""The mark on both databases of a book that was moved, so that only one of them takes writes."""

from django.db import models

LONGEST_PLACE = 500


class Move(models.Model):
    """A book that goes from one database to another; `key` is the same on both sides.

    `is_away` on the side that it left: while there is such a row, guards refuse whatever would be written
    there. `place` is the other side, without a password. `ended_at` is empty while the move is under way, and
    then neither side is served.
    """

    key = models.UUIDField(primary_key=True, editable=False)
    is_away = models.BooleanField(editable=False)
    place = models.CharField(max_length=LONGEST_PLACE, editable=False)
    begun_at = models.DateTimeField(editable=False)
    ended_at = models.DateTimeField(null=True, editable=False)

    def __str__(self) -> str:
        return f"moved {'to' if self.is_away else 'from'} {self.place}"
