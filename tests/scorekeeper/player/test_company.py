"""With whom a player plays: the section of a player's page against the group's tables and the sheets."""

import csv
import re
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group
from ledger.recording import WriteContext, end_night, merge_players, newest_change, start_session
from ledger.standings.groups import names_of
from tests import cast
from tests.ledger import histories
from tests.ledger.standings.test_company import against, rows_of, together
from tests.reading import html_of
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.player.test_player import a_night, dated, of_the_notebook, page, schafkopf, words

Rows = dict[tuple[str, str], tuple[str, ...]]
"""What is told of a player and an other one (name, how): k, n, low, high, usual, verdict and points."""


def section(html: str) -> str:
    """The section as it is written."""
    begins = html.index('id="with-whom"')
    return html[begins : html.index("</section>", begins)]


def said(client: Client, address: str, **asked: str) -> str:
    """What is read in the section, in one line."""
    return " ".join(re.sub(r"<[^>]*>", " ", section(html_of(client.get(address, asked)))).split())


def cells(row: str) -> list[str]:
    """What is read in the cells of a row."""
    found = re.findall(r"<td>(.*?)</td>", row, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in found]


def question(group: Group, about: str, one: str, other: str) -> str:
    ids = "-".join(map(str, cast.ids(group, one, other)))
    return reverse("group_question", args=[group.code, f"{about}-{ids}"])


def file(client: Client, where: str, of: str, **asked: str) -> list[list[str]]:
    answer = client.get(where, asked | {"format": "csv", "of": of})
    if answer.status_code == 404:
        return []
    text = b"".join(answer).decode("utf-8-sig")
    return list(csv.reader(StringIO(text)))[1:]


def told_here(client: Client, group: Group, player: int, name: str, **asked: str) -> Rows:
    where = reverse("player", args=[group.code, player])
    rows = file(client, where, "company_every", **asked)
    assert {row[0] for row in rows} <= {name}
    found = {(row[1], row[2]): tuple(row[3:]) for row in rows}
    assert len(found) == len(rows)
    return found


def seen_from(name: str, rows: list[list[str]]) -> Rows:
    """The group's pairs in which somebody is, turned to that one."""
    found: Rows = {}
    for one, other, how, k, n, low, high, usual, verdict, points in rows:
        if one == name or (other == name and how == "together"):
            found[one if other == name else other, how] = (k, n, low, high, usual, verdict, points)
        elif other == name:
            low, high = (f"{1 - float(end):.6f}" for end in (high, low))
            turned = points.removeprefix("-") if points.startswith("-") or points == "0" else f"-{points}"
            found[one, how] = (str(int(n) - int(k)), n, low, high, usual, verdict, turned)
    return found


@pytest.fixture(params=[1, 2])
def history(db: None, request: pytest.FixtureRequest) -> Group:
    group = cast.thursday_table(names=(*cast.NAMES, "Zoe"), options={"crack": "crack"})
    histories.a_history(group, request.param)
    return group


def asked_of(group: Group) -> Iterator[dict[str, str]]:
    """All hands, those of some months, of one table, and of another stake."""
    days = sorted(group.sessions.values_list("started_at", flat=True))
    yield {}
    yield {"since": f"{days[len(days) // 2]:%Y-%m}"}
    yield {"until": f"{days[len(days) // 2]:%Y-%m}"}
    yield {"table": "5"}
    yield {"stake": "50"}


@pytest.mark.parametrize("is_merged", [False, True])
def test_a_players_company_is_that_of_the_groups_tables(history: Group, *, is_merged: bool) -> None:
    owner, compared = phone_of(cast.OWNER), 0
    if is_merged:
        night = cast.a_night(history, "Ann", "Ben", "Cleo", "Dave", "Zoe")
        for result in ("won", "lost", "won"):
            cast.tell(night, "Zoe", "Cleo", result)
        end_night(night, cast.context(night))
        pen = WriteContext(key=uuid.uuid4(), after=newest_change(history), by=cast.owner_of(history))
        zoe, edith = cast.ids(history, "Zoe", "Edith")
        merge_players(history, zoe, edith, pen)
        history = Group.objects.get(pk=history.pk)
    whole = reverse("group_statistics", args=[history.code])
    for asked in asked_of(history):
        every = file(owner, whole, "pairs_every", **asked)
        names = names_of(history)
        assert ("Zoe" in names.values()) != is_merged
        for player, name in names.items():
            found = told_here(owner, history, player, name, **asked)
            expected = seen_from(name, every)
            assert set(found) == set(expected)
            for key, row in expected.items():
                assert found[key][:2] == row[:2]
                assert found[key][4:] == row[4:]
                for mine, theirs in zip(found[key][2:4], row[2:4], strict=True):
                    assert float(mine) == pytest.approx(float(theirs), abs=2e-6)
            compared += len(found)
    assert compared > 50


