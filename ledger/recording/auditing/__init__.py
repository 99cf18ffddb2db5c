"""The audit projects every book again, adds everything up again, and says what differs. It repairs nothing.

Each difference is a message: the page of a task and the command `audit` have the words. A book that cannot be
read or folded is a line of the report as well, and the rest is looked at all the same.
"""

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from django.db import DatabaseError

from ledger.book.who import Who, followed
from ledger.models import (
    Group,
    Merge,
    OpenPayment,
    PlanMode,
    Posting,
    Session,
    Settlement,
    SettlementPayment,
    Transaction,
)
from ledger.models.group import OPEN_LIST
from ledger.money.payments import owed_by
from ledger.recording.auditing.database import of_database, of_pages, of_rows
from ledger.recording.auditing.night import of_night
from ledger.recording.auditing.reading import PORTION, guarded, learn_who, one_moment, reported, why
from ledger.recording.contradictions import KnownNames, called
from ledger.recording.journal import as_transfers
from ledger.standings.groups import names_in_ink
from ledger.standings.money import added_up, in_the_box, to_settle
from ledger.steps import pause
from ledger.words.messages import Message

__all__ = ["audit", "newest_nights", "of_database", "of_groups", "of_pages", "of_rows"]


def audit(groups: Iterable[Group]) -> Iterator[Message]:
    """Yield every difference, of the database itself first and then group by group."""
    yield from of_database()
    yield from of_groups(groups)


def of_groups(groups: Iterable[Group]) -> Iterator[Message]:
    """Yield every difference in the books and journals of these groups, with pauses in nights done of all."""
    chosen, of, done = list(groups), 0, 0
    try:
        of = Session.objects.filter(group__in=[group.pk for group in chosen]).count()
    except DatabaseError as problem:
        yield reported("no_count", why=why(problem))
    for group in chosen:
        names: KnownNames = None
        try:
            names = names_in_ink(group)
        except Exception as problem:
            yield _about(group, reported("players", why=why(problem)))
        for session in _nights(group):
            if isinstance(session, Message):
                yield session
                continue
            for line in of_night(session, names):
                yield _of_night(session, line)
            done += 1
            pause(done, of)
        for lines in (
            guarded(of_merges(group, names), "merges"),
            guarded(of_journal(group, names), "journal"),
            guarded(of_settlements(group, names), "settlements"),
            guarded(of_open_list(group, names), "open_list"),
        ):
            yield from (_about(group, line) for line in lines)
            pause()


def newest_nights(most: int) -> Iterator[Message]:
    """Yield every difference in the nights that were begun last, in whichever group."""
    for session in Session.objects.select_related("group").order_by("-pk")[:most]:
        for line in of_night(session, names_in_ink(session.group)):
            yield _of_night(session, line)


def _about(group: Group, line: Message) -> Message:
    return reported("of_group", group=group.name, what=line)


def _of_night(session: Session, line: Message) -> Message:
    return reported("of_night", group=session.group.name, night=session.number, what=line)


def _nights(group: Group) -> Iterator[Session | Message]:
    # In portions, as a cursor that stays open lets SQLite's log grow.
    last = -1
    while True:
        try:
            found = list(group.sessions.filter(number__gt=last).order_by("number")[:PORTION])
        except Exception as problem:
            yield _about(group, reported("nights", why=why(problem)))
            return
        for session in found:
            session.group = group
            yield session
        if len(found) < PORTION:
            return
        last = found[-1].number


# An account, and the player whose it is, or None.
Holder = tuple[str, int | None]

Lines = Mapping[uuid.UUID, list[tuple[Holder, int]]]


