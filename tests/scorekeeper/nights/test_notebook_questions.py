"""Questions about an old notebook: asked on its page and by the command, and nothing is written before."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from ledger.exchange.preview import Ask
from ledger.models import Group, Transaction
from ledger.standings.money import balances
from scorekeeper.management.commands.import_notebook import ANSWERED_BY
from scorekeeper.models import Task
from scorekeeper.pages.nights import notebook_questions
from scorekeeper.text import notebooks
from tests.reading import html_of, missing, present
from tests.scorekeeper.nights.test_notebook import look, nights, points, write

TABLE = "Date,Ann,Ben,Cleo\n2009-05-08,12,-4,-8\n2009-05-15,3,5,-8\n"
MENDED = TABLE.replace("12,-4,-8", "12,-2,-10")
RUNNING = "Date,Ann,Ben\n" + "".join(
    f"2009-05-{day:02},{won},{-won}\n" for day, won in enumerate((12, 9, 14, 20, 21, 15), 1)
)


def text_of(*arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    call_command("import_notebook", *arguments)
    return capsys.readouterr().out


def test_every_question_has_its_words_and_its_option() -> None:
    for table in (notebooks.QUESTIONS, notebook_questions.TITLES, ANSWERED_BY):
        assert set(table) == set(Ask)


def test_corrected_night_is_replaced_unless_it_is_to_be_kept(group: Group, owner: Client) -> None:
    write(owner, group, look(owner, group, text=TABLE))
    seen = look(owner, group, text=MENDED)
    assert not missing(html_of(seen), "1 night is here with other numbers", "Bring them in", "1 here already")
    assert 'value="replace" checked' in " ".join(html_of(seen).split())
    assert "Who paid" not in html_of(seen)
    write(owner, group, seen, corrections="keep")
    assert points(group)["Cleo"] == -16
    answer = write(owner, group, seen)
    assert "1 night that was here has the numbers of the file now." in html_of(owner.get(answer["Location"]))
    assert (nights(group), points(group)["Cleo"]) == (2, -18)
    write(owner, group, look(owner, group, text=TABLE.replace("12,-4,-8", "2,-1,-1")), corrections="add")
    assert (nights(group), points(group)["Cleo"]) == (3, -19)


def test_replaced_nights_are_given_back_by_undoing_their_import(group: Group, owner: Client) -> None:
    write(owner, group, look(owner, group, text=TABLE))
    key = write(owner, group, look(owner, group, text=MENDED))["Location"].strip("/").split("/")[-1]
    page = reverse("imported", args=[group.code, key])
    assert not missing(html_of(owner.get(page)), "It changed the numbers of 1 night", "8 May 2009")
    assert "Corrected by what was pasted" in html_of(owner.get(reverse("copied", args=[group.code, 1])))
    undone = owner.post(reverse("undo_import", args=[group.code, key]))
    assert "1 night has the numbers back that it had before." in html_of(owner.get(undone["Location"]))
    assert points(group)["Cleo"] == -16
    assert "An import was undone" in html_of(owner.get(reverse("copied", args=[group.code, 1])))
    assert owner.get(page).status_code == 404


@pytest.mark.parametrize(
    ("field", "value"), [("running", "tea"), ("corrections", "tea"), ("month", "99"), ("unit", "tea")]
)
def test_answer_that_is_no_choice_is_refused(group: Group, owner: Client, field: str, value: str) -> None:
    assert look(owner, group, text=TABLE, **{field: value}).status_code == 422


def test_import_that_was_stopped_after_something_came_in_says_so_and_can_be_undone(
    group: Group, owner: Client
) -> None:
    answer = write(owner, group, look(owner, group, text=TABLE))
    Task.objects.update(state=Task.State.REFUSED, answer={"is_stopped": True})
    stopped = html_of(owner.get(answer["Location"]))
    assert not missing(stopped, "What came in by then stays", "Look at these nights, or undo the import")
    assert "Nothing was changed" not in stopped


def test_open_question_keeps_the_notebook_from_being_written(group: Group, owner: Client) -> None:
    seen = look(owner, group, text=RUNNING)
    assert "The rows of what was pasted look like running totals" in html_of(seen)
    assert "This needs an answer." in html_of(write(owner, group, seen), 422)
    assert nights(group) == 0
    again = look(owner, group, text=RUNNING, running="differences")
    assert 'value="differences" checked' in " ".join(html_of(again).split())
    write(owner, group, seen, running="differences")
    assert points(group)["Ann"] == 15


def test_year_is_typed_where_it_is_not_offered(group: Group, owner: Client) -> None:
    table = "Date,Ann,Ben\n3/27,4,-4\n4/3,1,-1\n"
    wrong = html_of(look(owner, group, text=table, year_else="09", order="month"))
    assert not missing(wrong, 'value="09"', "Type the year with four digits, like 2009.")
    seen = look(owner, group, text=table, year_else="1999", order="month")
    write(owner, group, seen, year_else="1999", order="month")
    assert {one.started_at.year for one in group.sessions.all()} == {1999}


MONEY = "Date,Ann,Ben\n2009-05-08,€1.50,-€1.50\n"


def test_money_is_taken_at_the_stake_and_comes_out_as_it_stood_there(group: Group, owner: Client) -> None:
    seen = look(owner, group, text=MONEY)
    assert not missing(html_of(seen), "are these points, or money?", "at €0.25 a point")
    write(owner, group, seen, unit="money", paid="none")
    assert points(group)["Ann"] == 6
    assert {one.name: one.cents for one in balances(group).players if one.cents} == {"Ann": 150, "Ben": -150}


def test_money_that_is_no_number_of_points_is_refused_in_words(group: Group, owner: Client) -> None:
    seen = look(owner, group, text=MONEY.replace("1.50", "1.51"), unit="money")
    assert "This money is no number of points that can be kept." in html_of(seen)
    assert write(owner, group, seen, unit="money").status_code == 422


def test_money_needs_a_stake(group: Group, owner: Client) -> None:
    Group.objects.filter(pk=group.pk).update(stake_cents=0)
    seen = look(owner, group, text=MONEY, unit="money")
    assert "Money needs a stake: say in the group’s settings what a point is worth." in html_of(seen)
    assert nights(group) == 0


def test_command_lists_what_is_open_with_the_options_that_answer_it(
    group: Group, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "old.csv"
    file.write_text(RUNNING)
    with pytest.raises(CommandError, match="Say --running differences, or --running nights"):
        call_command("import_notebook", "--group", group.name, str(file))
    assert nights(group) == 0
    said = text_of("--group", group.name, "--running", "differences", str(file), capsys=capsys)
    assert not missing(said, "6 nights were written", "Ann comes to +15", "were paid long ago")
    assert not Transaction.objects.filter(group=group).exists()


def test_command_says_what_it_replaces_and_keeps(
    group: Group, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    old.write_text(TABLE)
    new.write_text(MENDED)
    text_of("--group", group.name, str(old), capsys=capsys)
    said = text_of("--group", group.name, "--keep", str(new), capsys=capsys)
    assert not missing(said, "1 are here with other points: they stay as they are.", "0 nights were written")
    said = text_of("--group", group.name, str(new), capsys=capsys)
    assert not missing(
        said,
        "1 are here with other points: they are replaced.",
        "2009-05-08: Ben −4 here, −2 in the file; Cleo −8 here, −10 in the file.",
        "1 nights that were here got the points of the file.",
    )
    assert points(group)["Cleo"] == -18
    assert not present(text_of("--group", group.name, str(new), capsys=capsys), "other points")
