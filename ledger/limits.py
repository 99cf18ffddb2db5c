"""Limits of a group: far more than any table writes, and little enough to be read at once. Pure.

`ledger.recording` refuses what would go beyond, before it works on it. Read these as `limits.MOST_PLAYERS`,
so that a test can set another edge.
"""

# Players in a group.
MOST_PLAYERS = 3_000

# Names with which a group is started; more can come later.
MOST_NAMES_AT_START = 50

# Merges of players of a group, and their undoings.
MOST_MERGES = 2_000

# Phones that are let into a group.
MOST_MEMBERS = 1_000

# Links that let phones into a group at the same time; those that are off do not count.
MOST_LINKS = 50

# Pages of a year, of a group and its players, that can be opened by an address at the same time.
MOST_SHARED_YEARS = 200

# Seasons in a group: fifteen years of four a year.
MOST_SEASONS = 60

# Hands or nights that a season asks for.
MOST_FLOOR = 100_000

# Versions of a group's house rules.
MOST_VERSIONS = 5_000

# Nights of a group.
MOST_NIGHTS = 20_000

# Lines in one night's book.
MOST_ENTRIES = 20_000

# Lines more in a full book for what ends a night: the end, payments, a hand taken back, a pot divided.
ROOM_TO_END = 1_000

# Lines of a group's journal.
MOST_LINES = 500_000

# The largest coin, in cents, that a night is rounded to.
LARGEST_COIN = 100_000

# Stored plans of payments of a group.
MOST_SETTLEMENTS = 20_000
