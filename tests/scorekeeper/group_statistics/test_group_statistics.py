"""A group's page of statistics and its questions: what is said, what is asked for, and what it costs."""

import re
import uuid
from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from ledger.models import Group, HouseRules
from ledger.recording import Hand, WriteContext, end_night, merge_players, tell_hand
from ledger.recording.notebook import Copying, copy_notebook
from ledger.recording.rules import write_rules
from ledger.standings.marks import Copied
from ledger.steps import finish
from tests import cast
from tests.reading import html_of
from tests.scorekeeper.conftest import Phones


def page(group: Group, question: str = "") -> str:
    if question:
        return reverse("group_question", args=[group.code, question])
    return reverse("group_statistics", args=[group.code])


def words(client: Client, address: str, **asked: str) -> str:
    """What is read on a page, in one line."""
    answer = client.get(address, asked)
    assert answer.status_code in (200, 422)
    main = html_of(answer).partition("<main")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def pair(group: Group, about: str, one: str, other: str) -> str:
    return "-".join([about, *map(str, cast.ids(group, one, other))])


def a_night(group: Group, hands: int, *, picker: str = "Ann", result: str = "won", ends: bool = True) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    for _ in range(hands):
        cast.tell(session, picker, "Ben" if picker != "Ben" else "Ann", result)
    if ends:
        end_night(session, cast.context(session))


def of_the_notebook(group: Group) -> None:
    nights = [Copied(date=date(2020, 1, day), totals={0: Fraction(40), 1: Fraction(-40)}) for day in (2, 9)]
    finish(copy_notebook(group, Copying(names=("Ann", "Gus"), nights=nights), began=lambda hidden: None))


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
    said = words(watcher, page(group))
    assert "2 nights All hands" in said
    assert "Ann 2 +40.0 Gus 2 −40.0" in said
    assert 'id="course"' in html
    assert 'id="evenings"' in html
    assert f'href="{reverse("copied", args=[group.code, 2])}"' in html
    assert 'id="questions"' not in html
    assert 'id="pairs"' not in html


def test_it_leads_to_the_other_pages_about_the_same_hands(group: Group, watcher: Client) -> None:
    pages = ("standings", "rankings", "records")
    empty = html_of(watcher.get(page(group)))
    assert reverse("rankings", args=[group.code]) not in empty
    a_night(group, 3)
    html = html_of(watcher.get(page(group), {"table": "5"}))
    for name in pages:
        assert f'href="{reverse(name, args=[group.code])}?table=5"' in html
    assert f'href="{reverse("years", args=[group.code])}"' in html


def test_one_night_says_that_it_is_too_early(group: Group, watcher: Client) -> None:
    a_night(group, 3)
    said = words(watcher, page(group))
    assert "1 night 3 hands" in said
    assert "How much of an average is luck can be told when at least two players have had 10 nights" in said
    assert "Too few hands to tell who plays well with whom: it takes 20 of a pair." in said
    assert "Truly best" not in said
    assert "some look striking" not in said
    assert "2 nights" not in said


def test_the_calendar_has_as_many_nights_and_hands_as_the_page_tonights_among_them(
    group: Group, watcher: Client
) -> None:
    a_night(group, 3)
    a_night(group, 2, ends=False)
    html, said = html_of(watcher.get(page(group))), words(watcher, page(group))
    assert "2 nights 5 hands" in said
    assert "2 nights, 5 hands; the longest on" in said
    calendar = html.partition('id="evenings"')[2]
    assert f'href="{reverse("table", args=[group.code, 2])}"' in calendar
    file = watcher.get(page(group), {"format": "csv", "of": "evenings"}).getvalue().decode()
    assert [line.rpartition(",")[2] for line in file.split()] == ["hands", "3", "2"]


