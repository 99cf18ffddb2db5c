"""What a night brought, as a group's page lists it."""

from fractions import Fraction

from scorekeeper.templatetags.lists import results


def test_a_name_is_escaped_where_results_are_listed() -> None:
    html = results([("<b>Ann & Ben", Fraction(3)), ("Cleo", Fraction(-3))], "")
    assert "<bdi>&lt;b&gt;Ann &amp; Ben</bdi>" in html
    assert '<b class="minus">−3</b>' in html


def test_only_the_first_is_marked_as_the_winner_of_a_night_that_is_over() -> None:
    told = [("Ann", Fraction(3)), ("Cleo", Fraction(-3))]
    assert results(told, "winner").count('class="result winner"') == 1
    assert "winner" not in results(told, "")
