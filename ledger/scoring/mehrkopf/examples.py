"""Hands that show what the house rules of Schafkopf and Mehrkopf do."""

from collections.abc import Iterator

from ledger.scoring.carried import Plain
from ledger.scoring.game import Telling
from ledger.scoring.mehrkopf.contracts import KREUZ, OWN_GAMES, contract_called, own_name
from ledger.scoring.mehrkopf.declared import STOSS
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.table import Table
from ledger.words.messages import Message, message

SOLO: Plain = {"kind": "played", "contract": "solo", "declarer": 0, "partners": []}
TOUT = SOLO | {"declarer_tricks": "all", "tout": True}


def tellings(rules: MehrkopfRules, players: int) -> Iterator[Telling]:
    """Yield example hands; the first that is not refused counts where two have the same title."""
    table = Table(players=players, active=tuple(range(players)), dealer=None)
    if rules.count == "tricks":
        total = table.tricks(rules)
        tricks = [total - 3, 3, *[0] * (players - 2)]
        title = message("title", case="tricks", most=total - 3, total=total, least=3)
        yield title, 0, {"kind": "played", "contract": "any", "tricks": tricks}
        return
    # A normal game; who plays it has a partner from four players on.
    partners = [1] if players >= 4 else []
    normal = {"kind": "played", "contract": "rufspiel", "declarer": 0, "partners": partners}
    yield _title(normal, "lost_against_a_run", points=28, run=4), 0, _with(normal, 28, 4, "opponents")
    yield from SOLOS
    yield from _doubled(rules, normal)
    if players >= 4:
        yield from _ramsches(rules, table)
    if rules.stock is not None:
        pot = {"amount": str(rules.stock * players), "pots": 1}
        yield _title(normal, "for_the_stock", points=80), 0, _with(normal, 80, pot=pot)
        yield _title(normal, "for_the_stock", points=50), 0, _with(normal, 50, pot=pot)
        yield message("title", case="all_pass"), 0, {"kind": "all_pass"}
    yield from _misplays(normal, players)
    # A short run in every game that some tables pay otherwise than the rest.
    for contract in ("hochzeit", "muss", "geier", "farbwenz", "niederer"):
        game = (normal if contract in ("hochzeit", "muss") else SOLO) | {"contract": contract}
        title = message("title", case="game_won_with_a_run", contract=contract, points=80, run=2)
        yield title, 0, _with(game, 80, 2)
    for key in OWN_GAMES:
        if own_name(rules, key):
            own = contract_called(rules, key)
            title = message("title", case="game_won", contract=own.called, points=80)
            yield title, 0, _with((SOLO if own.solo else normal) | {"contract": key}, 80)
    # Half and a quarter of the Augen, which count otherwise in a Muss and in a Kreuzspiel.
    special = (normal | {"contract": "muss"}, normal | {"contract": KREUZ, "partners": [2]})
    yield from (
        (
            message("title", case="game_of_points", contract=game["contract"], points=points),
            0,
            _with(game, points),
        )
        for game in special
        for points in (60, 30)
    )
    if rules.announced_rate is not None:
        yield message("title", case="announced", points=95), 0, _with(SOLO, 95, announced="schneider")
        yield message("title", case="announced", points=80), 0, _with(SOLO, 80, announced="schneider")
    if rules.hand:
        yield message("title", case="solo_hand", points=80), 0, _with(SOLO, 80, hand=True)
    if rules.overclaim:
        yield message("title", case="overclaimed", much=2), 1, _with(SOLO, 80, overclaimed=2)


def _title(game: Plain, case: str, **params: object) -> Message:
    # The title of a normal game: of two who play it, or of one alone.
    return message("title", case=case if game["partners"] else f"{case}_alone", **params)


