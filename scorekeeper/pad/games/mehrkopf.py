"""Questions of the pad for a game of Schafkopf or Mehrkopf, in the order and the words of its players."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from ledger.scoring import GAMES, HandRefused
from ledger.scoring.mehrkopf.contracts import (
    BETTEL,
    CONTRACTS,
    KREUZ,
    OWN_GAMES,
    RAMSCH,
    Contract,
    contract_called,
    is_played,
    own_name,
)
from ledger.scoring.mehrkopf.declared import least_run
from ledger.scoring.mehrkopf.outcome import bettel_rows, rows
from ledger.scoring.mehrkopf.ramsch import LEASTER, MARCHES
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.table import Table
from ledger.scoring.scored import Facts
from scorekeeper.pad.counting import counts, counts_before
from scorekeeper.pad.questions import Answers, Asks, Fields, Mode, PadQuestion
from scorekeeper.pad.state import Pad
from scorekeeper.text.games import card_words
from scorekeeper.text.numbers import number
from scorekeeper.text.wording import Phrase

RUFSPIEL, HOCHZEIT, MUSS = (
    ("rufspiel", gettext_noop("Rufspiel")),
    ("hochzeit", gettext_noop("Hochzeit")),
    ("muss", gettext_noop("Muss")),
)
KREUZSPIEL = (KREUZ, gettext_noop("Kreuzspiel"))
SOLOS = (
    ("solo", gettext_noop("Solo")),
    ("wenz", gettext_noop("Wenz")),
    ("geier", gettext_noop("Geier")),
    ("farbwenz", gettext_noop("Farbwenz")),
    ("niederer", gettext_noop("Niederer")),
    (BETTEL, gettext_noop("Bettel")),
)
STOSS = ("kontra", "re", "supra", "resupra")
TYPE_TRICKS = gettext_noop("Type how many Stiche everybody took")
TRICKS = {"won_schwarz": "all", "lost_schwarz": "none"}


def asks(rules: MehrkopfRules, active: int, answers: Answers) -> Asks:
    if rules.count == "tricks":
        # A table that writes tricks and not units: everybody's tricks count, whatever was played.
        return Asks(
            tap_picker=_(TYPE_TRICKS),
            tap_partner="",
            rows=(),
            most_partners=0,
            asks_points=False,
            is_counted=True,
            modes=tuple(_unplayed(card_words("mehrkopf", rules), has_stock="pots" in answers)),
            questions=(
                PadQuestion(name="tricks", label=_("Stiche of each"), kind="counts", is_leading=True),
            ),
        )
    contracts = _contracts(rules, active)
    contract = answers.get("contract") or contracts[0][0]
    played = _played(rules, str(contract))
    most = 0 if played.solo else GAMES["mehrkopf"].most_partners(active)
    table = Table(players=active, active=tuple(range(active)), dealer=None)
    return Asks(
        tap_picker=_("Tap the Spieler"),
        tap_partner=_("Tap the Mitspieler"),
        rows=bettel_rows() if played.is_bettel else rows(table, rules, played),
        asks_points=not played.is_bettel,
        most_partners=min(most, 1) if contract == "hochzeit" else most,
        least_partners=min(most, 1),
        # In a Kreuzspiel those who face each other play together.
        partner_steps=2 if contract == KREUZ else 0,
        is_partner_fixed=contract == KREUZ,
        picker=pgettext("a player", "Spieler"),
        partner=pgettext("a player", "Mitspieler"),
        points=_("Augen"),
        points_of=_("Augen of the Spieler’s side"),
        points_between=_("The Spieler’s side has {least} to {most} Augen"),
        least_points=-28 if active == 6 else 0,
        most_points=148 if active >= 5 else 120,
        modes=tuple(_modes(rules, active, has_stock="pots" in answers)),
        questions=tuple(_questions(rules, active, str(contract), answers)),
    )


def _contracts(rules: MehrkopfRules, active: int) -> tuple[tuple[str, str], ...]:
    # Two play only Rufspiele, three only solos (MK-035, MK-036).
    can_be: tuple[tuple[str, str], ...] = (RUFSPIEL, MUSS)
    own = tuple(
        (key, own_name(rules, key)) for key in OWN_GAMES if active > 3 or contract_called(rules, key).solo
    )
    if active > 3:
        can_be = (RUFSPIEL, *SOLOS, *own, HOCHZEIT, MUSS, *([KREUZSPIEL] if active == 4 else []))
    elif active == 3:
        can_be = (*SOLOS, *own)
    return tuple(one for one in can_be if is_played(rules, one[0]))


def _played(rules: MehrkopfRules, contract: str) -> Contract:
    # The game that was chosen; what is none is taken for a Rufspiel, until the engine refuses it.
    return contract_called(rules, contract if contract in CONTRACTS else RUFSPIEL[0])


def _modes(rules: MehrkopfRules, active: int, *, has_stock: bool) -> Iterator[Mode]:
    if active >= 4 and is_played(rules, RAMSCH):
        tap = _("Tap who lost the Ramsch")
        if rules.ramsch_tie == "decided":
            tap = _("Tap who lost the Ramsch; of a tie, first who loses it")
        part = pgettext("a player", "loses")
        if rules.ramsch_measure == LEASTER:
            tap, part = _("Tap who has the fewest Augen"), pgettext("a player", "wins")
        yield Mode(code="ramsch", label=_("Ramsch"), tap=tap, part=part)
    yield from _unplayed(card_words("mehrkopf", rules), has_stock=has_stock)


def _unplayed(words: Mapping[str, Phrase], *, has_stock: bool) -> Iterator[Mode]:
    yield Mode(code="all_pass", label=_("All pass"))
    yield Mode(code="throw_in", label=_("Zusammengeworfen"), is_rare=True)
    if has_stock:
        yield Mode(code="pot_divide", label=_("Divide the {pot}").format(**words), is_rare=True)


def _questions(rules: MehrkopfRules, active: int, contract: str, answers: Answers) -> Iterator[PadQuestion]:
    words = card_words("mehrkopf", rules)
    games = tuple(
        (code, name if code in OWN_GAMES else words.get(code, _(name)))
        for code, name in _contracts(rules, active)
    )
    yield PadQuestion(name="contract", label=_("Game"), kind="one", choices=games, is_leading=True)
    yield from _announcements(rules, active, contract)
    yield from _run_questions(rules, active, contract, answers)
    yield from _doublings(rules, active, words)
    if active >= 4:
        yield from _ramsch_questions(rules, active, answers)
    if rules.overclaim:
        label = _("Claimed too much, from each who lost")
        yield PadQuestion(name="overclaimed", label=label, kind="number", is_rare=True)
    yield PadQuestion(name="misplay", label=_("Who misplayed?"), kind="player", is_rare=True)


def _announcements(rules: MehrkopfRules, active: int, contract: str) -> Iterator[PadQuestion]:
    if _played(rules, contract).solo and contract != BETTEL:
        yield PadQuestion(name="tout", label=_("Tout"), is_beside=True)
    if contract == "solo":
        yield PadQuestion(name="sie", label=_("Sie"), is_beside=True)
    if rules.announced_rate and contract != BETTEL:
        levels = (("", "–"), ("schneider", _("Schneider")), ("schwarz", _("Schwarz")))
        yield PadQuestion(name="announced", label=_("Announced"), kind="pick", choices=levels, is_beside=True)
    if rules.hand and active == 3:
        yield PadQuestion(name="hand", label=pgettext("a solo", "Hand"), is_beside=True)


def _run_questions(
    rules: MehrkopfRules, active: int, contract: str, answers: Answers
) -> Iterator[PadQuestion]:
    if rules.laufende and contract != BETTEL:
        # Laufende as they count in this game; an answer about another game stays, to be put right.
        played = _played(rules, contract)
        most = played.longest_run(active, all_trumps=rules.laufende_trumps == "all")
        found = {*range(least_run(rules, played), most + 1), number(str(answers.get("laufende"))) or most}
        runs = (("", "–"), *((str(run), str(run)) for run in sorted(found)))
        yield PadQuestion(name="laufende", label=_("Laufende"), kind="pick", choices=runs, is_beside=True)
        if answers.get("laufende"):
            yield PadQuestion(name="laufende_side", label=_("of the Nichtspieler"), is_beside=True)


def _doublings(rules: MehrkopfRules, active: int, words: Mapping[str, Phrase]) -> Iterator[PadQuestion]:
    both = ("", "ramsch")
    if rules.klopfer:
        knocks = ("", "–"), *((str(count), f"{count} · ×{2**count}") for count in range(1, active + 1))
        yield PadQuestion(
            name="klopfer", label=words["klopfer"], kind="pick", choices=knocks, modes=both, is_beside=True
        )
    if rules.stoss != "off":
        allowed = STOSS[: STOSS.index(rules.stoss) + 1]
        steps = tuple((str(place), words[code]) for place, code in enumerate(allowed, start=1))
        calls = (("", "–"), *steps)
        yield PadQuestion(name="stoss", label=words["kontra"], kind="pick", choices=calls, is_beside=True)


def _ramsch_questions(rules: MehrkopfRules, active: int, answers: Answers) -> Iterator[PadQuestion]:
    if rules.ramsch_jungfrau != "off":
        for place in range(1, active):
            label = _("Jungfrau:") if place == 1 else pgettext("another Jungfrau", "and:")
            yield PadQuestion(name=f"jungfrau_{place}", label=label, kind="player", modes=("ramsch",))
            if not answers.get(f"jungfrau_{place}"):
                break
    if rules.ramsch_durchmarsch != "off":
        yield PadQuestion(
            name="durchmarsch",
            label=_("Whose Durchmarsch?"),
            kind="player",
            modes=("ramsch",),
            names_result=True,
        )
    yield from counts(*_counted(rules), modes=("ramsch",))


def _counted(rules: MehrkopfRules) -> Iterator[str]:
    # The table counts what it needs to know who lost a Ramsch, and who took nothing or everything.
    if rules.ramsch_measure != "tricks" or rules.ramsch_durchmarsch in MARCHES:
        yield "points"
    by_tricks = rules.ramsch_measure == "tricks" or rules.ramsch_durchmarsch == "all_tricks"
    if by_tricks or rules.ramsch_jungfrau != "off":
        yield "tricks"


def told(pad: Pad) -> dict[str, object]:
    if pad.asks.is_counted and not pad.mode:
        if not pad.counted:
            raise HandRefused("counts_missing", fact="tricks", case="typed", tap=_(TYPE_TRICKS))
        return {"kind": "played", "contract": "any", **pad.counts()}
    if pad.mode == "ramsch":
        return {"kind": "played", "contract": "ramsch"} | _ramsch(pad) | _doubled(pad)
    if pad.mode:
        return {"kind": pad.mode}
    contract = pad.answer("contract") or _contracts(pad.rules.read, len(pad.deal.active))[0][0]
    facts = {"kind": "played", "contract": contract} | pad.sides("declarer") | _doubled(pad)
    if misplayed := pad.answer("misplay"):
        demands = {name: True for name in ("tout", "sie") if pad.answer(name)}
        return facts | _laufende(pad) | demands | {"misplay_by": pad.seat(number(misplayed))}
    if announced := pad.answer("announced"):
        facts["announced"] = announced
    if overclaimed := pad.typed("overclaimed"):
        facts["overclaimed"] = overclaimed
    return facts | _laufende(pad) | _result(pad)


def _ramsch(pad: Pad) -> dict[str, object]:
    # A table that decides a tie taps the player it decided on first.
    rules, tapped = pad.rules.read, pad.tapped_seats()
    is_leaster = rules.ramsch_measure == LEASTER
    decided = rules.ramsch_tie == "decided" and not is_leaster
    facts: dict[str, object] = {**pad.counts()}
    if pad.counted and decided and tapped:
        return facts | {"tie_loser": tapped[0]}
    if tapped:
        facts["winners" if is_leaster else "losers"] = tapped
    said = [pad.answer(f"jungfrau_{place}") for place in range(1, len(pad.deal.active))]
    if maidens := [pad.seat(number(one)) for one in dict.fromkeys(said) if one]:
        facts["maidens"] = maidens
    if march := pad.answer("durchmarsch"):
        facts["durchmarsch"] = pad.seat(number(march))
    elif len(tapped) > 1 and decided:
        facts["tie_loser"] = tapped[0]
    return facts


def _doubled(pad: Pad) -> dict[str, object]:
    hand = {"hand": True} if pad.answer("hand") else {}
    counted = {name: number(pad.answer(name)) for name in ("klopfer", "stoss")}
    return hand | {name: count for name, count in counted.items() if count is not None}


def _laufende(pad: Pad) -> dict[str, object]:
    run = number(pad.answer("laufende"))
    if run is None:
        return {}
    side = "opponents" if pad.answer("laufende_side") else "declarers"
    return {"laufende": run, "laufende_side": side}


def _result(pad: Pad) -> dict[str, object]:
    if pad.answer("sie"):
        return {"sie": True, "declarer_tricks": "all"}
    if pad.answer("tout"):
        won = pad.result.startswith("won")
        return {"tout": True, "declarer_tricks": "all" if won else "some"}
    typed = pad.typed_points() if pad.asks.asks_points else None
    if typed is None:
        return {"result": pad.result}
    return {"declarer_points": typed, "declarer_tricks": TRICKS.get(pad.result, "some")}


def told_before(told: Facts, seats: Sequence[int]) -> Fields:
    kept = ("klopfer", "stoss", "laufende", "announced", "overclaimed")
    answers = {name: str(told[name]) for name in kept if told.get(name)}
    if told["kind"] != "played":
        return {"mode": told["kind"]}
    if told["contract"] == "any":
        return {"answers": counts_before(told, seats, "tricks")}
    if told["contract"] == "ramsch":
        return _ramsch_before(told, seats, answers)
    answers["contract"] = told["contract"]
    if told.get("laufende_side") == "opponents":
        answers["laufende_side"] = "1"
    answers |= {name: "1" for name in ("tout", "sie", "hand") if told.get(name)}
    if told.get("misplay_by") is not None:
        answers["misplay"] = str(seats[told["misplay_by"]])
    partners = tuple(seats[seat] for seat in told.get("partners") or ())
    # The cards' own result: a game is lost where more was announced than made.
    result = {"result": told["result"]} if told.get("announced") and told.get("result") else {}
    return result | {
        "picker": seats[told["declarer"]],
        "partners": partners,
        "alone": not partners,
        "points": str(told.get("declarer_points", "")),
        "answers": answers,
    }


def _ramsch_before(told: Facts, seats: Sequence[int], answers: dict[str, str]) -> Fields:
    march = told.get("durchmarsch")
    tapped = told.get("winners") or told.get("losers") or []
    if not tapped and told.get("tie_loser") is not None:
        tapped = [told["tie_loser"]]
    tapped = sorted(tapped, key=lambda seat: seat != told.get("tie_loser"))
    answers |= counts_before(told, seats, "points", "tricks")
    for place, seat in enumerate(told.get("maidens") or (), start=1):
        answers[f"jungfrau_{place}"] = str(seats[seat])
    if march is not None:
        answers["durchmarsch"] = str(seats[march])
    return {"mode": "ramsch", "winners": tuple(seats[seat] for seat in tapped), "answers": answers}
