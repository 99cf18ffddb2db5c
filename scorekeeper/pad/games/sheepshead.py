"""Questions of the pad for a hand of Sheepshead, as far as the group's rules make them possible."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from ledger.scoring import GAMES, HandRefused
from ledger.scoring.scored import ChartRow, Facts
from ledger.scoring.sheepshead.outcome import RESULTS
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.table import keeps_pot, most_in_blind
from scorekeeper.pad.counting import blind, blind_before, counts, counts_before, told_blind
from scorekeeper.pad.questions import Answers, Asks, Fields, GivenAnswer, Mode, PadQuestion
from scorekeeper.pad.state import Pad
from scorekeeper.text.numbers import number

TAP = {
    "called_ace": gettext_noop("Tap who has the called ace, or Alone"),
    "called_ten": gettext_noop("Tap who has the called card, or Alone"),
    "jack_of_diamonds": gettext_noop("Tap who has the jack of diamonds, or Alone"),
    "call_up": gettext_noop("Tap who has the jack called, or Alone"),
    "secret": gettext_noop("Tap who has the called ace, or Alone"),
    "jack_and_ace": gettext_noop("Tap who has the jack or the ace, or Alone"),
    "jack_of_clubs": gettext_noop("Tap who has the jack of clubs, or Alone"),
    "jack_or_ace": gettext_noop("Tap who has the jack or the ace, or Alone"),
    "queens": gettext_noop("Tap who has the other black queen, or Alone"),
    "first_queens": gettext_noop("Tap who played the other queen, or Alone"),
    "next_player": gettext_noop("Tap the next player, or Alone"),
    "die": gettext_noop("Tap whom the die named, or Alone"),
}
# Partners by their seat, whatever anybody holds; and the words to tap if nobody may be alone.
NOT_BY_CARD = {
    "next_player": gettext_noop("Tap the next player"),
    "die": gettext_noop("Tap whom the die named"),
}
DIE = (("", "–"), *((str(pips), str(pips)) for pips in range(1, 7)))


def _partners_asked(rules: SheepsheadRules, active: int, answers: Answers) -> Fields:
    is_held = answers.get("holds_partner") and _asks_card(rules, active, answers)
    most = 0 if is_held else _most_partners(rules, active)
    pips = answers.get("die") if _throws(rules, active) else ""
    # The picker may play alone; where no card makes a partner, perhaps only to call sheepshead.
    is_called = rules.call_sheepshead and answers.get("sheepshead")
    least = (
        0
        if (rules.alone == "allowed" or rules.partner not in NOT_BY_CARD or bool(is_called))
        else min(most, 1)
    )
    tap = NOT_BY_CARD[rules.partner] if least else TAP[rules.partner] if most else ""
    steps = int(pips) if isinstance(pips, str) and pips in dict(DIE[1:]) else 0
    return {
        "tap_partner": _(tap) if tap else "",
        "most_partners": most,
        "least_partners": least,
        "partner_steps": steps or int(rules.partner == "next_player" and most > 0),
        "is_partner_fixed": steps > 0,
    }


def _most_partners(rules: SheepsheadRules, active: int) -> int:
    return 0 if rules.partner == "nobody" else GAMES["sheepshead"].most_partners(active)


def _asks_card(rules: SheepsheadRules, active: int, answers: Answers) -> bool:
    # Whether it matters that the picker alone has the card that would make somebody the partner.
    #
    # An answer given under rules without a partner's card is kept, so that it can be corrected.
    matters = rules.alone == "holding" or rules.alone_double == "chosen"
    is_held = rules.partner not in NOT_BY_CARD or bool(answers.get("holds_partner"))
    return matters and is_held and _most_partners(rules, active) > 0


def _throws(rules: SheepsheadRules, active: int) -> bool:
    # Whether a die names the partner: seven-handed, as one document has it.
    return rules.partner == "die" and active == 7


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


def asks(rules: SheepsheadRules, active: int, answers: Answers) -> Asks:
    if _two_play(rules, active):
        return _asks_for_two(rules, has_pot="pots" in answers)
    is_buried = _asks_bury(rules, active) and answers.get("bury")
    may_renege = rules.no_picker in RENEGES and 2 < active < 8
    return Asks(
        tap_picker=_("Tap who picked"),
        **_partners_asked(rules, active, answers),
        points=_("in tricks") if is_buried else pgettext("of the cards", "points"),
        points_of=_("Card points in the partner’s tricks") if is_buried else _("Picker’s card points"),
        rows=_rows(rules, active, answers),
        modes=(
            *_nobody_picked(rules, active),
            *([_renege("leaster_renege", _(RENEGES[rules.no_picker]))] if may_renege else []),
            *_rare_modes(rules, active, has_pot="pots" in answers),
        ),
        questions=tuple(_questions(rules, active, answers)),
    )


def _rows(rules: SheepsheadRules, active: int, answers: Answers) -> tuple[ChartRow, ...]:
    # The results; sheepshead called is made with every trick, or missed.
    if not (rules.call_sheepshead and answers.get("sheepshead")):
        rows = GAMES["sheepshead"].chart(rules, active).rows
        return tuple(_with_sixty(rows)) if rules.sixty_doubles else rows
    missed = replace(
        RESULTS["lost"].row, label=gettext_noop("Missed"), bracket=gettext_noop("missed"), low=None, high=None
    )
    return RESULTS["won_all_tricks"].row, missed


def _with_sixty(rows: tuple[ChartRow, ...]) -> Iterator[ChartRow]:
    # If exactly 60 doubles the next hand, it is a result of its own beside a loss with fewer points.
    for row in rows:
        if row.code == "lost":
            yield replace(row, code=SIXTY, label=gettext_noop("Lost with 60"), bracket="60", low=60, high=60)
            yield replace(row, bracket=f"{row.low}–59", high=59)
        else:
            yield row


def _questions(rules: SheepsheadRules, active: int, answers: Answers) -> Iterator[PadQuestion]:
    if _throws(rules, active):
        yield PadQuestion(name="die", label=_("Die"), kind="pick", choices=DIE, is_leading=True)
    yield from _called(rules, active, answers)
    if rules.no_picker == "forced" and active < 8:
        yield PadQuestion(name="forced", label=_("Dealer forced"))
    if _asks_card(rules, active, answers):
        yield PadQuestion(name="holds_partner", label=_("Picker has the partner card"))
    if rules.call_sheepshead:
        yield PadQuestion(name="sheepshead", label=_("Sheepshead called"))
    if rules.trickless_loss != "chart" and rules.trickless_trigger == "picker":
        yield PadQuestion(name="picker_trickless", label=_("Picker took no trick"))
    yield from _unpicked_questions(rules, active)
    if _asks_bury(rules, active):
        words = _("Picker took no trick, but buried")
        yield PadQuestion(name="bury", label=words, kind="number", is_rare=True)
    if active in (4, 8) and rules.partner in ("queens", "first_queens"):
        yield PadQuestion(name="unpicked", label=_("The queens decided, nobody picked"), is_rare=True)
    yield PadQuestion(name="renege", label=_("Who reneged?"), kind="player", is_rare=True)


def _called(rules: SheepsheadRules, active: int, answers: Answers) -> Iterator[PadQuestion]:
    # A blind pick, cracks and blitzes; who called is asked of those called, and need not be said.
    if rules.blind_pick and most_in_blind(active):
        yield PadQuestion(name="blind_pick", label=_("Blind pick ×2"))
    if rules.crack != "off":
        steps = tuple((code, _(CRACK_WORDS[code])) for code in _cracks(rules, active))
        yield PadQuestion(
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
        yield PadQuestion(name="blitz", label=_("Blitz"), kind="several", choices=blitzes)
        yield from _callers("blitzes_by", BLITZED_BY, answers.get("blitz", ()))


def _callers(fact: str, words: Mapping[str, str], calls: GivenAnswer) -> Iterator[PadQuestion]:
    for code in calls:
        if code in words:
            yield PadQuestion(
                name=f"{code}_by",
                label=_(words[code]),
                kind="player",
                choices=(("", _("not said")),),
                about=(fact, code),
                is_rare=True,
            )


def _asks_bury(rules: SheepsheadRules, active: int) -> bool:
    # A bury may be without a trick of the picker beside one of his partner’s.
    return bool(most_in_blind(active) and _most_partners(rules, active))


def _cracks(rules: SheepsheadRules, active: int) -> Iterator[str]:
    corner = rules.crack_corner and _most_partners(rules, active)
    for code in ("crack", "recrack", "castrate")[: 2 if active == 2 else 3]:
        yield code
        if code == "recrack" and corner:
            yield "corner"
        if code == rules.crack:
            break
    if rules.crack == "crack" and corner:
        yield "corner"


def told(pad: Pad) -> dict[str, object]:
    facts: dict[str, object] = {
        name: _seat_of(pad, said) for name in ("three_kings", "mauer") if (said := pad.answer(name))
    }
    return _told_kind(pad) | facts | ({"last_round": True} if pad.answer("last_round") else {})


def _told_kind(pad: Pad) -> dict[str, object]:
    if _two_play(pad.rules.read, len(pad.deal.active)):
        return _told_by_two(pad)
    if pad.mode:
        return _told_unpicked(pad)
    facts = pad.sides() | _calls(pad)
    # The die is a fact only where the partner on the pad is the one that it names.
    pips = pad.answer("die")
    if pips and pad.partners and pad.partners == pad.partnered().partners:
        facts["partner_by"] = {"die": int(pips)}
    if offender := pad.answer("renege"):
        return {"kind": "renege", "offender": _seat_of(pad, offender)} | facts | _called_first(pad)
    facts |= _counted(pad) | _called_first(pad)
    if pad.answer("picker_trickless"):
        facts["picker_tricks"] = "none"
    return {"kind": "picked"} | facts


def _calls(pad: Pad) -> dict[str, object]:
    facts: dict[str, object] = {}
    for fact, calls in (("cracks", CRACKS.get(pad.answer("crack"))), ("blitzes", pad.several("blitz"))):
        if calls:
            facts[fact] = list(calls)
        named = [pad.answer(f"{code}_by") for code in calls or ()]
        if any(named):
            facts[f"{fact}_by"] = [_seat_of(pad, said) if said else None for said in named]
    for name in FLAGS:
        if pad.answer(name):
            facts[name] = True
    return facts


def _called_first(pad: Pad) -> dict[str, object]:
    return {"called_sheepshead": True} if pad.answer("sheepshead") else {}


def _counted(pad: Pad) -> dict[str, object]:
    # With a bury the points are those in the tricks, and a house rule adds the rest.
    typed, buried = pad.typed_points(), pad.typed("bury")
    is_sixty = pad.result == SIXTY
    facts: dict[str, object] = {"result": "lost" if is_sixty else pad.result}
    if is_sixty and typed is None and buried is None:
        typed = 60
    if typed is not None:
        taken = "side_points" if buried is None else "trick_points"
        facts = {taken: typed, "side_tricks": TRICKS.get(pad.result, "some")}
    if buried is not None:
        facts["buries"] = [{"seat": pad.seat(pad.picker), "points": buried, "tricks": "none"}]
    return facts


def told_before(told: Facts, seats: Sequence[int]) -> Fields:
    by = told.get("partner_by")
    answers: dict[str, GivenAnswer] = {
        "crack": next((code for code, calls in CRACKS.items() if calls == tuple(told.get("cracks", ()))), ""),
        "blitz": tuple(told.get("blitzes", ())),
        **{name: "1" if told.get(name) else "" for name in FLAGS},
        "die": str(by["die"]) if isinstance(by, Mapping) and "die" in by else "",
        "sheepshead": "1" if told.get("called_sheepshead") else "",
        "picker_trickless": "1" if told.get("picker_tricks") == "none" else "",
        "bury": "".join(str(bury["points"]) for bury in told.get("buries") or ()),
    }
    answers |= {
        f"{code}_by": str(seats[place])
        for fact in ("cracks", "blitzes")
        for code, place in zip(told.get(fact) or (), told.get(f"{fact}_by") or (), strict=False)
        if place is not None
    }
    answers |= {
        **counts_before(told, seats, "points", "tricks"),
        **blind_before(told.get("blind"), seats),
        "won_with": told.get("won_with") or ("points" if told.get("jack") is None else "jack"),
        "moster_with": "" if told.get("all_tricks_by") is None else "all_tricks",
        "trickless": "".join(str(seats[seat]) for seat in told.get("trickless") or ()),
        "last_round": "1" if told.get("last_round") else "",
    }
    for name in ("three_kings", "mauer"):
        if told.get(name) is not None:
            answers[name] = str(seats[told[name]])
    kind = told["kind"]
    if kind == "two_handed" or (kind == "renege" and not told.get("in_leaster") and "picker" not in told):
        return _two_before(told, seats) | {"answers": answers}
    if kind not in ("picked", "renege") or told.get("in_leaster"):
        return _unpicked_before(told, seats) | {"answers": answers}
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


# A hand for two without a picker: who won is tapped where else the picker is.

EVEN, RENEGE = "even", "two_handed_renege"


def _two_play(rules: SheepsheadRules, active: int) -> bool:
    return active == 2 and rules.two_handed == "symmetric"


def _asks_for_two(rules: SheepsheadRules, *, has_pot: bool) -> Asks:
    # The questions of such a hand: the winner is tapped where else the picker is.
    return Asks(
        tap_picker=_("Tap who won"),
        tap_partner="",
        picker=pgettext("a player", "winner"),
        points_between=_("The winner’s side has {least} to {most} card points"),
        rows=GAMES["sheepshead"].chart(rules, 2).rows,
        most_partners=0,
        asks_points=False,
        modes=(
            Mode(code=EVEN, label=_("60 each"), is_rare=True),
            _renege(RENEGE, _("Renege")),
            *_rare_modes(rules, 2, has_pot=has_pot),
        ),
        questions=(
            *counts("points", "tricks", modes=("",)),
            *_customs(rules, played=("", EVEN, RENEGE), passed=()),
        ),
    )


def _told_by_two(pad: Pad) -> dict[str, object]:
    if pad.mode == EVEN:
        return {"kind": "two_handed", "winner": EVEN}
    if pad.mode == RENEGE:
        return {"kind": "renege", "offender": pad.tapped_seats()[0]}
    if pad.mode:
        return _told_unpicked(pad)
    if pad.counted:
        named = {} if pad.picker is None else {"winner": pad.seat(pad.picker)}
        return {"kind": "two_handed", **pad.counts(), **named}
    return {"kind": "two_handed", "winner": pad.seat(pad.picker), "result": pad.result}


def _two_before(told: Facts, seats: Sequence[int]) -> Fields:
    # The fields of the pad when these facts were told, but the answers.
    if told["kind"] == "renege":
        return {"mode": RENEGE, "winners": (seats[told["offender"]],)}
    if told.get("points"):
        return {}
    winner = told.get("winner")
    if winner in (None, EVEN):
        return {"mode": EVEN}
    return {"picker": seats[winner], "alone": True}


# A hand that nobody picked, and what may stand beside any hand.

NOBODY = gettext_noop("Nobody picked")
TIES = {
    "two_one": gettext_noop("Tap who won the leaster; of two, first who gets two shares"),
    "decided": gettext_noop("Tap who won the leaster; of a tie, first who wins it"),
}
MIDDLE = {
    "mittler": gettext_noop("Tap who has the middle number of points"),
    "schneidster": gettext_noop("Tap who is the closest to 30 points, not over"),
}
RENEGES = {
    "leaster": gettext_noop("Renege in a leaster"),
    "moster": gettext_noop("Renege in a moster"),
    "mittler": gettext_noop("Renege in a Mittler"),
    "schneidster": gettext_noop("Renege in a Schneidster"),
}
PLAYED = ("", "leaster", "moster", "schwanzer", *MIDDLE, "leaster_renege")
PASSED = ("leaster", "moster", *MIDDLE, "all_pass")


def _renege(code: str, label: str) -> Mode:
    part = pgettext("a player", "reneged")
    return Mode(code=code, label=label, tap=_("Tap who reneged"), part=part, most=1, is_rare=True)


def _rare_modes(rules: SheepsheadRules, active: int, *, has_pot: bool) -> Iterator[Mode]:
    yield Mode(code="bad_hand", label=_("Bad hand, dealt again"), is_rare=True)
    if has_pot:
        yield Mode(code="pot_divide", label=_("Divide the pot"), is_rare=True)
        if rules.pot_end == "showdown" and keeps_pot(rules) and active <= 6:
            tap = _("Tap who won the showdown")
            yield Mode(code="showdown", label=_("Showdown"), tap=tap, most=1, is_rare=True)


def _nobody_picked(rules: SheepsheadRules, active: int) -> Iterator[Mode]:
    if rules.no_picker == "leaster" and 2 < active < 8:
        tap = _(TIES[rules.leaster_tie]) if rules.leaster_tie in TIES else _("Tap who won the leaster")
        yield Mode(code="leaster", label=_(NOBODY), tap=tap)
    elif rules.no_picker == "moster" and 2 < active < 8:
        tap, part = _("Tap who took the most points"), pgettext("a player", "moster")
        yield Mode(code="moster", label=_(NOBODY), tap=tap, part=part)
    elif rules.no_picker in MIDDLE and 2 < active < 8:
        yield Mode(code=rules.no_picker, label=_(NOBODY), tap=_(MIDDLE[rules.no_picker]))
    elif rules.no_picker == "schwanzer":
        tap, part = _("Tap who has the strongest hand"), pgettext("a player", "strongest")
        yield Mode(code="schwanzer", label=_(NOBODY), tap=tap, part=part)
    elif rules.no_picker in ("doubler", "redeal") and 2 < active < 8:
        yield Mode(code="all_pass", label=_(NOBODY))


def _unpicked_questions(rules: SheepsheadRules, active: int) -> Iterator[PadQuestion]:
    if rules.no_picker == "leaster":
        ways = tuple(_ways(rules, active))
        if len(ways) > 1:
            yield PadQuestion(
                name="won_with", label=_("Won with"), kind="one", choices=ways, modes=("leaster",)
            )
        if _pays_double(rules, active):
            yield PadQuestion(name="trickless", label=_("Took no trick:"), kind="player", modes=("leaster",))
    if rules.no_picker == "moster":
        ways = (("", _("Most points lose")), ("all_tricks", _("Every trick wins")))
        yield PadQuestion(name="moster_with", label=_("Moster"), kind="one", choices=ways, modes=("moster",))
    if rules.no_picker in RENEGES:
        yield from counts("points", "tricks", modes=(rules.no_picker,))
        yield from blind(rules.leaster_blind, (rules.no_picker,))
    yield from _customs(rules, played=PLAYED, passed=PASSED)


def _customs(
    rules: SheepsheadRules, *, played: tuple[str, ...], passed: tuple[str, ...]
) -> Iterator[PadQuestion]:
    # Payments of some tables beside a hand that was played, or that nobody wanted (modes of the pad).
    if rules.last_round:
        yield PadQuestion(name="last_round", label=_("Last round ×2"), modes=played)
    if rules.three_kings is not None:
        modes = (*played, "all_pass") if passed else played
        yield PadQuestion(
            name="three_kings", label=_("Three kings:"), kind="player", modes=modes, is_rare=True
        )
    if rules.mauer is not None and passed:
        yield PadQuestion(name="mauer", label=_("Mauer mark:"), kind="player", modes=passed, is_rare=True)


def _ways(rules: SheepsheadRules, active: int) -> Iterator[tuple[str, str]]:
    yield "points", _("Fewest points")
    if rules.leaster_jack:
        yield "jack", _("Jack of diamonds")
    if rules.leaster_zero_pay == 3:
        yield "no_points", _("No points at all")
    if rules.leaster_all_tricks_pay == 3 or _pays_double(rules, active):
        yield "all_tricks", _("Every trick")
    if rules.leaster_trickless == "paid_double" and active == 3:
        yield "no_trick", _("No trick")


def _pays_double(rules: SheepsheadRules, active: int) -> bool:
    return rules.leaster_trickless == "pays_double" and active == 3


def _told_unpicked(pad: Pad) -> dict[str, object]:
    if pad.mode == "leaster":
        return _told_leaster(pad)
    if pad.mode == "moster":
        return {"kind": "moster"} | _told_moster(pad)
    if pad.mode in MIDDLE:
        tapped = pad.tapped_seats()
        named = {"winners": tapped} if tapped else {}
        return {"kind": pad.mode} | (_counts_told(pad) if pad.counted else {}) | named
    if pad.mode == "schwanzer":
        return {"kind": "schwanzer", "losers": pad.tapped_seats()}
    if pad.mode == "leaster_renege":
        return {"kind": "renege", "in_leaster": True, "offender": pad.tapped_seats()[0]}
    if pad.mode == "showdown":
        return {"kind": "showdown", "winner": pad.tapped_seats()[0]}
    return {"kind": pad.mode}


def _told_leaster(pad: Pad) -> dict[str, object]:
    # A table that decides a tie taps the player it decided on first.
    rules: SheepsheadRules = pad.rules.read
    tapped, way, may_tie = pad.tapped_seats(), pad.answer("won_with"), rules.leaster_tie in TIES
    facts: dict[str, object]
    if pad.counted:
        # Everybody’s numbers, and of the taps what they cannot say: who took the jack, or wins a tie.
        facts = {"kind": "leaster"} | _counts_told(pad)
        if tapped and way == "jack":
            facts["jack"] = tapped[0]
        elif tapped:
            facts |= {"tie_winner": tapped[0]} if may_tie else {"winners": tapped}
        return facts
    facts = {"kind": "leaster", "winners": tapped}
    if way == "jack":
        facts["jack"] = tapped[0]
    elif way not in ("", "points"):
        facts["won_with"] = way
    if len(tapped) > 1 and may_tie:
        facts["tie_winner"] = tapped[0]
    if trickless := pad.answer("trickless"):
        facts["trickless"] = [_seat_of(pad, trickless)]
    return facts


def _counts_told(pad: Pad) -> dict[str, object]:
    # Everybody’s numbers, with the blind if it was counted apart.
    lying = told_blind(pad)
    return pad.counts() | ({} if lying is None else {"blind": lying})


def _told_moster(pad: Pad) -> dict[str, object]:
    tapped = pad.tapped_seats()
    if pad.counted:
        return _counts_told(pad) | ({"losers": tapped} if tapped else {})
    if pad.answer("moster_with") != "all_tricks":
        return {"losers": tapped}
    if len(tapped) > 1:
        raise HandRefused("all_tricks", fact="winners")
    return {"all_tricks_by": tapped[0]}


def _seat_of(pad: Pad, said: str) -> int:
    # The seat of the player who is the answer to a question.
    return pad.seat(number(said))


def _unpicked_before(told: Facts, seats: Sequence[int]) -> Fields:
    mode = "leaster_renege" if told["kind"] == "renege" else told["kind"]
    many = told.get("winners") or told.get("losers") or ()
    names = ("offender", "winner", "all_tricks_by", "jack", "tie_winner")
    one = [told[name] for name in names if told.get(name) is not None][:1]
    tapped = sorted(many, key=lambda seat: seat != told.get("tie_winner")) or one
    return {"mode": mode, "winners": tuple(seats[seat] for seat in tapped)}