def of_merges(group: Group, names: KnownNames) -> Iterator[Message]:
    """Yield what is wrong with the merges, then where one person sits twice."""
    with one_moment():
        kept = Group.every.values_list("same_people", flat=True).get(pk=group.pk)
        rows = list(Merge.objects.filter(group=group.pk).select_related("undoes").order_by("number"))
    if [one.number for one in rows] != list(range(1, len(rows) + 1)):
        yield reported("merges_numbered", lines=len(rows))
    for one in rows:
        if names is not None and not {one.player_id, one.into_id} <= set(names):
            yield reported("merge_of_other_group", number=one.number)
        if one.undoes is not None and (
            (one.undoes.group_id, one.undoes.player_id, one.undoes.into_id, one.undoes.undoes_id)
            != (one.group_id, one.player_id, one.into_id, None)
            or one.undoes.number >= one.number
        ):
            yield reported("merge_undoes_another", number=one.number)
    try:
        undone = {one.undoes_id for one in rows}
        now = followed(
            {one.player_id: one.into_id for one in rows if one.undoes_id is None and one.key not in undone}
        )
    except ValueError:
        yield reported("merged_in_a_circle")
        return
    has = {int(player): person for player, person in kept.items()}
    for player in sorted({*has, *now}):
        if has.get(player) != now.get(player):
            said = {"had": _called(has.get(player), names), "has": _called(now.get(player), names)}
            yield reported("who_is_who", who=called(player, names), **said)
    pause()
    who, nights = Who(now), Session.objects.filter(group=group.pk).order_by("number")
    for number, people in nights.values_list("number", "people") if who else ():
        for person in sorted(one for one, times in Counter(map(who.of, people)).items() if times > 1):
            yield reported("sits_twice", night=number, who=called(person, names))


def _called(player: int | None, names: KnownNames) -> str | Message:
    return reported("themselves") if player is None else called(player, names)


def of_journal(group: Group, names: KnownNames) -> Iterator[Message]:
    """Yield what is wrong with the journal, read in portions by number."""
    numbers: list[int] = []
    sums: Counter[Holder] = Counter()
    last = -1
    while True:
        with one_moment():
            headers = list(
                Transaction.objects.filter(group=group.pk, number__gt=last)
                .select_related("undoes", "session", "plan__settlement")
                .order_by("number")[:PORTION]
            )
            lines = _lines([*headers, *(one.undoes for one in headers if one.undoes)])
            learn_who(group)
            found = added_up(group) if len(headers) < PORTION else None
        for header in headers:
            yield from _of_header(header, lines, group, names)
            numbers.append(header.number)
            for account, cents in lines.get(header.key, ()):
                sums[account] += cents
        if found is not None:
            # Compare the balances that pages show with the postings added up one by one.
            if numbers != list(range(1, len(numbers) + 1)):
                yield reported("journal_numbered", lines=len(numbers))
            for each in found.players:
                added = sum(sums["player", player] for player in group.who.ids_of(each.player))
                if each.cents + each.waits != added:
                    yield reported("balance", name=each.name, had=each.cents + each.waits, has=added)
            if found.in_box != -sums["box", None] or found.common != sums["common", None]:
                yield reported("box", had=found.in_box, has=-sums["box", None])
            if left := sums.total():
                yield reported("balances_left", left=left)
            return
        last = headers[-1].number
        pause()


def _lines(headers: Iterable[Transaction]) -> Lines:
    found: dict[uuid.UUID, list[tuple[Holder, int]]] = defaultdict(list)
    postings = Posting.objects.filter(transaction__in={one.key for one in headers}).order_by()
    for key, account, player, cents in postings.values_list("transaction", "account", "player", "cents"):
        found[key].append(((account, player), cents))
    return found


def _of_header(header: Transaction, lines: Lines, group: Group, names: KnownNames) -> Iterator[Message]:
    number, own = header.number, lines.get(header.key, [])
    added = sum(cents for _, cents in own)
    if len(own) != header.lines or added:
        yield reported("postings", number=number, has=len(own), of=header.lines, sum=added)
    people = {player for (_, player), _ in own if player is not None}
    if names is not None and not people <= set(names):
        yield reported("posting_of_other_group", number=number)
    if header.session is not None and header.session.group_id != group.pk:
        yield reported("night_of_other_group", number=number)
    if header.plan is not None and header.plan.settlement.group_id != group.pk:
        yield reported("plan_of_other_group", number=number)
    if header.undoes is not None:
        if header.undoes.group_id != header.group_id or header.undoes.number >= header.number:
            yield reported("undoes_later", number=header.number, undone=header.undoes.number)
        same = ("kind", "session_id", "plan_id")
        opposite = Counter((account, -cents) for account, cents in lines.get(header.undoes.key, []))
        if Counter(own) != opposite or any(
            getattr(header, name) != getattr(header.undoes, name) for name in same
        ):
            yield reported("undoes_another", number=header.number, undone=header.undoes.number)


