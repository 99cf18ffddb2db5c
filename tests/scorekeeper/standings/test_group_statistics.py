"""A group's page of statistics and its questions: what is said, what is asked for, and what it costs."""

import re
import uuid
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group
from ledger.recording import NewHand, WriteContext, end_night, merge_players, tell_hand
from ledger.recording.rules import write_rules
from tests import cast
from tests.reading import csv_of, html_of, missing, present, texts_of, words_of
from tests.scorekeeper.standings.test_player import a_night, words


def page(group: Group, question: str = "") -> str:
    if question:
        return reverse("group_question", args=[group.code, question])
    return reverse("group_statistics", args=[group.code])


def rows(client: Client, group: Group, key: str, **asked: str) -> list[str]:
    return texts_of(html_of(client.get(page(group), asked)), key)


def file(client: Client, address: str, of: str, **asked: str) -> list[dict[str, str]]:
    return csv_of(client.get(address, {"format": "csv", "of": of, **asked}))


def pair(group: Group, about: str, one: str, other: str) -> str:
    return "-".join([about, *map(str, cast.ids(group, one, other))])


def of_the_notebook(group: Group) -> None:
    cast.bring_notebook(group, ("Ann", "Gus"), {date(2020, 1, day): {0: 40, 1: -40} for day in (2, 9)})


def test_before_the_first_hand_the_page_is_kind(group: Group, watcher: Client) -> None:
    said = words(watcher, page(group))
    assert "There is nothing to tell yet: no hand has been played." in said
    assert "Questions" not in said
    assert 'id="evenings"' not in html_of(watcher.get(page(group)))


def test_nights_known_by_their_totals_tell_of_points_and_of_nothing_else(
    group: Group, watcher: Client
) -> None:
    of_the_notebook(group)
    html = html_of(watcher.get(page(group)))
    assert "2 nights All hands" in words(watcher, page(group))
    assert rows(watcher, group, "player") == ["Ann 2 +40.0", "Gus 2 −40.0"]
    assert f'href="{reverse("copied", args=[group.code, 2])}"' in html
    assert [row["Ann"] for row in file(watcher, page(group), "chart")] == ["40", "80"]
    assert [row["Ann"] for row in file(watcher, page(group), "brought")] == ["40", "40"]
    assert not present(html, 'id="question"', 'id="pairs_every"')


def test_one_night_says_in_a_fold_that_it_is_too_early_to_tell(group: Group, watcher: Client) -> None:
    a_night(group, 3)
    said = words(watcher, page(group))
    assert not missing(
        said,
        "1 night 3 hands",
        "How sure is this? How much of an average is luck can be told after 10 nights",
    )
    assert "Truly best" not in said
    assert said.count("luck") == 1


def test_calendar_has_every_night_and_its_file_too(group: Group, watcher: Client) -> None:
    a_night(group, 3)
    a_night(group, 2)
    html, said = html_of(watcher.get(page(group))), words(watcher, page(group))
    assert not missing(said, "2 nights 5 hands", "2 nights, 5 hands; the longest on")
    assert f'href="{reverse("ending", args=[group.code, 2])}"' in html.partition('id="evenings"')[2]
    assert [row["hands"] for row in file(watcher, page(group), "evenings")] == ["3", "2"]
    assert 'id="evenings"' not in html_of(watcher.get(page(group), {"table": "5"}))


def test_averages_tell_what_to_count_on_and_a_fold_how_sure_that_is(group: Group, watcher: Client) -> None:
    for number in range(10):
        a_night(group, 1 + number % 2, picker="Ann" if number % 3 else "Ben")
    said = words(watcher, page(group))
    assert re.search(
        r"After 10 nights about \d+% of an average is the player’s own; after about \d+ nights it is half\.",
        said,
    )
    told = rows(watcher, group, "player")
    assert re.fullmatch(r"Ann 10 \+\d\.\d \+\d\.\d \d+%", told[0])
    chances = [0 if "<" in row else int(row.split()[-1].rstrip("%")) for row in told]
    assert 98 <= sum(chances) <= 102
    assert chances[0] == max(chances)
    best = [float(row["truly_best"]) for row in file(watcher, page(group), "player")]
    assert sum(best) == pytest.approx(1, abs=0.01)


