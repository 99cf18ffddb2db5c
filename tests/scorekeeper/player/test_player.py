"""A player's page and the questions about a player: what is said, what is asked for, and what it costs."""

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
from scorekeeper.charts import CARD_POINTS
from scorekeeper.pages.player.presenter import _ranges
from tests import cast
from tests.reading import html_of
from tests.scorekeeper.conftest import Phones, phone_of


def page(group: Group, name: str = "Ann", question: str = "") -> str:
    player = cast.ids(group, name)[0]
    if question:
        return reverse("question", args=[group.code, player, question])
    return reverse("player", args=[group.code, player])


def words(client: Client, address: str, **asked: str) -> str:
    """What is read on a page, in one line."""
    answer = client.get(address, asked)
    assert answer.status_code in (200, 422)
    main = html_of(answer).partition("<main")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


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
    assert "There is nothing to tell of Ann yet: no hand has been played." in said
    assert "Questions" not in said


def test_of_nights_of_which_only_totals_are_known_only_nights_are_told(group: Group, watcher: Client) -> None:
    of_the_notebook(group)
    html = html_of(watcher.get(page(group, "Gus")))
    said = words(watcher, page(group, "Gus"))
    assert "−80" in said
    assert "Of these nights only the totals are known" in said
    assert 'id="roles"' not in html
    assert "The same as money" in said
    assert "Most unusual" not in said
    assert "Worst night 2 Jan 2020 −40" in said
    assert f'href="{reverse("copied", args=[group.code, 1])}"' in html
    assert 'id="questions"' not in html
    assert 'id="course"' in html
    assert 'id="with-whom"' not in html


def test_answers_are_told_as_k_of_n_and_few_are_grey(group: Group, watcher: Client) -> None:
    a_night(group, 19)
    html = html_of(watcher.get(page(group)))
    assert "Does Ann win more often when picking?" in html
    assert "Too few to tell" not in html
    assert "Not enough hands to say anything yet" in html
    assert html.count('class="question num few"') == html.count('class="question num')
    a_night(group, 1)
    html = html_of(watcher.get(page(group)))
    assert html.count('class="question num few"') < html.count('class="question num')
    assert "20 of 20" in html


def test_what_luck_does_not_explain_stands_first_and_is_called_clear(group: Group, watcher: Client) -> None:
    a_night(group, 25)
    a_night(group, 25, picker="Cleo", result="lost")
    said = words(watcher, page(group))
    facts = said.partition("Most unusual so far")[2].partition("A usual night")[0]
    assert "Ann wins more often than is usual here when picking: 25 of 25. clear" in facts
    assert facts.count("clear") == 3
    assert "Clear: more often than luck explains. Everybody here: 50%." in said
    assert "Cleo wins less often than is usual here when picking: 0 of 25. clear" in words(
        watcher, page(group, "Cleo")
    )


def test_hands_that_were_sat_out_are_counted(group: Group, watcher: Client) -> None:
    session = cast.a_night(group, *cast.NAMES[:6])
    for _ in range(3):  # the dealer sits out: Ann, Ben, Cleo
        cast.tell(session, "Dave", "Edith")
    end_night(session, cast.context(session))
    assert "1 hand sat out." in words(watcher, page(group, "Cleo"))
    assert "sat out." not in words(watcher, page(group, "Dave"))


def test_pots_that_were_played_for_are_told_where_there_are_any(watcher: Client, group: Group) -> None:
    write_rules(group, "sheepshead", "", {"pot": "leaster"}, uuid.uuid4(), cast.owner_of(group))
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(session, "Ann", "Ben")
    assert "a pot" not in words(watcher, page(group))
    # Four who lost pay one each; Ann and Ben miss these four, and pay three and one; then they win eight.
    tell_hand(session, cast.leaster(session, "Cleo"), cast.context(session))
    cast.tell(session, "Ann", "Ben", "lost")
    cast.tell(session, "Ann", "Ben")
    said = words(watcher, page(group))
    assert "Played for a pot in 2 hands and won 1: +3 points." in said
    assert "Does Ann win the pot more often?" in said
    assert "Played for a pot in 2 hands and won 1: +1 points." in words(watcher, page(group, "Ben"))
    assert "a pot" not in words(watcher, page(group, "Cleo"))
    assert "1 of 2 50% everybody here: 50%" in words(watcher, page(group, question="pot"))


