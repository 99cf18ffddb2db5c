"""What hands and nights add up to, so that to ask about years costs no more than about a night. Pure.

`counts_of` counts one night; `all_added` puts counts of nights that follow each other together; `chosen`
keeps what was played under some circumstances. All is in whole numbers: points in parts (2520 to a point),
money in cents.
"""

from ledger.counting.adding import all_added
from ledger.counting.choosing import ALL, ANY, Circumstances, chosen
from ledger.counting.kinds import (
    ALL_GAMES,
    PICKERS_SIDE,
    PICKING,
    Case,
    Counts,
    Course,
    Mark,
    Nights,
    Picks,
    Sums,
)
from ledger.counting.night import adds_something, counts_of, money_of_a_night
from ledger.counting.packing import Packed, gist, packed, unpacked, unpacked_nights, unpacked_sums
from ledger.counting.renaming import renamed

__all__ = [
    "ALL",
    "ALL_GAMES",
    "ANY",
    "PICKERS_SIDE",
    "PICKING",
    "Case",
    "Circumstances",
    "Counts",
    "Course",
    "Mark",
    "Nights",
    "Packed",
    "Picks",
    "Sums",
    "adds_something",
    "all_added",
    "chosen",
    "counts_of",
    "gist",
    "money_of_a_night",
    "packed",
    "renamed",
    "unpacked",
    "unpacked_nights",
    "unpacked_sums",
]
