"""A new question is one declaration: pages, files, the command and the hands behind follow from it."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import Q
from django.urls import reverse

from ledger.standings import questions
from ledger.standings.questions import ASKED, PICKED, Question, Words
from tests import cast
from tests.scorekeeper.conftest import phone_of

pytestmark = pytest.mark.django_db

DEARLY = Question(
    key="stakes-high",
    of=PICKED & Q(stake__gte=25),
    asks=Words("Does {name} win more often for high stakes?"),
    who=Words("Who wins most often for high stakes?"),
)


def test_a_question_that_is_declared_is_asked_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "ASKED", (*ASKED, DEARLY))
    group = cast.thursday_table()
    night = cast.a_night(group, *cast.NAMES[:5])
    for picker, result in (("Ben", "won"), ("Ben", "lost"), ("Cleo", "won")):
        cast.tell(night, picker, "Dave", result)
    (ben,) = cast.ids(group, "Ben")
    watcher = phone_of(cast.OWNER)
    asks, who = "Does Ben win more often for high stakes?", "Who wins most often for high stakes?"
    for page, words in (
        (("question", ben, "stakes-high"), [asks, "1 of 2"]),
        (("player", ben), [asks]),
        (("group_question", "who-stakes-high"), [who]),
    ):
        html = watcher.get(reverse(page[0], args=[group.code, *page[1:]])).content.decode()
        assert [said for said in words if said not in html] == []
    address = reverse("question", args=[group.code, ben, "stakes-high"])
    hands = watcher.get(address, {"format": "csv", "of": "hands"})
    assert b"".join(hands).decode().count("picker") == 2
    out = StringIO()
    call_command("statistics", "--group", group.name, stdout=out)
    [game] = json.loads(out.getvalue())["games"]
    [of_ben] = [one for one in game["players"] if one["player"] == "Ben"]
    told = {one["question"]: (one["k"], one["n"]) for one in (*game["questions"], *of_ben["questions"])}
    assert (told["who-stakes-high"], told["stakes-high"]) == ((1, 1), (1, 2))