def test_points_of_the_roles_add_up_to_all(group: Group, watcher: Client) -> None:
    a_night(group, 2)
    a_night(group, 1, picker="Ben", result="lost")
    of_the_notebook(group)
    html = html_of(watcher.get(page(group)))
    table = html[html.index('id="roles"') : html.index("</table>", html.index('id="roles"'))]
    told = [
        int(one.replace("−", "-"))
        for one in re.findall(r'<span class="(?:plus|minus)">([+−]\d+)</span>', table)
    ]
    assert told[-1] == sum(told[:-1]) == cast.standings(group).players[0].points == 82


def test_what_roles_usually_bring_stands_against_what_they_brought(group: Group, watcher: Client) -> None:
    a_night(group, 25)
    a_night(group, 25, picker="Cleo", result="lost")
    said = words(watcher, page(group)).partition("Against what these roles usually bring here")[2]
    # As picker 25 times +2 where the others had −4; 25 times against, where everybody had 0 on average.
    assert "+112.5 points compared with that, in 50 hands" in said
    assert "comes to −12.5. They brought +100." in said
    assert "Only whose turn it was is taken away, not the cards" in said
    assert "luck-adjusted" not in said
    few = words(watcher, page(group), until="2001-01")
    assert "usually bring" not in few


def test_what_roles_brought_has_no_verdict_below_twenty_hands(group: Group, watcher: Client) -> None:
    a_night(group, 19)
    said = words(watcher, page(group)).partition("Against what these roles usually bring here")[2]
    assert "in 19 hands" in said
    assert "Could be luck" not in said.partition("Only whose turn")[0]


def test_place_by_place_it_is_told_what_was_picked_and_what_it_brought(group: Group, watcher: Client) -> None:
    session = cast.a_night(group, *cast.NAMES[:5])
    for picker in ("Ann", "Ann", "Ben", "Ann"):  # Ann deals first, so she speaks fifth, then fourth, …
        cast.tell(session, picker, "Cleo")
    end_night(session, cast.context(session))
    said = words(watcher, page(group)).partition("By turn to speak")[2].partition("The first to speak")[0]
    told = said.split("A hand usual ")[1].split()
    assert " ".join(told) == (
        "second 1 100% usual 25% +2.0 usual +0.3 third 1 0% usual 0% −1.0 usual −1.0 "
        "fourth 1 100% usual 50% +2.0 usual +1.0 fifth 1 100% usual 25% +2.0 usual +0.3"
    )
    file = {"format": "csv", "of": "places_place"}
    lines = b"".join(watcher.get(page(group), file)).decode("utf-8-sig").splitlines()
    assert lines == ["place,hands,picked,points", "2,1,1,2", "3,1,0,-1", "4,1,1,2", "5,1,1,2"]
    once = cast.a_night(cast.thursday_table(name="Other"), *cast.NAMES[:5])
    cast.tell(once, "Ann", "Ben")
    assert "By turn to speak" not in words(phone_of(cast.OWNER), page(once.group))


def test_usual_questions_stand_open_beside_the_surest(group: Group, watcher: Client) -> None:
    for _ in range(3):
        a_night(group, 12)
        a_night(group, 12, picker="Cleo", result="lost")
    html = html_of(watcher.get(page(group)))
    is_open, folded = html.partition('id="questions"')[2].split("<details", 1)
    asked = [
        re.findall(r'href="[^"]*/statistics/([\w-]+)/"\s*>\s*<b class="asked', part)
        for part in (is_open, folded)
    ]
    assert len(asked[0]) == 6
    assert {"picking", "won-picking", "partner", "opponent"} & {*asked[0], *asked[1]} <= {*asked[0]}
    assert asked[1]


