"""Answers of the table page: a whole page, or the piece that an open page needs."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.book.sheet import EntryKind, HandRow, Line, Note, ScoreSheet
from ledger.models import Group, Session
from ledger.models.book import folded, lines_and_keys, sheet_seen
from ledger.recording import PUT_BACK, StaleWrite, people_told
from ledger.scoring import HandRefused, game_called
from ledger.scoring.game import Game
from ledger.standings import Face, faces_of, has_phone_that_writes, tellers_of
from scorekeeper.access import GroupAccess
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.outbox import Conflict, Decision
from scorekeeper.http.paging import paged
from scorekeeper.pad.presenter import next_hand, pad_view
from scorekeeper.pad.state import Pad, fresh_pad, pad_again
from scorekeeper.presenters.changes import Changes, meanwhile
from scorekeeper.presenters.receipt import chief_of, played_in, receipt
from scorekeeper.presenters.sheet import (
    brought,
    hand_title,
    note_words,
    remark_view,
    row_views,
    said_points,
    said_race,
    sheet_pages,
    sheet_then,
)
from scorekeeper.text.carried import doublers_by_hand
from scorekeeper.text.figures import points, signed
from scorekeeper.text.receipts import hand_called, label_words
from scorekeeper.text.refusals import sentence
from scorekeeper.text.stakes import in_money

TELLS = (EntryKind.HAND, EntryKind.CORRECTED, EntryKind.VOIDED)
# Hands from the end, of which somebody is told that another phone has changed them.
LATELY = 3


def told_anew(
    sheet: ScoreSheet,
    lines: Sequence[Line],
    names: Mapping[int, str],
    *,
    mine: int,
    tellers: Mapping[int, str],
) -> dict[str, object] | None:
    """Return the newest hand told by membership `mine` that now says what another phone said.

    Whoever has told anything since has seen it, and is told no more. `tellers` are names by membership
    id.
    """
    own = max((line.number for line in lines if line.by == mine), default=0)
    for row in reversed(sheet.rows[-LATELY:]):
        if len(row.versions) > 1 and row.versions[-2].by == mine and row.versions[-1].entry > own:
            was, now = row.versions[-2:]
            if row.is_void:
                title = _("A hand you recorded was taken back")
            elif row.number:
                title = _("Hand {number}, which you recorded, was changed").format(number=row.number)
            else:
                title = _("What you recorded was changed")
            return {
                "entry": row.entry,
                "version": was.entry,
                "title": title,
                "who": tellers.get(now.by or 0, ""),
                "worths": tuple(said_points(row, names)) if row.scored else (),
            }
    return None


def last_teller(lines: Sequence[Line]) -> int | None:
    """Return the membership that told a hand last, None where nobody did or nobody knows who."""
    return next((line.by for line in reversed(lines) if line.kind in TELLS), None)


def had_pen(access: GroupAccess, seen: ScoreSheet, lines: Sequence[Line]) -> bool:
    """Return whether this phone kept the score: the dealer's if the group wants that, or the last to tell."""
    if access.group.dealer_keeps_score:
        return access.membership.player_id == seen.seating.dealer
    return last_teller(lines) == access.membership.pk


TOLD = (EntryKind.HAND, EntryKind.CORRECTED)
# More hands than a phone can have sent without knowing what became of them: it sends one after the other.
KEYS_KNOWN = 20

# Facts of a hand that are told where something unusual is.
DEAL = ("dealer", "out", "sitting_out")


# Changes during a night that only an owner of the group makes.
OWNERS = (EntryKind.RULES, EntryKind.STAKE)


