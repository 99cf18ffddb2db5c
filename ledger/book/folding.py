"""The fold: from the lines of a book to its score sheet. Pure.

A corrected hand takes its place where it was told first, so that every later total, doubler, deal and
sit-out follows by itself. A fold can go on from a sheet that it made before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction
from types import MappingProxyType
from typing import Any
from uuid import UUID

from ledger.book.seating import Seating
from ledger.book.sheet import (
    CHANGES,
    NIGHT,
    THE_NIGHT,
    Brought,
    CopiedNight,
    Count,
    Ending,
    EntryKind,
    HandRow,
    Line,
    Note,
    Payment,
    Remark,
    RulesInForce,
    ScoreSheet,
    Stretch,
    Struck,
    Version,
    foots,
)
from ledger.money.rounding import Rest, Rounding
from ledger.scoring import GAMES, TYPED, Game, HandRefused, Scored
from ledger.scoring.carried import Carried, CarriedPot
from ledger.scoring.receipt import plus
from ledger.scoring.running import evened
from ledger.steps import pause
from ledger.words.messages import message

# More lines than a usual night has.
LINES_A_MARK = 100

BEGINS = (EntryKind.OPENED, EntryKind.NOTEBOOK)
ABOUT_HANDS = (EntryKind.CORRECTED, EntryKind.VOIDED)
POINTS = re.compile(r"-?[0-9]{1,30}(/0*[1-9][0-9]{0,30})?", re.ASCII)
NO_COUNT = Count(0, 0, Fraction(0))
NOTHING_MORE = Fraction(0)

# All lines about each hand, oldest first, by the number of the entry that told it first.
LinesOfHands = dict[int, list[Line]]
# The lines that keep each hand as it was played, oldest first, by the entry that told it first.
KeptHands = dict[int, list[Line]]


def fold(lines: Sequence[Line], *, known: ScoreSheet | None = None, pauses: bool = False) -> ScoreSheet:
    """Return the score sheet of a book; raises HandRefused when a line says what cannot be.

    `lines` are in order and start with `opened`, or with `notebook` where only the totals are known. `known`
    may be the sheet of a book that begins with the same lines: what was folded is not folded again. `pauses`
    after each line; only for long work that holds no transaction.
    """
    ordered = in_order(lines)
    if known and isinstance(known.folded, Fold) and known.folded.lines == ordered:
        return known
    if not lines or lines[0].kind not in BEGINS:
        raise HandRefused("not_opened")
    before = known.folded if known else None
    going_on = before.going_on(ordered, lines[-1].number) if isinstance(before, Fold) else None
    folding = going_on or Fold(lines[-1].number, _lines_of_hands(lines), _kept_hands(lines))
    for line in ordered[len(folding.lines) :]:
        folding.take(line)
        if pauses:
            pause()
    folding.lines = list(ordered)
    return folding.sheet()


def in_order(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines of a book, sorted by number, in the order in which they count.

    A hand that was written late counts right after the entry that it names (`follows`), so that somebody who
    sat down meanwhile, other rules or another stake have nothing to do with it. Raises HandRefused where that
    entry does not come before it.
    """
    if not any("follows" in line.facts for line in lines):
        return lines
    ordered: list[Line] = []
    for line in lines:
        follows = line.facts.get("follows") if line.kind == EntryKind.HAND else None
        place = next((at + 1 for at, one in enumerate(ordered) if one.number == follows), None)
        if follows is None:
            ordered.append(line)
        elif place is None:
            raise HandRefused("no_such_line", fact="follows")
        else:
            ordered.insert(place, line)
    return ordered


@dataclass(frozen=True, kw_only=True)
class _Mark:
    """The state of a fold after so many lines, rows and notes, but for those themselves."""

    lines: int
    rows: int
    notes: int
    rest: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class _Before:
    """The table as it was before a line that changed it."""

    note: Note
    rest: Mapping[str, Any]
    # The entry of the hand that was recorded with this change: a newcomer's share of the pot.
    along: int | None = None


