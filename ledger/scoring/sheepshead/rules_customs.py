"""House rules that no document has, but some tables play: lines, payments and doublings of their own."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.option import choice, number, switch

CUSTOMS = "Customs of some tables"
# What a receipt and a rule card name as the source of these house rules.
CUSTOM = "custom of some tables"


@dataclass(frozen=True, kw_only=True)
class CountingCustoms:
    """Other lines on the chart, other prices, other limits."""

    schneider_line: str = choice(
        "standard",
        {
            "standard": "31 for the picker, 30 for the others",
            "thirty_is_safe": "30 for both sides",
            "ninety_wins_double": "31 for both sides",
        },
        label="Schneider is made with",
        help=(
            "Normally 30 points lose double for the picker and are safe for the opponents. Some tables "
            "call 30 safe for both; some let the picker win double with 90 already."
        ),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=("30 is safe", "90 wins double", "schneider line"),
        rare=True,
    )
    trick_level: int = choice(
        3,
        {3: "three times (1-2-3)", 4: "four times (1-2-4)"},
        label="All tricks and no tricks count",
        help="Schneider doubles a hand, all tricks or none make it triple. Some tables double it once more.",
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=("1-2-4", "schwarz"),
        rare=True,
    )
    cap_unit: str = choice(
        "times",
        {"times": "times: 4 is at most × 4", "marks": "marks: 4 is at most × 16"},
        label="The limit of the doublings is in",
        help="In marks every doubling is one mark: 4 marks are 16 times, 6 marks 64 times.",
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=("marks", "cap"),
        rare=True,
    )
    three_kings: int | None = number(
        None,
        low=1,
        high=100,
        label="Three kings bring, from everybody",
        help="Whoever is dealt three kings gets so many points from each other player, never doubled.",
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=("3 kings",),
        rare=True,
    )
    last_round: bool = switch(
        False,
        label="The last round counts double",
        help="The last hand of everybody’s deal, or the last hand of the night, counts double.",
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=("last hand", "last round"),
        rare=True,
    )
    sixty_doubles: bool = switch(
        False,
        label="Exactly 60 doubles the next hand",
        help="A picker who loses with 60 of 120 leaves a doubler behind, as if everybody had passed.",
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=("60", "sixty", "tie"),
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class PassingCustoms:
    """Leasters won by a card, and those who pass with a strong hand."""

    leaster_jack: bool = switch(
        False,
        label="The jack of diamonds wins the leaster",
        help=(
            "Whoever takes the trick with the jack of diamonds wins the leaster outright, whatever the "
            "points are. Lies it aside with the blind, the fewest points win as usual."
        ),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=("JD", "jack of diamonds"),
        rare=True,
        needs=(("no_picker", ("leaster",)),),
    )
    moster_tie: str = choice(
        "share",
        {"share": "they share the loss", "each_pays": "each pays everybody else", "push": "nobody pays"},
        label="A tie for the most in a moster",
        help="In a moster the most points lose one to everybody else; taking every trick wins instead.",
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=("moster",),
        rare=True,
        needs=(("no_picker", ("moster",)),),
    )
    mauer: int | None = number(
        None,
        low=1,
        high=100,
        label="A Mauer mark costs, to everybody",
        help=(
            "Nobody picked, and one of them should have: the strongest who passed pays so many points to "
            "each other player, never doubled."
        ),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=("Mauer", "mauering", "mark"),
        rare=True,
    )
    mauer_double: int | None = number(
        None,
        low=2,
        high=100,
        label="So many Mauer marks double a hand",
        help=(
            "The marks of all players are counted together. At this number they leave a doubler behind, as "
            "if everybody had passed, and the count begins anew."
        ),
        source=CUSTOM,
        section=CUSTOMS,
        nicknames=("Mauer", "mauering", "mark", "five marks"),
        rare=True,
        needs=(("mauer", ()),),
    )
