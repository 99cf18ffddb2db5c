"""A night from elsewhere is read line by line, and refused where it contradicts itself or is too much."""

from collections import Counter
from collections.abc import Mapping, Sequence

from ledger.folding import ABOUT_HANDS
from ledger.messages import Message
from ledger.recording.contradictions import ENDS, Fault, contradictions, fault
from ledger.recording.writing import Refused
from ledger.sheet import EntryKind, Line, ScoreSheet
from ledger.steps import Steps

# So often one hand may have been corrected.
MOST_CORRECTIONS = 500

# A night that was ended and corrected by turns is folded for each ending: so many times its lines.
MOST_TIMES_FOLDED, FOLDED_ANYWAY = 20, 20_000

# More points than anybody has.
MOST_PARTS = 10**15


def checked(lines: Sequence[Line], *, night: int, names: Mapping[int, str]) -> Steps[ScoreSheet]:
    """Return the sheet of these lines, in steps of a line; raises Refused with the line that contradicts
    others.

    `names` are the players' by id. Raises HandRefused, as the fold does, for what cannot be.
    """
    corrections: Counter[int] = Counter()
    amended = 0
    left, before = MOST_TIMES_FOLDED * len(lines) + FOLDED_ANYWAY, 0
    for place, line in enumerate(lines, 1):
        if line.kind == EntryKind.CORRECTED:
            of = line.facts["of"]
            corrections[of] += 1
            if corrections[of] > MOST_CORRECTIONS:
                what = fault("corrected_too_often", most=MOST_CORRECTIONS)
                raise _refusal(night, line.number, what)
        elif line.kind in ENDS:
            amended += line.kind in (EntryKind.AMENDED, EntryKind.STRUCK)
            if amended > MOST_CORRECTIONS:
                raise _refusal(night, line.number, fault("night_corrected_too_often", most=MOST_CORRECTIONS))
            # All lines are folded anew if a hand was corrected since the ending before.
            since = lines[before:place]
            left -= place if any(line.kind in ABOUT_HANDS for line in since) else len(since)
            if left < 0:
                raise _refusal(night, line.number, fault("ended_too_often"))
            before = place
    walk = contradictions(lines, names)
    while True:
        try:
            found = next(walk)
        except StopIteration as end:
            sheet: ScoreSheet = end.value
            return sheet
        if isinstance(found, Fault):
            raise _refusal(night, found.line, found.what)
        yield found


def _refusal(night: int, line: int, what: Message) -> Refused:
    return Refused("contradicts", case="in_night", night=night, line=line, what=what)
