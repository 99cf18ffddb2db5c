"""Rules found by the words that people have for them, and answers where no rule changes a score."""

import pytest

from ledger.models import HouseRules
from ledger.scoring import GAMES
from scorekeeper.pages.group.rule_sheet import answers, sections
from scorekeeper.pages.group.rules_form import RuleSheet, sheet_in_force

# Words by the option that they have to find, or by the answer that says why there is none ("=…").
SHEEPSHEAD = {
    "partner": (
        "called ace, call an ace, jack of diamonds, JD, cut-throat, cutthroat, partner, plays together, "
        "first queens, no partner"
    ),
    "alone": "loner, going alone, solo, play alone",
    "alone_double": "alone pays double",
    "bump": "bump, double on the bump, DOB, loser pays double",
    "trick_rows": "schwarz, no-tricker, triple, all tricks",
    "trickless_loss": "no trick, picker pays all",
    "schneider_line": "schneider, 91, 30 is safe",
    "trick_level": "1-2-4",
    "bury_credit": "bury, blind points, buried",
    "split": "equal shares, picker partner share",
    "crack": "crack, knock, recrack, re-crack, castrate, kontra, double the game",
    "crack_corner": "around the corner",
    "blitz": "blitz, blitzers, red queens, black jacks",
    "blitz_timing": "declare blitz",
    "blind_pick": "blind pick, pick blind, unseen",
    "cap": "limit, cap, maximum, ceiling, marks",
    "call_sheepshead": "sheepshead, call sheepshead, slam, grand",
    "no_picker": (
        "leaster, doubler, forced pick, stick the dealer, all pass, nobody picks, moster, schwanzer, "
        "mittler, everybody passes"
    ),
    "no_picker_after": "two leasters",
    "no_punish_forced": "no punish",
    "doubler_stack": "double up, doublers, next hand double",
    "redeal_deal": "misdeal, no ace no face, redeal",
    "leaster_need_trick": "need a trick",
    "leaster_tie": "leaster tie, tie",
    "leaster_blind": "last trick blind",
    "leaster_zero_pay": "zero points",
    "pot": "pot, kitty, ante, jackpot, pool, throw in",
    "pot_end": "poker hand, end of the night pot",
    "newcomer": "newcomer, late player",
    "renege_pays": "renege, misplay, revoke, wrong card",
    "two_handed": "two players, heads up",
    "play_to": "first to 21, target, race",
    "three_kings": "three kings",
    "last_round": "last hand, last round",
    "sixty_doubles": "sixty, 60-60",
    "mauer": "mauer, mauering, hiding a hand",
    "=worth in money": "stake, nickels, money, price",
    "=sits out": "six players, sit out, dealer sits out",
    "=which suit is trump": "trump suit, seven of diamonds",
    "=which cards the picker may bury": "bury ace, hold card, unknown",
    "=dealt": "deal",
    "=partner has to be shown": "secret partner",
    "=shuffling": "table talk",
}

SCHAFKOPF = {
    "base_normal": "Preis, Grundtarif, Rufspiel, Sauspiel",
    "base_solo": "Solo, Farbsolo",
    "own_name": "Herz-Solo, Herz Solo, eigenes Spiel",
    "contracts": "Wenz, Geier, Farbwenz, Bettel, Hochzeit, Niederer, Kreuzspiel, Bettler",
    "schneider_rate": "Schneider, schwarz",
    "declarer_safe": "schneiderfrei, 31 Augen",
    "laufende": "Laufende, Läufer",
    "laufende_min": "ab drei, ab vier",
    "laufende_min_wenz": "Wenz ab zwei",
    "laufende_max": "höchstens",
    "tout_rate": "Tout, Du",
    "sie_factor": "Sie",
    "klopfer": "Klopfen, Klopfer, Leger, legen, Stellen, Aufstellen, Doppler",
    "stoss": "Kontra, Stoß, Spritz, Retour, Supra, Re, Sub, Hirsch, Schuss",
    "doublings_max": "Deckel, limit",
    "bock": "Bock, Bockrunde, Doppelrunde",
    "stock": "Stock, Topf, Henn, Reuegeld",
    "no_bid": "zusammengeworfen, zammgschmissn, weiter, Muss, Ramsch",
    "ramsch_measure": "Leaster",
    "ramsch_jungfrau": "Jungfrau",
    "ramsch_durchmarsch": "Durchmarsch, Mord",
    "misplay_pays": "falsch bedient, nicht bedient, Renonce",
    "deck": "kurze Karte, lange Karte, Kurzer, Langer",
    "hand": "Hand, zu dritt",
    "announced_rate": "angesagt",
    "distribution": "Mitspieler, Nichtspieler, Partner",
    "=worth in money": "Cent, Geld, Tarif, stake",
    "=which suit is trump": "Herz, Trumpf, Eichel",
    "=dealt": "Geben, Mischen, Abheben",
    "=called ace may be played": "Rufsau, die Alte, Davonlaufen, Schmieren",
    "=last Stich": "letzter Stich",
}
WORDS = [
    (game, find, target)
    for game, found in (("sheepshead", SHEEPSHEAD), ("mehrkopf", SCHAFKOPF))
    for target, finds in found.items()
    for find in finds.split(", ")
]


def sheet(game: str) -> RuleSheet:
    return sheet_in_force(HouseRules(game=game, preset="", options={}))


def found_rules(game: str, find: str) -> set[str]:
    drawn = [one for section in sections(sheet(game), find) for one in section.all]
    return {one.option.name for one in drawn if one.found}


def found_answers(game: str, find: str) -> list[str]:
    return [answer["said"] for answer in answers(GAMES[game], find) if answer["found"]]


def is_found(game: str, find: str, target: str) -> bool:
    if target.startswith("="):
        return any(target[1:] in answer for answer in found_answers(game, find))
    return target in found_rules(game, find)


@pytest.mark.parametrize(("game", "find", "target"), WORDS)
def test_word_of_a_table_finds_its_rule_or_an_answer(game: str, find: str, target: str) -> None:
    assert is_found(game, find, target)


def test_rule_of_a_game_that_is_not_played_is_found_and_says_what_it_needs() -> None:
    played = sheet_in_force(HouseRules(game="mehrkopf", preset="", options={"contracts": ["wenz"]}))
    by_name = {one.option.name: one for section in sections(played, "Durchmarsch") for one in section.all}
    assert by_name["ramsch_durchmarsch"].found
    assert "“When all pass: a Ramsch”" in by_name["ramsch_durchmarsch"].asleep
    assert not any(one.found for section in sections(played) for one in section.all if "ramsch" in one.field)


def test_lists_are_long_enough_and_no_word_stands_in_them_twice() -> None:
    for game, most in (("sheepshead", 99), ("mehrkopf", 71)):
        words = [find for of_game, find, _target in WORDS if of_game == game]
        assert len(words) >= most
        assert len(set(words)) == len(words)