class Fold:
    """The state of a table after each line. In a long book it makes a mark from time to time."""

    _NOT_IN_A_MARK = ("newest", "of_hands", "kept", "lines", "rows", "notes", "marks", "taken")
    _OF_A_TABLE = ("seating", "version", "stake_cents", "stretches", "totals_then", "typed")

    def __init__(self, newest: int, of_hands: LinesOfHands, kept: KeptHands) -> None:
        self.lines: list[Line] = []
        self.taken = 0
        self.newest = newest
        self.of_hands = of_hands
        self.kept = kept
        self.marks: list[_Mark] = []
        self.rules: dict[int, RulesInForce] = {}
        self.version = 0
        self.stake_cents = 0
        self.stretches: list[Stretch] = []
        self.totals_then: dict[int, Fraction] = {}
        # Points as typed since the stake was last changed, by how they become money.
        self.typed: dict[tuple[str, bool], Mapping[int, Fraction]] = {}
        self.players: list[int] = []
        self.named: set[int] = set()
        self.seating = Seating(seats=(), dealer=0, plays=0)
        self.totals: dict[int, Fraction] = {}
        self.played: set[int] = set()
        self.carried: dict[str, Carried] = {}
        self.rows: list[HandRow] = []
        self.notes: list[Note] = []
        self.rounds = 0
        self.dealt: set[int] = set()
        self.changes: list[_Before] = []
        self.undone: set[int] = set()
        self.number = 0
        self.counts: dict[tuple[int, str], Count] = {}
        self.notebook: dict[int, Fraction] = {}
        self.turn = 0
        self.copied: CopiedNight | None = None
        self.ending: Ending | None = None
        self.paid: dict[int, Payment] = {}
        self.remarks: dict[int, Remark] = {}

    def take(self, line: Line) -> None:
        """Apply one line. What corrects a hand was gathered before, and counts in the place of the hand."""
        take = TAKES.get(line.kind)
        if take is None:
            raise HandRefused("unknown_kind", case="of_line", kind=f"{line.kind!s:.20}")
        if line.kind in CHANGES:
            note = Note(kind=line.kind, entry=line.number, facts=line.facts, before_hand=self.number + 1)
            rest = {name: _copied(getattr(self, name)) for name in self._OF_A_TABLE}
            self.changes.append(_Before(note=note, rest=rest))
        take(self, line)
        if line.kind in CHANGES:
            self.notes.append(note)
        self.taken += 1
        if self.taken % LINES_A_MARK == 0:
            rest = {
                name: _copied(value) for name, value in vars(self).items() if name not in self._NOT_IN_A_MARK
            }
            self.marks.append(_Mark(lines=self.taken, rows=len(self.rows), notes=len(self.notes), rest=rest))

    # Going on from what was folded before

    def going_on(self, lines: Sequence[Line], newest: int) -> Fold | None:
        """Return a fold of these lines that goes on from this one as far as both are the same, or None.

        It goes back to before the earliest hand about which more is said now, or less. `lines` are in the
        order in which they count, and `newest` is the number of the one that was written last.
        """
        both = min(len(self.lines), len(lines))
        if self.lines[:both] != lines[:both]:
            return None
        more = (*self.lines[both:], *lines[both:])
        about = {line.facts["of"] for line in more if line.kind in ABOUT_HANDS}
        about |= {int(entry) for line in more for entry in line.facts.get("kept") or ()}
        if not about and both == len(self.lines):
            twin = Fold(newest, self.of_hands | _lines_of_hands(lines[both:]), self.kept)
            for name, value in vars(self).items():
                if name not in ("newest", "of_hands", "kept"):
                    setattr(twin, name, _copied(value))
            return twin
        earliest = next((at for at, line in enumerate(lines[:both]) if line.number in about), both)
        marks = [mark for mark in self.marks if mark.lines <= earliest]
        if not marks:
            return None
        by_number = sorted(lines, key=lambda line: line.number)
        mark, back = marks[-1], Fold(newest, _lines_of_hands(by_number), _kept_hands(by_number))
        for name, value in mark.rest.items():
            setattr(back, name, _copied(value))
        back.rows, back.notes = self.rows[: mark.rows], self.notes[: mark.notes]
        back.lines, back.marks, back.taken = list(lines[: mark.lines]), marks, mark.lines
        return back

    # The table

    def on_opened(self, line: Line) -> None:
        self._in_force(line.facts["rules"])
        self.stake_cents = line.facts["stake_cents"]
        self.turn = line.facts.get("turn", 0)
        self.on_arranged(line)

    def on_notebook(self, line: Line) -> None:
        if self.totals:
            raise HandRefused("opened")
        self._in_force(line.facts["rules"])
        self.stake_cents = line.facts["stake_cents"]
        brought = line.facts.get("brought")
        if brought is not None:
            at = datetime.fromisoformat(brought["at"])
            brought = Brought(key=UUID(brought["key"]), file=brought["file"], at=at)
        self.copied = CopiedNight(
            day=_day(line.facts),
            brought=brought,
            was_paid=line.facts.get("was_paid", False),
            has_hands="seats" in line.facts,
        )
        if self.copied.has_hands:
            self.on_arranged(line)
        else:
            self._copy(line, line.facts["totals"])

    def on_amended(self, line: Line) -> None:
        # A night of which nothing else is known counts again.
        self.copied = replace(self._only_copied(), day=_day(line.facts), struck=Struck.NO)
        self._copy(line, line.facts["totals"])

    def on_struck(self, line: Line) -> None:
        struck = Struck.WITH_ALL if line.facts["whole"] else Struck.ALONE
        if self.copied and self.copied.has_hands:
            # Its hands count no more; put back, it is a night of which only the totals are known.
            self.copied = replace(self.copied, has_hands=False)
            self.rows, self.notes, self.marks, self.changes = [], [], [], []
            self.number, self.rounds, self.dealt = 0, 0, set()
            self.carried, self.typed = {}, {}
        self.copied = replace(self._only_copied(), struck=struck)
        self._copy(line, {})

    def _only_copied(self) -> CopiedNight:
        if self.copied is None or self.rows:
            raise HandRefused("not_copied")
        return self.copied

    def _copy(self, line: Line, totals: Mapping[str, str]) -> None:
        # Written as "3" or "-7/2"; other numbers may take for ever to read.
        if not all(map(POINTS.fullmatch, totals.values())):
            raise HandRefused("not_exact", case="of_notebook", fact="totals")
        self.totals = {int(player): Fraction(points) for player, points in totals.items()}
        self.stretches, self.totals_then = [], {}
        if left := sum(self.totals.values()):
            raise HandRefused("unbalanced", left=left)
        self.players = list(self.totals)
        self.named.update(self.players)
        self.played = set(self.players)
        self.notebook = dict(self.totals)
        self.counts = {(player, NIGHT): Count(0, 0, points) for player, points in self.totals.items()}
        seats = tuple(self.players)
        self.seating = Seating(seats=seats, dealer=seats[0] if seats else 0, plays=len(seats))
        self.on_ended(line)

    def on_arranged(self, line: Line) -> None:
        seating = Seating.read(line.facts)
        game = self._game
        least, most = game.least_active, game.most_active
        if not least <= len(seating.active) <= most:
            if least == most:
                raise HandRefused("plays", case="exactly", fact="plays", game=game.name, players=most)
            raise HandRefused("plays", case="between", fact="plays", game=game.name, least=least, most=most)
        self._sit(seating)

    def on_joined(self, line: Line) -> None:
        self._sit(
            self.seating.joined(
                line.facts["player"],
                after=line.facts.get("after"),
                goes=line.facts.get("goes"),
                usually=self._game.usually,
            )
        )

    def on_left(self, line: Line) -> None:
        self.seating = self.seating.left(line.facts["player"], least=self._game.least_active)

    def on_rules(self, line: Line) -> None:
        self._in_force(line.facts["rules"])

    def on_undone(self, line: Line) -> None:
        # A change that is undone leaves no note, as no hand counts at it. Rules that are taken back are the
        # group's newest ones again under a new version: `then`.
        before = self.changes[-1] if self.changes else None
        last = self.rows[-1] if self.rows else None
        counts = before and last and last.entry == before.along and last.scored
        if before is None or before.note.entry != line.facts["of"] or counts:
            raise HandRefused("stays") if line.number == self.newest else HandRefused("stays", case="later")
        self.changes.pop()
        self.undone.add(before.note.entry)
        for name, value in before.rest.items():
            setattr(self, name, _copied(value))
        if (then := line.facts.get("then")) is not None:
            self._in_force(then)

    def on_stake(self, line: Line) -> None:
        # Another stake from the next hand on: what was played until here is worth what it was.
        more = (line.facts["stake_cents"] - self.stake_cents) * self._pot_points
        self.stretches.append(self._stretch(topped_up=more))
        self.stake_cents = line.facts["stake_cents"]
        self.totals_then, self.typed = dict(self.totals), {}

    def _stretch(self, *, topped_up: Fraction = NOTHING_MORE) -> Stretch:
        cents = {
            player: (points - self.totals_then.get(player, 0)) * self.stake_cents
            for player, points in self.totals.items()
        }
        for (way, low_wins), typed in self.typed.items():
            worth = evened(tuple(typed.values()), way, low_wins=low_wins)
            for (player, points), evenly in zip(typed.items(), worth, strict=True):
                cents[player] += (evenly - points) * self.stake_cents
        at_table = [player for player in self.seating.seats if player in self.played] or sorted(self.played)
        for player in at_table if topped_up else ():
            cents[player] -= topped_up / len(at_table)
        first = self.stretches[-1].last + 1 if self.stretches else 1
        return Stretch(
            stake_cents=self.stake_cents,
            first=first,
            last=self.number,
            cents={player: worth for player, worth in cents.items() if worth},
            topped_up=topped_up,
        )

    @property
    def _pot_points(self) -> Fraction:
        return sum((Fraction(one.on_table.amount) for one in self.carried.values()), Fraction(0))

    def _in_force(self, facts: Mapping[str, Any]) -> None:
        rules = RulesInForce(**facts)
        self.rules[rules.version] = rules
        self.version = rules.version

    @property
    def _game(self) -> Game[Any]:
        return GAMES[self.rules[self.version].game]

    def _sit(self, seating: Seating) -> None:
        self.seating = seating
        self.named.update(seating.seats)
        for place, player in enumerate(seating.seats):
            if player not in self.totals:
                self.totals[player] = Fraction(0)
                before = seating.seats[place - 1] if place else None
                where = self.players.index(before) + 1 if before in self.players else len(self.players)
                self.players.insert(where, player)

    # A hand

    def on_hand(self, line: Line) -> None:
        said = self.of_hands[line.number]
        # A hand that was taken back counts with its last facts. Its deal may have been kept as it was played,
        # if an earlier hand was written or corrected since.
        standing = next(one for one in reversed(said) if one.kind != EntryKind.VOIDED)
        keeping = [one for one in self.kept.get(line.number, ()) if one.number > standing.number]
        facts: dict[str, Any] = dict(standing.facts)
        for one in keeping:
            facts |= one.facts["kept"][str(line.number)]
        deal, rules = self._deal(facts), self._told_under(facts)
        book, carried = self.seating, self._carried(rules.game)
        is_void = said[-1].kind == EntryKind.VOIDED
        scored = None if is_void else self._score_standing(said[-1], facts, deal)
        versions = tuple(self._version(one, deal, facts, scored if one is said[-1] else None) for one in said)
        is_between = _is_between(facts, rules)
        if scored is not None:
            # From now on the table stays as it is; only a newcomer's share of the pot goes with the newcomer.
            last = self.changes[-1] if self.changes else None
            if last and last.note.entry == line.number - 1 and facts["told"].get("kind") == "newcomer":
                self.changes = [*self.changes[:-1], replace(last, along=line.number)]
            else:
                self.changes = []
            after = carried.then(scored.carried_after.of_players(deal.seats))
            self._count(deal, scored, after, facts, dealt="other" in facts or not is_between)
            if not is_between:
                self.number += 1
                self._has_dealt(deal)
                self._next_deal(deal, scored)
        elif self._was_followed(said):
            self.changes = []
            if not is_between:
                self._has_dealt(deal)
                with suppress(HandRefused):
                    self._next_deal(deal, self._score(facts, deal))
        self.rows.append(
            HandRow(
                number=0 if scored is None or is_between else self.number,
                entry=line.number,
                seats=deal.seats,
                facts=facts,
                dealer=deal.dealer,
                out=deal.out,
                book=book,
                carried=_as_counted(carried, facts),
                rules=rules,
                stake_cents=self.stake_cents,
                scored=scored,
                points=dict(zip(deal.seats, scored.points, strict=True)) if scored else {},
                totals=dict(self.totals),
                foots=foots(self.totals),
                versions=versions,
                kept_by=keeping[-1].number if keeping else None,
                is_dealer_known=not (self.copied and self.copied.has_hands),
            )
        )

    def on_gathered(self, line: Line) -> None:
        """Pass over a line that corrects or takes back a hand: it was read in the place of that hand."""

    def _told_under(self, facts: Mapping[str, Any]) -> RulesInForce:
        # A hand of another game says how it is counted.
        rules = self.rules[facts["rules"]]
        if "other" not in facts:
            return rules
        return RulesInForce(version=rules.version, game=TYPED, options=facts["other"])

    def _deal(self, facts: Mapping[str, Any]) -> Seating:
        if sorted(facts["seats"]) != sorted(self.seating.seats):
            raise HandRefused("other_people", fact="seats")
        return self.seating.overridden(
            seats=tuple(facts["seats"]), dealer=facts.get("dealer"), out=facts.get("out")
        )

    def _carried(self, game: str) -> Carried:
        return self.carried.get(game, GAMES[game].carried)

    def _score(self, facts: Mapping[str, Any], deal: Seating) -> Scored:
        rules = self._told_under(facts)
        game, counted = GAMES[rules.game], facts.get("counted")
        carried = _as_counted(self._carried(rules.game), facts)
        standings = carried.standings(deal.seats, self.totals)
        told = {
            **facts["told"],
            **carried.facts(doublers=facts.get("doublers")),
            **{name: (counted or {}).get(name, value) for name, value in standings.items()},
            "dealer": deal.seats.index(deal.dealer),
        }
        if counted is not None and isinstance(carried, CarriedPot):
            # A correction may have taken the points away; dividing them divides nothing then.
            told.setdefault("pot", {"amount": "0", "pots": 0})
        if (edition := facts.get("edition", 1)) != game.edition:
            told["edition"] = edition
        if deal.out:
            told["sitting_out"] = sorted(deal.seats.index(player) for player in deal.out)
        if game.asks_who_rests and (resting := [one for one in deal.out if one in deal.skip]):
            told["resting"] = [deal.seats.index(player) for player in resting]
        return game.scored(len(deal.seats), game.at(rules.read, len(deal.active)), told)

    def _score_standing(self, said: Line, facts: Mapping[str, Any], deal: Seating) -> Scored:
        # A newest line is refused after which this earlier hand could not have been.
        try:
            return self._score(facts, deal)
        except HandRefused as refused:
            if said.number == self.newest:
                raise
            before = [
                [line for line in self.of_hands[row.entry] if line.number != self.newest] for row in self.rows
            ]
            counted = [said for said in before if said and said[-1].kind != EntryKind.VOIDED]
            stood = [said[-1].facts for said in counted]
            hand = 1 + sum(not _is_between(facts, self._told_under(facts)) for facts in stood)
            raise HandRefused(
                "later_hand",
                case="between" if _is_between(facts, self._told_under(facts)) else "",
                hand=hand,
                refused=refused,
            ) from refused

    def _count(
        self, deal: Seating, scored: Scored, carried: Carried, facts: Mapping[str, Any], *, dealt: bool
    ) -> None:
        # Totals and tallies have this hand in them also where nobody played: everybody with cards has had a
        # hand. The end of a race, told between two hands, brings points and is no hand that was dealt.
        self.carried[self._told_under(facts).game] = carried
        self.played.update(deal.seats)
        totals, counts = self.totals, self.counts
        rules = self._told_under(facts)
        if scored.compared and (way := GAMES[rules.game].money_at_end(rules.read)):
            typed = dict(self.typed.get(way, {}))
            for player, points in zip(deal.seats, scored.points, strict=True):
                if player not in deal.out:
                    typed[player] = typed.get(player, Fraction(0)) + points
            self.typed[way] = typed
        roles = scored.roles or ("",) * len(deal.seats)
        won = scored.won or (None,) * len(deal.seats)
        out = deal.out if dealt else ()
        for player, role, victory, points in zip(deal.seats, roles, won, scored.points, strict=True):
            totals[player] = plus(totals[player], points) if player in totals else points
            if dealt or role or points:
                was = "out" if player in out else role
                hands, wins, before = counts.get((player, was), NO_COUNT)
                counts[player, was] = Count(hands + dealt, wins + bool(victory), plus(before, points))

    def _was_followed(self, said: Sequence[Line]) -> bool:
        # Later hands had been told when this one was taken back: then its deal did take place, and later
        # deals stay as they were; taken back at once, it is dealt anew.
        first, taken_back = said[0].number, said[-1].number
        return any(
            number > first
            and (then := [line for line in other if line.number < taken_back])
            and then[-1].kind != EntryKind.VOIDED
            for number, other in self.of_hands.items()
        )

    def _next_deal(self, deal: Seating, scored: Scored) -> None:
        if scored.next_dealer is not None:
            self.seating = self.seating.dealt_by(deal.seats[scored.next_dealer], ring=deal.seats)

    def _has_dealt(self, deal: Seating) -> None:
        # Players who had not dealt yet may have gone home before.
        self._end_round()
        self.dealt.add(deal.dealer)
        self._end_round()

    def _end_round(self) -> None:
        if self._is_round_over:
            self.rounds, self.dealt = self.rounds + 1, set()

    @property
    def _is_round_over(self) -> bool:
        return bool(self.dealt) and set(self.seating.seats) - set(self.seating.skip) <= self.dealt

    def _version(self, said: Line, deal: Seating, facts: Mapping[str, Any], scored: Scored | None) -> Version:
        # `scored` is that of the version that counts. By the `facts` that count now, it may keep counts.
        label = message("version", case="taken_back")
        if scored is None and said.kind != EntryKind.VOIDED:
            deal = self._deal(said.facts)
            counts = {"counted": facts["counted"]} if "counted" in facts else {}
            try:
                scored = self._score({**said.facts, **counts}, deal)
            except HandRefused:
                label = message("version", case="impossible")
        return Version(
            entry=said.number,
            kind=said.kind,
            by=said.by,
            at=said.at,
            facts=said.facts,
            points=dict(zip(deal.seats, scored.points, strict=True)) if scored else {},
            row=scored.row if scored else None,
            label=scored.label if scored else label,
        )

    def on_remarked(self, line: Line) -> None:
        # An empty text takes the remark away.
        of, text = line.facts["of"], line.facts["text"]
        if of != THE_NIGHT and (of not in self.of_hands or of > line.number):
            raise HandRefused("no_such_hand", fact="of")
        self.remarks.pop(of, None)
        if text:
            self.remarks[of] = Remark(text=text, entry=line.number, by=line.by, at=line.at)

    # The end of the night

    def on_ended(self, line: Line) -> None:
        self.changes = []
        cents = {int(player): amount for player, amount in line.facts["cents"].items()}
        planned, rounded = line.facts.get("payments"), line.facts.get("rounded") or {}
        self.ending = Ending(
            entry=line.number,
            at=line.at,
            cents=cents,
            rounding=Rounding(coin=rounded.get("coin", 0), rest=Rest(rounded.get("rest", Rest.NEAREST))),
            to_kitty=rounded.get("kitty", 0),
            payments=None if planned is None else tuple(Payment(**payment) for payment in planned),
            was_paid=self.copied is not None and self.copied.was_paid,
        )

    def on_reopened(self, line: Line) -> None:
        self.ending = None

    def on_paid(self, line: Line) -> None:
        payer, payee, cents = line.facts["payer"], line.facts["payee"], line.facts["cents"]
        self.paid[line.number] = Payment(payer=payer, payee=payee, cents=cents, paid=line.number)
        self._mark_payments(lambda one: line.number if (one.payer, one.payee) == (payer, payee) else one.paid)

    def on_unpaid(self, line: Line) -> None:
        of = line.facts["of"]
        del self.paid[of]
        self._mark_payments(lambda one: None if one.paid == of else one.paid)

    def _mark_payments(self, paid: Callable[[Payment], int | None]) -> None:
        if self.ending is None or self.ending.payments is None:
            return
        payments = tuple(replace(one, paid=paid(one)) for one in self.ending.payments)
        self.ending = replace(self.ending, payments=payments)

    # Written out

    def sheet(self) -> ScoreSheet:
        rules = self.rules[self.version]
        here = set(self.seating.seats) | self.played
        is_late = any("follows" in line.facts for line in self.lines)
        has_hands = self.rows or (self.copied and self.copied.has_hands)
        copied = None if has_hands else self.copied
        players = tuple(player for player in self.players if player in here)
        return ScoreSheet(
            newest=self.newest,
            players=players,
            seating=self.seating,
            rows=tuple(self.rows),
            notes=tuple(note for note in self.notes if note.entry not in self.undone),
            totals={player: self.totals[player] for player in players},
            carried=self._carried(rules.game),
            pot_points=self._pot_points,
            rules=rules,
            stake_cents=self.stake_cents,
            stretches=(*self.stretches, self._stretch()),
            counts=dict(self.counts),
            notebook=self.notebook,
            rounds=self.rounds + self._is_round_over,
            dealt=frozenset() if self._is_round_over else frozenset(self.dealt),
            last_change=self.changes[-1].note if self.changes else None,
            copied=copied,
            brought=self.copied.brought if self.copied and (copied or self.copied.has_hands) else None,
            folded=self,
            turn=self.turn,
            ending=self.ending,
            paid=tuple(self.paid.values()),
            remarks=dict(self.remarks),
            named=frozenset(self.named),
            places={line.number: at for at, line in enumerate(self.lines)} if is_late else {},
        )


