"""House rules that no document has, but some tables play: lines, payments and doublings of their own."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.option import choice, number, switch

CUSTOMS = _("Customs of some tables")
# What a receipt and a rule card name as the source of these house rules.
CUSTOM = _("custom of some tables")


@dataclass(frozen=True, kw_only=True)
class CountingCustoms:
    """Other lines on the chart, other prices, other limits."""

    schneider_line: str = choice(
        "standard",
        {
            "standard": _("31 for the picker, 30 for the others"),
            "thirty_is_safe": _("30 for both sides"),
            "ninety_wins_double": _("31 for both sides"),
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
        nicknames=(_("60"), _("sixty"), _("tie")),
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class PassingCustoms:
    """Leasters won by a card, and those who pass with a strong hand."""

    leaster_jack: bool = switch(
        False,
        label=_("The jack of diamonds wins the leaster"),
        help=_(
            "Whoever takes the trick with the jack of diamonds wins the leaster outright, whatever the "
            "points are. Lies it aside with the blind, the fewest points win as usual."
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
        nicknames=(_("Mauer"), _("mauering"), _("mark")),
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
