"""Badges: who gets which, that none claims what luck explains, and how ties are broken."""

from collections.abc import Mapping

from ledger.standings.placing import Share
from ledger.standings.played import Played
from ledger.standings.records import FEWEST_NIGHTS, Award, Badge, badges_in, table_in, won_from
from tests.ledger.made_up import made_up, of_player

ANN, BEN, CLEO, DAVE, EDITH = range(1, 6)


def nights(*, sums: Mapping[int, int], many: Mapping[int, int] | None = None) -> Played:
    """Make up nights of players by their sums; `many` says how many nights each had."""
    several = many or dict.fromkeys(sums, FEWEST_NIGHTS)
    each = [of_player(who, [parts, *[0] * (several[who] - 1)]) for who, parts in sums.items()]
    return made_up(players=[one for mine in each for one in mine])


def by_badge(found: tuple[Award, ...]) -> dict[Badge, Award]:
    return {one.badge: one for one in found}


def test_the_middle_the_second_to_last_and_who_is_nearest_to_zero() -> None:
    found = by_badge(badges_in(nights(sums={ANN: 50, BEN: 20, CLEO: 8, DAVE: -3, EDITH: -75}), "sheepshead"))
    assert found[Badge.MIDDLE] == Award(badge=Badge.MIDDLE, players=(CLEO,), parts=8, nights=FEWEST_NIGHTS)
    assert (found[Badge.SECOND_TO_LAST].players, found[Badge.NEAR_ZERO].players) == ((DAVE,), (DAVE,))
    assert all(one.is_fun for one in found.values())
    # Of an even number the upper of both is the middle.
    found = by_badge(badges_in(nights(sums={ANN: 50, BEN: 20, CLEO: -10, DAVE: -60}), "sheepshead"))
    assert (found[Badge.MIDDLE].players, found[Badge.SECOND_TO_LAST].players) == ((BEN,), (CLEO,))


def test_of_equals_who_needed_fewer_nights_stands_higher_and_then_who_came_first_to_the_group() -> None:
    many = {ANN: 9, BEN: 6, CLEO: 9, DAVE: 20}
    table = table_in(nights(sums={ANN: 4, BEN: 4, CLEO: 4, DAVE: 9}, many=many))
    assert [(place, player) for place, (player, _nights) in table] == [
        (1, DAVE),
        (2, BEN),
        (2, ANN),
        (2, CLEO),
    ]


def test_who_came_to_too_few_nights_has_no_badge_for_fun_and_three_have_no_second_to_last() -> None:
    few = {ANN: FEWEST_NIGHTS, BEN: FEWEST_NIGHTS, CLEO: FEWEST_NIGHTS - 1}
    assert badges_in(nights(sums=dict.fromkeys(few, 1), many=few), "") == ()
    found = by_badge(badges_in(nights(sums={ANN: 3, BEN: 2, CLEO: 1}), "sheepshead"))
    assert Badge.SECOND_TO_LAST not in found
    assert found[Badge.MIDDLE].players == (BEN,)


def test_who_came_most_often_is_nothing_special_where_everybody_did() -> None:
    sums = {ANN: 3, BEN: 2, CLEO: 1}
    assert Badge.FAITHFUL not in by_badge(badges_in(nights(sums=sums), ""))
    two = by_badge(badges_in(nights(sums=sums, many={ANN: 9, BEN: 8, CLEO: 9}), ""))
    assert two[Badge.FAITHFUL] == Award(badge=Badge.FAITHFUL, players=(ANN, CLEO), nights=9)


def test_whose_nights_lie_furthest_apart_has_both_to_show() -> None:
    players = [*of_player(ANN, [30, -20, 0, 0, 0]), *of_player(BEN, [70, -5, 0, 0, 0])]
    found = by_badge(badges_in(made_up(players=players), ""))[Badge.UP_AND_DOWN]
    assert found.players == (BEN,)
    assert [(mark.parts, mark.night) for mark in found.marks] == [(70, 1), (-5, 2)]


def test_a_hand_lost_by_a_hair_misses_five_card_points_at_most() -> None:
    points = {
        (ANN, 60): 2,
        (ANN, 56): 2,
        (ANN, 75): 16,
        (BEN, 55): 15,
        (BEN, 60): 3,
        (BEN, 61): 5,
        (CLEO, 59): 19,
        (DAVE, 59): 2,
        (DAVE, 80): 18,
    }
    found = by_badge(badges_in(made_up(card_points=points), "sheepshead"))[Badge.BY_A_HAIR]
    assert (found.players, found.share) == ((ANN,), Share(k=4, n=20))
    assert not badges_in(made_up(card_points=points), "any_game")
    assert won_from("no such game") is None


def test_the_best_defender_is_one_where_luck_does_not_explain_it() -> None:
    def of(*shares: tuple[int, int]) -> dict[Badge, Award]:
        mine = dict(zip((ANN, BEN, CLEO), shares, strict=False))
        return by_badge(badges_in(made_up(shares={"opponent": mine}, compared=3), "sheepshead"))

    found = of((300, 400), (150, 400), (250, 400))[Badge.DEFENDER]
    assert (found.players, found.share, found.is_fun) == ((ANN,), Share(k=300, n=400), False)
    assert found.question is not None
    assert found.question.key == "opponent"
    assert not of((18, 19), (1, 19))
    assert not of((25, 40), (20, 40))


def test_who_picks_clearly_more_and_who_clearly_less_has_a_badge() -> None:
    shares = {"picking": {ANN: (300, 1000), BEN: (60, 1000), CLEO: (180, 1000)}}
    found = by_badge(badges_in(made_up(shares=shares, compared=3), "sheepshead"))
    assert found[Badge.BOLD].players == (ANN,)
    assert found[Badge.PATIENT].players == (BEN,)


def test_player_who_hardly_came_has_no_badge() -> None:
    # Of 60 nights six are a tenth: five are enough for the badges for fun elsewhere, and not here.
    came = {ANN: 60, BEN: 60, CLEO: 60, DAVE: 5}
    sums = {ANN: 50, BEN: 20, CLEO: -30, DAVE: 1000}
    shares = {"opponent": {ANN: (250, 500), BEN: (150, 400), CLEO: (250, 500), DAVE: (90, 100)}}
    hairs = {(DAVE, 60): 20, (ANN, 60): 3, (ANN, 75): 17}

    def found(many: dict[int, int]) -> Played:
        players = []
        for who, parts in sums.items():
            players += of_player(who, [parts + 1, -1, *[0] * (many[who] - 2)])
        return made_up(players=players, shares=shares, compared=4, card_points=hairs)

    badges = badges_in(found(came), "sheepshead")
    assert {one.badge for one in badges} >= {Badge.MIDDLE, Badge.UP_AND_DOWN, Badge.BY_A_HAIR}
    assert Badge.DEFENDER not in {one.badge for one in badges}
    assert DAVE not in {who for one in badges for who in one.players}
    assert DAVE not in {player for _place, (player, _nights) in table_in(found(came))}
    assert by_badge(badges_in(found(came | {DAVE: 6}), "sheepshead"))[Badge.DEFENDER].players == (DAVE,)