def test_a_players_company_is_what_the_sheets_say_hand_by_hand(history: Group) -> None:
    owner, rows, names = phone_of(cast.OWNER), list(rows_of(history, None)), names_of(history)
    for player, name in names.items():
        expected = {}
        for other, called in names.items():
            for how, told in (("together", together), ("against", against)):
                if other != player and (hands := told(rows, player, other)):
                    expected[called, how] = (str(sum(won for won, _ in hands)), str(len(hands)))
        found = told_here(owner, history, player, name)
        assert {key: row[:2] for key, row in found.items()} == expected


def test_each_row_tells_of_one_other_and_leads_to_both_questions(group: Group, watcher: Client) -> None:
    a_night(group, 20)
    a_night(group, 1, picker="Cleo", result="lost")
    html = section(html_of(watcher.get(page(group, "Ben"))))
    rows = {
        found[1]: row
        for row in re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
        if (found := re.search(r"<bdi>(\w+)</bdi>", row))
    }
    assert list(rows) == ["Ann", "Cleo", "Dave", "Edith"]
    # Ben lost 2 of the 6 that he and Cleo paid, and Ann won a third of it all: ⅔ of a point came from Ben.
    # Ann and Ben are one question, whoever asks it; of two against each other each has an own one.
    assert f'href="{question(group, "together", "Ann", "Ben")}"' in rows["Ann"]
    assert f'href="{question(group, "against", "Ben", "Cleo")}"' in rows["Cleo"]
    assert f'href="{page(group, "Ann")}"' in rows["Ann"]
    assert cells(rows["Ann"]) == ["100% 20 of 20", "−1 0% · 0 of 1"]
    assert cells(rows["Cleo"])[0] == "0% 0 of 1"
    assert cells(rows["Cleo"])[1].endswith(" 100% · 20 of 20")
    assert cells(rows["Dave"])[0] == ""
    # What was counted once is grey, and says neither good nor bad.
    grey = [re.findall(r'class="few">\s*<b class="">([^<]*)<', rows[name]) for name in rows]
    assert grey == [["−1"], ["0%"], [], []]
    assert "Grey means that too few were counted" in html


def test_links_keep_what_is_asked_for(group: Group, watcher: Client) -> None:
    a_night(group, 2, ends=False)
    a_night(group, 3, ends=False)
    dated(group)
    html = section(html_of(watcher.get(page(group), {"since": "2026-02"})))
    assert f'href="{question(group, "together", "Ann", "Ben")}?since=2026-02"' in html
    assert f'href="{page(group, "Cleo")}?since=2026-02"' in html
    assert "3 of 3" in html
    assert "5 of 5" not in html
    assert 'id="with-whom"' not in html_of(watcher.get(page(group), {"table": "4"}))


def test_what_luck_does_not_explain_is_told_from_this_players_side(group: Group, watcher: Client) -> None:
    a_night(group, 25)
    ann = said(watcher, page(group, "Ann"))
    # Three lose to Ann alike: one is the favourite, and of the others it is only clear.
    told = re.findall(r"(\w+) loses to Ann more often than not: 25 of 25, \+\d+ for Ann \. (\w+)", ann)
    assert told == [("Cleo", "favourite"), ("Dave", "clear"), ("Edith", "clear")]
    assert "nemesis" not in ann
    nemesis = r"Cleo loses to Ann more often than not: 25 of 25, \+\d+ for Ann \. nemesis"
    cleo = said(watcher, page(group, "Cleo"))
    assert re.search(nemesis, cleo)
    assert "favourite victim" not in cleo
    assert "Dave loses to" not in cleo
    assert "rival" not in cleo
    assert "Of 7 pairs with enough hands some would look striking by luck alone" in cleo


