"""A night: opened, people come and go, the table is arranged anew, the night ends and money is paid."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from ledger import limits
from ledger.book.folding import fold
from ledger.book.seating import Seating
from ledger.book.sheet import EntryKind, ScoreSheet
from ledger.models import Group, HouseRules, Session, name_key
from ledger.models.book import lines_of, sheet_of
from ledger.money.rounding import THE_BOX, rounded, to_the_coin
from ledger.recording.group import add_player
from ledger.recording.hands import tell_hand
from ledger.recording.journal import follow, hold, less, post_night, post_unpaid, waiting
from ledger.recording.writing import (
    NewHand,
    Refused,
    WriteContext,
    Written,
    check_room,
    held,
    keys_are_used_once,
    open_book,
    write,
)
from ledger.scoring import game_called

# Returns a table, given what finds or adds the player of a name.
Seats = Callable[[Callable[[str], int]], Seating]

# The kind of hand that says what becomes of a pot when somebody joins.
NEWCOMER = "newcomer"


def start_session(group: Group, seating: Seating, context: WriteContext) -> Session:
    """Open a new session's book with its first seats, dealer, rules and stake.

    The same key twice gives the same session. Raises HandRefused for a table that cannot play and Refused
    for players who are not the group's, a key that another group has used, or a night too many.
    """
    seating.check()
    with keys_are_used_once(), transaction.atomic():
        now = held(group.pk)
        if (session := Session.objects.filter(group=group, key=context.key).first()) is not None:
            return session
        if now.archived_at:
            raise Refused("archived")
        # The page may not know of a merge yet.
        seating = replace(
            seating,
            seats=tuple(map(now.who.of, seating.seats)),
            dealer=now.who.of(seating.dealer),
            skip=tuple(map(now.who.of, seating.skip)),
        )
        seating.check()
        _check_players(group, seating.seats)
        highest = group.sessions.aggregate(highest=Max("number"))["highest"] or 0
        check_nights(highest + 1)
        session = Session.objects.create(
            group=group, key=context.key, number=highest + 1, started_at=context.at or timezone.now()
        )
        rules = HouseRules.objects.filter(group=group).latest("version")
        facts = {
            **_seated(seating),
            "stake_cents": now.stake_cents,
            "rules": {"version": rules.version, "game": rules.game, "options": rules.options},
        }
        played = session.group.sessions.filter(entries__number=1, entries__kind=EntryKind.OPENED)
        last = played.filter(number__lt=session.number).order_by("-number").first()
        if turn := (sheet_of(last).next_turn if last else 0):
            facts["turn"] = turn
        open_book(session, facts, WriteContext(key=uuid.uuid4(), after=0, by=context.by, at=context.at))
    return session


def check_nights(nights: int) -> None:
    check_room(nights, limits.MOST_NIGHTS, case="nights")


def arrange(session: Session, seating: Seating, context: WriteContext) -> Written:
    """Write who sits where, deals, and sits out from the next hand on. The players stay the same."""

    def same_people(sheet: ScoreSheet) -> dict[str, Any]:
        if set(sheet.seating.seats) != set(seating.seats):
            raise Refused("other_people", fact="seats")
        return {}

    seating.check()
    return write(session, EntryKind.ARRANGED, _seated(seating), context, adds=same_people)


def join(
    session: Session, player: int, context: WriteContext, *, after: int, goes: int | None = None
) -> Written:
    """Write that somebody sits down, on the left of `after`, and plays from the next hand on, from 0.

    Where points lie in a pot, what the house rules say of a newcomer is told with it, in a game that knows of
    newcomers (SH-118, SH-119). With `goes` he takes the chair of that player, who goes home.
    """
    _check_players(session.group, (player,))
    facts = {"player": player, "after": after} if goes is None else {"player": player, "goes": goes}
    with transaction.atomic():
        written = write(session, EntryKind.JOINED, facts, context)
        seats = written.sheet.seating.seats
        # At a Schafkopf table nothing is said of a newcomer: only who passed pays into the stock.
        rules, pots = written.sheet.rules, written.sheet.carried.on_table.pots
        game = game_called(rules.game)
        pays_in = pots and NEWCOMER in game.between and game.keeps_pot(rules.read)
        if player not in seats or not pays_in:
            return written
        told = {"kind": NEWCOMER, "newcomer": seats.index(player)}
        key = uuid.uuid5(context.key, "newcomer")
        return tell_hand(
            session, NewHand(seats=seats, told=told), replace(context, key=key, after=written.entry.number)
        )


def leave(session: Session, player: int, context: WriteContext) -> Written:
    return write(session, EntryKind.LEFT, {"player": player}, context)


def start_table(group: Group, seats: Seats, context: WriteContext) -> Session:
    """Open a session's book with a table that may seat newcomers; refused, none of them is added."""
    with transaction.atomic():
        return start_session(group, seats(partial(_player_called, group)), context)