@dataclass(frozen=True, kw_only=True)
class Evening:
    """A session's book, read once for a request: its lines, the sheet they add up to, and the names.

    `keys` are those of its lines, in their order.
    """

    session: Session
    lines: list[Line]
    keys: list[uuid.UUID]
    sheet: ScoreSheet

    @cached_property
    def faces(self) -> dict[int, Face]:
        """Return how the group's players are called and drawn; read when something is shown."""
        return faces_of(self.group)

    @cached_property
    def names(self) -> dict[int, str]:
        return {player: face.name for player, face in self.faces.items()}

    @property
    def group(self) -> Group:
        return self.session.group

    @property
    def game(self) -> Game[Any]:
        return game_called(self.sheet.rules.game)

    @property
    def race_winners(self) -> list[str]:
        return [self.names[player] for player in self.sheet.race_winners]

    def keys_of(self, member: int) -> list[uuid.UUID]:
        """Return the keys of the newest hands that a membership told, for its phone to know them by."""
        told = zip(self.lines, self.keys, strict=True)
        return [key for line, key in told if line.by == member and line.kind in TOLD][-KEYS_KNOWN:]

    def sheet_seen(self, after: int) -> ScoreSheet:
        """Return the sheet of a phone that had read up to entry `after`; its hands are told on that sheet."""
        return sheet_seen(self.lines, self.sheet, after)

    def moved_on(self, after: int | None) -> StaleWrite | None:
        """Return what was written since a phone had read up to entry `after`.

        None where nothing but remarks was.
        """
        if after is None or after == self.sheet.newest:
            return None
        since = [line for line in self.lines if line.number > after]
        if since and all(line.kind == EntryKind.REMARKED for line in since):
            return None
        return StaleWrite(since, self.sheet)


@dataclass(frozen=True, kw_only=True)
class Confirmation:
    """The short confirmation: what entry `entry` wrote, or of the hand it told, and how to undo it.

    `undo` names a view, "" where nothing is undone; `version` is what the hand is to say again, if that is
    the undoing. What only an owner of the group told, only an owner undoes.
    """

    title: str
    entry: int
    worths: tuple[tuple[str, str], ...] = ()
    undo: str = "restore"
    undo_label: str = field(default_factory=lambda: _("Undo"))
    version: int = 0
    is_owners: bool = False

    def may_be_undone(self, access: GroupAccess) -> bool:
        return bool(self.undo) and (access.owns if self.is_owners else access.may_write)


def evening_of(session: Session) -> Evening:
    """Read a session (one query; the names are another)."""
    lines, keys = lines_and_keys(session)
    return Evening(session=session, lines=lines, keys=keys, sheet=folded(session, lines))


def confirmation_of(evening: Evening, entry: int) -> Confirmation | None:
    """Return the confirmation for what was just told, corrected, taken back or put back; else None."""
    row = evening.sheet.row(entry)
    if row is None:
        return _of_a_change(evening, entry)
    if row.versions[-1].entry != evening.sheet.newest:
        return None
    before = row.versions[-2] if len(row.versions) > 1 else None
    if row.scored is None:
        version = before.entry if before else 0
        undo_label = _("Put it back")
        title = _("Taken back onto the pad") if row.is_slip else _("Hand taken back")
        return Confirmation(title=title, entry=entry, undo_label=undo_label, version=version)
    title, worths = _said(row, evening)
    if before is None or before.kind == EntryKind.VOIDED:
        done = title if before is None else _("{hand} put back").format(hand=title)
        return Confirmation(title=done, entry=entry, worths=worths, undo="take_back")
    done = _("{hand} corrected").format(hand=title)
    told = row.told if row.told[-1] == row.versions[-1] else row.versions
    return Confirmation(title=done, entry=entry, worths=worths, version=told[-2].entry)


def _of_a_change(evening: Evening, entry: int) -> Confirmation | None:
    # The same for a change of the table, which can be undone, and for its undoing: seats can be put back.
    sheet = evening.sheet
    if (last := sheet.last_change) is not None and last.entry == entry:
        title = note_words(last, evening.names, evening.group.currency)
        return Confirmation(
            title=title[:1].upper() + title[1:],
            entry=entry,
            undo="undo_change",
            is_owners=last.kind in OWNERS,
        )
    line = evening.lines[entry - 1] if 0 < entry == sheet.newest else None
    if line is None or line.kind != EntryKind.UNDONE:
        return None
    of = evening.lines[line.facts["of"] - 1]
    told = Note(kind=of.kind, entry=of.number, facts=of.facts, before_hand=0)
    title = _("Taken back: {what}").format(what=note_words(told, evening.names, evening.group.currency))
    return Confirmation(
        title=title,
        entry=entry,
        undo="redo_change" if of.kind in PUT_BACK else "",
        undo_label=_("Put it back"),
    )


