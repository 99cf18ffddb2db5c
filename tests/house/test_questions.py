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
    page = watcher.get(reverse("question", args=[group.code, ben, "stakes-high"])).content.decode()
    assert "Does Ben win more often for high stakes?" in page
    assert "1 of 2" in page
    hands = watcher.get(
        reverse("question", args=[group.code, ben, "stakes-high"]), {"format": "csv", "of": "hands"}
    )
    assert b"".join(hands).decode().count("picker") == 2
    every = watcher.get(reverse("player", args=[group.code, ben])).content.decode()
    assert "Does Ben win more often for high stakes?" in every
    who = watcher.get(reverse("group_question", args=[group.code, "who-stakes-high"])).content.decode()
    assert "Who wins most often for high stakes?" in who
    out = StringIO()
    call_command("statistics", "--group", group.name, stdout=out)
    [game] = json.loads(out.getvalue())["games"]
    told = {one["question"]: (one["k"], one["n"]) for one in game["questions"]}
    assert told["who-stakes-high"] == (1, 1)
    of_ben = next(one for one in game["players"] if one["player"] == "Ben")
    assert {one["question"]: (one["k"], one["n"]) for one in of_ben["questions"]}["stakes-high"] == (1, 2)
