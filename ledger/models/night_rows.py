"""The rows that a night's sheet makes in the tables for queries (`ledger.models.played`). Pure.

`rows_of` computes all of them; `add_hand` those of one hand, so that telling a hand costs the same after any
number of others. The pen writes them, and the audit compares what is stored with a fresh computation.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import blake2b
from typing import Any

from django.db.models import Model

from ledger.book.sheet import NIGHT, HandRow, ScoreSheet
from ledger.book.who import NOBODY_ELSE, Who
from ledger.models import (
    MOST_SQUARED,
    Hand,
    HandResult,
    NightGame,
    NightPair,
    NightPlace,
    NightPlayer,
    NightRole,
    Pot,
    to_parts,
)
from ledger.scoring import game_called
from ledger.scoring.scored import PICKERS_SIDE, PICKING

Key = tuple[Any, ...]
RowValues = tuple[Any, ...]

# The pot among the players; ids of players begin with 1.
POT = 0

# Fewer hands say nothing of how long a night was.
FEWEST_TIMED = 5

# Hands typed in afterwards follow each other faster, or the first was told days before the last.
A_HAND, A_NIGHT = timedelta(minutes=1), timedelta(hours=18)

# With more names than this a notebook has a column for every member, and a 0 may mean somebody absent.
AT_A_TABLE = 8


@dataclass(frozen=True, kw_only=True)
class ProjectedTable:
    """A model with the columns that tell rows of a night apart, and the columns that are compared.

    `adds` says that rows of several hands with the same key are added up. `unique` are the columns of the key
    that the database tells them apart by, all where it is empty.
    """

    model: type[Model]
    key: tuple[str, ...]
    values: tuple[str, ...]
    adds: bool = False
    unique: tuple[str, ...] = ()


CASE = ("game", "version", "active", "stake")
HANDS = ProjectedTable(
    model=Hand,
    key=("entry",),
    values=(
        "position", "number", "at", *CASE, "is_dealt", "kind", "row", "side_points", "doublers", "cracks",
        "dealer_id", "picker_id",
    ),
)  # fmt: skip
RESULTS = ProjectedTable(
    model=HandResult,
    key=("hand__entry", "player_id"),
    values=(
        "seat", "place", "role", "won", "parts", "has_cracked", "is_forced", "is_for_pot", "pot_parts",
    ),
)  # fmt: skip
POTS = ProjectedTable(model=Pot, key=("fed_by__entry",), values=("parts", "taken_by__entry"))
GAMES = ProjectedTable(
    model=NightGame,
    key=("game",),
    values=("version", "active", "stake", "is_copied", "hands", "seconds"),
)
PLAYERS = ProjectedTable(
    model=NightPlayer,
    key=("player_id", "game"),
    values=(
        "is_there", "hands", "parts", "lowest", "best", "best_entry", "worst", "worst_entry",
        "won_row", "won_row_entry", "lost_row", "lost_row_entry",
    ),
)  # fmt: skip
ROLES = ProjectedTable(
    model=NightRole,
    key=(
        "player_id", "case", *CASE, "is_dealt", "role", "won", "kind", "row", "doublers", "cracks",
        "has_cracked", "is_forced", "is_for_pot",
    ),
    values=("hands", "parts", "squares", "pot_parts", "uneven"),
    adds=True,
    unique=("player_id", "case"),
)  # fmt: skip
PLACES = ProjectedTable(
    model=NightPlace,
    key=("player_id", "case", *CASE, "place", "role", "is_forced"),
    values=("hands", "parts"),
    adds=True,
    unique=("player_id", "case"),
)
PAIRS = ProjectedTable(
    model=NightPair,
    key=("player_id", "other_id", *CASE),
    values=("hands", "picked", "picked_won", "picked_parts", "won", "parts"),
    adds=True,
)
TABLES = (HANDS, RESULTS, POTS, GAMES, PLAYERS, ROLES, PLACES, PAIRS)

# The circumstances of whoever sat out are none: fewer rows tell of them.
SAT_OUT = ("out", False, "", "", 0, 0, False, False, False)

# Values of every row by its key, by the name of the model.
Rows = dict[str, dict[Key, RowValues]]


def case_of(circumstances: tuple[Any, ...]) -> int:
    """Return a number for circumstances, so that rows of the same ones are summed by one column."""
    return int.from_bytes(blake2b(repr(circumstances).encode(), digest_size=8).digest()) >> 1


def no_rows() -> Rows:
    return {table.model.__name__: {} for table in TABLES}


def rows_of(sheet: ScoreSheet, who: Who = NOBODY_ELSE) -> Rows:
    """Return all rows of a night; none of a night that was taken out of the count."""
    found = no_rows()
    if sheet.copied and sheet.copied.struck:
        return found
    for position, row in enumerate(sheet.rows, start=1):
        add_hand(found, row, position, who)
    add_night(found, sheet, who)
    found["Pot"] = pots_of(sheet.rows)
    return found


def add_hand(found: Rows, row: HandRow, position: int, who: Who = NOBODY_ELSE) -> None:
    """Add the rows of one hand, but those that depend on the whole night; nothing of a hand taken back."""
    if (scored := row.scored) is None:
        return
    roles, won = row.roles, scored.won or (None,) * len(row.seats)
    traits = game_called(row.rules.game).traits(row.facts["told"])
    parts = row.parts
    people = [who.of(player) for player in row.seats]
    case = (row.rules.game, row.rules.version, len(row.seats) - len(row.out), row.stake_cents)
    chart, for_the_pot = scored.row or "", scored.for_the_pot
    # 0 for players who sat out, and where nothing was dealt in turn.
    places = [0] * len(row.seats)
    if row.number and row.is_dealer_known:
        after = row.seats.index(row.dealer) + 1
        turn = [*range(after, len(row.seats)), *range(after)]
        for place, seat in enumerate((seat for seat in turn if row.seats[seat] not in row.out), start=1):
            places[seat] = place
    chiefs = [seat for seat, role in enumerate(roles) if role in PICKING] if row.is_hand else []
    found["Hand"][row.entry,] = (
        position, row.number, row.versions[0].at, *case, row.is_hand, traits.kind, chart, scored.side_points,
        row.doublers, traits.cracks, who.of(row.dealer), people[chiefs[0]] if chiefs else None,
    )  # fmt: skip
    for seat, (person, role, has_won) in enumerate(zip(people, roles, won, strict=True)):
        has_cracked, is_forced = seat == traits.cracker, traits.is_forced and role in PICKING
        is_for_pot = for_the_pot is not None and role in PICKERS_SIDE
        pot_parts = to_parts(for_the_pot[seat]) if for_the_pot is not None and is_for_pot else 0
        found["HandResult"][row.entry, person] = (
            seat, places[seat], role, has_won, parts[seat], has_cracked, is_forced, is_for_pot, pot_parts,
        )  # fmt: skip
        circumstances = (
            *case, row.is_hand, role, bool(has_won), traits.kind, chart, row.doublers, traits.cracks,
            has_cracked, is_forced, is_for_pot,
        )  # fmt: skip
        if role == "out":
            circumstances = (*case, row.is_hand, *SAT_OUT)
        square = min(abs(parts[seat]), MOST_SQUARED) ** 2
        _add(
            found["NightRole"],
            (person, case_of(circumstances), *circumstances),
            (1, parts[seat], square, pot_parts, to_parts(scored.points[seat]) - parts[seat]),
        )
        if places[seat]:
            picks = role if role in PICKING else ""
            spoke = (*case, places[seat], picks, is_forced)
            _add(found["NightPlace"], (person, case_of(spoke), *spoke), (1, parts[seat]))
    pairs = found["NightPair"]
    # By the ids in ink: on their order depends who gets a part that does not come out even.
    for (winner, loser), flow in flows(dict(zip(row.seats, parts, strict=True))).items():
        one, other = who.of(winner), who.of(loser)
        _add(pairs, (one, other, *case), (1, 0, 0, 0, 1, flow))
        _add(pairs, (other, one, *case), (1, 0, 0, 0, 0, -flow))
    for chief in chiefs:
        for seat in (seat for seat, role in enumerate(roles) if role == "partner"):
            together = (0, 1, int(bool(won[chief])), parts[chief] + parts[seat], 0, 0)
            _add(pairs, (people[chief], people[seat], *case), together)


def add_night(found: Rows, sheet: ScoreSheet, who: Who = NOBODY_ELSE) -> None:
    """Add the rows of each game and of each player in it: they depend on the whole night, as pots do."""
    by_game: dict[str, list[HandRow]] = {}
    for row in sheet.rows:
        if row.scored is not None:
            by_game.setdefault(row.rules.game, []).append(row)
    for game, rows in by_game.items():
        cases = {(row.rules.version, len(row.seats) - len(row.out), row.stake_cents) for row in rows}
        common = (each.pop() if len(each) == 1 else None for each in map(set, zip(*cases, strict=True)))
        dealt = [row.versions[0].at for row in rows if row.number]
        times = [at for at in dealt if at is not None]
        seconds = 0
        if len(times) == len(dealt) >= FEWEST_TIMED:
            took = max(times) - min(times)
            seconds = int(took.total_seconds()) if A_HAND * (len(times) - 1) <= took <= A_NIGHT else 0
        found["NightGame"][game,] = (*common, False, sum(row.is_hand for row in rows), seconds)
        played = (
            (who.of(player), row.entry, parts, row.is_hand, player in row.out)
            for row in rows
            for player, parts in zip(row.seats, row.parts, strict=True)
        )
        for player, night in player_nights(played).items():
            found["NightPlayer"][player, game] = night
    if sheet.copied and not sheet.copied.struck:
        rules, stake = sheet.rules, sheet.stake_cents
        found["NightGame"][rules.game,] = (rules.version, 0, stake, True, 0, 0)
        may_be_absent = len(sheet.notebook) > AT_A_TABLE
        brought: dict[int, int] = {}
        for person, points in sheet.notebook.items():
            if points or not may_be_absent:
                brought[who.of(person)] = brought.get(who.of(person), 0) + to_parts(points)
        for person, won in brought.items():
            no_hand = (None, None, None, None, 0, None, 0, None)
            found["NightPlayer"][person, rules.game] = (True, 0, won, min(won, 0), *no_hand)
            circumstances = (
                rules.game, rules.version, 0, stake, False, NIGHT, won > 0, "", "", 0, 0, False, False, False,
            )  # fmt: skip
            found["NightRole"][person, case_of(circumstances), *circumstances] = (
                1,
                won,
                min(abs(won), MOST_SQUARED) ** 2,
                0,
                0,
            )


def pots_of(rows: Sequence[HandRow]) -> dict[Key, RowValues]:
    """Return what each hand left on the table (parts), and which hand took it, by their entries."""
    found: dict[Key, RowValues] = {}
    lying: dict[int, int] = {}
    for row in rows:
        delta = to_parts(row.scored.pot_delta) if row.scored else 0
        if delta < 0:
            left = sum(lying.values()) + delta
            found |= {(entry,): (parts, row.entry) for entry, parts in lying.items()}
            lying = {row.entry: left} if left > 0 else {}
        elif delta > 0:
            lying[row.entry] = delta
    return found | {(entry,): (parts, None) for entry, parts in lying.items()}


def player_nights(played: Iterable[tuple[int, int, int, bool, bool]]) -> dict[int, RowValues]:
    """Return the values of `NightPlayer` by player, of everybody's parts in hands in the order they were
    played.

    A part is the player, the entry that told the hand, the parts, whether cards were dealt, and whether the
    player sat out.
    """
    told: dict[int, list[tuple[int, int, bool, bool]]] = {}
    for player, entry, parts, is_dealt, is_out in played:
        told.setdefault(player, []).append((entry, parts, is_dealt, is_out))
    return {player: _night(parts) for player, parts in told.items()}


def _night(told: Iterable[tuple[int, int, bool, bool]]) -> RowValues:
    # All hands of a night are gone through again with each that is told.
    is_there, hands, total, lowest = False, 0, 0, 0
    best: tuple[int | None, int | None] = (None, None)
    worst: tuple[int | None, int | None] = (None, None)
    sign, row, began = 0, 0, 0
    longest: dict[int, tuple[int, int | None]] = {1: (0, None), -1: (0, None)}
    for entry, parts, is_dealt, is_out in told:
        total += parts
        lowest = min(lowest, total)
        is_there = is_there or bool(parts) or (is_dealt and not is_out)
        if not is_dealt:
            continue
        if best[0] is None or parts > best[0]:
            best = parts, entry
        if worst[0] is None or parts < worst[0]:
            worst = parts, entry
        if is_out:
            continue
        hands += 1
        side = (parts > 0) - (parts < 0)
        sign, row, began = (side, row + 1, began) if side == sign else (side, 1, entry)
        if side and row > longest[side][0]:
            longest[side] = row, began
    return is_there, hands, total, lowest, *best, *worst, *longest[1], *longest[-1]


def flows(parts: Mapping[int, int]) -> dict[tuple[int, int], int]:
    """Return how many parts of a hand went from whom to whom: (winner, loser) -> more than nothing.

    Each loser pays every winner in the measure of what was won. The sums are exact: what does not come out
    even goes to one after the other, by a part. What the pot won or lost is left out.
    """
    gains = [(who, won) for who, won in sorted(parts.items()) if won > 0]
    losses = [(who, -won) for who, won in sorted(parts.items()) if won < 0]
    left = sum(won for _, won in gains) - sum(lost for _, lost in losses)
    if left:
        (losses if left > 0 else gains).append((POT, abs(left)))
    claims = dict(gains)
    found: dict[tuple[int, int], int] = {}
    for loser, lost in losses:
        # In the measure of what each has still to get: nobody gets more than was won, and nobody less than 0.
        whole, upto, paid = sum(claims.values()), 0, 0
        for winner, claim in claims.items():
            upto += claim
            flow = upto * lost // whole - paid
            paid += flow
            claims[winner] = claim - flow
            if flow and POT not in (winner, loser):
                found[winner, loser] = flow
    return found


def _add(rows: dict[Key, RowValues], key: Key, more: tuple[int, ...]) -> None:
    had = rows.get(key)
    rows[key] = more if had is None else tuple(map(sum, zip(had, more, strict=True)))