def test_a_mauer_is_asked_for_with_care(group: Group, watcher: Client) -> None:
    a_night(group, 25, picker="Ben")
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    for _ in range(5):
        tell_hand(session, cast.leaster(session, "Cleo"), cast.context(session))
    said = words(watcher, page(group, question="mauer"))
    assert "Is Ann a Mauer, who passes with good cards? 0 of 30 0%" in said
    assert "answers some have what is usual outside the bar by luck alone. About" in said
    assert "From the same places everybody here would have picked about 5 of 30." in said
    assert "Who seldom picks may have had bad ones, or good sense" in said
    assert (
        "Of 30 hands that Ann did not pick, 5 were left by everybody: 17%. Of everybody’s it was 20%." in said
    )
    assert "Nobody sees the cards" not in words(watcher, page(group, question="picking"))
    assert "Does everybody pass more often when Ann does not pick? 5 of 30 17%" in words(
        watcher, page(group, question="left")
    )


def test_an_answer_whose_bar_leaves_out_what_is_usual_says_why_it_could_be_luck_all_the_same(
    group: Group, watcher: Client
) -> None:
    a_night(group, 20)
    a_night(group, 5, result="lost")
    a_night(group, 30, picker="Cleo")
    a_night(group, 30, picker="Cleo", result="lost")
    said = words(watcher, page(group, question="won-picking"))
    assert "Does Ann win more often when picking? 20 of 25 80%" in said
    found = re.search(
        r"Could be luck: of (\d+) answers some have what is usual outside the bar by luck alone\. About \d+"
        r" more such hands would tell\.",
        said,
    )
    assert found
    assert f"{found[1]} answers in this group have enough hands to stand out" in said
    assert "Could be luck: about" in words(watcher, page(group, question="opponent"))


def test_marks_lead_to_their_nights_and_hands(group: Group, watcher: Client) -> None:
    a_night(group, 2)
    a_night(group, 1, result="lost_schneider")
    html = html_of(watcher.get(page(group)))
    for night in (1, 2):
        assert f'href="{reverse("table", args=[group.code, night])}"' in html
        assert reverse("ending", args=[group.code, night]) not in html
    assert f'href="{reverse("hand", args=[group.code, 1, 2])}"' in html
    assert f'href="{reverse("hand", args=[group.code, 2, 2])}"' in html


def test_luck_is_told_of_when_there_are_enough_nights(group: Group, watcher: Client) -> None:
    a_night(group, 1)
    assert "How much of that is luck can be told when at least two players" in words(watcher, page(group))
    for number in range(9):
        a_night(group, 1 + number % 2, picker="Ann" if number % 3 else "Ben")
    said = words(watcher, page(group))
    assert re.search(
        r"Of such an average [1-9]\d*% is Ann ’s own in this group, by skill or by habit; the rest is luck\."
        r" That is of whole nights: what it comes from is asked below, where a single answer can be luck\.",
        said,
    )
    of_the_notebook(group)
    gus = words(watcher, page(group, "Gus"))
    assert "How much of that is luck can be told when Gus has had 10 nights." in gus
    assert re.search(r"So count on [+−]?\d+\.\d a night: everybody’s average here is ", said)


def test_a_question_has_its_own_page_with_its_hands(group: Group, watcher: Client) -> None:
    a_night(group, 3)
    html = html_of(watcher.get(page(group, question="won-picking")))
    said = words(watcher, page(group, question="won-picking"))
    assert "Does Ann win more often when picking? 3 of 3 100%" in said
    assert "Everybody here together: 3 of 3." in said
    assert "The 3 hands" in said
    assert html.count("picker · won") == 3
    player = cast.ids(group, "Ann")[0]
    for entry in (2, 3, 4):
        assert f'href="{reverse("hand", args=[group.code, 1, entry])}?for={player}"' in html
    text = re.search(r'<textarea id="share-text"[^>]*>(.*?)</textarea>', html, re.DOTALL)
    assert text
    assert text[1].splitlines()[0] == "Does Ann win more often when picking?"
    assert text[1].splitlines()[-1] == f"http://testserver{page(group, question='won-picking')}"


