"""What it would mean that two players are one person, as the page says it before anything is done."""

from dataclasses import dataclass

from ledger.models import Group, Player
from ledger.recording.merging import why_not
from ledger.standings.merging import Half, MeetingNight, merging
from scorekeeper.text.refusals import sentence

# So many nights at which both sat are named, the latest first.
SHOWN = 5


@dataclass(frozen=True, kw_only=True)
class MergingView:
    """Both, and both together; `wrong` is why they cannot be one person, "" where they can.

    `days` is on how many days both played, each in another night. `together` are the latest nights at which
    both sat, and there were so many `more`.
    """

    one: Half
    other: Half
    nights: int
    cents: int
    days: int
    wrong: str
    together: tuple[MeetingNight, ...]
    more: int


def merging_view(group: Group, one: Player, other: Player) -> MergingView:
    """What the page shows of these two."""
    found = merging(group, one, other)
    refused = why_not(one.name, other.name, found.meeting)
    return MergingView(
        one=found.one,
        other=found.other,
        nights=found.nights,
        cents=found.cents,
        days=found.meeting.days,
        wrong=sentence(refused) if refused else "",
        together=found.meeting.nights[:SHOWN],
        more=max(0, len(found.meeting.nights) - SHOWN),
    )