def _said(row: HandRow, evening: Evening) -> tuple[str, tuple[tuple[str, str], ...]]:
    title = hand_title(row)
    if not any(row.points.values()) and row.scored:
        title = _("{hand}: {outcome}").format(hand=title, outcome=hand_called(row))
        return title, tuple(said_race(row, evening.names))
    return title, tuple(said_points(row, evening.names))


def show_table(
    request: HttpRequest,
    access: GroupAccess,
    evening: Evening,
    *,
    pad: Pad | None = None,
    said: Confirmation | None = None,
    trouble: HandRefused | StaleWrite | None = None,
    moved: StaleWrite | None = None,
    news: StaleWrite | None = None,
    conflict: Conflict | None = None,
    again: Mapping[str, str] | None = None,
    page: int = 1,
) -> HttpResponse:
    """A page of the sheet (1 is its end), heads, pad; a confirmation, a refusal, what happened meanwhile.

    `trouble` is why nothing was written, `conflict` how a hand could be; `moved` what is told to a phone that
    only looked, and is asked whether a hand in it is the one on its pad; `news` the same where nothing is on
    the pad: of that only the newest is told. `again` is the form that was refused, where later hands may be
    kept as they were played: where to send it (`url`), and which `version` of a hand it restores. A night
    out of a notebook has no table: its own page is shown instead.
    """
    if evening.session.is_copied:
        return go_to(request, reverse("copied", args=[evening.group.code, evening.session.number]))
    sheet = evening.sheet
    shown = pad or fresh_pad(sheet)
    is_in_use = shown.is_begun or trouble is not None or moved is not None
    context = {
        **_keeping(request, access, evening, is_in_use=is_in_use, moved=moved or news),
        "access": access,
        "evening": evening,
        "sheet": sheet,
        "rows": tuple(
            row_views(
                sheet,
                evening.names,
                table_url=table_url(evening.session),
                currency=evening.group.currency,
                page=page,
            )
        ),
        **paged(page, sheet_pages(sheet)),
        "draw": pad_view(shown, sheet, evening.lines, evening.names, faces=evening.faces),
        **_seated(shown, evening.names),
        "round_words": _round_words(sheet),
        "page": page,
        "conflict": conflict,
        **_asked(shown, moved, sheet, is_asked=conflict is not None),
        "ways": Decision,
        "keys_in_book": evening.keys_of(access.membership.pk),
        "seen": request.POST.get("seen") or request.POST.get("after", ""),
        "is_lost": moved is not None and pad is None and sheet.ending is None,
        "key": uuid.uuid4(),
        "said": said,
        "told": _meanwhile(evening, news)[-1] if news else None,
        "may_undo": said is not None and sheet.ending is None and said.may_be_undone(access),
        **in_trouble(evening, trouble or moved),
        "again": again,
        "table_url": table_url(evening.session),
        "tap_url": reverse("tap", args=[evening.group.code, evening.session.number]),
        "doubler_choices": _doubler_choices(shown),
    }
    return show(
        request,
        "table/table/page.html",
        context,
        fragment="table/table/answer.html",
        status=status_of(trouble),
        is_in_use=is_in_use,
    )


def _asked(pad: Pad, moved: StaleWrite | None, sheet: ScoreSheet, *, is_asked: bool) -> dict[str, object]:
    # Record waits for an answer where the hand on the pad may be one that somebody else has told meanwhile.
    # `asked_since` is the last entry before those hands, so that the question stays until it is answered.
    rows = [
        row
        for line in (moved.since if moved and pad.is_begun and sheet.ending is None else ())
        if line.kind == EntryKind.HAND and (row := sheet.row(line.number)) is not None and not row.is_void
    ]
    people = (pad.picker, frozenset(pad.partners), frozenset(pad.winners))
    return {
        "is_asked": is_asked or bool(rows),
        "is_twin": any(people_told(row.facts["told"], row.seats) == people for row in rows),
        "asked_since": moved.since[0].number - 1 if moved and rows else None,
    }


