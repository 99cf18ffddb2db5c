"""A player's page: what is said and counted, what its files have, and what it costs."""

import re
import uuid
from datetime import UTC, date, datetime, timedelta

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ledger.book.seasons import Season
from ledger.models import Group
from ledger.recording import (
    NewHand,
    WriteContext,
    add_season,
    end_night,
    merge_players,
    newest_change,
    reopen_night,
    tell_hand,
)
from ledger.recording.rules import write_rules
from tests import cast
from tests.ledger.standings.test_players import two_games
from tests.reading import csv_of, html_of, missing, present, texts_of, words_of
from tests.scorekeeper.conftest import phone_of

OLD = [(date(2019, 12, 27), 4), (date(2020, 1, 3), -7), (date(2020, 1, 10), 0), (date(2020, 2, 7), 2)]
"""Nights of a notebook, and what each brought Ann."""


def page(group: Group, name: str = "Ann") -> str:
    return reverse("player", args=[group.code, cast.ids(group, name)[0]])


def words(client: Client, address: str, **asked: str) -> str:
    answer = client.get(address, asked)
    assert answer.status_code in (200, 422)
    return words_of(answer)


def rows(client: Client, group: Group, key: str, name: str = "Ann", **asked: str) -> list[str]:
    """Return the rows of a table on the page as they are read; none where there is no such table."""
    html = html_of(client.get(page(group, name), asked))
    return texts_of(html, key) if f'id="{key}"' in html else []


def file(client: Client, group: Group, key: str, name: str = "Ann", **asked: str) -> list[dict[str, str]]:
    return csv_of(client.get(page(group, name), {"format": "csv", "of": key, **asked}))


def a_night(group: Group, hands: int, *, picker: str = "Ann", result: str = "won", month: int = 0) -> None:
    at = datetime(2026, month, 5, 20, tzinfo=UTC) if month else None
    cast.an_ended_night(group, *[result] * hands, picker=picker, at=at)


def of_the_notebook(group: Group, names: tuple[str, str, str] = ("Ann", "Ben", "Cleo")) -> None:
    """Bring in nights: what the first won the second lost; without the first it was the third."""
    nights = {day: {0: points, 1: -points} if points else {1: 3, 2: -3} for day, points in OLD}
    cast.bring_notebook(group, names, nights)


def test_page_before_the_first_hand_is_kind(group: Group, watcher: Client) -> None:
    said = words(watcher, page(group))
    assert "There is nothing to tell of Ann yet: no hand has been played." in said
    assert "Questions" not in said


def test_headline_tells_points_money_place_and_nights_and_marks_lead_to_hands(
    group: Group, watcher: Client
) -> None:
    a_night(group, 2)
    a_night(group, 1, result="lost_schneider")
    # Twice +2 and once −8; Ben as partner won and lost half of it.
    assert "Ann −4 −€1.00 No. 5 of 5 2 nights, 1 won −2.0 a night 3 hands" in words(watcher, page(group))
    assert "No. 1 of 5" in words(watcher, page(group, "Cleo"))
    html = html_of(watcher.get(page(group)))
    for night in (1, 2):
        assert not missing(
            html,
            f'href="{reverse("table", args=[group.code, night])}"',
            f'href="{reverse("hand", args=[group.code, night, 2])}"',
        )
    assert "Longest night" not in html


def test_nights_of_totals_have_no_roles_and_no_questions(group: Group, watcher: Client) -> None:
    of_the_notebook(group, ("Gus", "Ben", "Cleo"))
    answer = watcher.get(page(group, "Gus"))
    assert "Of these nights only the totals are known" in words_of(answer)
    assert set(answer.context["parts"]) >= {"chart", "money_chart", "record", "year"}
    html = html_of(answer)
    assert f'href="{reverse("copied", args=[group.code, 2])}"' in html
    assert not present(
        html, *(f'id="{key}"' for key in ("role", "question", "company_every", "places_place"))
    )