def test_hands_come_page_by_page(group: Group, watcher: Client) -> None:
    a_night(group, 23)
    address = page(group, question="picking")
    # The first of 23 hands was told by entry 2.
    assert 'href="?older=1-5#hands"' in (first := html_of(watcher.get(address)))
    assert 'rel="prev"' not in first
    second = html_of(watcher.get(address, {"older": "1-5"}))
    assert [html.count("picker · won") for html in (first, second)] == [20, 3]
    assert 'href="?newer=1-4#hands"' in second
    assert 'rel="next"' not in second
    assert html_of(watcher.get(address, {"newer": "1-4"})).count("picker · won") == 20
    assert 'href="?table=5&amp;older=1-5#hands"' in html_of(watcher.get(address, {"table": "5"}))
    for wrong in ("0", "1-99", "1-", "2-5", "tea", "1-5-7", "1-\u0665", "9999999-1"):
        assert watcher.get(address, {"older": wrong}).status_code == 404


@pytest.mark.parametrize("question", ["leaster", "tea", "place-9", "contract-solo"])
def test_what_nobody_can_ask_is_not_found(group: Group, watcher: Client, question: str) -> None:
    a_night(group, 1)
    assert watcher.get(page(group, question=question)).status_code == 404


def test_a_question_without_such_hands_says_so(group: Group, watcher: Client) -> None:
    a_night(group, 1)
    said = words(watcher, page(group, question="won-picking"), table="4")
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
    assert "5 hands" in words(watcher, page(group))
    said = words(watcher, page(group), since="2026-02", until="2026-02")
    assert "3 hands" in said
    assert "Counted: February 2026" in said
    assert "Counted:" not in words(watcher, page(group))
    html = html_of(watcher.get(page(group), {"since": "2026-02", "table": "5"}))
    assert f'{page(group, question="won-picking")}?since=2026-02&amp;table=5"' in html
    assert "Ann has played no such hand." in words(watcher, page(group), table="4")
    assert "Ann has played no such hand." in words(watcher, page(group), rules="7")
    assert "2 hands" in words(watcher, page(group), until="2026-01", stake="25")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"since": "tea"}, "“tea” is no month. Write it as 2026-03."),
        ({"until": "2026-13"}, "“2026-13” is no month. Write it as 2026-03."),
        ({"since": "2026-03", "until": "2026-02"}, "This month lies before the other one."),
        ({"table": "many"}, "How many play at a table?"),
        ({"table": "0"}, "How many play at a table?"),
        ({"rules": "9" * 40}, "Write the number of a version of the house rules"),
        ({"stake": "-1"}, "Write what a point is worth in whole cents"),
        ({"game": "tea"}, "There is no such game here."),
        ({"game": "\0"}, "There is no such game here."),
    ],
)
def test_nonsense_in_the_address_is_answered_by_a_sentence(
    group: Group, watcher: Client, asked: dict[str, str], sentence: str
) -> None:
    a_night(group, 1)
    for address in (page(group), page(group, question="picking")):
        answer = watcher.get(address, asked)
        assert answer.status_code == 422
        html = html_of(answer)
        assert sentence in html
        assert "Count these" in html