def next_deal(evening: Evening) -> dict[str, object]:
    """Return the context of the line above a sheet: next hand, dealer, who sits out."""
    sheet, pad = evening.sheet, fresh_pad(evening.sheet)
    return {
        "draw": next_hand(pad, sheet, evening.names),
        **_seated(pad, evening.names),
        "round_words": _round_words(sheet),
    }


def _keeping(
    request: HttpRequest,
    access: GroupAccess,
    evening: Evening,
    *,
    is_in_use: bool,
    moved: StaleWrite | None,
) -> dict[str, object]:
    # The keeper of the score, if that is not this phone; the pad may be open on the dealer's instead.
    # `taken_by` has taken the pen from this phone with what has `moved` on.
    # A pad that was opened here all the same (`?pad=` the hand's number) stays open for that hand.
    sheet, mine, teller = evening.sheet, access.membership.pk, last_teller(evening.lines)
    is_mine = teller in (None, mine)
    tellers = {} if is_mine else tellers_of(evening.group)
    said = request.POST.get("pad") or request.GET.get("pad", "")
    # The pad is open on the dealer's phone instead of on this one where the group has asked for that.
    dealer = sheet.seating.dealer
    is_elsewhere = (
        access.may_write
        and not (is_in_use or sheet.ending or said == str(sheet.hands + 1))
        and evening.group.dealer_keeps_score
        and access.membership.player_id != dealer
        and has_phone_that_writes(evening.group, dealer)
    )
    anew = None
    if access.may_write and not sheet.ending and not is_mine:
        anew = told_anew(sheet, evening.lines, evening.names, mine=mine, tellers=tellers)
    taker = last_teller(moved.since) if moved else None
    is_taken = False
    if moved and taker not in (None, mine):
        seen = moved.since[0].number - 1
        is_taken = had_pen(access, evening.sheet_seen(seen), evening.lines[:seen])
    return {
        "keeper": tellers.get(teller or 0, ""),
        "taken_by": tellers.get(taker or 0, _("Another phone")) if is_taken else "",
        "dealer_keeps": evening.names[dealer] if is_elsewhere else "",
        "told_anew": anew,
    }


def pad_after(evening: Evening, entry: int) -> Pad | None:
    """Return the taps of a hand that was just taken back in one breath.

    None where there is none to tap again.
    """
    row = evening.sheet.row(entry)
    return pad_again(row, evening.sheet) if row else None


def _seated(pad: Pad, names: Mapping[int, str]) -> dict[str, object]:
    # The dealer of the hand on the pad, the next one if it is not the book’s, and those who sit out.
    seating = pad.deal
    return {
        "then_deals": names[seating.after(seating.dealer)] if seating.dealer != pad.book.dealer else "",
        "dealer": names[seating.dealer],
        "resting": [names[one] for one in seating.out],
        "here": [(player, names[player]) for player in seating.seats],
    }


def _round_words(sheet: ScoreSheet) -> list[str]:
    # The round of deals, from the second on; where it begins, the page says what is behind everybody.
    if not sheet.rounds:
        return []
    current = _("round {number}").format(number=sheet.rounds + 1)
    if sheet.dealt:
        return [current]
    if sheet.rounds == 2:
        return [_("everybody has dealt twice"), current]
    words = ngettext("everybody has dealt once", "everybody has dealt {times} times", sheet.rounds)
    return [words.format(times=sheet.rounds), current]


def status_of(trouble: HandRefused | StaleWrite | None) -> int:
    """Return 200, 409 when the book has moved on, 422 for what cannot be written."""
    if trouble is None:
        return 200
    return 409 if isinstance(trouble, StaleWrite) else 422


def in_trouble(evening: Evening, trouble: HandRefused | StaleWrite | None) -> dict[str, object]:
    """Return what a page says when nothing was written: why, or what was written meanwhile."""
    refused = None if isinstance(trouble, StaleWrite) else trouble
    return {
        "refused": refused,
        "refused_words": refused and sentence(refused),
        "is_deal_refused": bool(refused and refused.fact in DEAL),
        "may_keep_later": refused is not None and refused.code == "later_hand",
        "meanwhile": _meanwhile(evening, trouble) if isinstance(trouble, StaleWrite) else (),
    }


