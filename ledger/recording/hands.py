"""Hands: told, tried before they are told, corrected, taken back, put back again, and remarked on."""

from collections.abc import Sequence
from typing import Any

from ledger.folding import fold
from ledger.models import Session
from ledger.recording.texts import clean_text
from ledger.recording.writing import Hand, Refused, WriteContext, Written, write
from ledger.scoring import TYPED, game_called
from ledger.sheet import LONGEST_REMARK, THE_NIGHT, EntryKind, HandRow, Line, RulesInForce, ScoreSheet


def tell_hand(session: Session, hand: Hand, context: WriteContext) -> Written:
    """Record a hand of the table as it stands, under the rules in force."""
    adds = rules_in_force if hand.other is None else _version_in_force
    return write(session, EntryKind.HAND, hand.facts(), context, adds=adds)


def try_hand(
    lines: list[Line], hand: Hand, *, of: int | None = None, known: ScoreSheet | None = None
) -> HandRow:
    """Return a hand as it would count, without writing it: a new one, or a correction of hand `of`.

    `known` may be the sheet of these lines. Raises HandRefused.
    """
    sheet = fold(lines, known=known)
    number = sheet.newest + 1
    if of is None:
        facts = hand.facts() | rules_in_force(sheet)
        return fold([*lines, Line(number=number, kind=EntryKind.HAND, facts=facts)], known=sheet).rows[-1]
    facts = {"of": of} | hand.facts() | _told_as(_row(sheet, of))
    return _row(fold([*lines, Line(number=number, kind=EntryKind.CORRECTED, facts=facts)], known=sheet), of)


def kept_as_played(rows: Sequence[HandRow]) -> dict[str, Any]:
    """Return how these hands were played, by the entry that told each: deal, sitting out, and counts.

    A line that has them as `kept` changes nothing about who dealt those hands, who sat out, and what was
    counted before them: doublers, hands that nobody picked, a race. Only a pot is what it is.
    """
    return {
        str(row.entry): {
            "dealer": row.seats.index(row.dealer),
            "out": [row.seats.index(player) for player in row.out],
            "counted": {**row.carried.counts(), **_standings(row)},
        }
        for row in rows
        if row.scored
    }


def _standings(row: HandRow) -> dict[str, Any]:
    before = {player: total - row.points.get(player, 0) for player, total in row.totals.items()}
    kept = row.facts.get("counted", {})
    standings = row.carried.standings(row.seats, before)
    return {name: kept.get(name, value) for name, value in standings.items()}


def correct_hand(
    session: Session, of: int, hand: Hand, context: WriteContext, *, keep_later: bool = False
) -> Written:
    """Let a hand say something else, under the rules it was played by; later hands follow by themselves.

    With `keep_later` they keep dealer, sitting out and counts as they were played. Raises Refused and
    HandRefused as `write` does, `later_hand` where a later hand cannot follow.
    """

    def as_it_was(sheet: ScoreSheet) -> dict[str, Any]:
        row = _row(sheet, of)
        return _told_as(row) | _kept(sheet, row, keep_later=keep_later)

    return write(session, EntryKind.CORRECTED, {"of": of} | hand.facts(), context, adds=as_it_was)


def take_back_hand(session: Session, of: int, context: WriteContext, *, keep_later: bool = False) -> Written:
    """Take a hand back: it stays in the book and counts no more.

    `keep_later` and errors as `correct_hand`.
    """

    def check(sheet: ScoreSheet) -> dict[str, Any]:
        row = _row(sheet, of)
        if row.is_void:
            raise Refused("taken_back")
        return _kept(sheet, row, keep_later=keep_later)

    return write(session, EntryKind.VOIDED, {"of": of}, context, adds=check)


def restore_hand(
    session: Session, of: int, context: WriteContext, *, version: int, keep_later: bool = False
) -> Written:
    """Let a hand say again what it said in an earlier version (the number of the entry that said it).

    `keep_later` and errors as `correct_hand`.
    """

    def as_said(sheet: ScoreSheet) -> dict[str, Any]:
        row = _row(sheet, of)
        said = next((one for one in row.versions if one.entry == version), None)
        if said is None or said.kind == EntryKind.VOIDED:
            raise Refused("no_such_version")
        facts = {name: value for name, value in said.facts.items() if name not in ("follows", "kept")}
        facts |= _counted(row) | _kept(sheet, row, keep_later=keep_later)
        return facts | {"of": of, "version": version}

    return write(session, EntryKind.CORRECTED, {"of": of, "version": version}, context, adds=as_said)


def _kept(sheet: ScoreSheet, row: HandRow, *, keep_later: bool) -> dict[str, Any]:
    # The facts of a line about a hand that keep all later hands as they were played, if asked to.
    later = sheet.rows[sheet.rows.index(row) + 1 :]
    return {"kept": kept_as_played(later)} if keep_later else {}


def _counted(row: HandRow) -> dict[str, Any]:
    return {"counted": row.facts["counted"]} if "counted" in row.facts else {}


def remark_on_hand(session: Session, of: int, text: str, context: WriteContext) -> Written:
    """Write a remark on a hand, or THE_NIGHT, in place of the former; "" takes it away.

    Nothing that counts changes, so it may be written after the end of the night as well. Raises Refused for a
    text that cannot be written down or is longer than LONGEST_REMARK, and as `write` does.
    """
    text = clean_text(text, case="remark", fact="text")
    if len(text) > LONGEST_REMARK:
        raise Refused("too_long", fact="text", most=LONGEST_REMARK)

    def is_told(sheet: ScoreSheet) -> dict[str, Any]:
        if of != THE_NIGHT:
            _row(sheet, of)
        return {}

    return write(session, EntryKind.REMARKED, {"of": of, "text": text}, context, adds=is_told)


def _version_in_force(sheet: ScoreSheet) -> dict[str, Any]:
    return _told_under(RulesInForce(version=sheet.rules.version, game=TYPED))


def rules_in_force(sheet: ScoreSheet) -> dict[str, Any]:
    """Return the facts of a hand that say which house rules it is told under."""
    return _told_under(sheet.rules)


def _told_under(rules: RulesInForce) -> dict[str, Any]:
    edition = game_called(rules.game).edition
    return {"rules": rules.version} | ({"edition": edition} if edition > 1 else {})


def _told_as(row: HandRow) -> dict[str, Any]:
    other = {"other": row.facts["other"]} if "other" in row.facts else {}
    return _told_under(row.rules) | other | _counted(row)


def _row(sheet: ScoreSheet, of: int) -> HandRow:
    row = sheet.row(of)
    if row is None:
        raise Refused("no_such_hand")
    return row
