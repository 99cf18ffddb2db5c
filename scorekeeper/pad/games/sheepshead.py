"""What the pad asks of a hand of Sheepshead, and only what this group's rules make possible."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from ledger.scoring import GAMES
from ledger.scoring.scored import Row
from ledger.scoring.sheepshead.outcome import RESULTS
from ledger.scoring.sheepshead.table import most_in_blind
from scorekeeper.pad.games import sheepshead_partner as partner
from scorekeeper.pad.games import sheepshead_two_handed as two_handed
from scorekeeper.pad.games import sheepshead_unpicked as unpicked
from scorekeeper.pad.questions import Answer, Answers, Asks, Question
from scorekeeper.pad.state import Pad

CRACKS = {
    "crack": ("crack",),
    "recrack": ("crack", "recrack"),
    "corner": ("crack", "corner"),
    "castrate": ("crack", "recrack", "castrate"),
}
CRACK_WORDS = {
    "crack": gettext_noop("Crack ×2"),
    "recrack": gettext_noop("Re-crack ×4"),
    "corner": gettext_noop("Corner ×4"),
    "castrate": gettext_noop("Castrate ×8"),
}
BLITZ_WORDS = {
    "black_queens": gettext_noop("Black blitz"),
    "red_queens": gettext_noop("Red blitz"),
    "black_jacks": gettext_noop("Black jacks"),
    "red_jacks": gettext_noop("Red jacks"),
    "middle_jacks": gettext_noop("Middle jacks"),
    "four_jacks": gettext_noop("Four jacks"),
}
TRICKS = {"won_all_tricks": "all", "lost_no_trick": "none"}
# Facts that the pad asks as they are named.
FLAGS = ("forced", "unpicked", "holds_partner", "blind_pick")
SIXTY = "lost_sixty"
CRACKED_BY = {
    "crack": gettext_noop("Cracked by"),
    "recrack": gettext_noop("Re-cracked by"),
    "corner": gettext_noop("Around the corner by"),
    "castrate": gettext_noop("Castrated by"),
}
BLITZED_BY = {
    "black_queens": gettext_noop("Black blitz by"),
    "red_queens": gettext_noop("Red blitz by"),
    "black_jacks": gettext_noop("Black jacks by"),
    "red_jacks": gettext_noop("Red jacks by"),
    "middle_jacks": gettext_noop("Middle jacks by"),
    "four_jacks": gettext_noop("Four jacks by"),
}


def asks(rules: Any, active: int, answers: Answers) -> Asks:
    if two_handed.plays(rules, active):
        return two_handed.asks(rules, has_pot="pots" in answers)
    is_buried = _asks_bury(rules, active) and answers.get("bury")
    return Asks(
        tap_picker=_("Tap who picked"),
        **partner.asked(rules, active, answers),
        points=_("in tricks") if is_buried else pgettext("of the cards", "points"),
        points_of=_("Card points in the partner’s tricks") if is_buried else _("Picker’s card points"),
        rows=_rows(rules, active, answers),
        modes=tuple(unpicked.modes(rules, active, has_pot="pots" in answers)),
        questions=tuple(_questions(rules, active, answers)),
    )


def _rows(rules: Any, active: int, answers: Answers) -> tuple[Row, ...]:
    # The results; sheepshead called is made with every trick, or missed.
    if not (rules.call_sheepshead and answers.get("sheepshead")):
        rows = GAMES["sheepshead"].chart(rules, active).rows
        return tuple(_with_sixty(rows)) if rules.sixty_doubles else rows
    missed = replace(
        RESULTS["lost"].row, label=gettext_noop("Missed"), bracket=gettext_noop("missed"), low=None, high=None
    )
    return RESULTS["won_all_tricks"].row, missed


def _with_sixty(rows: tuple[Row, ...]) -> Iterator[Row]:
    # If exactly 60 doubles the next hand, it is a result of its own beside a loss with fewer points.
    for row in rows:
        if row.code == "lost":
            yield replace(row, code=SIXTY, label=gettext_noop("Lost with 60"), bracket="60", low=60, high=60)
            yield replace(row, bracket=f"{row.low}–59", high=59)
        else:
            yield row


def _questions(rules: Any, active: int, answers: Answers) -> Iterator[Question]:
    if partner.throws(rules, active):
        yield partner.question()
    yield from _called(rules, active, answers)
    if rules.no_picker == "forced" and active < 8:
        yield Question(name="forced", label=_("Dealer forced"))
    if partner.asks_card(rules, active, answers):
        yield partner.card()
    if rules.call_sheepshead:
        yield Question(name="sheepshead", label=_("Sheepshead called"))
    if rules.trickless_loss != "chart" and rules.trickless_trigger == "picker":
        yield Question(name="picker_trickless", label=_("Picker took no trick"))
    yield from unpicked.questions(rules, active)
    if _asks_bury(rules, active):
        words = _("Picker took no trick, but buried")
        yield Question(name="bury", label=words, kind="number", is_rare=True)
    if active in (4, 8) and rules.partner in ("queens", "first_queens"):
        yield Question(name="unpicked", label=_("The queens decided, nobody picked"), is_rare=True)
    yield Question(name="renege", label=_("Who reneged?"), kind="player", is_rare=True)


def _called(rules: Any, active: int, answers: Answers) -> Iterator[Question]:
    # A blind pick, cracks and blitzes; who called is asked of those called, and need not be said.
    if rules.blind_pick and most_in_blind(active):
        yield Question(name="blind_pick", label=_("Blind pick ×2"))
    if rules.crack != "off":
        steps = tuple((code, _(CRACK_WORDS[code])) for code in _cracks(rules, active))
        yield Question(
            name="crack",
            label=_("Crack"),
            kind="one",
            choices=(("", _("No crack")), *steps),
            with_partner=("corner",),
        )
        said = answers.get("crack", "")
        yield from _callers("cracks_by", CRACKED_BY, CRACKS.get(said, ()) if isinstance(said, str) else ())
    if rules.blitz:
        blitzes = tuple((code, _(BLITZ_WORDS[code])) for code in rules.blitz)
        yield Question(name="blitz", label=_("Blitz"), kind="several", choices=blitzes)
        yield from _callers("blitzes_by", BLITZED_BY, answers.get("blitz", ()))


def _callers(fact: str, words: Mapping[str, str], calls: Answer) -> Iterator[Question]:
    for code in calls:
        if code in words:
            yield Question(
                name=f"{code}_by",
                label=_(words[code]),
                kind="player",
                choices=(("", _("not said")),),
                about=(fact, code),
                is_rare=True,
            )


def _asks_bury(rules: Any, active: int) -> bool:
    # A bury may be without a trick of the picker beside one of his partner’s.
    return bool(most_in_blind(active) and partner.most_partners(rules, active))


def _cracks(rules: Any, active: int) -> Iterator[str]:
    corner = rules.crack_corner and partner.most_partners(rules, active)
    for code in ("crack", "recrack", "castrate")[: 2 if active == 2 else 3]:
        yield code
        if code == "recrack" and corner:
            yield "corner"
        if code == rules.crack:
            break
    if rules.crack == "crack" and corner:
        yield "corner"


def told(pad: Pad) -> dict[str, Any]:
    return _told_kind(pad) | unpicked.beside(pad)


def _told_kind(pad: Pad) -> dict[str, Any]:
    if two_handed.plays(pad.rules.read, len(pad.deal.active)):
        return two_handed.told(pad)
    if pad.mode:
        return unpicked.told(pad)
    facts = pad.sides() | partner.thrown(pad) | _calls(pad)
    if offender := pad.answer("renege"):
        return {"kind": "renege", "offender": unpicked.seat_of(pad, offender)} | facts | _called_first(pad)
    return {"kind": "picked"} | facts | _result(pad)


def _calls(pad: Pad) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for fact, calls in (("cracks", CRACKS.get(pad.answer("crack"))), ("blitzes", pad.several("blitz"))):
        if calls:
            facts[fact] = list(calls)
        named = [pad.answer(f"{code}_by") for code in calls or ()]
        if any(named):
            facts[f"{fact}_by"] = [unpicked.seat_of(pad, said) if said else None for said in named]
    for name in FLAGS:
        if pad.answer(name):
            facts[name] = True
    return facts


def _result(pad: Pad) -> dict[str, Any]:
    facts = _counted(pad) | _called_first(pad)
    if pad.answer("picker_trickless"):
        facts["picker_tricks"] = "none"
    return facts


def _called_first(pad: Pad) -> dict[str, Any]:
    return {"called_sheepshead": True} if pad.answer("sheepshead") else {}


def _counted(pad: Pad) -> dict[str, Any]:
    # With a bury the points are those in the tricks, and a house rule adds the rest.
    typed, buried = pad.typed_points(), pad.typed("bury")
    is_sixty = pad.result == SIXTY
    facts: dict[str, Any] = {"result": "lost" if is_sixty else pad.result}
    if is_sixty and typed is None and buried is None:
        typed = 60
    if typed is not None:
        taken = "side_points" if buried is None else "trick_points"
        facts = {taken: typed, "side_tricks": TRICKS.get(pad.result, "some")}
    if buried is not None:
        facts["buries"] = [{"seat": pad.seat(pad.picker), "points": buried, "tricks": "none"}]
    return facts


def told_before(told: Mapping[str, Any], seats: Sequence[int]) -> dict[str, Any]:
    answers: dict[str, Answer] = {
        "crack": next((code for code, calls in CRACKS.items() if calls == tuple(told.get("cracks", ()))), ""),
        "blitz": tuple(told.get("blitzes", ())),
        **{name: "1" if told.get(name) else "" for name in FLAGS},
        "die": partner.answer_before(told),
        "sheepshead": "1" if told.get("called_sheepshead") else "",
        "picker_trickless": "1" if told.get("picker_tricks") == "none" else "",
        "bury": "".join(str(bury["points"]) for bury in told.get("buries") or ()),
    }
    answers |= {
        f"{code}_by": str(seats[place])
        for fact in ("cracks", "blitzes")
        for code, place in zip(told.get(fact) or (), told.get(f"{fact}_by") or (), strict=False)
        if place is not None
    } | unpicked.answers_before(told, seats)
    kind = told["kind"]
    if kind == "two_handed" or (kind == "renege" and not told.get("in_leaster") and "picker" not in told):
        return two_handed.told_before(told, seats) | {"answers": answers}
    if kind not in ("picked", "renege") or told.get("in_leaster"):
        return unpicked.told_before(told, seats) | {"answers": answers}
    if kind == "renege":
        answers["renege"] = str(seats[told["offender"]])
    partners = tuple(seats[seat] for seat in told.get("partners", ()))
    return {
        "picker": seats[told["picker"]],
        "partners": partners,
        "alone": not partners and "partner_by" not in told,
        "points": str(told.get("side_points", told.get("trick_points", ""))),
        "answers": answers,
    }
