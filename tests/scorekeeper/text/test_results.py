"""What a night brought, as a group's page lists it."""

from fractions import Fraction

from django.utils import timezone

from ledger.standings.nights import Night
from scorekeeper.templatetags.lists import results, winners


def night(*told: tuple[str, int], is_typed: bool = False) -> Night:
    return Night(
        number=1,
        started_at=timezone.now(),
        ended_at=None,
        hands=1,
        is_copied=False,
        note="",
        is_typed=is_typed,
        results=tuple((name, Fraction(points)) for name, points in told),
    )


def test_a_name_is_escaped_where_results_are_listed() -> None:
    html = results(night(("<b>Ann & Ben", 3), ("Cleo", -3)), "")
    assert "<bdi>&lt;b&gt;Ann &amp; Ben</bdi>" in html
    assert '<b class="minus">−3</b>' in html


def test_only_the_first_is_marked_as_the_winner_of_a_night_that_is_over() -> None:
    told = night(("Ann", 3), ("Cleo", -3))
    assert results(told, "winner").count('class="result winner"') == 1
    assert "winner" not in results(told, "")


def test_points_as_typed_have_no_plus_and_no_colour() -> None:
    told = night(("Cleo", 47), ("Ann", 61), is_typed=True)
    assert "+" not in results(told, "") + winners(told)
    assert 'class="plus"' not in results(told, "") + winners(told)
    assert winners(told).count("<bdi>") == 1