def test_hot_and_cold_pairs_are_named_on_the_pages_of_both(group: Group, watcher: Client) -> None:
    a_night(group, 30)
    a_night(group, 30, picker="Cleo", result="lost")
    hot = "Ann and Ben win more often together than others: 30 of 30. hot pair"
    cold = "Ann and Cleo win less often together than others: 0 of 30. cold pair"
    told = {name: said(watcher, page(group, name)) for name in ("Ann", "Ben", "Cleo", "Dave")}
    assert [hot in told[name] for name in told] == [True, True, False, False]
    assert "cold pair" in told["Cleo"]
    assert "cold pair" not in told["Dave"]
    assert (cold in told["Ann"]) == (cold in told["Cleo"])


def test_below_the_floor_all_is_grey_and_nothing_is_called_out(group: Group, watcher: Client) -> None:
    a_night(group, 19)
    html = section(html_of(watcher.get(page(group))))
    assert "Too few hands to tell who plays well with whom: it takes 20 of a pair." in html
    assert html.count('class="few"') == html.count("<small>") == 4
    assert 'class="plus"' not in html
    assert "tag" not in html


def test_whom_one_met_most_is_a_rival_only_while_it_is_open_who_wins_more(
    group: Group, watcher: Client
) -> None:
    for result in ("won", "lost"):
        a_night(group, 12, result=result)
    told = said(watcher, page(group))
    assert re.search(
        r"Ann had nobody more often as an opponent than Cleo , and who of them wins more is open: 12 of 24, "
        r"[+−]\d+ for Ann \. rival",
        told,
    )
    assert "With nobody is it clear yet that Ann does better or worse than usual: it could be luck." in told
    a_night(group, 60)
    assert "rival" not in said(watcher, page(group))


def test_games_are_never_mixed(group: Group, watcher: Client) -> None:
    a_night(group, 2)
    a_night(group, 2)
    schafkopf(group)
    dave = page(group, "Dave")
    here = said(watcher, dave)
    assert "Edith" not in here
    assert "0% · 0 of 4" in here
    there = said(watcher, dave, game="mehrkopf")
    assert "67% · 2 of 3" in there
    assert "Won together" not in there
    assert "of 4" not in there


def test_a_night_known_by_its_totals_adds_nothing(group: Group, watcher: Client) -> None:
    a_night(group, 3)
    before = said(watcher, page(group))
    of_the_notebook(group)
    assert said(watcher, page(group)) == before
    assert "Gus" not in before


def test_two_who_are_one_are_one_companion(group: Group, watcher: Client) -> None:
    for names in (("Ann", "Ben", "Cleo", "Dave", "Edith"), ("Ann", "Ben", "Cleo", "Dave", "Frank")):
        began = datetime(2026, 1, 5, 20, tzinfo=UTC)
        pen = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group), at=began)
        night = start_session(group, cast.seated(group, *names), pen)
        cast.tell(night, "Ann", "Ben")
        end_night(night, cast.context(night))
    assert "Frank" in said(watcher, page(group))
    frank, edith = cast.ids(group, "Frank", "Edith")
    merge_players(group, frank, edith, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group)))
    told = said(watcher, page(group))
    assert "Frank" not in told
    assert re.search(r"Edith \+\S+ 100% · 2 of 2", told)


def test_of_many_others_those_of_most_hands_stand_open(
    group: Group, watcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_night(group, 2)
    monkeypatch.setattr("scorekeeper.pages.player.company.FIRST_ROWS", 3)
    html = section(html_of(watcher.get(page(group))))
    opened, _, folded = html.partition("1 more player")
    assert opened.count('scope="row"') == 3
    assert folded.count('scope="row"') == 1
    assert len(file(watcher, page(group), "company_every")) == 4
    assert "1 more player" not in words(watcher, page(group, "Frank"))
