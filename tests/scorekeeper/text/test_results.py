"""Check the points of a night, as a group's page lists them."""

from fractions import Fraction

from django.utils import timezone

from ledger.standings.nights import Night
from scorekeeper.templatetags.lists import results, winners


def night(*told: tuple[str, int], is_typed: bool = False) -> Night:
    points = tuple((name, Fraction(number)) for name, number in told)
    return Night(
        number=1,
        started_at=timezone.now(),
        ended_at=None,
        hands=1,
        is_copied=False,
        note="",
        is_typed=is_typed,
        results=points,
    )


def test_a_name_is_escaped_and_only_the_first_is_marked_as_the_winner() -> None:
    told = night(("<b>Ann & Ben", 3), ("Cleo", -3))
    html = results(told, "")
    assert "<bdi>&lt;b&gt;Ann &amp; Ben</bdi>" in html
    assert '<b class="minus">−3</b>' in html
    assert "winner" not in html
    assert results(told, "winner").count('class="result winner"') == 1


def test_points_as_typed_have_no_plus_and_no_colour() -> None:
    told = night(("Cleo", 47), ("Ann", 61), is_typed=True)
    html = results(told, "") + winners(told)
    assert ("+" in html, 'class="plus"' in html, winners(told).count("<bdi>")) == (False, False, 1)