def _with(game: Plain, points: int, run: int = 0, side: str = "declarers", **more: object) -> Plain:
    # The declarers took some tricks and so many points; a `run` of Laufende is on that side.
    told = game | {"declarer_points": points, "declarer_tricks": "some"} | more
    return told | {"laufende": run, "laufende_side": side} if run else told


# Solos with their Laufende, Tout and Sie.
SOLOS: tuple[Telling, ...] = (
    (message("title", case="solo_won_with_a_run", points=95, run=3), 0, _with(SOLO, 95, 3)),
    (message("title", case="tout_won"), 0, TOUT | {"declarer_points": 120}),
    (message("title", case="tout_won"), 0, TOUT | {"declarer_points": 148}),
    (message("title", case="tout_lost", points=100, run=4), 0, _with(SOLO, 100, 4, tout=True)),
    (message("title", case="sie"), 0, SOLO | {"sie": True}),
    (message("title", case="solo_lost_with_a_run", points=50, run=4), 0, _with(SOLO, 50, 4)),
    (message("title", case="bettel_won"), 0, SOLO | {"contract": "bettel", "result": "won"}),
    (
        message("title", case="wenz_won_with_a_run", points=80, run=2),
        0,
        _with(SOLO | {"contract": "wenz"}, 80, 2),
    ),
)


def _doubled(rules: MehrkopfRules, normal: Plain) -> Iterator[Telling]:
    # Doublings before a game, and a run as long as two players can hold.
    steps = STOSS.index(rules.stoss) + 1 if rules.stoss in STOSS else 0
    if steps:
        said = {"points": 80, "steps": STOSS[:steps]}
        yield message("title", case="solo_called", **said), 0, _with(SOLO, 80, stoss=steps)
        yield _title(normal, "called", **said), 0, _with(normal, 80, stoss=steps)
    if rules.bock_here:
        yield _title(normal, "in_bock", points=80), 0, _with(normal, 80, bock=1)
    yield from (
        (_title(normal, "knocked", points=80), 0, _with(normal, 80, klopfer=1)),
        (message("title", case="solo_knocked", points=80), 0, _with(SOLO, 80, klopfer=1)),
        (_title(normal, "with_a_run", points=80, run=9), 0, _with(normal, 80, 9)),
    )


def _ramsches(rules: MehrkopfRules, table: Table) -> Iterator[Telling]:
    # A Ramsch with a tie, one where most points are not most tricks, and one with everything taken.
    players, total, tricks = table.players, table.total, table.tricks(rules)
    rest = [0] * (players - 2)
    decided = {"tie_loser": 0} if rules.ramsch_tie == "decided" else {}
    params = {"most": total - 50, "points": 50, "tricks": tricks - 2}
    half, taken = total // 2, tricks // 2
    for title, points, tricks_of, more in (
        (message("title", case="ramsch_tied", points=half), [half, half], [taken, taken], decided),
        (message("title", case="ramsch_of_points", **params), [total - 50, 50], [2, tricks - 2], {}),
        (message("title", case="ramsch_march"), [total, 0], [tricks, 0], {}),
        (message("title", case="ramsch_march_knocked"), [total, 0], [tricks, 0], {"klopfer": 1}),
    ):
        told = {"points": [*points, *rest], "tricks": [*tricks_of, *rest]}
        yield title, 0, {"kind": "played", "contract": "ramsch"} | told | more


def _misplays(normal: Plain, players: int) -> Iterator[Telling]:
    # Somebody on either side did not follow suit.
    run = {"laufende": 4, "laufende_side": "opponents"}
    last = players - 1
    if normal["partners"]:
        yield from (
            (message("title", case="partner_misplays", run=4), 1, normal | run | {"misplay_by": 1}),
            (message("title", case="opponent_misplays"), last, normal | {"misplay_by": last}),
        )
    yield from (
        (message("title", case="solo_misplayed", run=4), 0, SOLO | run | {"misplay_by": 0}),
        (message("title", case="misplay_against_a_solo"), 1, SOLO | {"misplay_by": 1}),
    )