def test_roles_stand_beside_what_is_usual_and_add_up(group: Group, watcher: Client) -> None:
    a_night(group, 2)
    a_night(group, 1, picker="Ben", result="lost")
    of_the_notebook(group)
    assert rows(watcher, group, "role") == [
        "picker 2 2 won +4 0.0 +2.0 0.0",
        "partner 1 0 won −2 0.0 −2.0 0.0",
        "nights of which only the totals are known −1",
    ]
    told = file(watcher, group, "role")
    (ann,) = [one for one in cast.standings(group) if one.name == "Ann"]
    assert sum(int(one["points"]) for one in told) == ann.points == 1
    assert [(one["hands"], one["won"]) for one in told] == [("2", "2"), ("1", "0"), ("", "")]


def test_roles_and_questions_are_held_against_what_is_usual(group: Group, watcher: Client) -> None:
    a_night(group, 25)
    a_night(group, 25, picker="Cleo", result="lost")
    said = words(watcher, page(group))
    # As picker 25 times +2 where the others had −4; 25 times against, where everybody had 0 on average.
    assert not missing(
        said,
        "What Ann’s roles usually bring here comes to −12.5; they brought +100.0.",
        "Only whose turn it was is taken away, not the cards.",
    )
    shown = rows(watcher, group, "question")
    assert [row.partition("?")[0] for row in shown] == [
        "Does Ann pick more often",
        "Does Ann win more often when picking",
        "Does Ann win more often as opponent",
        "Is Ann a Mauer, who passes with good cards",
    ]
    assert "Clear: more often than luck explains." in shown[1]
    told = {one["question"]: one for one in file(watcher, group, "question")}
    assert len(told) > len(shown)
    assert (told["won-picking"]["k"], told["won-picking"]["n"], told["won-picking"]["usual"]) == (
        "25",
        "25",
        "0.5",
    )
    assert told["won-picking"]["verdict"] == "clear"


def test_hands_sat_out_are_counted(group: Group, watcher: Client) -> None:
    session = cast.a_night(group, *cast.NAMES[:6])
    for _ in range(3):  # the dealer sits out: Ann, Ben, Cleo
        cast.tell(session, "Dave", "Edith")
    assert "1 hand sat out." in words(watcher, page(group, "Cleo"))
    assert "sat out." not in words(watcher, page(group, "Dave"))


def test_pots_that_were_played_for_are_told(watcher: Client, group: Group) -> None:
    write_rules(group, "sheepshead", "", {"pot": "leaster"}, uuid.uuid4(), cast.owner_of(group))
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(session, "Ann", "Ben")
    assert "a pot" not in words(watcher, page(group))
    # Four who lost pay one each; Ann and Ben miss these four, and pay three and one; then they win eight.
    tell_hand(session, cast.leaster(session, "Cleo"), cast.context(session))
    cast.tell(session, "Ann", "Ben", "lost")
    cast.tell(session, "Ann", "Ben")
    assert "Played for a pot in 2 hands and won 1: +3 points." in words(watcher, page(group))
    assert "Played for a pot in 2 hands and won 1: +1 points." in words(watcher, page(group, "Ben"))
    assert "a pot" not in words(watcher, page(group, "Cleo"))


def test_places_at_the_table_are_told_beside_what_is_usual(group: Group, watcher: Client) -> None:
    session = cast.a_night(group, *cast.NAMES[:5])
    for picker in ("Ann", "Ann", "Ben", "Ann"):  # Ann deals first, so she speaks fifth, then fourth, …
        cast.tell(session, picker, "Cleo")
    assert rows(watcher, group, "places_place") == [
        "second 1 100% 25% +2.0 +0.3",
        "third 1 0% 0% −1.0 −1.0",
        "fourth 1 100% 50% +2.0 +1.0",
        "fifth 1 100% 25% +2.0 +0.3",
    ]
    told = [tuple(one.values()) for one in file(watcher, group, "places_place")]
    assert told == [("2", "1", "1", "2"), ("3", "1", "0", "-1"), ("4", "1", "1", "2"), ("5", "1", "1", "2")]


