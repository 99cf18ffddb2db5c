"""The page of records and badges: what it tells, what it claims, and what it costs."""

from datetime import UTC, date, datetime, timedelta

from django.test import Client
from django.urls import reverse

from ledger.models import Group
from tests import cast
from tests.reading import csv_of, html_of, missing, present, texts_of, words_of


def address(group: Group) -> str:
    return reverse("records", args=[group.code])


def words(client: Client, group: Group, **asked: str) -> str:
    return words_of(client.get(address(group), asked))


def a_night(group: Group, *results: str, day: int = 5, picker: str = "Ann") -> None:
    at = datetime(2026, 3, 5, 20, tzinfo=UTC) + timedelta(days=7 * day)
    cast.an_ended_night(group, *results, picker=picker, at=at)


def of_the_notebook(group: Group, many: int) -> None:
    days = [date(2020, 1, 1) + timedelta(days=7 * week) for week in range(many)]
    cast.bring_notebook(group, ("Ann", "Ben", "Gus"), {day: {0: 40, 1: -30, 2: -10} for day in days})


def test_before_the_first_hand_there_is_nothing_to_break(group: Group, watcher: Client) -> None:
    assert "There is no record to break yet" in words(watcher, group)


def test_every_record_leads_to_its_night_or_hand(group: Group, watcher: Client) -> None:
    a_night(group, "won", "lost_schneider")
    a_night(group, "won_schneider", "won", day=6)
    html = html_of(watcher.get(address(group)))
    said = words(watcher, group)
    rows = texts_of(html, "record")
    assert rows[:2] == ["Best night Ann · 16 Apr 2026 +6", "Worst night Ann · 9 Apr 2026 −6"]
    assert not missing(
        html,
        f'href="{reverse("table", args=[group.code, 2])}"',
        f'href="{reverse("hand", args=[group.code, 1, 3])}"',
    )
    assert reverse("ending", args=[group.code, 2]) not in html
    assert "Most hands in a night 9 Apr 2026 2 hands" in said
    assert "Longest night" not in said


def test_who_was_behind_and_ended_above_zero_came_back(group: Group, watcher: Client) -> None:
    a_night(group, "lost", "won_schneider", "won")
    said = words(watcher, group)
    assert not missing(
        said,
        "Biggest comeback Ann · 9 Apr 2026 from −4 to a plus",
        "Biggest hand won Ann · 9 Apr 2026 +4",
    )


def test_nights_known_by_totals_count_among_nights_and_nowhere_else(group: Group, watcher: Client) -> None:
    of_the_notebook(group, 5)
    html, said = html_of(watcher.get(address(group))), words(watcher, group)
    assert "Best night Ann · 1 Jan 2020 +40" in said
    assert f'href="{reverse("copied", args=[group.code, 1])}"' in html
    assert not present(said, "Biggest hand", "Most hands", "Biggest comeback")
    assert texts_of(html, "badge")[1].split()[-5:] == ["Gus", "−50", "in", "5", "nights"]


def test_a_badge_for_fun_says_that_it_is_and_one_that_claims_leads_to_its_hands(
    group: Group, watcher: Client
) -> None:
    for day in range(5):
        a_night(group, *(["won"] * 6), day=day)
        a_night(group, *(["lost"] * 6), day=day + 10, picker="Cleo")
    html, said = html_of(watcher.get(address(group), {"table": "5"})), words(watcher, group)
    assert "those for fun say what was so, and nothing of how well anybody plays." in said
    assert [row for row in texts_of(html, "claim") if row.startswith("The sure hand")] == [
        "The sure hand Wins clearly more often as picker than is usual here. "
        "Ann won 30 of 30 hands as picker everybody here: 50%"
    ]
    rows = csv_of(watcher.get(address(group), {"format": "csv", "of": "badge"}))
    told = [(row["badge"], row["kind"], row["k"], row["n"]) for row in rows if row["players"] == "Ann"]
    assert ("picker", "more than luck", "30", "30") in told
    assert any(row["kind"] == "for fun" for row in rows)
    question = reverse("question", args=[group.code, cast.ids(group, "Ann")[0], "won-picking"])
    assert f'href="{question}?table=5"' in html


def test_badge_that_nobody_has_stands_nowhere_and_the_table_is_on_the_standings(
    group: Group, watcher: Client
) -> None:
    a_night(group, "won", "lost")
    html = html_of(watcher.get(address(group)))
    assert "There are too few nights for a badge yet." in words(watcher, group)
    assert not present(html, 'id="claim"', 'id="ranking"')
    of_the_notebook(group, 5)
    assert f'href="{reverse("standings", args=[group.code])}#ranking"' in html_of(watcher.get(address(group)))


def test_the_night_counts_on_which_something_of_the_choice_was_played(group: Group, watcher: Client) -> None:
    def nights(**asked: str) -> str:
        return html_of(watcher.get(address(group), asked))

    for day in range(3):
        a_night(group, "won", day=day)
    of_the_notebook(group, 2)
    assert "</bdi> · 5 nights" in nights()
    assert "</bdi> · 3 nights" in nights(table="5")