def test_who_sees_no_money_is_not_told_the_stake(group: Group, phone: Phones) -> None:
    a_night(group, 1)
    client = phone("watcher")
    assert "€" in words(client, page(group))
    Group.objects.update(watchers_see_money=False)
    said = words(client, page(group), stake="50")
    assert "€" not in said
    assert "Stake" not in said
    assert "1 hand" in said


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
    html = html_of(watcher.get(page(group, "Dave")))
    assert 'href="?game=' not in html
    assert f'href="{page(group, "Dave")}?game=mehrkopf"' in html
    assert "Solo" not in words(watcher, page(group, "Dave"))
    said = words(watcher, page(group, "Dave"), game="mehrkopf")
    assert "Does Dave win a Solo more often? 50% 1 of 2" in said
    assert "Does Dave win more often as Spieler? 67% 2 of 3" in said
    assert "Spieler, alone 3 2" in said
    solo = html_of(watcher.get(page(group, "Dave", "contract-solo"), {"game": "mehrkopf"}))
    assert "The 2 hands" in solo


def test_a_stranger_finds_nothing_and_nothing_is_posted(group: Group, phone: Phones) -> None:
    a_night(group, 1)
    for address in (page(group), page(group, question="picking")):
        assert phone("stranger").get(address).status_code == 404
        assert phone("owner").post(address).status_code == 405