# The step of the fold for each kind of line.
TAKES: Mapping[str, Callable[[Fold, Line], None]] = MappingProxyType(
    {
        EntryKind.OPENED: Fold.on_opened,
        EntryKind.NOTEBOOK: Fold.on_notebook,
        EntryKind.HAND: Fold.on_hand,
        EntryKind.CORRECTED: Fold.on_gathered,
        EntryKind.VOIDED: Fold.on_gathered,
        EntryKind.ARRANGED: Fold.on_arranged,
        EntryKind.JOINED: Fold.on_joined,
        EntryKind.LEFT: Fold.on_left,
        EntryKind.RULES: Fold.on_rules,
        EntryKind.STAKE: Fold.on_stake,
        EntryKind.UNDONE: Fold.on_undone,
        EntryKind.ENDED: Fold.on_ended,
        EntryKind.REOPENED: Fold.on_reopened,
        EntryKind.PAID: Fold.on_paid,
        EntryKind.UNPAID: Fold.on_unpaid,
        EntryKind.AMENDED: Fold.on_amended,
        EntryKind.STRUCK: Fold.on_struck,
        EntryKind.REMARKED: Fold.on_remarked,
    }
)


def _day(facts: Mapping[str, Any]) -> date:
    return date.fromisoformat(facts["date"])


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, dict | list | set) else value


def _lines_of_hands(lines: Iterable[Line]) -> LinesOfHands:
    found: LinesOfHands = {}
    for line in lines:
        if line.kind == EntryKind.HAND:
            found[line.number] = [line]
        elif line.kind in ABOUT_HANDS:
            if line.facts["of"] not in found:
                raise HandRefused("no_such_hand", fact="of")
            found[line.facts["of"]].append(line)
    return found


def _as_counted(carried: Carried, facts: Mapping[str, Any]) -> Carried:
    return carried.counting(facts["counted"]) if "counted" in facts else carried


def _kept_hands(lines: Iterable[Line]) -> KeptHands:
    found: KeptHands = {}
    for line in lines:
        for entry in line.facts.get("kept") or ():
            found.setdefault(int(entry), []).append(line)
    return found


def _is_between(facts: Mapping[str, Any], rules: RulesInForce) -> bool:
    # Points moved, but no hand of the table's game was dealt.
    kind, between = facts["told"].get("kind"), GAMES[rules.game].between
    is_one = isinstance(kind, str) and kind in between and facts.get("edition", 1) >= between[kind]
    return "other" in facts or is_one