def test_players_of_few_nights_are_folded_away_when_others_have_many(group: Group, watcher: Client) -> None:
    for number in range(10):
        a_night(group, 1 + number % 2)
    of_the_notebook(group)
    opened, _, folded = html_of(watcher.get(page(group))).partition("<summary>1 more</summary>")
    assert "<bdi>Gus</bdi>" not in opened.partition('id="player"')[2]
    assert "<bdi>Gus</bdi>" in folded.partition("</details>")[0]


def test_where_all_are_alike_the_fold_says_so(group: Group, watcher: Client) -> None:
    for number in range(20):
        picker = ("Ann", "Cleo", "Dave", "Edith")[number % 4]
        a_night(group, 1, picker=picker, result="won" if number % 8 < 4 else "lost")
    assert "So far these players differ no more than luck would have them." in words(watcher, page(group))


def test_every_name_leads_to_the_players_page(group: Group, watcher: Client) -> None:
    a_night(group, 2)
    html = html_of(watcher.get(page(group), {"table": "5"}))
    for player in cast.ids(group, "Ann", "Ben", "Cleo"):
        address = reverse("player", args=[group.code, player])
        assert html.count(f'href="{address}?table=5"') >= 2
    assert f'href="{reverse("standings", args=[group.code])}?table=5"' in html


def test_pairs_are_told_in_matrices_and_each_leads_to_its_question(group: Group, watcher: Client) -> None:
    a_night(group, 20)
    html = html_of(watcher.get(page(group)))
    together, _, against = html.partition('id="pairs_together"')[2].partition('id="pairs_against"')
    assert not missing(
        together, f'href="{page(group, pair(group, "together", "Ann", "Ben"))}"', "100%", "20 of 20"
    )
    assert not missing(
        against,
        f'href="{page(group, pair(group, "against", "Ann", "Cleo"))}"',
        f'href="{page(group, pair(group, "against", "Cleo", "Ann"))}"',
        'title="in 20 hands, 20 won"',
    )
    table = file(watcher, page(group), "pairs_against")
    assert [(row["name"], row["Ann"], row["Cleo"]) for row in table if row["name"] == "Ann"] == [
        ("Ann", "", "40/3")
    ]


def test_pairs_that_are_clear_are_called_out_and_the_file_has_every_pair(
    group: Group, watcher: Client
) -> None:
    a_night(group, 25)
    told = rows(watcher, group, "pairs_every")
    assert re.fullmatch(r"Ann against Cleo Cleo loses more often than not 25 of 25 \+\d+", told[0])
    # One pair together and six of those who won against those who lost.
    pairs = file(watcher, page(group), "pairs_every")
    assert len(pairs) == 7
    assert [row["verdict"] for row in pairs].count("clear") == 6
    assert "“Clear” allows for all" in words(watcher, page(group))


def test_where_no_pair_is_clear_none_is_called_out_and_the_matrices_stand(
    group: Group, watcher: Client
) -> None:
    for result in ("won", "won", "lost"):
        a_night(group, 7, result=result)
    html = html_of(watcher.get(page(group)))
    assert 'id="pairs_every"' not in html
    assert 'id="pairs_against"' in html
    assert len(file(watcher, page(group), "pairs_every")) == 7


def test_hot_and_cold_pairs_are_named_and_the_first_five_stand_open(group: Group, watcher: Client) -> None:
    a_night(group, 30)
    a_night(group, 30, picker="Cleo", result="lost")
    said = words(watcher, page(group))
    assert not missing(
        said,
        "Ann and Ben win more often together than others 30 of 30",
        "Ben and Cleo win less often together than others 0 of 30",
    )
    assert len(rows(watcher, group, "pairs_every")) == 5
    assert "4 more" in said.partition("Who with whom")[2]


