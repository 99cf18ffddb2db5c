"""Badges: who gets which, that none claims what luck explains, and how ties are broken."""

import random
from dataclasses import replace

from ledger.counting import ANY, Counts, Mark, Nights, Sums
from ledger.counting.kinds import Counted, Night, Role
from ledger.standings.badges import CLAIMS, FEWEST_NIGHTS, Award, Badge, badges_in, table_in, won_from
from ledger.standings.players import Share

ANN, BEN, CLEO, DAVE, EDITH = FIVE = range(1, 6)


def nights(**more: dict[int, int] | int) -> Counts:
    """Nights of players by their sums, of so many nights each."""
    sums = more["sums"]
    many = more.get("many", FEWEST_NIGHTS)
    assert isinstance(sums, dict)
    return Counts(
        by_night={
            Night((), (), who): Nights(
                nights=many if isinstance(many, int) else many[who],
                parts=parts,
                best=Mark(max(parts, 0) + 10 * who, who),
                worst=Mark(-10, who + 10),
            )
            for who, parts in sums.items()
        }
    )


def by_badge(found: tuple[Award, ...]) -> dict[Badge, Award]:
    return {one.badge: one for one in found}


def test_the_middle_the_second_to_last_and_who_is_nearest_to_zero() -> None:
    found = by_badge(badges_in(nights(sums={ANN: 50, BEN: 20, CLEO: 8, DAVE: -3, EDITH: -75}), "sheepshead"))
    assert found[Badge.MIDDLE] == Award(badge=Badge.MIDDLE, players=(CLEO,), parts=8, nights=FEWEST_NIGHTS)
    assert found[Badge.SECOND_TO_LAST].players == (DAVE,)
    assert found[Badge.NEAR_ZERO].players == (DAVE,)
    assert all(one.is_fun for one in found.values())


def test_of_an_even_number_the_upper_of_both_is_the_middle() -> None:
    found = by_badge(badges_in(nights(sums={ANN: 50, BEN: 20, CLEO: -10, DAVE: -60}), "sheepshead"))
    assert found[Badge.MIDDLE].players == (BEN,)
    assert found[Badge.SECOND_TO_LAST].players == (CLEO,)


def test_of_equals_who_needed_fewer_nights_stands_higher_and_then_who_came_first_to_the_group() -> None:
    many = {ANN: 9, BEN: 6, CLEO: 9, DAVE: 20}
    table = table_in(nights(sums={ANN: 4, BEN: 4, CLEO: 4, DAVE: 9}, many=many))
    assert [(one.place, one.player) for one in table] == [(1, DAVE), (2, BEN), (2, ANN), (2, CLEO)]


def test_who_came_to_too_few_nights_has_no_badge_for_fun_and_three_have_no_second_to_last() -> None:
    few = {ANN: FEWEST_NIGHTS, BEN: FEWEST_NIGHTS, CLEO: FEWEST_NIGHTS - 1}
    assert {one.badge for one in badges_in(nights(sums=dict.fromkeys(few, 1), many=few), "")} == {
        Badge.UP_AND_DOWN
    }
    found = by_badge(badges_in(nights(sums={ANN: 3, BEN: 2, CLEO: 1}), "sheepshead"))
    assert Badge.SECOND_TO_LAST not in found
    assert found[Badge.MIDDLE].players == (BEN,)


def test_who_came_most_often_is_nothing_special_where_everybody_did() -> None:
    sums = {ANN: 3, BEN: 2, CLEO: 1}
    assert Badge.FAITHFUL not in by_badge(badges_in(nights(sums=sums), ""))
    two = by_badge(badges_in(nights(sums=sums, many={ANN: 9, BEN: 8, CLEO: 9}), ""))
    assert two[Badge.FAITHFUL] == Award(badge=Badge.FAITHFUL, players=(ANN, CLEO), nights=9)


def test_whose_nights_lie_furthest_apart_has_both_to_show() -> None:
    found = by_badge(badges_in(nights(sums={ANN: 3, BEN: 2, CLEO: 90}), ""))[Badge.UP_AND_DOWN]
    assert found.players == (CLEO,)
    assert found.marks == (Mark(120, CLEO), Mark(-10, CLEO + 10))