def test_queries_do_not_grow_with_hands_or_nights(
    group: Group, phone: Phones, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone("watcher")
    for hands in (1, 3, 22):
        a_night(group, hands)
        with django_assert_num_queries(10):
            client.get(page(group))
        with django_assert_num_queries(7):
            client.get(page(group, question="place-1"))
        # Two more say in which months five played.
        with django_assert_num_queries(9):
            client.get(page(group, question="picking"), {"since": "2001-01", "table": "5"})


def test_names_are_escaped(db: None, phone: Phones) -> None:
    group = cast.thursday_table(names=("<b>Ann</b>", "Ben", "Cleo", "Dave", "Edith"))
    cast.tell(cast.a_night(group), "Ben", "Cleo")
    for question in ("", "picking"):
        html = html_of(phone("owner").get(page(group, "<b>Ann</b>", question)))
        assert "<b>Ann" not in html
        assert "&lt;b&gt;Ann" in html


def test_the_hands_that_are_the_k_of_n_bear_a_mark_that_is_explained(group: Group, watcher: Client) -> None:
    a_night(group, 3)
    a_night(group, 2, result="lost")
    said = words(watcher, page(group, question="won-picking"))
    assert "The 5 hands ✓ one of the 3" in said
    assert said.count("✓ one of the 3 picker · won") == 3
    assert "✓ one of the 3 picker · lost" not in said
    assert "✓" not in words(watcher, page(group, question="picking"))
    a_night(group, 1, picker="Ben", result="lost")
    assert "✓" not in words(watcher, page(group, "Ben", "won-picking"))


def test_card_points_are_drawn_where_they_were_counted(group: Group, watcher: Client) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    for points in (75, 64, 20):
        told = {"kind": "picked", "picker": 0, "partners": [1], "side_points": points}
        seats = cast.ids(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
        tell_hand(session, Hand(seats=seats, told=told), cast.context(session))
    said = words(watcher, page(group))
    assert "Card points of Ann’s side, known of 3 hands" in said
    assert ">no schneider</text>" in html_of(watcher.get(page(group)))
    assert "Card points of" not in words(watcher, page(group, "Ben"))
    assert "picker · won · 75 card points" in words(watcher, page(group, question="picking"))
    assert "partner · won · 64 card points" in words(watcher, page(group, "Ben", "picking"))


def test_card_points_of_the_others_are_said_to_be_the_pickers_sides(group: Group, watcher: Client) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    told = {"kind": "picked", "picker": 0, "partners": [1], "side_points": 39}
    seats = cast.ids(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell_hand(session, Hand(seats=seats, told=told), cast.context(session))
    said = words(watcher, page(group, "Cleo", "opponent"))
    assert "opponent · won · picker’s side 39" in said
    assert "card points" not in said


@pytest.mark.parametrize(
    ("points", "won", "expected"),
    [
        ([30, 120], 61, CARD_POINTS),
        ([20], 19, [(19, 28)]),
        ([0, 36], 19, [(-1, 8), (9, 18), (19, 28), (29, 38)]),
        ([-4, 148], 74, [(start, start + 9) for start in range(-6, 145, 10)]),
    ],
)
def test_card_points_are_told_by_tens_that_begin_where_the_game_is_won(
    points: list[int], won: int, expected: list[tuple[int, int]]
) -> None:
    found = _ranges(points, won)
    assert list(found) == list(expected)
    assert all(any(first <= one <= last for first, last in found) for one in points)


def test_the_longest_time_there_is_can_be_asked_for(group: Group, watcher: Client) -> None:
    a_night(group, 1)
    for address in (page(group), page(group, question="picking")):
        for since, until in (("0001-01", "9999-12"), ("0001-02", "9999-11")):
            said = words(watcher, address, since=since, until=until)
            assert "1 hand" in said or "The one hand" in said


def test_two_who_are_one_person_have_one_page(group: Group, watcher: Client) -> None:
    a_night(group, 3)
    of_the_notebook(group)
    gus, frank = cast.ids(group, "Gus", "Frank")
    pen = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group))
    merge_players(group, gus, frank, pen)
    of_gus = reverse("player", args=[group.code, gus])
    assert "2 nights" in words(watcher, of_gus)
    assert words(watcher, of_gus) == words(watcher, page(group, "Frank"))


def test_every_table_of_the_page_is_offered_as_a_file_of_the_same_hands(
    group: Group, watcher: Client, phone: Phones
) -> None:
    a_night(group, 2, ends=False)
    a_night(group, 3, ends=False)
    dated(group)
    a_night(group, 1, ends=False)
    html = html_of(watcher.get(page(group), {"since": "2026-02"}))
    for table in ("chart", "role", "company_every", "question"):
        assert f'href="?since=2026-02&amp;format=csv&amp;of={table}" download' in html
    told = {
        table: b"".join(watcher.get(page(group), {"since": "2026-02", "format": "csv", "of": table}))
        .decode("utf-8-sig")
        .splitlines()
        for table in ("chart", "role", "question", "against_chart")
    }
    assert told["chart"][0] == "date,brought,total"
    assert [one.partition(",")[2] for one in told["chart"][1:]] == ["6,6", "2,8"]
    assert told["role"] == ["role,hands,won,points,usually", "picker,4,4,8,8"]
    assert "picking,4,4,0.510109,1.000000,0.2,too few,1" in told["question"]
    assert told["against_chart"][0] == "name,average,n,low,high"
    nothing = {"of": "card_points", "format": "csv"}
    assert watcher.get(page(group), nothing).status_code == 404
    assert phone("stranger").get(page(group), {"format": "csv", "of": "role"}).status_code == 404


def test_hands_that_one_had_to_pick_or_doubled_are_listed_with_their_receipts(db: None) -> None:
    group = cast.thursday_table(options={"no_picker": "forced", "crack": "crack"})
    night, owner = cast.a_night(group, *cast.NAMES[:5]), phone_of(cast.OWNER)
    for name in ("Ann", "Ben", "Cleo"):
        seats = cast.seated(group, *cast.NAMES[:5]).seats
        dealer = cast.NAMES.index(name)
        told = {
            "kind": "picked", "picker": dealer, "partners": [dealer + 1], "result": "lost", "forced": True,
            "cracks": ["crack"], "cracks_by": [4],
        }  # fmt: skip
        tell_hand(night, Hand(seats=seats, told=told), cast.context(night))
    for name, question, hands in (("Ben", "forced", [3]), ("Edith", "cracks", [4, 3, 2])):
        html = html_of(owner.get(page(group, name, question)))
        assert re.findall(r"/1/hands/(\d+)/\?for=", html) == [str(entry) for entry in hands]
    html = html_of(owner.get(reverse("group_question", args=[group.code, "forced"])))
    assert "The 3 hands" in html
    assert re.findall(r"/1/hands/(\d+)/\"", html) == ["4", "3", "2"]