def test_question_has_its_own_page_with_its_hands(group: Group, watcher: Client) -> None:
    a_night(group, 3)
    a_night(group, 1, result="lost")
    address = page(group, "picking-pays")
    answer = watcher.get(address)
    html, said = html_of(answer), words(watcher, address)
    assert said.startswith('id="main"> Does it pay to pick here? So far +0.5')
    assert not missing(
        said, "3 of 4 won", "That is what a hand brought whoever picked, on average.", "The 4 hands"
    )
    assert len([row for row in texts_of(html, "hands") if "Ann and Ben · won" in row]) == 3
    assert f'href="{reverse("hand", args=[group.code, 1, 2])}"' in html
    assert answer.context["share"].splitlines() == [
        "Does it pay to pick here?",
        "3 of 4 won · +0.5 a hand",
        f"http://testserver{address}",
    ]
    hands = file(watcher, address, "hands")
    assert (len(hands), hands[0]["won"], hands[0]["role"]) == (20, "no", "picker")


def test_what_picking_pays_is_clear_where_luck_does_not_explain_it(group: Group, watcher: Client) -> None:
    a_night(group, 25)
    assert "Clear: it brings +2.0 points a hand." in words(watcher, page(group, "picking-pays"))
    a_night(group, 80, result="lost")
    assert "Clear: it costs, −2.6 points a hand." in words(watcher, page(group, "picking-pays"))


def test_who_does_it_most_is_answered_for_everybody(group: Group, watcher: Client) -> None:
    a_night(group, 25)
    a_night(group, 25, picker="Cleo", result="lost")
    address = page(group, "who-won-picking")
    html, said = html_of(watcher.get(address)), words(watcher, address)
    assert not missing(
        said, "Who wins most often when picking? Ann", "100%", "Clear: more often than luck explains."
    )
    assert not missing(
        html,
        *(
            f'href="{reverse("question", args=[group.code, player, "won-picking"])}"'
            for player in cast.ids(group, "Ann", "Cleo")
        ),
    )
    assert [(row["name"], row["k"], row["n"]) for row in file(watcher, address, "everybody")] == [
        ("Ann", "25", "25"),
        ("Cleo", "0", "25"),
    ]
    assert 'id="hands"' not in html
    clear = "Who wins most often when picking? Clear: more often than luck explains. Ann 100% 25 of 25"
    assert clear in rows(watcher, group, "question")


def test_player_of_many_hands_stands_before_a_larger_share_of_few_and_the_page_says_why(
    group: Group, watcher: Client
) -> None:
    a_night(group, 90)
    a_night(group, 8, result="lost")
    a_night(group, 22, picker="Ben")
    a_night(group, 1, picker="Ben", result="lost")
    a_night(group, 60, picker="Cleo", result="lost")
    address = page(group, "who-won-picking")
    shares = [(row["name"], row["k"], row["n"]) for row in file(watcher, address, "everybody")]
    assert shares == [("Ann", "90", "98"), ("Ben", "22", "23"), ("Cleo", "0", "60")]
    assert "In the order of what to count on: a share of few hands is taken nearer" in words(watcher, address)


def test_nobody_is_named_where_nobody_has_had_enough_hands(group: Group, watcher: Client) -> None:
    a_night(group, 12)
    a_night(group, 9, picker="Cleo", result="lost")
    answer = watcher.get(page(group, "who-won-picking"))
    assert "when picking? Too few to tell yet: nobody has had 20 such hands. Everybody" in words_of(answer)
    assert "answer" not in answer.context["parts"]
    assert "Ann" not in answer.context["share"]
    assert "Everybody here: 57%." in answer.context["share"]
    assert "Who wins most often when picking? 12 of 12" in words(watcher, page(group))


def test_no_schneider_is_what_the_others_did_not_get_as_on_the_pad(group: Group, watcher: Client) -> None:
    a_night(group, 3, result="won_schneider")
    a_night(group, 1, picker="Cleo", result="lost_schneider")
    said = words(watcher, page(group))
    assert not missing(
        said,
        "Who wins with no schneider most often?",
        "Who loses with no schneider most often?",
        "How many hands end with no schneider for one side?",
    )
    assert "makes the others schneider" not in said