def test_a_hand_lost_by_a_hair_misses_five_card_points_at_most() -> None:
    points = {
        Counted(ANY, ANN, 60): 2,
        Counted(ANY, ANN, 56): 2,
        Counted(ANY, ANN, 75): 16,
        Counted(ANY, BEN, 55): 15,
        Counted(ANY, BEN, 60): 3,
        Counted(ANY, BEN, 61): 5,
        Counted(ANY, CLEO, 59): 19,
        Counted(ANY, DAVE, 59): 2,
        Counted(ANY, DAVE, 80): 18,
    }
    found = by_badge(badges_in(Counts(card_points=points), "sheepshead"))[Badge.BY_A_HAIR]
    assert (found.players, found.share) == ((ANN,), Share(k=4, n=20))
    assert not badges_in(Counts(card_points=points), "any_game")
    assert won_from("no such game") is None


def played(won: dict[int, tuple[int, int]], role: str = "opponent") -> Counts:
    return Counts(
        roles={Role(ANY, who, role, "picked", ""): Sums(hands, k, 0, 0) for who, (k, hands) in won.items()}
    )


def test_the_best_defender_is_one_where_luck_does_not_explain_it() -> None:
    clear = played({ANN: (300, 400), BEN: (150, 400), CLEO: (250, 400)})
    found = by_badge(badges_in(clear, "sheepshead"))[Badge.DEFENDER]
    assert (found.players, found.share, found.is_fun) == ((ANN,), Share(k=300, n=400), False)
    assert found.question is not None
    assert found.question.key == "opponent"
    assert not badges_in(played({ANN: (18, 19), BEN: (1, 19)}), "sheepshead")
    assert not badges_in(played({ANN: (25, 40), BEN: (20, 40)}), "sheepshead")


def test_who_picks_clearly_more_and_who_clearly_less_has_a_badge() -> None:
    counts = Counts(
        roles={
            Role(ANY, who, role, "picked", ""): Sums(hands, hands // 2, 0, 0)
            for who, picks in ((ANN, 300), (BEN, 60), (CLEO, 180))
            for role, hands in (("picker", picks), ("opponent", 1000 - picks))
        }
    )
    found = by_badge(badges_in(counts, "sheepshead"))
    assert found[Badge.BOLD].players == (ANN,)
    assert found[Badge.PATIENT].players == (BEN,)


def test_player_who_hardly_came_has_no_badge() -> None:
    """Of 60 nights six are a tenth: five are enough for the badges for fun elsewhere, and not here."""
    came = {ANN: 60, BEN: 60, CLEO: 60, DAVE: 5}
    of_nights = nights(sums={ANN: 50, BEN: 20, CLEO: -30, DAVE: 1000}, many=came)
    claims = played({ANN: (250, 500), BEN: (150, 400), CLEO: (250, 500), DAVE: (90, 100)})
    hairs = {Counted(ANY, DAVE, 60): 20, Counted(ANY, ANN, 60): 3, Counted(ANY, ANN, 75): 17}
    counts = replace(of_nights, roles=claims.roles, card_points=hairs)
    found = badges_in(counts, "sheepshead")
    assert {one.badge for one in found} >= {Badge.MIDDLE, Badge.UP_AND_DOWN, Badge.BY_A_HAIR}
    assert Badge.DEFENDER not in {one.badge for one in found}
    assert DAVE not in {who for one in found for who in one.players}
    assert DAVE not in {one.player for one in table_in(counts)}
    often = replace(counts, by_night=nights(sums=dict.fromkeys(came, 1), many=came | {DAVE: 6}).by_night)
    assert by_badge(badges_in(often, "sheepshead"))[Badge.DEFENDER].players == (DAVE,)


def test_five_equals_hardly_ever_get_a_badge_that_claims_something() -> None:
    luck = random.Random(7)
    false = 0
    for _ in range(200):
        won: dict[Role, Sums] = {}
        for who in FIVE:
            picks = sum(luck.random() < 0.2 for _ in range(100))
            with_picker = sum(luck.random() < 0.25 for _ in range(100 - picks))
            hands = {"picker": picks, "partner": with_picker, "opponent": 100 - picks - with_picker}
            for role, many in hands.items():
                share = 0.38 if role == "opponent" else 0.62
                k = sum(luck.random() < share for _ in range(many))
                won[Role(ANY, who, role, "picked", "")] = Sums(many, k, 0, 0)
        false += any(one.badge in CLAIMS for one in badges_in(Counts(roles=won), "sheepshead"))
    assert false < 10