def change_table(session: Session, seats: Seats, context: WriteContext) -> Written:
    """Write who came and who went since `context.after`, and who sits where from the next hand on.

    A player who comes takes the chair of a player who goes, if anybody does. The lines have keys that follow
    from `context.key`, so that the same table sent twice is written once. All are written or none.
    """
    with transaction.atomic():
        table = seats(partial(_player_called, session.group))
        lines = lines_of(session)
        before = fold([line for line in lines if line.number <= context.after] or lines).seating
        goes = [one for one in before.seats if one not in table.seats]
        comes = [one for one in table.seats if one not in before.seats]
        written: list[Written] = []
        for player, chair in zip_longest(comes, goes):
            if player is None:
                written.append(leave(session, chair, context.behind(written)))
            else:
                at, here = table.seats.index(player), {*before.seats, *comes[: comes.index(player)]}
                right = [*table.seats[at:], *table.seats[:at]][::-1]
                after = next((one for one in right if one in here), before.seats[-1])
                pen = context.behind(written)
                written.append(join(session, player, pen, after=after, goes=chair))
        if not written or not (written[-1].was_before or written[-1].sheet.seating == table):
            written.append(arrange(session, table, context.behind(written)))
        return written[-1]


def _player_called(group: Group, name: str) -> int:
    known = group.players.filter(name_key=name_key(name)).first()
    return group.who.of((known or add_player(group, name)).pk)


def change_stake(session: Session, stake_cents: int, context: WriteContext) -> Written:
    """Write another stake from the next hand on; hands before keep what they were worth."""
    return write(
        session,
        EntryKind.STAKE,
        {"stake_cents": stake_cents},
        context,
        adds=lambda sheet: {"before": sheet.stake_cents},
    )


def end_night(session: Session, context: WriteContext) -> Written:
    """End the night: points become cents in the journal, rounded to the coin that the group uses now.

    A night that was ended before posts only what has changed since.
    """

    def brought(sheet: ScoreSheet, facts: Mapping[str, Any]) -> dict[str, Any]:
        rounding = session.group.rounding
        if sheet.pot_points:
            raise Refused("pot_left")
        cents = to_the_coin(rounded(sheet.worth, sheet.turn), rounding, sheet.turn)
        to_kitty = cents.pop(THE_BOX, 0)
        found = ended(cents)
        if not rounding.is_on or not any(cents.values()):
            return found
        return {**found, "rounded": {"coin": rounding.coin, "rest": rounding.rest.value, "kitty": to_kitty}}

    # The group's row is locked before the night's, here as where rules change.
    with transaction.atomic():
        hold(session.group)
        post = partial(post_night, session, context=context)
        return write(session, EntryKind.ENDED, {}, context, brings=brought, then=post)


def reopen_night(session: Session, context: WriteContext) -> Written:
    """Open a night again that was ended; payments already made stay made.

    The journal keeps the former result until the night ends again.
    """

    def is_over(sheet: ScoreSheet) -> dict[str, Any]:
        if sheet.ending is None:
            raise Refused("not_over")
        return {}

    with transaction.atomic():
        hold(session.group)
        before = waiting(session.group)
        written = write(session, EntryKind.REOPENED, {}, context, adds=is_over)
        # Nothing, unless a payment says that it was made later than this, by a clock that goes wrong.
        follow(session.group, {}, released=less(before, waiting(session.group)))
        return written


def mark_unpaid(session: Session, of: int, context: WriteContext) -> Written:
    """Write that a payment was not made after all; `of` is the entry that says so.

    It may have been made before the night was opened again and ended anew: what is open in the group follows
    the journal, whatever plan that ending says. Today's payments are lines of the journal, and undone there.
    """

    def was_paid(sheet: ScoreSheet) -> dict[str, Any]:
        if all(payment.paid != of for payment in sheet.paid):
            raise Refused("no_such_payment", case="not_paid")
        return {}

    with transaction.atomic():
        hold(session.group)
        return write(
            session,
            EntryKind.UNPAID,
            {"of": of},
            context,
            adds=was_paid,
            then=lambda written: post_unpaid(session, of, context),
        )


def ended(cents: Mapping[int, int]) -> dict[str, Any]:
    """Return the facts of a night's end: what it brought everybody. Who pays whom is the group's list."""
    return {"cents": {str(player): amount for player, amount in cents.items()}}


def _seated(seating: Seating) -> dict[str, Any]:
    return {
        "seats": list(seating.seats),
        "dealer": seating.dealer,
        "plays": seating.plays,
        "skip": list(seating.skip),
    }


def _check_players(group: Group, players: tuple[int, ...]) -> None:
    if not set(players) <= set(group.players.values_list("pk", flat=True)):
        raise Refused("no_such_player", fact="player")