def test_two_players_are_asked_about_together_and_against_each_other(group: Group, watcher: Client) -> None:
    a_night(group, 2)
    a_night(group, 1, result="lost")
    together, against = pair(group, "together", "Ben", "Ann"), pair(group, "against", "Cleo", "Ann")
    said = words(watcher, page(group, together))
    assert not missing(
        said, "Do Ann and Ben win more often together? So far", "2 of 3", "all pairs here: 67%"
    )
    answer = watcher.get(page(group, against))
    assert "Does Cleo win more often against Ann? So far" in words_of(answer)
    assert "If both play equally well: 50%." in answer.context["share"]
    for player in cast.ids(group, "Ann", "Cleo"):
        assert f'href="{reverse("player", args=[group.code, player])}"' in html_of(answer)


def test_hands_that_are_the_k_of_n_bear_a_mark(group: Group, watcher: Client) -> None:
    a_night(group, 2)
    a_night(group, 1, result="lost_schneider")
    said = words(watcher, page(group, pair(group, "together", "Ben", "Ann")))
    assert said.count("✓ Ann and Ben · won") == 2
    assert "✓ one of the 2" in said
    said = words(watcher, page(group, pair(group, "against", "Cleo", "Ann")))
    assert said.count("✓ Ann and Ben · lost") == 1
    assert "✓ the one that is counted" in said
    assert "✓" not in words(watcher, page(group, "schneider"))


def test_leasters_are_counted_and_listed_with_who_won_them(group: Group, watcher: Client) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell_hand(session, cast.leaster(session, "Dave"), cast.context(session))
    for _ in range(5):
        cast.tell(session, "Ann", "Ben")
    said = words(watcher, page(group, "leasters"))
    assert not missing(
        said,
        "How many hands are a leaster? So far",
        "1 of 6",
        "About one hand in 6.",
        "The one hand",
        "leaster · won by Dave",
    )


def test_hands_come_page_by_page(group: Group, watcher: Client) -> None:
    a_night(group, 43)
    address = page(group, "picking-pays")
    # The first of 43 hands was told by entry 2.
    first, second, third = (
        html_of(watcher.get(address, asked)) for asked in ({}, {"older": "1-25"}, {"older": "1-5"})
    )
    assert [html.count("Ann and Ben · won") for html in (first, second, third)] == [20, 20, 3]
    assert 'href="?older=1-25#hands"' in first
    assert 'rel="prev"' not in first
    assert not missing(second, 'href="?newer=1-24#hands"', 'href="?older=1-5#hands"')
    assert 'rel="next"' not in third
    assert html_of(watcher.get(address, {"newer": "1-4"})).count("Ann and Ben · won") == 20
    assert 'href="?table=5&amp;older=1-25#hands"' in html_of(watcher.get(address, {"table": "5"}))
    assert 'href="?older=1-25#hands"' in html_of(watcher.get(address, {"page": "2"})), "an old address"
    for wrong in ("0", "1-99", "1-", "2-5", "tea", "1-5-7", "1-\u0665", "9999999-1"):
        assert watcher.get(address, {"older": wrong}).status_code == 404


@pytest.mark.parametrize(
    "question",
    ["tea", "leasters", "who-tea", "together", "together-1", "together-1-1", "against-0-x", "against-1-2-3",
     "together-1-99999999999999999999", "place-9", "who-"],
)  # fmt: skip
def test_what_nobody_can_ask_is_not_found(group: Group, watcher: Client, question: str) -> None:
    a_night(group, 1)
    assert watcher.get(page(group, question)).status_code == 404


def test_a_question_without_such_hands_says_so(group: Group, watcher: Client) -> None:
    a_night(group, 1)
    for question in ("picking-pays", pair(group, "against", "Ann", "Cleo")):
        said = words(watcher, page(group, question), table="4")
        assert "Among these hands there is none that this question is about." in said