def test_luck_is_told_of_when_there_are_enough_nights(group: Group, watcher: Client) -> None:
    a_night(group, 1)
    few = "How much of it is luck can be told when Ann and somebody else have had 10 nights."
    assert few in words(watcher, page(group))
    for number in range(9):
        a_night(group, 1 + number % 2, picker="Ann" if number % 3 else "Ben")
    told = watcher.get(page(group)).context["sure"]
    assert re.search(
        r"About \d+% of the average of \+\d\.\d a night is Ann’s own.* So count on \+\d\.\d a night", told
    )
    of_the_notebook(group, ("Gus", "Hal", "Ivo"))
    assert "when Gus and somebody else have had 10 nights" in words(watcher, page(group, "Gus"))


def test_course_and_years_tell_points_and_money_and_one_year_alone_is_not_told(
    group: Group, watcher: Client
) -> None:
    of_the_notebook(group)
    assert [tuple(one.values()) for one in file(watcher, group, "chart")] == [
        ("2019-12-27", "4", "4"),
        ("2020-01-03", "-7", "-3"),
        ("2020-02-07", "2", "-1"),
    ]
    assert [tuple(one.values()) for one in file(watcher, group, "money_chart", since="2020-01")] == [
        ("2020-01-03", "-1.75", "-1.75"),
        ("2020-02-07", "0.5", "-1.25"),
    ]
    assert rows(watcher, group, "year") == ["2020 2 −5 −€1.25", "2019 1 +4 +€1.00"]
    assert [tuple(one.values()) for one in file(watcher, group, "year")] == [
        ("2020", "2", "-5", "-1.25"),
        ("2019", "1", "4", "1"),
    ]
    address = reverse("player_year", args=[group.code, cast.ids(group, "Ann")[0], 2019])
    assert f'href="{address}"' in html_of(watcher.get(page(group)))
    assert rows(watcher, group, "year", since="2020-01") == []


def test_course_needs_two_whole_nights(group: Group, watcher: Client) -> None:
    a_night(group, 1)
    answer = watcher.get(page(group))
    assert not {"chart", "money_chart"} & set(answer.context["parts"])
    assert answer.context["cents"] == 50
    a_night(group, 1)
    assert {"chart", "money_chart"} <= set(watcher.get(page(group)).context["parts"])
    some = watcher.get(page(group), {"table": "5"})
    assert not {"chart", "money_chart", "year"} & set(some.context["parts"])
    assert "The line of points is drawn only where whole nights are counted." in words_of(some)


def test_night_opened_again_counts_the_old_money_until_it_is_over(group: Group, watcher: Client) -> None:
    of_the_notebook(group)
    a_night(group, 1)
    night = group.sessions.get(is_copied=False)
    reopen_night(night, cast.context(night))
    cast.tell(night, "Ann", "Ben", "lost")
    assert file(watcher, group, "chart")[-1]["brought"] == "-2"
    assert file(watcher, group, "money_chart")[-1]["brought"] == "0.5"
    end_night(night, cast.context(night))
    assert file(watcher, group, "money_chart")[-1]["brought"] == "-0.5"


def test_year_without_a_night_for_money_tells_none(group: Group, watcher: Client) -> None:
    Group.objects.update(stake_cents=0)
    of_the_notebook(Group.objects.get(pk=group.pk))
    Group.objects.update(stake_cents=25)
    a_night(Group.objects.get(pk=group.pk), 1)
    this_year = timezone.localdate().year
    assert rows(watcher, group, "year") == [f"{this_year} 1 +2 +€0.50", "2020 2 −5", "2019 1 +4"]
    assert [one["money"] for one in file(watcher, group, "year")] == ["0.5", "", ""]


