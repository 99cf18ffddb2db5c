"""The house rules of a picked hand: winning and losing, partners, doubling."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.option import choice, number, several, switch
from ledger.scoring.sheepshead.rules_customs import CUSTOM

WINNING = _("Winning and losing")
PARTNERS = _("Partners")
DOUBLING = _("Doubling")
SHEEPSHEAD = _("Calling sheepshead")


@dataclass(frozen=True, kw_only=True)
class WinningRules:
    """What a hand is worth before anybody doubles it."""

    bump: bool = switch(
        True,
        label=_("Double on the bump"),
        help=_(
            "The picker’s side pays double when it loses; a win never changes. Some tables always play "
            "it, some never."
        ),
        source="SH-050, SH-051, SH-052",
        section=WINNING,
        nicknames=(_("bump"), _("DOB"), _("double on the bump")),
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


@dataclass(frozen=True, kw_only=True)
class PartnerRules:
    """Who plays with the picker, and how the two share."""

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
        nicknames=(_("JD"), _("jack of diamonds"), _("call an ace"), _("cut-throat"), _("dice")),
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


@dataclass(frozen=True, kw_only=True)
class DoublingRules:
    """Cracks, blitzes, and what limits them."""

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
        nicknames=(_("cap"), _("limit"), _("marks")),
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


@dataclass(frozen=True, kw_only=True)
class CalledRules:
    """Calling sheepshead: the promise to take every trick."""

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
        nicknames=(_("sheepshead"), _("calling")),
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
