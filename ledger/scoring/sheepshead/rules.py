"""The house rules of Sheepshead: every option with its words, its default and its source."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from ledger.scoring.game import Preset, Stake, Tiles
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.option import choice, number, several, switch
from ledger.scoring.scored import HandRefused

CUSTOMS = _("Customs of some tables")
# The name in receipts and rule cards of the source of these house rules.
CUSTOM = _("custom of some tables")


WINNING = _("Winning and losing")
PARTNERS = _("Partners")
DOUBLING = _("Doubling")
SHEEPSHEAD = _("Calling sheepshead")


NOBODY = _("Nobody picks")
LEASTER = _("The leaster")
POTS = _("Pots")

# Hands that can be played where nobody picks.
UNPICKED = {
    "leaster": _("a leaster"),
    "doubler": _("a doubler"),
    "forced": _("the dealer must pick"),
    "redeal": _("a new deal"),
    "moster": _("a moster"),
    "schwanzer": _("a schwanzer"),
    "mittler": _("a Mittler"),
    "schneidster": _("a Schneidster"),
}

# Options that feed a pot.
FED = (("pot", ()), ("mauer_to", ("pot",)))


TABLE = _("At the table")


@dataclass(frozen=True, kw_only=True)
class SheepsheadRules:
    """The house rules of one Sheepshead table, in the order of the rule card."""

    # The worth of a hand before anybody doubles it.
    bump: bool = switch(
        True,
        label=_("Double on the bump"),
        help=_(
            "The picker’s side pays double when it loses; a win never changes. Some tables always play "
            "it, some never."
        ),
        source="SH-050, SH-051, SH-052",
        section=WINNING,
        nicknames=(_("bump"), _("DOB"), _("double on the bump"), _("loser pays double")),
        contested=1,
    )
    trick_rows: bool = switch(
        True,
        on=_("a triple game"),
        off=_("schneider is the top"),
        label=_("All tricks and no tricks"),
        help=_(
            "Taking every trick, or none, is a triple game. Switched off, no schneider is the most a "
            "hand can be worth."
        ),
        source="SH-006, SH-008",
        section=WINNING,
        nicknames=(_("schwarz"), _("no-tricker")),
    )
    trickless_loss: str = choice(
        "chart",
        {
            "chart": _("as on the chart"),
            "picker_pays": _("the picker pays all"),
            "picker_pays_no_bump": _("the picker pays all, without the bump"),
        },
        label=_("When the picker’s side takes no trick"),
        help=_(
            "The chart lets the partner pay a share (−12/−6/+6 with the bump); some house rules let the"
            " picker pay everything and the partner nothing (−18/0/+6), some tables without the bump"
            " (−9/0/+3)."
        ),
        source="SH-054",
        section=WINNING,
        nicknames=(_("no trick"), _("Smith rule"), _("−18/0/+6")),
        contested=4,
    )
    trickless_trigger: str = choice(
        "side",
        {"side": _("picker and partner"), "picker": _("the picker alone")},
        label=_("Who must be without a trick for that"),
        help=_(
            "Whether the picker pays everything only when neither picker nor partner took a trick, or "
            "already when the picker took none. Tables play both."
        ),
        source="SH-054, convention",
        section=WINNING,
        contested=4,
        rare=True,
        needs=(("trickless_loss", ("picker_pays", "picker_pays_no_bump")),),
    )
    bury_credit: str = choice(
        "picker_trick",
        {
            "picker_trick": _("who buried has a trick"),
            "side_trick": _("the picker’s side has a trick"),
            "always": _("always"),
        },
        label=_("The buried points count when"),
        help=_(
            "Most tables give the picker the buried points only with a trick, some always. If they do "
            "not count, the other side gets them."
        ),
        source="SH-012, SH-156",
        section=WINNING,
        nicknames=(_("bury"), _("blind points")),
        contested=4,
    )

    # Partners, and their shares.
    partner: str = choice(
        "called_ace",
        {
            "called_ace": _("called ace"),
            "called_ten": _("called ace or ten"),
            "jack_of_diamonds": _("jack of diamonds"),
            "call_up": _("jack of diamonds, call up"),
            "secret": _("called ace, the picker may call an ace they hold"),
            "jack_and_ace": _("jack of diamonds and a called ace"),
            "jack_of_clubs": _("jack of clubs"),
            "jack_or_ace": _("jack of diamonds or a called ace, as the picker says"),
            "queens": _("the two black queens"),
            "first_queens": _("the first two queens played"),
            "next_player": _("the next player"),
            "die": _("a die decides"),
            "nobody": _("nobody, always alone"),
        },
        label=_("The partner is"),
        help=_("How the picker finds a partner. It changes no points, only what the pad asks."),
        source="SH-030, SH-032, SH-034, SH-035, SH-037, SH-147, SH-148, SH-155, SH-157",
        section=PARTNERS,
        nicknames=(
            _("JD"),
            _("jack of diamonds"),
            _("call an ace"),
            _("cut-throat"),
            _("dice"),
            _("plays together"),
        ),
    )
    alone: str = choice(
        "allowed",
        {"allowed": _("may be chosen"), "holding": _("only with the partner card")},
        label=_("Playing alone"),
        help=_(
            "Most tables let a picker play without a partner. At some the picker always takes one, and is "
            "alone only with the card in hand that would make somebody the partner, or to call sheepshead; "
            "where the next player or a die decides, only to call sheepshead."
        ),
        source=CUSTOM,
        section=PARTNERS,
        nicknames=(_("alone"), _("solo"), _("loner"), _("going alone")),
        rare=True,
    )
    alone_double: str = choice(
        "no",
        {
            "no": _("as any other hand"),
            "always": _("double"),
            "chosen": _("double, unless the picker has the partner card"),
        },
        label=_("A picker alone plays for"),
        help=_(
            "A picker alone takes what two would have shared. At some tables the hand counts double on top "
            "of that, won or lost; a called sheepshead has its own price."
        ),
        source=CUSTOM,
        section=PARTNERS,
        nicknames=(_("alone"), _("solo"), _("alone pays double")),
        rare=True,
    )
    partner_shares_loss: bool = switch(
        True,
        label=_("The partner pays a share of a loss"),
        help=_(
            "The chart lets the partner lose what a partner wins. Switched off, the picker pays for both on "
            "every loss, as one page can be read (“you owe the other players”)."
        ),
        source="SH-015",
        section=PARTNERS,
        rare=True,
    )
    split: str = choice(
        "remainder",
        {
            "remainder": _("partner one, picker the rest"),
            "even": _("equal shares"),
            "two_one": _("picker two, partner one"),
        },
        label=_("Picker and partner share"),
        help=_(
            "Each partner wins or loses what an opponent does, and the picker the rest: always whole "
            "points, and the usual chart. The other two give fractions with some numbers of players."
        ),
        source="SH-010, SH-158, SH-159, convention",
        section=PARTNERS,
        contested=5,
        rare=True,
    )

    # Cracks, blitzes, and what limits them.
    crack: str = choice(
        "off",
        {
            "off": _("no cracking"),
            "crack": _("crack, × 2"),
            "recrack": _("up to re-crack, × 4"),
            "castrate": _("up to castrate, × 8"),
        },
        label=_("Cracking"),
        help=_(
            "An opponent who had no chance to pick may crack: the hand counts double, won or lost. The "
            "picker’s side may re-crack (× 4), another opponent castrate (× 8), as far as the table "
            "allows. Nobody cracks twice in a hand."
        ),
        source="SH-060, SH-063, SH-064",
        section=DOUBLING,
        nicknames=(
            _("knock"),
            _("crack"),
            _("re-crack"),
            _("recrack"),
            _("castrate"),
            _("one crack a player"),
            _("Kontra"),
            _("double the game"),
        ),
        contested=6,
    )
    crack_corner: bool = switch(
        False,
        label=_("Crack around the corner"),
        help=_(
            "The partner may answer a crack by cracking around the corner: it shows who that is, and "
            "counts like a re-crack (× 4 in all)."
        ),
        source="SH-065",
        section=DOUBLING,
        nicknames=(_("around the corner"),),
        rare=True,
    )
    blitz: tuple[str, ...] = several(
        {
            "black_queens": _("both black queens"),
            "red_queens": _("both red queens"),
            "black_jacks": _("both black jacks"),
            "red_jacks": _("both red jacks"),
            "middle_jacks": _("the two middle jacks"),
            "four_jacks": _("all four jacks"),
        },
        label=_("Blitzes"),
        help=_(
            "A player who shows such a pair doubles the hand, on whichever side; every blitz doubles again."
        ),
        source="SH-070, SH-072",
        section=DOUBLING,
        nicknames=(_("blitz"), _("blitzers")),
        contested=6,
        needs=(("crack", ()), ("blitz_timing", ("any", "played"))),
    )
    blitz_timing: str = choice(
        "after_crack",
        {
            "after_crack": _("only after a crack"),
            "any": _("at any time"),
            "played": _("after the queens were played"),
        },
        label=_("A blitz may be declared"),
        help=_(
            "Typically a blitz needs a crack before it. Some tables declare blitzers after the hand, "
            "without one."
        ),
        source="SH-071, SH-073",
        section=DOUBLING,
        rare=True,
    )
    blitz_four_jacks: int = choice(
        2,
        {2: _("× 2, one declaration"), 4: _("× 4, two pairs")},
        label=_("All four jacks"),
        help=_("Whether four jacks are one blitz or two pairs."),
        source="SH-072, convention",
        section=DOUBLING,
        rare=True,
        needs=(("blitz", ("four_jacks",)),),
    )
    blind_pick: bool = switch(
        False,
        label=_("A blind pick doubles"),
        help=_(
            "A picker who takes the blind before looking at the own cards doubles the hand, won or lost. The "
            "limit of the doublings counts it like a crack."
        ),
        source=CUSTOM,
        section=DOUBLING,
        nicknames=(_("blind pick"), _("picking blind"), _("unseen")),
        rare=True,
    )
    cap: int | None = number(
        None,
        low=1,
        high=1_000_000,
        label=_("Limit of the doublings"),
        help=_(
            "Cracks and blitzes add up fast: a hand counts at most this many times, whatever was called. "
            "4 is a good "
            "limit once re-cracks or blitzes are played."
        ),
        source="SH-074",
        section=DOUBLING,
        nicknames=(
            _("cap"),
            _("limit"),
            _("marks"),
            _("maximum"),
            _("ceiling"),
        ),
        contested=6,
        needs=(("crack", ()), ("blitz", ()), ("blind_pick", ())),
    )
    cap_scope: str = choice(
        "crack_blitz",
        {"crack_blitz": _("cracks and blitzes"), "everything": _("bump and doublers too")},
        label=_("The limit counts"),
        help=_(
            "Usually only cracks and blitzes are limited; bump and doublers then come on top. No "
            "schneider and all tricks are never limited."
        ),
        source="SH-074",
        section=DOUBLING,
        contested=6,
        rare=True,
    )

    # Calling sheepshead: the promise to take every trick.
    call_sheepshead: bool = switch(
        False,
        on=_("allowed"),
        off=_("not played"),
        label=_("Calling sheepshead"),
        help=_(
            "The picker may promise to take every trick: kept, it is worth twice all tricks, 6 from "
            "every opponent, or 8 where all tricks count four times; missed by a single trick, it costs as "
            "much."
        ),
        source="SH-045, SH-046",
        section=SHEEPSHEAD,
        nicknames=(
            _("sheepshead"),
            _("calling"),
            _("slam"),
            _("grand"),
        ),
        rare=True,
    )
    sheepshead_fail: str = choice(
        "same",
        {"same": _("as much to every opponent"), "bump": _("double with double on the bump")},
        label=_("Sheepshead missed"),
        help=_(
            "Usually the picker pays what the opponents would have paid, 6 each, or 8; a table with "
            "double on the bump may double that too."
        ),
        source="SH-046, convention",
        section=SHEEPSHEAD,
        contested=6,
        rare=True,
        needs=(("call_sheepshead", ()),),
    )
    sheepshead_with_partner: bool = switch(
        False,
        label=_("Sheepshead with a partner"),
        help=_("Almost always whoever calls sheepshead must play alone."),
        source="SH-047",
        section=SHEEPSHEAD,
        rare=True,
        needs=(("call_sheepshead", ()),),
    )

    # Hands that everybody passes.
    no_picker: str = choice(
        "leaster",
        UNPICKED,
        label=_("If nobody picks"),
        help=_(
            "A leaster: fewest points win. A doubler: the cards are thrown in and the next hand counts "
            "double. A forced pick: the last to choose takes the blind. Some tables play a moster (the most "
            "points lose), a schwanzer (the strongest hand laid open loses), a Mittler (the middle number of "
            "points wins) or a Schneidster (the closest to 30 points wins, but not over)."
        ),
        source="SH-090, SH-091, SH-103",
        section=NOBODY,
        nicknames=(
            _("leaster"),
            _("doubler"),
            _("forced pick"),
            _("stick the dealer"),
            _("all pass"),
            _("everybody passes"),
        ),
        contested=2,
    )
    no_picker_then: str = choice(
        "same",
        {"same": _("the same again"), **UNPICKED},
        label=_("If nobody picks once more"),
        help=_(
            "Some tables mix: the dealer must pick after two leasters in a row, or the cards are dealt again "
            "once and then a leaster is played. After that, or after a picked hand, the count begins anew."
        ),
        source=CUSTOM,
        section=NOBODY,
        nicknames=(_("leaster"), _("redeal"), _("forced pick"), _("stick the dealer"), _("in a row")),
        rare=True,
        needs=(("no_picker", tuple(played for played in UNPICKED if played != "forced")),),
    )
    no_picker_after: int = number(
        1,
        low=1,
        high=10,
        label=_("Once more is after so many hands in a row"),
        help=_("So many hands in a row that nobody picks are played as above; the next one is the other."),
        source=CUSTOM,
        section=NOBODY,
        nicknames=(_("in a row"), _("two leasters")),
        rare=True,
        needs=(("no_picker_then", tuple(UNPICKED)),),
    )
    no_punish_forced: bool = switch(
        False,
        label=_("A forced picker pays no bump"),
        help=_("Whoever had to take the blind loses single: “no punish”. Some tables play it."),
        source="SH-053, SH-091",
        section=NOBODY,
        nicknames=(_("no punish"),),
        contested=2,
        rare=True,
        needs=(("no_picker", ("forced",)), ("no_picker_then", ("forced",))),
    )
    unpicked_bump: bool = switch(
        True,
        label=_("Bump for sides made by queens"),
        help=_(
            "Where nobody picks and the queens decide who plays together, their side is scored as "
            "picker and partner: with the bump, or without."
        ),
        source="SH-147, SH-149",
        section=NOBODY,
        rare=True,
        needs=(("bump", (True,)),),
    )
    doubler_stack: str = choice(
        "queue",
        {
            "queue": _("as many hands × 2"),
            "multiply": _("the next hand × 2 for each"),
            "flat": _("the next hand × 2"),
            "round": _("a whole round × 2 for each"),
        },
        label=_("Several doublers in a row"),
        help=_(
            "Three doublers in a row: the next three hands count double, or the next one eight times, "
            "or the next one double and no more. Some tables double a whole round, a "
            "hand for everybody at the table, and rounds that overlap count × 4."
        ),
        source="SH-105, convention",
        section=NOBODY,
        nicknames=(_("doublers"), _("double up")),
        contested=2,
        needs=(
            ("no_picker", ("doubler",)),
            ("no_picker_then", ("doubler",)),
            ("sixty_doubles", (True,)),
            ("mauer_double", ()),
        ),
    )
    doubler_deal: str = choice(
        "next",
        {
            "next": _("the next dealer"),
            "same": _("the same dealer"),
            "same_three": _("the same dealer, three times at most"),
        },
        label=_("After a doubler deals"),
        help=_(
            "Some tables move the deal to the left, others only reshuffle; or the deal passes on when nobody "
            "picked three times in a row."
        ),
        source="SH-103, SH-104",
        section=NOBODY,
        rare=True,
        needs=(("no_picker", ("doubler",)), ("no_picker_then", ("doubler",))),
    )
    redeal_deal: str = choice(
        "same",
        {"same": _("the same dealer"), "next": _("the next dealer")},
        label=_("After a bad hand or a redeal deals"),
        help=_("Who deals again when a hand without ace, face and trump was thrown in."),
        source="SH-022, convention",
        section=NOBODY,
        nicknames=(_("no ace no face no trump"), _("misdeal")),
        rare=True,
    )

    # Leasters.
    leaster_need_trick: bool = switch(
        True,
        label=_("A trick is needed to win a leaster"),
        help=_(
            "Many tables ask for a trick. Where none is needed, a player without a trick has 0 points "
            "and wins."
        ),
        source="SH-093, SH-094",
        section=LEASTER,
        contested=3,
        needs=(("no_picker", ("leaster",)), ("no_picker_then", ("leaster",))),
    )
    leaster_tie: str = choice(
        "split",
        {
            "split": _("they share"),
            "push": _("nobody pays"),
            "decided": _("the table names one"),
            "two_one": _("two shares to one, one to the other"),
        },
        label=_("A tie for the fewest points"),
        help=_(
            "Shared, the winners split exactly what the others pay; "
            "some tables give one of them twice as much as the other (+2, +1, −1)."
        ),
        source="SH-101, convention",
        section=LEASTER,
        contested=3,
        needs=(("no_picker", ("leaster",)), ("no_picker_then", ("leaster",))),
    )
    leaster_zero_pay: int = choice(
        1,
        {1: _("1, as always"), 3: _("3 from everybody")},
        label=_("Winning a leaster with 0 points"),
        help=_("A variant pays three when the winner’s tricks hold no points at all."),
        source="SH-098",
        section=LEASTER,
        contested=3,
        rare=True,
        needs=(("no_picker", ("leaster",)), ("no_picker_then", ("leaster",))),
    )
    leaster_all_tricks_pay: int = choice(
        1,
        {1: _("nothing special"), 3: _("wins 3 from everybody")},
        label=_("Taking every trick in a leaster"),
        help=_("A variant lets a player who takes every trick win three from everybody."),
        source="SH-100",
        section=LEASTER,
        contested=3,
        rare=True,
        needs=(("no_picker", ("leaster",)), ("no_picker_then", ("leaster",))),
    )
    leaster_trickless: str = choice(
        "none",
        {"none": _("nothing special"), "paid_double": _("wins double"), "pays_double": _("pays double")},
        label=_("No trick in a three-handed leaster"),
        help=_(
            "Three-handed only: whoever takes no trick wins 2 from each, or pays double when losing. "
            "The sentence can be read both ways."
        ),
        source="SH-099",
        section=LEASTER,
        contested=3,
        rare=True,
        needs=(("no_picker", ("leaster",)), ("no_picker_then", ("leaster",))),
    )
    leaster_blind: str = choice(
        "last_trick",
        {"last_trick": _("the last trick"), "named": _("the trick the dealer names"), "nobody": _("nobody")},
        label=_("The blind of a leaster goes to"),
        help=_(
            "Normally to whoever takes the last trick; some dealers name a trick, some tables set it aside."
        ),
        source="SH-095, SH-096, SH-097",
        section=LEASTER,
        rare=True,
        needs=(("no_picker", ("leaster",)), ("no_picker_then", ("leaster",))),
    )

    # Points that lie on the table between hands.
    pot: str = choice(
        "off",
        {
            "off": _("no pot"),
            "leaster": _("leasters feed a pot"),
            "thrown_in": _("hands thrown in feed a pot"),
            "any": _("leasters and hands thrown in"),
        },
        label=_("A pot"),
        help=_(
            "After a leaster, points go into a pot for the next picker to win or to match; or everybody puts "
            "in one when all pass and the cards are thrown in, or after a bad hand. Doublings never touch it."
        ),
        source="SH-110",
        section=POTS,
        nicknames=(
            _("pot"),
            _("kitty"),
            _("ante"),
            _("thrown in"),
            _("jackpot"),
            _("pool"),
        ),
        contested=7,
        needs=(
            ("no_picker", ("leaster",)),
            ("no_picker_then", ("leaster",)),
            ("pot", ("thrown_in", "any")),
        ),
    )
    pot_ante: str = choice(
        "losers",
        {
            "losers": _("every loser, one more"),
            "everyone": _("everybody one"),
            "winner": _("the winner one"),
            "instead": _("what the winner would get"),
        },
        label=_("Into the pot pays"),
        help=_(
            "“One point is placed into a pot”: of the losers’ ante comes the pot of four that five "
            "players split 3 + 1."
        ),
        source="SH-110, convention",
        section=POTS,
        contested=7,
        rare=True,
        needs=(("pot", ("leaster", "any")),),
    )
    pot_take: str = choice(
        "all",
        {"all": _("the whole pot"), "one": _("one single pot")},
        label=_("A winning picker’s side takes"),
        help=_(
            "The entire pot, or one single pot a win. Where pots differ in size, a single one is whole "
            "points, and what does not divide stays on the table."
        ),
        source="SH-114, convention",
        section=POTS,
        contested=7,
        needs=FED,
    )
    pot_miss: str = choice(
        "double",
        {"double": _("the whole pot again"), "one": _("one single pot")},
        label=_("A losing picker’s side pays in"),
        help=_("What it would have received: the pot doubles 4, 8, 16, 32; or one single pot each time."),
        source="SH-112, SH-113",
        section=POTS,
        contested=7,
        needs=FED,
    )
    pot_winner: str = choice(
        "picker",
        {"picker": _("the picker’s side, or it pays"), "winners": _("whoever wins, opponents too")},
        label=_("A picked hand wins the pot for"),
        help=_(
            "Usually the pot is the picker’s to win or to match. At some tables opponents who win share it "
            "evenly, and nobody pays it again."
        ),
        source=CUSTOM,
        section=POTS,
        nicknames=(_("defenders"),),
        rare=True,
        needs=FED,
    )
    pot_share: str = choice(
        "one_per_pot",
        {
            "one_per_pot": _("partner one a pot"),
            "even_odd_picker": _("halves, odd point to the picker"),
            "as_points": _("2 to 1"),
        },
        label=_("Picker and partner share the pot"),
        help=_(
            "Of a pot of four the picker gets three and the partner a single point; other tables halve "
            "it, or share it two to one like the points."
        ),
        source="SH-111, convention",
        section=POTS,
        contested=7,
        rare=True,
        needs=FED,
    )
    pot_end: str = choice(
        "even",
        {"even": _("it is divided evenly"), "showdown": _("a poker hand decides")},
        label=_("What is left in the pot"),
        help=_(
            "At the end the pot is divided among everybody, in exact fractions, or the best five-card poker "
            "hand takes it."
        ),
        source="SH-115, SH-116, SH-117",
        section=POTS,
        nicknames=(_("end of the night"),),
        contested=7,
        rare=True,
        needs=FED,
    )
    showdown_take: str = choice(
        "all",
        {"all": _("all pots"), "one": _("one pot")},
        label=_("A showdown wins"),
        help=_("The best poker hand takes one or all of the pots."),
        source="SH-117",
        section=POTS,
        rare=True,
        needs=(("pot_end", ("showdown",)),),
    )
    newcomer: str = choice(
        "adds",
        {"adds": _("adds one point a pot"), "divides": _("comes after the pot is divided")},
        label=_("A newcomer"),
        help=_(
            "Whoever joins while a pot lies adds a point for every pot; or the pot is divided among the"
            " others first."
        ),
        source="SH-118, SH-119",
        section=POTS,
        nicknames=(_("late player"),),
        contested=7,
        rare=True,
        needs=FED,
    )

    # Misplays, two at the table, six at the table, and the stake.
    renege_pays: str = choice(
        "offender",
        {
            "offender": _("whoever did it, for their side"),
            "side": _("their whole side"),
            "everyone": _("whoever did it, to everybody"),
            "fixed": _("whoever did it, 1 to everybody, never doubled"),
        },
        label=_("A renege is paid by"),
        help=_(
            "Whoever reneges forfeits the hand, and pays what their whole side would have lost,"
            " or the side loses as usual, or pays every other player; some tables let them pay a"
            " plain −4/+1, whatever was doubled."
        ),
        source="SH-025, convention",
        section=TABLE,
        nicknames=(
            _("renege"),
            _("misplay"),
            _("revoke"),
            _("wrong card"),
        ),
        contested=8,
    )
    renege_level: int = choice(
        1,
        {1: _("a single game"), 2: _("a double game"), 3: _("a triple game")},
        label=_("A renege counts as"),
        help=_("What a forfeited hand is worth, before cracks and doublers."),
        source="SH-025, convention",
        section=TABLE,
        contested=8,
        rare=True,
    )
    renege_bump: bool = switch(
        True,
        label=_("Bump when the picker’s side reneges"),
        help=_("Whether double on the bump applies when the picker’s side forfeits the hand."),
        source="SH-025, convention",
        section=TABLE,
        contested=8,
        rare=True,
        needs=(("bump", (True,)),),
    )
    two_handed: str = choice(
        "symmetric",
        {"symmetric": _("more points wins"), "picker": _("one is the picker")},
        label=_("Two-handed"),
        help=_(
            "Two players have no blind. Either more points simply wins and 60–60 pays nothing, or one "
            "of them is the picker and needs 61."
        ),
        source="SH-140, convention",
        section=TABLE,
        nicknames=(
            _("two players"),
            _("heads up"),
        ),
        rare=True,
    )
    two_handed_safe: int = choice(
        30,
        {30: _("30 points"), 31: _("31 points")},
        label=_("Two-handed schneider at"),
        help=_("With how many points the loser of a two-handed hand has made schneider."),
        source="SH-141, convention",
        section=TABLE,
        rare=True,
    )
    play_to: int | None = number(
        None,
        low=1,
        high=1000,
        label=_("A game goes to"),
        help=_(
            "Some tables play to 21 or to 42 points: whoever has them first has won the night. The pad says "
            "so; no points change, and you can play on."
        ),
        source=CUSTOM,
        section=TABLE,
        nicknames=("21", "42", _("race"), _("target"), _("first to 21")),
        rare=True,
    )
    dealer_sits_out: bool = switch(
        False,
        label=_("The dealer sits out"),
        help=_("Six at the table, five play: the dealer neither wins nor loses, and the place goes round."),
        source="SH-134, SH-131",
        section=TABLE,
        elsewhere=_(
            "Who sits out is decided at the table: it is offered on the page with the seats, where more sit "
            "there than play."
        ),
        nicknames=(_("six-handed"), _("six players"), _("sit out")),
    )
    stake: int | Fraction = number(  # noqa: RUF009
        1,
        exact=True,
        low=1,
        high=1_000_000,
        label=_("Money for a point"),
        help=_(
            "Usually hands are played for nickels, or for quarters. Points stay points; money is points"
            " times this."
        ),
        source="SH-013, SH-014",
        section=TABLE,
        elsewhere=_(
            "What a point is worth in money belongs to the group, and is asked where the group is started."
        ),
        nicknames=(
            _("stake"),
            _("nickels"),
            _("quarters"),
            _("price"),
        ),
    )

    # Other lines on the chart, other prices, other limits.
    schneider_line: str = choice(
        "standard",
        {
            "standard": _("31 for the picker, 30 for the others"),
            "thirty_is_safe": _("30 for both sides"),
            "ninety_wins_double": _("31 for both sides"),
            "ninety_and_thirty": _("30 for the picker, 31 for the others"),
        },
        label=_("Schneider is made with"),
        help=_(
            "Normally 30 points lose double for the picker and are safe for the opponents. Some tables "
            "call 30 safe for both; some let the picker win double with 90 already."
        ),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=(_("30 is safe"), _("90 wins double"), _("91"), _("schneider line")),
        rare=True,
    )
    trick_level: int = choice(
        3,
        {3: _("three times (1-2-3)"), 4: _("four times (1-2-4)")},
        label=_("All tricks and no tricks count"),
        help=_(
            "Schneider doubles a hand, all tricks or none make it triple. Some tables double it once more."
        ),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=(_("1-2-4"), _("schwarz")),
        rare=True,
        needs=(("trick_rows", (True,)), ("call_sheepshead", (True,))),
    )
    cap_unit: str = choice(
        "times",
        {"times": _("times: 4 is at most × 4"), "marks": _("marks: 4 is at most × 16")},
        label=_("The limit of the doublings is in"),
        help=_("In marks every doubling is one mark: 4 marks are 16 times, 6 marks 64 times."),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=(_("marks"), _("cap")),
        rare=True,
        needs=(("cap", ()),),
    )
    three_kings: int | None = number(
        None,
        low=1,
        high=100,
        label=_("Three kings bring, from everybody"),
        help=_("Whoever is dealt three kings gets so many points from each other player, never doubled."),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=(_("3 kings"),),
        rare=True,
    )
    last_round: bool = switch(
        False,
        label=_("The last round counts double"),
        help=_("The last hand of everybody’s deal, or the last hand of the night, counts double."),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=(_("last hand"), _("last round")),
        rare=True,
    )
    sixty_doubles: bool = switch(
        False,
        label=_("Exactly 60 doubles the next hand"),
        help=_("A picker who loses with 60 of 120 leaves a doubler behind, as if everybody had passed."),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=(
            _("60"),
            _("sixty"),
            _("tie"),
            "60-60",
        ),
        rare=True,
    )

    # Leasters won by a card, and those who pass with a strong hand.
    leaster_jack: bool = switch(
        False,
        label=_("The jack of diamonds wins the leaster"),
        help=_(
            "Whoever takes the trick with the jack of diamonds wins the leaster outright, whatever the "
            "points are. If it lies in the blind, the fewest points win as usual."
        ),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=(_("JD"), _("jack of diamonds")),
        rare=True,
        needs=(("no_picker", ("leaster",)), ("no_picker_then", ("leaster",))),
    )
    moster_tie: str = choice(
        "share",
        {
            "share": _("they share the loss"),
            "each_pays": _("each pays everybody else"),
            "push": _("nobody pays"),
        },
        label=_("A tie for the most in a moster"),
        help=_("In a moster the most points lose one to everybody else; taking every trick wins instead."),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=(_("moster"),),
        rare=True,
        needs=(("no_picker", ("moster",)), ("no_picker_then", ("moster",))),
    )
    middle_pay: int = number(
        1,
        low=1,
        high=10,
        label=_("The winner of a Mittler or Schneidster gets, from everybody"),
        help=_(
            "The middle number of points wins a Mittler, the closest to 30 without going over a Schneidster. "
            "What it pays is convention: as much as a leaster."
        ),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=(_("Mittler"), _("Schneidster")),
        rare=True,
        needs=(("no_picker", ("mittler", "schneidster")), ("no_picker_then", ("mittler", "schneidster"))),
    )
    middle_tie: str = choice(
        "push",
        {"push": _("nobody pays"), "share": _("they share")},
        label=_("A tie for the middle, or for the closest to 30"),
        help=_(
            "Usually nobody pays where several are tied for it. With an even number of players a Mittler has "
            "no single middle, so that two are."
        ),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=(_("Mittler"), _("Schneidster"), _("tie")),
        rare=True,
        needs=(("no_picker", ("mittler", "schneidster")), ("no_picker_then", ("mittler", "schneidster"))),
    )
    middle_even: str = choice(
        "tied",
        {
            "tied": _("are tied for it"),
            "upper": _("the higher number wins"),
            "lower": _("the lower number wins"),
        },
        label=_("Of the two middle numbers in a Mittler"),
        help=_(
            "With an even number of players there are two of them: an upper Mittler wins with the second "
            "highest of four, a lower one with the third."
        ),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=(_("Mittler"), _("upper Mittler"), _("lower Mittler")),
        rare=True,
        needs=(("no_picker", ("mittler",)), ("no_picker_then", ("mittler",))),
    )
    mauer: int | None = number(
        None,
        low=1,
        high=100,
        label=_("A Mauer mark costs"),
        help=_(
            "Nobody picked, and one of them should have: the strongest who passed pays so many points to "
            "each other player, or into the pot, never doubled."
        ),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=(
            _("Mauer"),
            _("mauering"),
            _("mark"),
            _("hiding a hand"),
        ),
        rare=True,
    )
    mauer_to: str = choice(
        "others",
        {"others": _("each other player"), "pot": _("the pot")},
        label=_("A Mauer mark is paid to"),
        help=_(
            "At some tables whoever should have picked pays into the pot, and the next picker plays for it."
        ),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=(_("Mauer"), _("pot")),
        rare=True,
        needs=(("mauer", ()),),
    )
    mauer_double: int | None = number(
        None,
        low=2,
        high=100,
        label=_("So many Mauer marks double a hand"),
        help=_(
            "The marks of all players are counted together. At this number they leave a doubler behind, as "
            "if everybody had passed, and the count begins anew."
        ),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=(_("Mauer"), _("mauering"), _("mark"), _("five marks")),
        rare=True,
        needs=(("mauer", ()),),
    )


def rules_at(rules: SheepsheadRules, active: int) -> SheepsheadRules:
    """Return the rules of a hand for `active` players.

    A trickless player's rule in a leaster is for three: a bigger table plays its leaster without it (SH-099).
    """
    if active > 3 and rules.leaster_trickless != "none":
        return _but(rules, "leaster_trickless", "none")
    return rules


# Deals of the same dealer in a row that nobody picks, where the deal passes on after these.
MOST_DEALS = 3


def is_mixed(rules: SheepsheadRules) -> bool:
    """Return whether after some hands in a row that nobody picked another one is played than at first."""
    return rules.no_picker != "forced" and rules.no_picker_then not in ("same", rules.no_picker)


def rules_after(rules: SheepsheadRules, passes: int) -> SheepsheadRules:
    """Return the rules of a hand after so many in a row that nobody picked: `no_picker` is what is played
    now."""
    if passes >= rules.no_picker_after and is_mixed(rules):
        return _but(rules, "no_picker", rules.no_picker_then)
    return rules


def not_played(code: str, fact: str, rules: SheepsheadRules) -> HandRefused:
    """Return the refusal of a hand that is not played when nobody picks; where that changes, not played
    now."""
    return HandRefused(code, fact=fact, case="" if rules.no_picker_then == "same" else "now")


@lru_cache(maxsize=128)
def _but(rules: SheepsheadRules, option: str, value: str) -> SheepsheadRules:
    return replace(rules, **{option: value})  # type: ignore[arg-type]


# “Playing for nickels (or quarters for you big gamblers out there)”.
NICKEL = Stake(cents=5, currency="USD", source="SH-013, SH-014")

# Options that tell Sheepshead tables apart.
TILES = (
    Tiles(
        option="partner",
        title=_("Who is the partner?"),
        labels={
            "called_ace": _("called ace"),
            "jack_of_diamonds": _("jack of diamonds"),
            "nobody": _("nobody"),
        },
        named={"nobody": _("cut-throat")},
    ),
    Tiles(
        option="bump",
        title=_("Who pays double?"),
        labels={True: _("a picker who loses"), False: _("nobody")},
        named={True: "", False: _("no bump")},
    ),
    Tiles(
        option="no_picker",
        title=_("If nobody picks"),
        labels={
            "leaster": _("a leaster"),
            "doubler": _("a doubler"),
            "forced": _("the dealer must pick"),
        },
        named={
            "leaster": _("leaster"),
            "doubler": _("doubler"),
            "forced": _("forced pick"),
            "redeal": _("new deal"),
            "moster": _("moster"),
            "schwanzer": _("schwanzer"),
            "mittler": _("Mittler"),
            "schneidster": _("Schneidster"),
        },
    ),
)

PRESETS = (
    Preset(
        key="wisconsin_called_ace",
        name=_("Wisconsin, called ace"),
        help=_("The picker calls an ace; double on the bump; a leaster if nobody picks."),
        values={"partner": "called_ace"},
        stake=NICKEL,
    ),
    Preset(
        key="jack_of_diamonds",
        name=_("Jack of diamonds"),
        help=_(
            "Whoever holds the jack of diamonds is the partner; double on the bump; a leaster if nobody"
            " picks."
        ),
        values={"partner": "jack_of_diamonds"},
        stake=NICKEL,
    ),
    Preset(
        key="no_bump",
        name=_("No bump"),
        help=_("A loss costs what a win pays. A leaster if nobody picks."),
        values={"bump": False},
        stake=NICKEL,
    ),
    Preset(
        key="doublers",
        name=_("Doublers"),
        help=_(
            "If nobody picks, the cards are thrown in and the next hand counts double; three passes, "
            "three hands."
        ),
        values={"no_picker": "doubler"},
        stake=NICKEL,
    ),
    Preset(
        key="cut_throat",
        name=_("Cut-throat"),
        help=_(
            "Nobody plays with the picker: three or four players, one against the rest, double on the bump."
        ),
        values={"partner": "nobody"},
        stake=NICKEL,
    ),
    Preset(
        key="forced_pick",
        name=_("Stick the dealer"),
        help=_("If nobody picks, the dealer must, and pays no bump for it."),
        values={"no_picker": "forced", "no_punish_forced": True},
        stake=NICKEL,
    ),
    Preset(
        key="cracks_and_blitzes",
        name=_("Cracks and blitzes"),
        help=_(
            "Crack and re-crack, blitzes with the queens, at most four times; double on the bump, leasters."
        ),
        values={"crack": "recrack", "blitz": ["black_queens", "red_queens"], "cap": 4},
        stake=NICKEL,
    ),
    Preset(
        key="leaster_pot",
        name=_("Pot after a leaster"),
        help=_("Losers of a leaster feed a pot; the next picker wins it or pays as much again."),
        values={"pot": "leaster"},
        stake=NICKEL,
    ),
    Preset(
        key="single_and_double",
        name=_("Single and double"),
        help=_("No extra pay for all tricks, always double on the bump."),
        values={"trick_rows": False, "partner": "called_ten"},
        stake=NICKEL,
    ),
    Preset(
        key="jack_no_bump",
        name=_("Jack of diamonds, no bump"),
        help=_(
            "The jack of diamonds is the partner; a loss costs what a win pays. A leaster if nobody picks."
        ),
        values={"partner": "jack_of_diamonds", "bump": False},
        stake=NICKEL,
    ),
    Preset(
        key="uw_madison",
        name=_("Madison club"),
        help=_(
            "A doubler if nobody picks, and an opponent may crack. The buried points count when the picker’s "
            "side has a trick; no bump."
        ),
        values={"no_picker": "doubler", "crack": "crack", "bury_credit": "side_trick", "bump": False},
        stake=NICKEL,
    ),
    Preset(
        key="marks_limit",
        name=_("Limit of four marks"),
        help=_(
            "Cracks up to castrate and blitzes at any time, each one mark: four marks, 16 times, are the "
            "most. No bump."
        ),
        values={
            "bump": False,
            "crack": "castrate",
            "blitz": ["black_queens", "red_queens"],
            "blitz_timing": "any",
            "cap": 4,
            "cap_unit": "marks",
        },
        stake=NICKEL,
    ),
    Preset(
        key="picker_pays_all",
        name=_("No bump, the picker pays all"),
        help=_(
            "A loss costs what a win pays; without a trick the picker pays for both (−9/0/+3). A leaster if "
            "nobody picks."
        ),
        values={"bump": False, "trickless_loss": "picker_pays_no_bump"},
        stake=NICKEL,
    ),
)