def test_a_year_of_more_nights_than_are_drawn_says_how_many_it_had(
    group: Group, watcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.standings.evenings.MOST", 2)
    for number in range(4):
        a_night(group, 2, ends=number < 3)
    assert "drawn are the latest 2 of 4 nights, 4 hands" in words(watcher, page(group))


def test_luck_is_told_of_with_the_chance_that_who_leads_is_the_best(group: Group, watcher: Client) -> None:
    for number in range(10):
        a_night(group, 1 + number % 2, picker="Ann" if number % 3 else "Ben", ends=number < 9)
    said = words(watcher, page(group))
    assert re.search(
        r"After 10 nights \d+% of an average is the player’s own, the rest is luck\. It is half and half"
        r" after about \d+ nights?\.",
        said,
    )
    assert re.search(
        r"Ann is in front with \+\d\.\d a night\. The chance that nobody here is truly better", said
    )
    chances = [
        0 if less else int(one)
        for less, one in re.findall(
            r"(&lt;|<)?(\d+)%", said.partition("Truly best")[2].partition("How this")[0]
        )
    ]
    assert len(chances) == 5
    assert 98 <= sum(chances) <= 102
    assert chances[0] == max(chances)
    half = re.search(r"nights ÷ \(nights \+ (\d+)\)", said)
    assert half
    assert f"after about {half[1]} night{'' if half[1] == '1' else 's'}." in said


def test_players_of_few_nights_stand_by_themselves_when_others_have_many(
    group: Group, watcher: Client
) -> None:
    for number in range(10):
        a_night(group, 1 + number % 2)
    of_the_notebook(group)
    html = html_of(watcher.get(page(group)))
    assert "1 player of fewer than 10 nights" in html
    few = html[html.index("1 player of fewer") :]
    assert "<bdi>Gus</bdi>" in few[: few.index("</details>")]
    assert "Ann is in front" in words(watcher, page(group))


def test_where_all_are_alike_everything_could_be_luck(group: Group, watcher: Client) -> None:
    for number in range(20):
        picker = ("Ann", "Cleo", "Dave", "Edith")[number % 4]
        a_night(group, 1, picker=picker, result="won" if number % 8 < 4 else "lost")
    said = words(watcher, page(group))
    assert "the players of this group differ no more than luck alone would have them" in said
    assert "How this is worked out" not in said


def test_every_name_leads_to_the_players_page(group: Group, watcher: Client) -> None:
    a_night(group, 2)
    html = html_of(watcher.get(page(group), {"table": "5"}))
    for player in cast.ids(group, "Ann", "Ben", "Cleo"):
        address = reverse("player", args=[group.code, player])
        assert html.count(f'href="{address}?table=5"') >= 2


def test_pairs_are_told_in_tables_and_each_leads_to_its_question(group: Group, watcher: Client) -> None:
    a_night(group, 20)
    html = html_of(watcher.get(page(group)))
    together = html[html.index('id="together"') : html.index('id="against"')]
    assert f'href="{page(group, pair(group, "together", "Ann", "Ben"))}"' in together
    assert "100%" in together
    assert "20 of 20" in together
    against = html[html.index('id="against"') :]
    assert f'href="{page(group, pair(group, "against", "Ann", "Cleo"))}"' in against
    assert f'href="{page(group, pair(group, "against", "Cleo", "Ann"))}"' in against
    assert "in 20 hands, 20 won" in against


def test_what_luck_does_not_explain_is_called_out_and_counts_what_was_compared(
    group: Group, watcher: Client
) -> None:
    a_night(group, 25)
    said = words(watcher, page(group))
    assert re.search(r"Cleo loses to Ann more often than not: 25 of 25, \+\d+ for Ann \. nemesis", said)
    # One pair together and six of those who won against those who lost; nothing is usual of one pair alone.
    assert (
        "Of 7 pairs with enough hands some would look striking by luck alone: this allows for that." in said
    )
    assert "Nothing is clear yet" not in said


def test_where_nothing_is_clear_it_says_so_and_how_many_hands_would_tell(
    group: Group, watcher: Client
) -> None:
    for result in ("won", "won", "lost"):
        a_night(group, 7, result=result)
    said = words(watcher, page(group))
    assert re.search(
        r"Nothing is clear yet: of 7 pairs with enough hands each could as well be lucky\.", said
    )
    assert re.search(r"Nearest to an answer is: Does Ann win more often against Cleo\?", said)
    assert re.search(r"About \d+ more such hands would tell\.", said)
    assert "nemesis" not in said


def test_hot_and_cold_pairs_are_named(group: Group, watcher: Client) -> None:
    a_night(group, 30)
    a_night(group, 30, picker="Cleo", result="lost")
    said = words(watcher, page(group))
    assert "Ann and Ben win more often together than others: 30 of 30. hot pair" in said
    assert "Ben and Cleo win less often together than others: 0 of 30. cold pair" in said


def test_of_many_striking_pairs_the_first_stand_open(group: Group, watcher: Client) -> None:
    a_night(group, 30)
    a_night(group, 30, picker="Cleo", result="lost")
    html = html_of(watcher.get(page(group)))
    opened = html[html.index('id="pairs"') : html.index("4 more pairs")]
    assert opened.count("<li>") == 5
    assert html.count('class="tag clear"') == 9


def test_a_name_from_right_to_left_stands_apart_in_the_text_to_share(db: None, phone: Phones) -> None:
    group = cast.thursday_table(names=("محمد", "Ben", "Cleo", "Dave", "Edith"))
    night = cast.a_night(group)
    for _ in range(20):
        cast.tell(night, "محمد", "Cleo")
    cast.tell(night, "Ben", "Cleo", "lost")
    html = html_of(phone("owner").get(page(group, "who-won-picking")))
    assert "\u2068محمد\u2069: 20 of 20 · 100%" in html


def test_a_question_has_its_own_page_with_its_hands(group: Group, watcher: Client) -> None:
    a_night(group, 3)
    a_night(group, 1, result="lost")
    address = page(group, "picking-pays")
    html, said = html_of(watcher.get(address)), words(watcher, address)
    assert "Does it pay to pick here? 3 of 4 won +0.5 a hand" in said
    assert "That is what a hand brought whoever picked, on average." in said
    assert "The 4 hands" in said
    assert html.count("Ann and Ben · won") == 3
    assert f'href="{reverse("hand", args=[group.code, 1, 2])}"' in html
    text = re.search(r'<textarea id="share-text"[^>]*>(.*?)</textarea>', html, re.DOTALL)
    assert text
    assert text[1].splitlines() == [
        "Does it pay to pick here?",
        "3 of 4 won · +0.5 a hand",
        f"http://testserver{address}",
    ]


def test_what_picking_pays_is_clear_where_luck_does_not_explain_it(group: Group, watcher: Client) -> None:
    a_night(group, 25)
    assert "Clear: it brings +2.0 points a hand." in words(watcher, page(group, "picking-pays"))
    a_night(group, 80, result="lost")
    assert "Clear: it costs, −2.6 points a hand." in words(watcher, page(group, "picking-pays"))


def test_who_does_it_most_is_answered_for_everybody(group: Group, watcher: Client) -> None:
    a_night(group, 25)
    a_night(group, 25, picker="Cleo", result="lost")
    html = html_of(watcher.get(page(group, "who-won-picking")))
    said = words(watcher, page(group, "who-won-picking"))
    assert "Who wins most often when picking? Ann 25 of 25 100%" in said
    assert "Clear: more often than luck explains." in said
    for player in cast.ids(group, "Ann", "Cleo"):
        assert f'href="{reverse("question", args=[group.code, player, "won-picking"])}"' in html
    assert "Behind each name are the hands." in said
    assert 'id="hands"' not in html


def test_whoever_has_had_many_hands_stands_before_a_larger_share_of_few_and_the_page_says_why(
    group: Group, watcher: Client
) -> None:
    a_night(group, 90)
    a_night(group, 8, result="lost")
    a_night(group, 22, picker="Ben")
    a_night(group, 1, picker="Ben", result="lost")
    a_night(group, 60, picker="Cleo", result="lost")
    said = words(watcher, page(group, "who-won-picking"))
    assert "Who wins most often when picking? Ann 90 of 98 92%" in said
    assert said.index("Ann 92%") < said.index("Ben 96%") < said.index("Cleo 0%")
    assert (
        "In the order of what to count on: the fewer the hands, the nearer a share is taken to everybody’s"
        " 62%, and whoever has had fewer than 20 comes last." in said
    )


def test_nobody_is_named_where_nobody_has_had_enough_hands(group: Group, watcher: Client) -> None:
    a_night(group, 12)
    a_night(group, 9, picker="Cleo", result="lost")
    alone = page(group, "who-won-picking")
    said = words(watcher, alone)
    assert (
        "Who wins most often when picking? Too few to tell yet: nobody has had 20 such hands."
        " Everybody here: 57%." in said
    )
    assert "Ann 100%" in said.partition("Everybody")[2]
    card = words(watcher, page(group)).partition("Who wins most often when picking?")[2]
    assert card.startswith(" Too few to tell yet: nobody has had 20 such hands. Everybody here: 57%.")
    text = html_of(watcher.get(alone)).partition("<textarea")[2].partition("</textarea>")[0]
    assert "Ann" not in text
    assert "Too few to tell yet" in text


def test_no_schneider_is_what_the_others_did_not_get_as_on_the_pad(group: Group, watcher: Client) -> None:
    a_night(group, 3, result="won_schneider")
    a_night(group, 1, picker="Cleo", result="lost_schneider")
    said = words(watcher, page(group))
    for asked in (
        "Who wins with no schneider most often?",
        "Who loses with no schneider most often?",
        "How many hands end with no schneider for one side?",
    ):
        assert asked in said
    assert "makes the others schneider" not in said
    ann = reverse("player", args=[group.code, cast.ids(group, "Ann")[0]])
    said = words(watcher, ann)
    assert "Does Ann win with no schneider more often? 100% 3 of 3" in said
    assert "Does Ann lose with no schneider more often? 0% 0 of 3" in said


def test_two_players_are_asked_about_together_and_against_each_other(group: Group, watcher: Client) -> None:
    a_night(group, 2)
    a_night(group, 1, result="lost")
    said = words(watcher, page(group, pair(group, "together", "Ben", "Ann")))
    assert "Do Ann and Ben win more often together? 2 of 3 67%" in said
    assert "All pairs here: 67%." in said
    said = words(watcher, page(group, pair(group, "against", "Cleo", "Ann")))
    assert "Does Cleo win more often against Ann? 1 of 3 33%" in said
    assert "If both play equally well: 50%." in said
    html = html_of(watcher.get(page(group, pair(group, "against", "Cleo", "Ann"))))
    for player in cast.ids(group, "Ann", "Cleo"):
        assert f'href="{reverse("player", args=[group.code, player])}"' in html


def test_hands_that_are_the_k_of_n_bear_a_mark_and_those_of_a_list_of_nothing_else_none(
    group: Group, watcher: Client
) -> None:
    a_night(group, 2)
    a_night(group, 1, result="lost_schneider")
    said = words(watcher, page(group, pair(group, "together", "Ben", "Ann")))
    assert "The 3 hands ✓ one of the 2" in said
    assert said.count("✓ one of the 2 Ann and Ben · won") == 2
    said = words(watcher, page(group, pair(group, "against", "Cleo", "Ann")))
    assert "The 3 hands ✓ the one that is counted" in said
    assert said.count("✓ the one that is counted Ann and Ben · lost") == 1
    assert "✓" not in words(watcher, page(group, "schneider"))


def test_leasters_are_counted_and_listed_with_who_won_them(group: Group, watcher: Client) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell_hand(session, cast.leaster(session, "Dave"), cast.context(session))
    for _ in range(5):
        cast.tell(session, "Ann", "Ben")
    said = words(watcher, page(group, "leasters"))
    assert "How many hands are a leaster? 1 of 6 17%" in said
    assert "About one hand in 6." in said
    assert "The one hand" in said
    assert "leaster · won by Dave" in said


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
    assert 'href="?newer=1-24#hands"' in second
    assert 'href="?older=1-5#hands"' in second
    assert 'rel="next"' not in third
    assert html_of(watcher.get(address, {"newer": "1-4"})).count("Ann and Ben · won") == 20
    assert 'href="?table=5&amp;older=1-25#hands"' in html_of(watcher.get(address, {"table": "5"}))
    for wrong in ("0", "1-99", "1-", "2-5", "tea", "1-5-7", "1-\u0665", "9999999-1"):
        assert watcher.get(address, {"older": wrong}).status_code == 404


def test_an_address_of_a_numbered_page_shows_the_latest_hands(group: Group, watcher: Client) -> None:
    a_night(group, 23)
    address = page(group, "picking-pays")
    for kept in ("1", "2", "99"):
        html = html_of(watcher.get(address, {"page": kept}))
        assert html.count("Ann and Ben · won") == 20
        assert 'href="?older=1-5#hands"' in html


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


def dated(group: Group) -> None:
    """A night of each month of 2026."""
    for session in group.sessions.all():
        session.started_at = datetime(2026, session.number, 5, 20, tzinfo=UTC)
        session.save()


def test_what_is_asked_for_is_counted_and_links_keep_it(group: Group, watcher: Client) -> None:
    a_night(group, 2, ends=False)
    a_night(group, 3, ends=False)
    dated(group)
    assert "2 nights 5 hands" in words(watcher, page(group))
    said = words(watcher, page(group), since="2026-02", until="2026-02")
    assert "1 night 3 hands Counted: February 2026" in said
    assert "Counted:" not in words(watcher, page(group))
    html = html_of(watcher.get(page(group), {"since": "2026-02", "table": "5"}))
    assert f'{page(group, "picking-pays")}?since=2026-02&amp;table=5"' in html
    assert f'{page(group, pair(group, "against", "Ann", "Cleo"))}?since=2026-02&amp;table=5"' in html
    assert "A course of points is drawn where whole nights are counted." in words(
        watcher, page(group), table="5"
    )
    for other in ({"table": "4"}, {"rules": "7"}, {"since": "2027-01"}):
        assert "No such hand has been played." in words(watcher, page(group), **other)


def test_what_is_asked_for_stands_in_the_text_to_share(group: Group, watcher: Client) -> None:
    a_night(group, 3, ends=False)
    dated(group)
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


@pytest.mark.parametrize("asked", [{"since": "tea"}, {"table": "0"}, {"game": "tea"}, {"game": "\0"}])
def test_nonsense_in_the_address_is_answered_by_a_sentence(
    group: Group, watcher: Client, asked: dict[str, str]
) -> None:
    a_night(group, 1)
    for address in (page(group), page(group, "picking-pays"), page(group, "against-1-2")):
        answer = watcher.get(address, asked)
        assert answer.status_code == 422
        assert "Count these" in html_of(answer)


def schafkopf(group: Group) -> None:
    """Dave plays two solos and a Wenz."""
    if HouseRules.objects.filter(group=group).latest("version").game != "mehrkopf":
        write_rules(group, "mehrkopf", "", {}, uuid.uuid4(), cast.owner_of(group))
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave")
    seats = cast.ids(group, "Ann", "Ben", "Cleo", "Dave")
    for contract, result in (("solo", "won"), ("solo", "lost"), ("wenz", "won_schneider")):
        told = {"kind": "played", "contract": contract, "declarer": 3, "result": result}
        tell_hand(session, Hand(seats=seats, told=told), cast.context(session))
    end_night(session, cast.context(session))


def test_games_are_never_mixed_and_each_is_asked_about_in_its_words(group: Group, watcher: Client) -> None:
    a_night(group, 2)
    a_night(group, 2)
    schafkopf(group)
    html = html_of(watcher.get(page(group)))
    assert f'href="{page(group)}?game=mehrkopf"' in html
    assert "2 nights 4 hands" in words(watcher, page(group))
    assert "Solo" not in words(watcher, page(group))
    said = words(watcher, page(group), game="mehrkopf")
    assert "1 night 3 hands" in said
    assert "Does it pay to be the Spieler here?" in said
    assert "Is a Solo won more often than other games? 50% 1 of 2" in said
    assert "Won together" not in said
    solo = words(watcher, page(group, "contract-solo"), game="mehrkopf")
    assert "The 2 hands" in solo
    assert "Dave · won" in solo


def test_a_stranger_finds_nothing_and_nothing_is_posted(group: Group, phone: Phones) -> None:
    a_night(group, 1)
    for address in (page(group), page(group, "picking-pays")):
        assert phone("stranger").get(address).status_code == 404
        assert phone("owner").post(address).status_code == 405


def test_queries_do_not_grow_with_hands_or_nights(
    group: Group, phone: Phones, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone("watcher")
    for hands in (1, 3, 22):
        a_night(group, hands)
        with django_assert_num_queries(8):
            client.get(page(group))
        for question in ("picking-pays", "place-1", pair(group, "against", "Ann", "Cleo")):
            with django_assert_num_queries(7):
                client.get(page(group, question))
        with django_assert_num_queries(5):
            client.get(page(group, "who-picking"))
        with django_assert_num_queries(8):
            client.get(page(group), {"since": "2001-01", "until": "2100-01"})


def test_names_are_escaped(db: None, phone: Phones) -> None:
    group = cast.thursday_table(names=("<b>Ann</b>", "Ben", "Cleo", "Dave", "Edith"))
    cast.tell(cast.a_night(group), "<b>Ann</b>", "Cleo")
    against = pair(group, "against", "<b>Ann</b>", "Ben")
    for question in ("", "picking-pays", "who-picking", against):
        html = html_of(phone("owner").get(page(group, question)))
        assert "<b>Ann" not in html
        assert "&lt;b&gt;Ann" in html


def test_many_players_have_tables_of_those_who_came_most(
    group: Group, watcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_night(group, 2)
    monkeypatch.setattr("scorekeeper.pages.group_statistics.pairs.MOST_PEOPLE", 3)
    html, said = html_of(watcher.get(page(group))), words(watcher, page(group))
    assert "The tables show those who came most often; 2 more have pages of their own." in said
    against = html[html.index('id="against"') :]
    assert against.count('<th scope="row"') >= 3
    assert "Edith" not in against[: against.index("</table>")]


def test_two_who_are_one_person_are_one_name(group: Group, watcher: Client) -> None:
    a_night(group, 3)
    of_the_notebook(group)
    cast.tell(cast.a_night(group, "Frank", "Ann", "Cleo", "Dave", "Edith"), "Frank", "Ann")
    frank, gus, cleo = cast.ids(group, "Frank", "Gus", "Cleo")
    pen = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group))
    merge_players(group, frank, gus, pen)
    html, said = html_of(watcher.get(page(group))), words(watcher, page(group))
    assert "Frank" not in said
    assert "Gus 3" in said
    assert reverse("player", args=[group.code, frank]) not in html
    assert page(group, f"against-{gus}-{cleo}") in html


def test_the_groups_page_and_the_standings_lead_here(group: Group, watcher: Client) -> None:
    a_night(group, 1)
    for where in ("group", "standings"):
        assert f'href="{page(group)}"' in html_of(watcher.get(reverse(where, args=[group.code])))
