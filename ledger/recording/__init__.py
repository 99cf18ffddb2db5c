"""The only code that writes.

Every write is atomic and has two guards. `key` comes from the phone: the same thing sent twice is written
once. `after` is the number of the last entry the teller saw: if the book has moved on, nothing is written
and StaleWrite says what was written meanwhile.
"""

from ledger.recording.copied import amend_night, restore_night, strike_import, strike_night
from ledger.recording.forgetting import forget_name, is_forgotten
from ledger.recording.group import (
    NewGroup,
    add_player,
    admit,
    choose_coin,
    choose_points_first,
    group_started,
    has_taken,
    keep_a_place,
    rename_player,
    start_group,
    take_the_place,
)
from ledger.recording.guests import change_guest
from ledger.recording.hands import (
    correct_hand,
    remark_on_hand,
    restore_hand,
    take_back_hand,
    tell_hand,
    try_hand,
)
from ledger.recording.night import (
    arrange,
    change_stake,
    end_night,
    join,
    join_newcomer,
    leave,
    mark_unpaid,
    reopen_night,
    start_session,
)
from ledger.recording.removing import ask_to_leave, due_groups, is_gone, remove_group
from ledger.recording.rules import write_rules, write_words
from ledger.recording.settings import (
    bring_back,
    call_group,
    draw_player,
    newest_change,
    play_for,
    put_away,
)
from ledger.recording.undoing import undo_change
from ledger.recording.writing import Hand, Refused, StaleWrite, WriteContext, Written

__all__ = [
    "Hand",
    "NewGroup",
    "Refused",
    "StaleWrite",
    "WriteContext",
    "Written",
    "add_player",
    "admit",
    "amend_night",
    "arrange",
    "ask_to_leave",
    "bring_back",
    "call_group",
    "change_guest",
    "change_stake",
    "choose_coin",
    "choose_points_first",
    "correct_hand",
    "draw_player",
    "due_groups",
    "end_night",
    "forget_name",
    "group_started",
    "has_taken",
    "is_forgotten",
    "is_gone",
    "join",
    "join_newcomer",
    "keep_a_place",
    "leave",
    "mark_unpaid",
    "newest_change",
    "play_for",
    "put_away",
    "remark_on_hand",
    "remove_group",
    "rename_player",
    "reopen_night",
    "restore_hand",
    "restore_night",
    "start_group",
    "start_session",
    "strike_import",
    "strike_night",
    "take_back_hand",
    "take_the_place",
    "tell_hand",
    "try_hand",
    "undo_change",
    "write_rules",
    "write_words",
]
