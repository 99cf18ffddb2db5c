"""The house rules of a picked hand: winning and losing, partners, doubling."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.option import choice, number, several, switch

WINNING = "Winning and losing"
PARTNERS = "Partners"
DOUBLING = "Doubling"
SHEEPSHEAD = "Calling sheepshead"


@dataclass(frozen=True, kw_only=True)
class WinningRules:
    """What a hand is worth before anybody doubles it."""

    bump: bool = switch(
        True,
        label="Double on the bump",
        help=(
            "The picker’s side pays double when it loses; a win never changes. One document makes it "
            "optional, one calls it the standard method, one always plays it."
        ),
        source="SH-050, SH-051, SH-052",
        section=WINNING,
        nicknames=("bump", "DOB", "double on the bump"),
        contested=1,
    )
    trick_rows: bool = switch(
        True,
        on="a triple game",
        off="schneider is the top",
        label="All tricks and no tricks",
        help=(
            "Taking every trick, or none, is a triple game. Switched off, no schneider is the most a "
            "hand can be worth, as on the page that knows only single and double."
        ),
        source="SH-006, SH-008",
        section=WINNING,
        nicknames=("schwarz", "no-tricker"),
    )
    trickless_loss: str = choice(
        "chart",
        {
            "chart": "as on the chart",
            "picker_pays": "the picker pays all",
            "picker_pays_no_bump": "the picker pays all, without the bump",
        },
        label="When the picker’s side takes no trick",
        help=(
            "The chart lets the partner pay a share (−12/−6/+6 with the bump); some house rules let the"
            " picker pay everything and the partner nothing (−18/0/+6), some tables without the bump"
            " (−9/0/+3)."
        ),
        source="SH-054",
        section=WINNING,
        nicknames=("no trick", "Smith rule", "−18/0/+6"),
        contested=4,
    )
    trickless_trigger: str = choice(
        "side",
        {"side": "picker and partner", "picker": "the picker himself"},
        label="Who must be without a trick for that",
        help=(
            "Whether the picker pays everything only when neither he nor his partner took a trick, or "
            "already when he himself took none. The document says both, in two sentences."
        ),
        source="SH-054",
        section=WINNING,
        contested=4,
        rare=True,
    )
    bury_credit: str = choice(
        "picker_trick",
        {"picker_trick": "who buried has a trick", "side_trick": "his side has a trick", "always": "always"},
        label="The buried points count when",
        help=(
            "Two documents give the picker his buried points only with a trick; one adds them always. "
            "If they do not count, they are the other side’s."
        ),
        source="SH-012, SH-156",
        section=WINNING,
        nicknames=("bury", "blind points"),
        contested=4,
    )


@dataclass(frozen=True, kw_only=True)
class PartnerRules:
    """Who plays with the picker, and how the two share."""

    partner: str = choice(
        "called_ace",
        {
            "called_ace": "called ace",
            "called_ten": "called ace or ten",
            "jack_of_diamonds": "jack of diamonds",
            "call_up": "jack of diamonds, call up",
            "secret": "called ace, the picker may call his own",
            "jack_and_ace": "jack of diamonds and a called ace",
            "queens": "the two black queens",
            "first_queens": "the first two queens played",
            "next_player": "the next player",
            "die": "a die decides",
            "nobody": "nobody, always alone",
        },
        label="The partner is",
        help="How the picker finds a partner. It changes no amount, but what the page asks, and how.",
        source="SH-030, SH-032, SH-034, SH-035, SH-037, SH-147, SH-148, SH-155, SH-157",
        section=PARTNERS,
        nicknames=("JD", "jack of diamonds", "call an ace", "cut-throat"),
    )
    partner_shares_loss: bool = switch(
        True,
        label="The partner pays a share of a loss",
        help=(
            "The chart lets the partner lose as he wins. Switched off, the picker pays for both on "
            "every loss, as one page can be read (“you owe the other players”)."
        ),
        source="SH-015",
        section=PARTNERS,
        rare=True,
    )
    split: str = choice(
        "remainder",
        {
            "remainder": "partner one, picker the rest",
            "even": "equal shares",
            "two_one": "picker two, partner one",
        },
        label="Picker and partner share",
        help=(
            "Each partner wins or loses what an opponent does, and the picker the rest: always whole "
            "points, and the chart of every document. The other two give fractions in some line-ups."
        ),
        source="SH-010, SH-158, SH-159",
        section=PARTNERS,
        contested=5,
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class DoublingRules:
    """Cracks, blitzes, and what limits them."""

    crack: str = choice(
        "off",
        {
            "off": "no cracking",
            "crack": "crack, × 2",
            "recrack": "up to re-crack, × 4",
            "castrate": "up to castrate, × 8",
        },
        label="Cracking",
        help=(
            "An opponent who had no chance to pick may crack: the hand counts double, won or lost. The "
            "picker’s side may re-crack (× 4), another opponent castrate (× 8), as far as the table "
            "allows."
        ),
        source="SH-060, SH-063, SH-064",
        section=DOUBLING,
        nicknames=("knock", "crack", "re-crack", "castrate"),
        contested=6,
    )
    crack_corner: bool = switch(
        False,
        label="Crack around the corner",
        help=(
            "The partner may answer a crack by cracking around the corner: it shows who he is, and "
            "counts like a re-crack (× 4 in all)."
        ),
        source="SH-065",
        section=DOUBLING,
        nicknames=("around the corner",),
        rare=True,
    )
    blitz: tuple[str, ...] = several(
        {
            "black_queens": "both black queens",
            "red_queens": "both red queens",
            "black_jacks": "both black jacks",
            "middle_jacks": "the two middle jacks",
            "four_jacks": "all four jacks",
        },
        label="Blitzes",
        help=(
            "A player who shows such a pair doubles the hand, whichever side he is on; every blitz "
            "doubles again."
        ),
        source="SH-070, SH-072",
        section=DOUBLING,
        nicknames=("blitz", "blitzers"),
        contested=6,
    )
    blitz_timing: str = choice(
        "after_crack",
        {"after_crack": "only after a crack", "any": "at any time", "played": "after the queens were played"},
        label="A blitz may be declared",
        help=(
            "Typically a blitz needs a crack before it. Some tables declare blitzers after the hand, "
            "without one."
        ),
        source="SH-071, SH-073",
        section=DOUBLING,
        rare=True,
    )
    blitz_four_jacks: int = choice(
        2,
        {2: "× 2, one declaration", 4: "× 4, two pairs"},
        label="All four jacks",
        help="Whether four jacks are one blitz or two pairs. The document does not say.",
        source="SH-072",
        section=DOUBLING,
        rare=True,
    )
    cap: int | None = number(
        None,
        low=1,
        high=1_000_000,
        label="Limit of the doublings",
        help=(
            "Cracks and blitzes escalate: at most this many times, whatever was called. 4 is a good "
            "limit once re-cracks or blitzes are played."
        ),
        source="SH-074",
        section=DOUBLING,
        nicknames=("cap", "limit", "marks"),
        contested=6,
        needs=(("crack", ()), ("blitz", ())),
    )
    cap_scope: str = choice(
        "crack_blitz",
        {"crack_blitz": "cracks and blitzes", "everything": "bump and doublers too"},
        label="The limit counts",
        help=(
            "The document limits what comes from blitzing and cracking; bump and doublers then come on "
            "top. No schneider and all tricks are never limited."
        ),
        source="SH-074",
        section=DOUBLING,
        contested=6,
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class CalledRules:
    """Calling sheepshead: the promise to take every trick."""

    call_sheepshead: bool = switch(
        False,
        on="allowed",
        off="not played",
        label="Calling sheepshead",
        help=(
            "The picker may promise to take every trick: kept, it is worth twice all tricks, 6 from "
            "every opponent; missed by a single trick, he pays as much."
        ),
        source="SH-045, SH-046",
        section=SHEEPSHEAD,
        nicknames=("sheepshead", "calling"),
        rare=True,
    )
    sheepshead_fail: str = choice(
        "same",
        {"same": "6 to every opponent", "bump": "12 with double on the bump"},
        label="Sheepshead missed",
        help=(
            "The document lets him pay what the opponents would have paid, 6 each; a table with double "
            "on the bump may double that too."
        ),
        source="SH-046",
        section=SHEEPSHEAD,
        contested=6,
        rare=True,
        needs=(("call_sheepshead", ()),),
    )
    sheepshead_with_partner: bool = switch(
        False,
        label="Sheepshead with a partner",
        help="Almost always the picker must play alone if he calls sheepshead.",
        source="SH-047",
        section=SHEEPSHEAD,
        rare=True,
        needs=(("call_sheepshead", ()),),
    )