def hand_told(evening: Evening, row: HandRow, player: int) -> dict[str, object]:
    """Return the context of a hand's page: the receipt of `player` (else of the picker), and the history."""
    tellers = tellers_of(evening.group)
    played = played_in(row)
    chosen, written = player if player in played else chief_of(row), points if row.is_typed else signed
    return {
        "evening": evening,
        "sheet": evening.sheet,
        "row": row,
        "receipt": receipt(row, row.scored, chosen, evening.names) if row.scored else None,
        "worths": [(one, evening.names[one], *brought(row, one)) for one in played] if row.scored else [],
        "in_money": ""
        if row.is_typed
        else in_money(row, row.points.get(chosen, Fraction(0)), evening.group.currency),
        "stood": sheet_then(row, evening.sheet, evening.names) if row.scored else [],
        "doublers_said": "" if row.doublers_by_hand is None else doublers_by_hand(row.doublers_by_hand),
        "dealer": evening.names[row.dealer] if row.is_dealer_known else "",
        "out": [evening.names[one] for one in row.out],
        # Everything said of the hand, newest first: who, when, what, and what it was worth then.
        "history": [
            {
                "entry": version.entry,
                "kind": version.kind,
                "who": tellers.get(version.by, _("another phone")) if version.by else "",
                "at": version.at,
                "label": label_words(row.rules.game, version.label, row.rules.read),
                "worths": [
                    (evening.names[one], written(worth)) for one, worth in version.points.items() if worth
                ],
                "stands": version is row.versions[-1],
            }
            for version in reversed(row.versions)
        ],
        "remark": remark_view(evening.sheet.remarks.get(row.entry), tellers),
        "number": evening.sheet.row_number(row.entry),
        "kept": _kept_words(evening, row),
        "table_url": table_url(evening.session),
    }


def _kept_words(evening: Evening, row: HandRow) -> str:
    # Why a hand keeps its own deal and counts; "" for one that follows from the hands before it.
    if "counted" not in row.facts:
        return ""
    if row.kept_by is None:
        return _("Dealer, sitting out and what was counted before it stay as they were played.")
    line = evening.lines[row.kept_by - 1]
    number = evening.sheet.row_number(line.facts.get("of", line.number))
    words = _("Kept as it was played when hand {number} was corrected.")
    if line.kind == EntryKind.HAND:
        words = _("Kept as it was played when hand {number} was added before it.")
    if line.kind == EntryKind.VOIDED:
        words = _("Kept as it was played when hand {number} was taken back.")
    return words.format(number=number)


def correcting(
    evening: Evening, row: HandRow, pad: Pad, trouble: HandRefused | StaleWrite | None
) -> dict[str, object]:
    sheet = evening.sheet
    draw = pad_view(pad, sheet, evening.lines, evening.names, faces=evening.faces, of=row.entry)
    return {
        "evening": evening,
        "sheet": sheet,
        "row": row,
        "of": row.entry,
        "number": sheet.row_number(row.entry),
        "draw": draw,
        "here": [(player, evening.names[player]) for player in row.seats],
        "said_before": said_points(row, evening.names) if row.scored else [],
        **in_trouble(evening, trouble),
        "may_keep_later": draw.refused is not None and draw.refused.code == "later_hand",
        "table_url": table_url(evening.session),
        "doubler_choices": _doubler_choices(pad),
    }


def _doubler_choices(pad: Pad) -> range:
    # The numbers of doublers to choose from; none where no game has any.
    has_any = game_called(pad.rules.game).carried.has_doublers
    return range(max(4, pad.pending, pad.doublers) + 1 if has_any else 0)


def table_url(session: Session) -> str:
    return reverse("table", args=[session.group.code, session.number])


def _meanwhile(evening: Evening, moved: StaleWrite) -> Changes:
    return meanwhile(moved.since, evening.sheet, evening.names)