def of_settlements(group: Group, names: KnownNames) -> Iterator[Message]:
    """Yield what is wrong with the plans, read in portions by number."""
    last, counted = -1, 0
    while True:
        with one_moment():
            plans = list(
                Settlement.objects.filter(group=group.pk, number__gt=last)
                .select_related("session")
                .prefetch_related("payments__transactions__postings")
                .order_by("number")[:PORTION]
            )
        for place, plan in enumerate(plans, counted + 1):
            if plan.number != place:
                yield reported("settlement_numbered", number=plan.number, wanted=place)
            payments = plan.payments.all()
            if [one.number for one in payments] != list(range(1, plan.lines + 1)):
                yield reported("payments", number=plan.number, has=len(payments), of=plan.lines)
            if plan.session is not None and plan.session.group_id != plan.group_id:
                yield reported("settlement_of_other_group", number=plan.number)
            if (plan.treasurer_id is not None) != (plan.mode == PlanMode.TREASURER):
                yield reported("treasurer", number=plan.number)
            for one in payments:
                yield from _of_payment(plan, one, names)
        if len(plans) < PORTION:
            return
        last, counted = plans[-1].number, counted + len(plans)
        pause()


def _of_payment(plan: Settlement, one: SettlementPayment, names: KnownNames) -> Iterator[Message]:
    about = {"number": plan.number, "payment": one.number}
    if one.cents <= 0 or one.payer_id == one.payee_id:
        yield reported("payment_none", **about, cents=one.cents)
    people = {one.payer_id, one.payee_id, plan.treasurer_id} - {None}
    if names is not None and not people <= set(names):
        yield reported("payment_of_other_group", **about)
    if plan.treasurer_id is not None and plan.treasurer_id not in (one.payer_id, one.payee_id):
        yield reported("past_treasurer", **about)
    # Check that what is booked on it goes from payer to payee, and is not too much.
    payer, payee, paid = _account(one.payer_id), _account(one.payee_id), 0
    for booked in one.transactions.all():
        cents = {(line.account, line.player_id): line.cents for line in booked.postings.all()}
        paid += cents.get(payer, 0)
        if set(cents) != {payer, payee}:
            yield reported("other_people", **about)
    if not 0 <= paid <= one.cents:
        yield reported("paid", **about, cents=one.cents, paid=paid)


def _account(player: int | None) -> Holder:
    return ("box", None) if player is None else ("player", player)


def of_open_list(group: Group, names: KnownNames) -> Iterator[Message]:
    """Yield where the list of open payments is not what the balances say, or is no such list."""
    with one_moment():
        version, had = Group.every.values_list("open_list", "box_cents").get(pk=group.pk)
        has = in_the_box(group)
        rows = list(OpenPayment.objects.filter(group=group).order_by("pk"))
        balances = to_settle(group)
    if version != OPEN_LIST:
        yield reported("open_list_before")
        return
    if had != has:
        yield reported("open_box", had=had, has=has)
    # Check that the lines bring all to zero, nobody both pays and gets, and no pair has two lines.
    lines = as_transfers(rows)
    brings = owed_by(lines)
    for who in sorted({*brings, *balances}):
        if (had := brings.get(who, 0)) != (has := balances.get(who, 0)):
            yield reported("open_cents", had=had, has=has, who=called(who, names))
    pays, gets = {one.payer for one in lines}, {one.payee for one in lines}
    for who in sorted(pays & gets):
        yield reported("open_both", who=called(who, names))
    if len({(one.payer, one.payee) for one in lines}) < len(lines):
        yield reported("open_twice")
    people = {who for row in rows for who in (row.payer_id, row.payee_id)} - {None}
    if names is not None and not people <= set(names):
        yield reported("open_of_other_group")