def test_seasons_are_told_as_years_are(group: Group, watcher: Client) -> None:
    of_the_notebook(group)
    a_night(group, 1)
    assert rows(watcher, group, "season") == []
    today = timezone.localdate()
    for name, first, last in (
        ("Before", date(2001, 1, 1), date(2001, 12, 31)),
        ("Winter <1>", date(2019, 12, 1), date(2020, 1, 4)),
        ("Now", today - timedelta(days=2), None),
    ):
        now = Group.objects.get(pk=group.pk)
        context = WriteContext(key=uuid.uuid4(), after=newest_change(now), by=cast.owner_of(now))
        add_season(now, Season(name=name, first=first, last=last), context)
    assert rows(watcher, group, "season") == ["Now 1 +2 +€0.50", "Winter <1> 2 −3 −€0.75"]
    assert [one["season"] for one in file(watcher, group, "season")] == ["Now", "Winter <1>"]
    # Each leads to the same page about that season, which is about no other.
    links = re.findall(r'href="(\?season=\d+)"', html_of(watcher.get(page(group))))
    assert "Ann −3" in words_of(watcher.get(page(group) + links[-1]))
    assert rows(watcher, group, "season", season=links[-1].removeprefix("?season=")) == []


def test_money_is_that_of_all_games_and_says_so(db: None) -> None:
    group = two_games()
    night = group.sessions.get(ended_at=None)
    end_night(night, cast.context(night))
    client = phone_of(cast.OWNER)
    name = group.players.get(pk=cast.ids(group)[0]).name
    for game in ("mehrkopf", "sheepshead"):
        assert len(file(client, group, "money_chart", name, game=game)) == 3
        assert "The money is that of all games together." in words(client, page(group, name), game=game)
    assert len(file(client, group, "chart", name, game="sheepshead")) == 2


def test_links_and_files_keep_what_is_asked_for(group: Group, watcher: Client) -> None:
    for month, hands in ((1, 2), (2, 3), (3, 1)):
        a_night(group, hands, month=month)
    said = words(watcher, page(group), since="2026-02", until="2026-02")
    assert not missing(said, "3 hands", "Counted: February 2026")
    html = html_of(watcher.get(page(group), {"since": "2026-02"}))
    ann, ben = cast.ids(group, "Ann", "Ben")
    assert not missing(
        html,
        *(
            f'href="{address}?since=2026-02"'
            for address in (
                reverse("question", args=[group.code, ann, "won-picking"]),
                reverse("group_question", args=[group.code, f"together-{ann}-{ben}"]),
                page(group, "Cleo"),
            )
        ),
        'href="?since=2026-02&amp;format=zip" download',
    )
    assert [tuple(one.values()) for one in file(watcher, group, "role", since="2026-02")] == [
        ("picker", "4", "4", "8", "8")
    ]
    assert "Ann has played no such hand." in words(watcher, page(group), table="4")
    assert watcher.get(page(group), {"of": "card_points", "format": "csv"}).status_code == 404


def test_clear_pairs_are_said_beside_the_other_player(group: Group, watcher: Client) -> None:
    a_night(group, 30)
    a_night(group, 30, picker="Cleo", result="lost")
    ben, *others = rows(watcher, group, "company_every")
    assert "Win more often together than others" in ben
    assert "100% 30 of 30" in ben
    (dave,) = [row for row in others if row.startswith("Dave")]
    assert "Win more often" not in dave


def test_card_points_are_counted_by_tens_from_where_the_game_is_won(group: Group, watcher: Client) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    for points in (75, 64, 61, 20):
        told = {"kind": "picked", "picker": 0, "partners": [1], "side_points": points}
        seats = cast.ids(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
        tell_hand(session, NewHand(seats=seats, told=told), cast.context(session))
    spans = {(one["from"], one["to"]): one["times"] for one in file(watcher, group, "card_points")}
    assert {span: times for span, times in spans.items() if times != "0"} == {
        ("11", "20"): "1",
        ("61", "70"): "2",
        ("71", "80"): "1",
    }
    assert "61–70 won from here on 2" in rows(watcher, group, "card_points")
    assert rows(watcher, group, "card_points", "Cleo") == []


def test_two_who_are_one_person_have_one_page(group: Group, watcher: Client) -> None:
    a_night(group, 3)
    of_the_notebook(group, ("Gus", "Ben", "Cleo"))
    gus, frank = cast.ids(group, "Gus", "Frank")
    merge_players(group, gus, frank, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group)))
    of_gus = reverse("player", args=[group.code, gus])
    assert "3 nights" in words(watcher, of_gus)
    assert words(watcher, of_gus) == words(watcher, page(group, "Frank"))