def test_what_is_asked_for_is_counted_and_links_keep_it(group: Group, watcher: Client) -> None:
    a_night(group, 2, month=1)
    a_night(group, 3, month=2)
    assert "2 nights 5 hands" in words(watcher, page(group))
    said = words(watcher, page(group), since="2026-02", until="2026-02")
    assert "1 night 3 hands Counted: February 2026" in said
    assert "Counted:" not in words(watcher, page(group))
    html = html_of(watcher.get(page(group), {"since": "2026-02", "table": "5"}))
    assert not missing(
        html,
        f'{page(group, "picking-pays")}?since=2026-02&amp;table=5"',
        f'{page(group, pair(group, "against", "Ann", "Cleo"))}?since=2026-02&amp;table=5"',
    )
    assert watcher.get(page(group), {"table": "5", "format": "csv", "of": "chart"}).status_code == 404
    for other in ({"table": "4"}, {"rules": "7"}, {"since": "2027-01"}):
        assert "No such hand has been played." in words(watcher, page(group), **other)


def test_what_is_asked_for_stands_in_the_text_to_share(group: Group, watcher: Client) -> None:
    a_night(group, 3, month=1)
    asked = {"since": "2026-01", "until": "2026-02", "table": "5"}
    of_ann = reverse("question", args=[group.code, *cast.ids(group, "Ann"), "picking"])
    for address in (page(group, "picking-pays"), of_ann):
        told = []
        for said in ({}, asked):
            html = html_of(watcher.get(address, said))
            text = re.search(r'<textarea id="share-text"[^>]*>(.*?)</textarea>', html, re.DOTALL)
            assert text
            told.append(text[1].splitlines())
        everything, some = told
        assert not [line for line in everything if line.startswith("Counted")]
        assert some[:3] == [*everything[:2], "Counted: January to February 2026 · five play"]
        assert some[3:-1] == everything[2:-1]


def schafkopf(group: Group) -> None:
    """Dave plays two solos and a Wenz."""
    write_rules(group, "mehrkopf", "", {}, uuid.uuid4(), cast.owner_of(group))
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave")
    seats = cast.ids(group, "Ann", "Ben", "Cleo", "Dave")
    for contract, result in (("solo", "won"), ("solo", "lost"), ("wenz", "won_schneider")):
        told = {"kind": "played", "contract": contract, "declarer": 3, "result": result}
        tell_hand(session, NewHand(seats=seats, told=told), cast.context(session))
    end_night(session, cast.context(session))


def test_games_are_never_mixed_and_each_is_asked_about_in_its_words(group: Group, watcher: Client) -> None:
    a_night(group, 2)
    a_night(group, 2)
    schafkopf(group)
    assert f'href="{page(group)}?game=mehrkopf"' in html_of(watcher.get(page(group)))
    assert "2 nights 4 hands" in words(watcher, page(group))
    assert "Solo" not in words(watcher, page(group))
    said = words(watcher, page(group), game="mehrkopf")
    assert not missing(
        said,
        "1 night 3 hands",
        "Does it pay to be the Spieler here?",
        "Is a Solo won more often than other games? 1 of 2",
    )
    assert "Won together" not in said
    solo = words(watcher, page(group, "contract-solo"), game="mehrkopf")
    assert "The 2 hands" in solo
    assert "Dave · won" in solo


def test_many_players_have_matrices_of_those_who_came_most_and_every_pair_in_the_file(
    group: Group, watcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_night(group, 2)
    monkeypatch.setattr("scorekeeper.pages.standings.group_statistics.MOST_PEOPLE", 3)
    assert watcher.get(page(group)).context["parts"]["pairs_against"].heads == ["Ann", "Ben", "Cleo"]
    assert "Edith" in {row["other"] for row in file(watcher, page(group), "pairs_every")}


def test_two_who_are_one_person_are_one_name(group: Group, watcher: Client) -> None:
    a_night(group, 3)
    of_the_notebook(group)
    cast.tell(cast.a_night(group, "Frank", "Ann", "Cleo", "Dave", "Edith"), "Frank", "Ann")
    frank, gus, cleo = cast.ids(group, "Frank", "Gus", "Cleo")
    merge_players(group, frank, gus, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group)))
    html, said = html_of(watcher.get(page(group))), words(watcher, page(group))
    assert "Frank" not in said
    assert "Gus 3" in said
    assert reverse("player", args=[group.code, frank]) not in html
    assert page(group, f"against-{gus}-{cleo}") in html
