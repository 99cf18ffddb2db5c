"""The house rules when nobody picks: leasters, doublers, pots."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.option import choice, switch

NOBODY = "Nobody picks"
LEASTER = "The leaster"
POTS = "Pots"


@dataclass(frozen=True, kw_only=True)
class NobodyRules:
    """What happens when everybody passes."""

    no_picker: str = choice(
        "leaster",
        {
            "leaster": "a leaster",
            "doubler": "a doubler",
            "forced": "the dealer must pick",
            "redeal": "a new deal",
            "moster": "a moster",
            "schwanzer": "a schwanzer",
        },
        label="If nobody picks",
        help=(
            "A leaster: fewest points win. A doubler: the cards are thrown in and the next hand counts "
            "double. A forced pick: the last to choose takes the blind. Some tables play a moster (the most "
            "points lose) or a schwanzer (the strongest hand laid open loses)."
        ),
        source="SH-090, SH-091, SH-103",
        section=NOBODY,
        nicknames=("leaster", "doubler", "forced pick", "stick the dealer", "all pass"),
        contested=2,
    )
    no_punish_forced: bool = switch(
        False,
        label="A forced picker pays no bump",
        help="Whoever had to take the blind loses single: “no punish”. The document says: sometimes.",
        source="SH-053, SH-091",
        section=NOBODY,
        nicknames=("no punish",),
        contested=2,
        rare=True,
        needs=(("no_picker", ("forced",)),),
    )
    unpicked_bump: bool = switch(
        True,
        label="Bump for sides made by queens",
        help=(
            "Where nobody picks and the queens decide who plays together, their side is scored as "
            "picker and partner: with the bump, or without."
        ),
        source="SH-147, SH-149",
        section=NOBODY,
        rare=True,
    )
    doubler_stack: str = choice(
        "queue",
        {
            "queue": "as many hands × 2",
            "multiply": "the next hand × 2 for each",
            "flat": "the next hand × 2",
            "round": "a whole round × 2 for each",
        },
        label="Several doublers in a row",
        help=(
            "Three doublers in a row: the next three hands count double, or the next one eight times, "
            "or the next one double and no more. No document says. Some tables double a whole round, a "
            "hand for everybody at the table, and rounds that overlap count × 4."
        ),
        source="SH-105",
        section=NOBODY,
        nicknames=("doublers", "double up"),
        contested=2,
        needs=(("no_picker", ("doubler",)), ("sixty_doubles", (True,)), ("mauer_double", ())),
    )
    doubler_deal: str = choice(
        "next",
        {"next": "the next dealer", "same": "the same dealer"},
        label="After a doubler deals",
        help="One document moves the deal to the left, another only reshuffles.",
        source="SH-103, SH-104",
        section=NOBODY,
        rare=True,
        needs=(("no_picker", ("doubler",)),),
    )
    redeal_deal: str = choice(
        "same",
        {"same": "the same dealer", "next": "the next dealer"},
        label="After a bad hand or a redeal deals",
        help="Who deals again when a hand without ace, face and trump was thrown in. No document says.",
        source="SH-022",
        section=NOBODY,
        nicknames=("no ace no face no trump", "misdeal"),
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class LeasterRules:
    """Who wins a leaster, and what it pays."""

    leaster_need_trick: bool = switch(
        True,
        label="A trick is needed to win a leaster",
        help=(
            "One document always asks for a trick, the other calls it a common variant. Without it, a "
            "player without a trick has 0 points and wins."
        ),
        source="SH-093, SH-094",
        section=LEASTER,
        contested=3,
        needs=(("no_picker", ("leaster",)),),
    )
    leaster_tie: str = choice(
        "split",
        {
            "split": "they share",
            "push": "nobody pays",
            "decided": "the table names one",
            "two_one": "two shares to one, one to the other",
        },
        label="A tie for the fewest points",
        help=(
            "No document says a word about ties. Shared, the winners split exactly what the others pay; "
            "some tables give one of them twice as much as the other (+2, +1, −1)."
        ),
        source="SH-101",
        section=LEASTER,
        contested=3,
        needs=(("no_picker", ("leaster",)),),
    )
    leaster_zero_pay: int = choice(
        1,
        {1: "1, as always", 3: "3 from everybody"},
        label="Winning a leaster with 0 points",
        help="A variant pays three when the winner’s tricks hold no points at all.",
        source="SH-098",
        section=LEASTER,
        contested=3,
        rare=True,
        needs=(("no_picker", ("leaster",)),),
    )
    leaster_all_tricks_pay: int = choice(
        1,
        {1: "nothing special", 3: "wins 3 from everybody"},
        label="Taking every trick in a leaster",
        help="A variant lets a player who takes every trick win three from everybody.",
        source="SH-100",
        section=LEASTER,
        contested=3,
        rare=True,
        needs=(("no_picker", ("leaster",)),),
    )
    leaster_trickless: str = choice(
        "none",
        {"none": "nothing special", "paid_double": "wins double", "pays_double": "pays double"},
        label="No trick in a three-handed leaster",
        help=(
            "Three-handed only: whoever takes no trick wins 2 from each, or pays double when he loses. "
            "The sentence can be read both ways."
        ),
        source="SH-099",
        section=LEASTER,
        contested=3,
        rare=True,
        needs=(("no_picker", ("leaster",)),),
    )
    leaster_blind: str = choice(
        "last_trick",
        {"last_trick": "the last trick", "named": "the trick the dealer names", "nobody": "nobody"},
        label="The blind of a leaster goes to",
        help=(
            "Normally to whoever takes the last trick; some dealers name a trick, some tables set it aside."
        ),
        source="SH-095, SH-096, SH-097",
        section=LEASTER,
        rare=True,
        needs=(("no_picker", ("leaster",)),),
    )


@dataclass(frozen=True, kw_only=True)
class PotRules:
    """Points that lie on the table between hands."""

    pot: str = choice(
        "off",
        {"off": "no pot", "leaster": "leasters feed a pot"},
        label="A pot",
        help=(
            "After a leaster, points go into a pot for the next picker to win or to match. Doublings "
            "never touch it."
        ),
        source="SH-110",
        section=POTS,
        nicknames=("pot", "kitty", "ante"),
        contested=7,
    )
    pot_ante: str = choice(
        "losers",
        {
            "losers": "every loser, one more",
            "everyone": "everybody one",
            "winner": "the winner one",
            "instead": "what the winner would get",
        },
        label="Into the pot pays",
        help=(
            "“One point is placed into a pot”: of the losers’ ante comes the pot of four that five "
            "players split 3 + 1."
        ),
        source="SH-110",
        section=POTS,
        contested=7,
        rare=True,
    )
    pot_take: str = choice(
        "all",
        {"all": "the whole pot", "one": "one single pot"},
        label="A winning picker’s side takes",
        help="The entire pot, or one single pot a win.",
        source="SH-114",
        section=POTS,
        contested=7,
    )
    pot_miss: str = choice(
        "double",
        {"double": "the whole pot again", "one": "one single pot"},
        label="A losing picker’s side pays in",
        help="What it would have received: the pot doubles 4, 8, 16, 32; or one single pot each time.",
        source="SH-112, SH-113",
        section=POTS,
        contested=7,
    )
    pot_share: str = choice(
        "one_per_pot",
        {
            "one_per_pot": "partner one a pot",
            "even_odd_picker": "halves, odd point to the picker",
            "as_points": "2 to 1",
        },
        label="Picker and partner share the pot",
        help=(
            "Of a pot of four the picker gets three and the partner a single point; other tables halve "
            "it, or share it two to one like the points."
        ),
        source="SH-111",
        section=POTS,
        contested=7,
        rare=True,
    )
    pot_end: str = choice(
        "even",
        {"even": "it is divided evenly", "showdown": "a poker hand decides"},
        label="What is left in the pot",
        help="At the end the pot is divided among everybody, or the best five-card poker hand takes it.",
        source="SH-115, SH-116, SH-117",
        section=POTS,
        contested=7,
        rare=True,
    )
    showdown_take: str = choice(
        "all",
        {"all": "all pots", "one": "one pot"},
        label="A showdown wins",
        help="The best poker hand takes one or all of the pots.",
        source="SH-117",
        section=POTS,
        rare=True,
        needs=(("pot_end", ("showdown",)),),
    )
    newcomer: str = choice(
        "adds",
        {"adds": "adds one point a pot", "divides": "comes after the pot is divided"},
        label="A newcomer",
        help=(
            "Whoever joins while a pot lies adds a point for every pot; or the pot is divided among the"
            " others first."
        ),
        source="SH-118, SH-119",
        section=POTS,
        contested=7,
        rare=True,
        needs=(("pot", ()),),
    )
