"""The table page: the pad without a script, fresh looks, long nights, and what happens when it goes wrong."""

import gzip
import re
import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from ledger.models import Entry, Group, Session
from ledger.models.book import lines_of, sheet_of
from ledger.recording import (
    NewGroup,
    NewHand,
    add_player,
    correct_hand,
    end_night,
    join,
    leave,
    remark_on_hand,
    start_group,
    take_back_hand,
    tell_hand,
    write_rules,
)
from ledger.recording.projecting import project
from ledger.scoring import GAMES
from scorekeeper.pad.state import Pad
from scorekeeper.pages.table import report
from scorekeeper.presenters import sheet as drawing
from scorekeeper.text.figures import signed
from tests.cast import NAMES, OWNER, a_night, context, hand, ids, points, tell, thursday_table
from tests.reading import html_of, missing
from tests.scorekeeper.conftest import phone_of
from tests.steady import some

NONSENSE = ["", "x", "-1", "1.5", "9" * 40, "0", "<script>", "\0", "1,2", "٣", "²", "NaN", "null", "[]"]


@pytest.fixture
def night(group: Group) -> Session:
    return a_night(group, dealer="Frank")


def url(night: Session, name: str = "tell") -> str:
    return reverse(name, args=[night.group.code, night.number])


def posted(night: Session, picker: str = "Ben", partner: str = "Cleo", **more: Any) -> dict[str, Any]:
    (pick, part) = ids(night.group, picker, partner)
    fields = {"key": str(uuid.uuid4()), "after": str(sheet_of(night).newest), "picker": str(pick)}
    return fields | {"partners": str(part), "result": "won"} | more


def said(response: Any) -> str:
    return " ".join(response.content.decode().split())


def hands(night: Session) -> int:
    return Entry.objects.filter(session=night, kind="hand").count()


def tapped(client: Client, night: Session, *names: str, **more: Any) -> Any:
    state: dict[str, Any] = {"result": "won"} | more
    response: Any = None
    for name in names:
        tap = {"nobody": "mode:leaster", "alone": "alone"}.get(name) or str(ids(night.group, name)[0])
        response = client.post(url(night, "tap"), state | {"tap": tap})
        pad = response.context["draw"].pad
        state |= {
            "picker": pad.picker or "",
            "partners": ",".join(map(str, pad.partners)),
            "alone": "1" if pad.alone else "",
            "mode": pad.mode,
            "winners": ",".join(map(str, pad.winners)),
        }
    return response


def test_two_taps_make_a_picker_and_a_partner_and_show_what_it_would_bring(
    owner: Client, night: Session
) -> None:
    draw = tapped(owner, night, "Ann", "Ben").context["draw"]
    assert draw.is_ready
    assert draw.title == "Record hand 1"
    assert draw.summary == "Ann +2, Ben +1, the others −1"
    assert [head.delta for head in draw.heads] == ["+2", "+1", "−1", "−1", "−1", ""]
    assert [head.tag for head in draw.heads] == ["picker", "partner", "", "", "", "sits out"]


WHO_HAS_IT = "Tap who has the called ace, or Alone"


@pytest.mark.parametrize(
    ("taps", "title", "summary"),
    [
        (["Ann", "alone"], "Record hand 1", "Ann +4, the others −1"),
        (["Ann", "alone", "alone"], WHO_HAS_IT, ""),
        (["Ann", "Ann"], "Tap who picked", ""),
        (["Ann", "Ben", "Ann", "Cleo"], "Record hand 1", "Cleo +2, Ben +1, the others −1"),
        (["Ann", "alone", "Ann", "Cleo"], "Record hand 1", "Cleo +4, the others −1"),
        (["Ann", "Ann", "Cleo"], WHO_HAS_IT, ""),
        (["Ann", "Ben", "Dave"], "Record hand 1", "Ann +2, Dave +1, the others −1"),
        (["Ann", "Ben", "Ben"], WHO_HAS_IT, ""),
        (["Frank"], "Tap who picked", ""),
        (["nobody"], "Tap who won the leaster", ""),
        (["nobody", "Ben"], "Record hand 1", "Ben +4, the others −1"),
        (["nobody", "Ben", "Dave"], "Record hand 1", "Ben +1½, Dave +1½, the others −1"),
    ],
)
def test_taps_without_a_script_show_what_is_next_or_what_the_hand_brings(
    owner: Client, night: Session, taps: list[str], title: str, summary: str
) -> None:
    draw = tapped(owner, night, *taps).context["draw"]
    assert (draw.title, draw.summary) == (title, summary)


def test_names_that_run_from_right_to_left_leave_the_numbers_where_they_are(owner: Client) -> None:
    night = a_night(thursday_table(names=["Ann", "בן", "דוד", "Dave", "Edith"]), dealer="Edith")
    draw = tapped(owner, night, "בן", "דוד").context["draw"]
    assert draw.summary == "\u2068בן\u2069 +2, \u2068דוד\u2069 +1, the others −1"


def test_a_recorded_hand_is_in_the_book_and_confirmed_with_an_undo(owner: Client, night: Session) -> None:
    response: Any = owner.post(url(night), posted(night), follow=True)
    assert points(night.group, sheet_of(night)) == {
        "Ann": -1,
        "Ben": 2,
        "Cleo": 1,
        "Dave": -1,
        "Edith": -1,
        "Frank": 0,
    }
    assert response.context["said"].title == "Hand 1"
    assert reverse("take_back", args=[night.group.code, 1, 2]) in said(response)


@pytest.mark.parametrize("typed", ["121", "abc", "-3", "6.5", "999999999999"])
def test_impossible_card_points_are_refused_in_place_and_kept(
    owner: Client, night: Session, typed: str
) -> None:
    response = owner.post(url(night), posted(night, points=typed))
    assert response.status_code == 422
    assert "0 to 120 card points" in said(response)
    assert response.context["draw"].pad.points == typed[:8]
    assert response.context["draw"].pad.picker == ids(night.group, "Ben")[0]
    assert not hands(night)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"picker": ""}, "Tap who picked"),
        ({"partners": ""}, "Tap who has the called ace, or Alone"),
        ({"mode": "leaster"}, "Tap who won the leaster"),
        ({"key": "x"}, "Something got lost on the way"),
        ({"after": "x"}, "Something got lost on the way"),
        ({"points": "78", "result": "won_all_tricks"}, "All tricks hold 120 points, not 78."),
    ],
)
def test_what_is_missing_is_said(
    owner: Client, night: Session, fields: dict[str, str], sentence: str
) -> None:
    response = owner.post(url(night), posted(night) | fields)
    assert response.status_code == 422
    assert sentence in said(response)
    assert not hands(night)


@pytest.mark.parametrize(
    "field",
    ["picker", "partners", "winners", "dealer", "out", "doublers", "result", "ask-renege", "ask-bury"],
)
def test_nonsense_on_the_pad_is_refused(owner: Client, night: Session, field: str) -> None:
    was = {"was_dealer": "1", "was_out": "", "was_doublers": "0"}
    nobody = {"mode": "leaster"} if field == "winners" else {}
    for value in some(NONSENSE, on_push=6):
        response = owner.post(url(night), posted(night) | was | nobody | {field: value})
        assert response.status_code in (303, 422), value
        assert owner.post(url(night, "tap"), {field: value, "tap": value}).status_code == 200, value


def test_an_open_page_is_answered_with_its_piece_and_a_tap_leaves_the_confirmation_alone(
    owner: Client, night: Session
) -> None:
    htmx = {"HX-Request": "true"}
    asked = owner.post(url(night, "tap"), posted(night) | {"tap": "ask"}, headers=htmx)
    assert "said-here" not in said(asked)
    response = owner.post(url(night), posted(night), headers=htmx)
    assert "said-here" in said(response)
    assert (response.status_code, b"<html" in response.content) == (200, False)
    assert 'id="table"' in said(response)
    assert "HX-Request" in response["Vary"]


def test_a_double_tap_writes_once_and_its_key_says_nothing_else(owner: Client, night: Session) -> None:
    fields = posted(night)
    first, second = owner.post(url(night), fields), owner.post(url(night), fields)
    assert (first.status_code, first["Location"]) == (second.status_code, second["Location"])
    response = owner.post(url(night), fields | {"result": "lost"})
    assert response.status_code == 422
    assert "sent before" in said(response)
    assert hands(night) == 1


def test_the_second_phone_is_told_of_the_first_hand_and_can_say_that_its_own_is_another(
    owner: Client, scorer: Client, night: Session
) -> None:
    frank = str(ids(night.group, "Frank")[0])
    theirs = posted(night, "Dave", "Edith", dealer=frank, was_dealer=frank, out=frank, was_out=frank)
    owner.post(url(night), posted(night, "Ben", "Cleo"))
    response = scorer.post(url(night), theirs)
    assert response.status_code == 409
    assert not missing(said(response), "Somebody else was faster", "Meanwhile hand 1 was recorded")
    assert pad_shown(response).picker == ids(night.group, "Dave")[0]
    assert pad_shown(response).deal.dealer == ids(night.group, "Ann")[0]
    assert hands(night) == 1
    again = theirs | {"after": str(response.context["sheet"].newest)}
    assert scorer.post(url(night), again).status_code == 303
    assert hands(night) == 2


def test_a_remark_written_meanwhile_stops_no_hand_and_is_shown_when_the_table_is_looked_at_again(
    owner: Client, scorer: Client, night: Session
) -> None:
    entry = tell(night, "Ann", "Ben").entry.number
    theirs = posted(night, "Dave", "Edith")
    remark_on_hand(night, entry, "Ben forgot to bury", context(night))
    for said_again in ({"tap": "alone"}, {"tap": "fresh"}):
        tapped = scorer.post(url(night, "tap"), theirs | said_again)
        assert (tapped.status_code, tapped.context["meanwhile"]) == (200, ())
        assert "remark: <bdi>Ben forgot to bury" in html_of(tapped)
        assert tapped.context["draw"].pad.picker == ids(night.group, "Dave")[0]
    fresh = scorer.post(url(night, "tap"), theirs | {"tap": "fresh"}, headers={"HX-Request": "true"})
    assert (fresh.status_code, fresh.context["meanwhile"]) == (200, ())
    assert scorer.post(url(night), theirs).status_code == 303
    assert hands(night) == 2


def test_the_night_that_is_over_takes_no_hands(owner: Client, night: Session) -> None:
    owner.post(url(night, "end"), {"key": str(uuid.uuid4()), "after": "1"})
    assert owner.post(url(night), posted(night)).status_code == 422
    assert "The night is over" in said(owner.get(url(night, "table")))


def _whoever_plays(night: Session) -> dict[str, str]:
    active = sheet_of(night).seating.active
    return {"picker": str(active[0]), "partners": str(active[1])}


def test_a_recorded_hands_answer_is_small(owner: Client, night: Session) -> None:
    for _ in range(25):
        owner.post(url(night), posted(night) | _whoever_plays(night))
    response = owner.post(url(night), posted(night) | _whoever_plays(night), headers={"HX-Request": "true"})
    assert response.context["sheet"].hands == 26
    assert len(gzip.compress(response.content)) < 8_000


def take_back(client: Client, night: Session, entry: int = 2, **more: Any) -> Any:
    fields = {"key": str(uuid.uuid4()), "after": str(sheet_of(night).newest)}
    return client.post(reverse("take_back", args=[night.group.code, 1, entry]), fields, **more)


def pad_shown(response: Any) -> Pad:
    pad = response.context["draw"].pad
    assert isinstance(pad, Pad)
    return pad


def test_a_hand_taken_back_at_once_is_on_the_pad_again_and_leaves_no_line(
    owner: Client, night: Session
) -> None:
    owner.post(url(night), posted(night, result="won_schneider", points="95"))
    response = take_back(owner, night, follow=True)
    assert "a hand was taken back" not in said(response)
    assert response.context["said"].title == "Taken back onto the pad"
    assert response.context["said"].undo_label == "Put it back"
    assert response.context["draw"].title == "Record hand 1"
    assert response.context["draw"].summary == "Ben +4, Cleo +2, the others −2"
    pad = pad_shown(response)
    assert (pad.picker, *pad.partners) == ids(night.group, "Ben", "Cleo")
    assert pad.points == "95"


def test_a_correction_taken_back_with_its_hand_leaves_what_it_said_to_be_put_right(
    owner: Client, night: Session
) -> None:
    owner.post(url(night), posted(night, result="lost"))
    correct_hand(night, 2, hand(night, "Ben", "Cleo", "won_all_tricks"), context(night))
    take_back(owner, night)
    assert pad_shown(owner.get(reverse("correct", args=[night.group.code, 1, 2]))).result == "won_all_tricks"


def test_a_deal_by_hand_is_on_the_pad_again_too(owner: Client, night: Session) -> None:
    cleo = str(ids(night.group, "Cleo")[0])
    by_hand = {"dealer": cleo, "was_dealer": str(ids(night.group, "Frank")[0]), "was_out": ""}
    owner.post(url(night), posted(night, "Ann", "Ben", **by_hand))
    pad = pad_shown(take_back(owner, night, follow=True))
    assert str(pad.deal.dealer) == cleo
    assert pad.picker == ids(night.group, "Ann")[0]


@pytest.mark.parametrize("how", ["later", "another phone", "something in between"])
def test_a_hand_taken_back_otherwise_leaves_a_line_and_an_empty_pad(
    owner: Client, scorer: Client, night: Session, how: str
) -> None:
    told_at = timezone.now() - timedelta(minutes=2 if how == "later" else 0)
    tell_hand(night, hand(night, "Ben", "Cleo"), replace(context(night), at=told_at))
    if how == "something in between":
        join(night, add_player(night.group, "Gus").pk, context(night), after=ids(night.group, "Ann")[0])
    response = take_back(scorer if how == "another phone" else owner, night, follow=True)
    assert "a hand was taken back" in said(response)
    assert pad_shown(response).picker is None


def test_a_slip_is_put_back_unmarked_and_its_page_keeps_the_story(owner: Client, night: Session) -> None:
    owner.post(url(night), posted(night))
    take_back(owner, night)
    fields = {"key": str(uuid.uuid4()), "after": "3", "version": "2"}
    response = owner.post(reverse("restore", args=[night.group.code, 1, 2]), fields, follow=True)
    assert not response.context["rows"][0]["is_changed"]
    assert pad_shown(response).picker is None
    history = owner.get(reverse("hand", args=[night.group.code, 1, 2])).context["history"]
    assert [one["kind"] for one in history] == ["corrected", "voided", "hand"]


@pytest.mark.parametrize("seats", [6, 7])
@pytest.mark.parametrize("role", ["picker", "partner"])
@pytest.mark.parametrize("again", ["same key", "behind"])
def test_a_phone_is_answered_by_the_table_it_saw(
    owner: Client, scorer: Client, seats: int, role: str, again: str, group: Group
) -> None:
    """Record a hand after the deal has moved: the next dealer sits out next, and the hand stays that hand."""
    add_player(group, "Gus")
    names = ("Ann", "Ben", "Cleo", "Dave", "Edith", "Frank", "Gus")[:seats]
    night = a_night(group, *names, dealer=names[-1])
    taps = ("Ann", "Cleo") if role == "picker" else ("Cleo", "Ann")  # Ann deals the next hand
    fields = posted(night, *taps)
    owner.post(url(night), fields if again == "same key" else posted(night, "Ben", "Dave"))
    assert scorer.post(url(night), fields).status_code == (303 if again == "same key" else 409)
    assert hands(night) == 1


def test_a_hand_put_back_is_taken_back_by_undo(owner: Client, night: Session) -> None:
    tell(night, "Ben", "Cleo")
    back = reverse("restore", args=[night.group.code, 1, 2])
    owner.post(reverse("take_back", args=[night.group.code, 1, 2]), {"key": str(uuid.uuid4()), "after": "2"})
    fields = {"key": str(uuid.uuid4()), "after": "3", "version": "2"}
    said_now = owner.post(back, fields, follow=True).context["said"]
    assert (said_now.title, said_now.undo) == ("Hand 1 put back", "take_back")


def test_an_old_confirmation_does_not_come_back(owner: Client, night: Session) -> None:
    confirmed = owner.post(url(night), posted(night), follow=True).redirect_chain[-1][0]
    assert owner.get(confirmed).context["said"]
    tell(night, "Cleo", "Dave")
    assert owner.get(confirmed).context["said"] is None


def test_a_number_opens_the_receipt_of_its_player(owner: Client, night: Session) -> None:
    tell(night, "Ben", "Cleo")
    page = said(owner.get(url(night, "table")))
    for player in ids(night.group, "Ann", "Ben", "Cleo", "Dave", "Edith"):
        assert f'<a href="/g/{night.group.code}/1/hands/2/?for={player}">' in page
        receipt = owner.get(reverse("hand", args=[night.group.code, 1, 2]), {"for": player})
        assert receipt.context["receipt"]["player"] == player
    frank = ids(night.group, "Frank")[0]  # deals and sits out
    assert f"hands/2/?for={frank}" not in page
    assert f'<a href="/g/{night.group.code}/1/hands/2/">' in page


def test_a_hand_dealt_by_hand_is_so_in_the_head_of_the_page_on_the_badge_and_in_the_next_deal(
    owner: Client, night: Session
) -> None:
    cleo, frank = map(str, ids(night.group, "Cleo", "Frank"))
    by_hand = {"dealer": cleo, "was_dealer": frank, "was_out": frank, "out": frank, "tap": "deal"}
    drawn = owner.post(url(night, "tap"), {"after": "1"} | by_hand)
    page = said(drawn)
    assert re.search(r'title="Cleo">Cleo</bdi> deals.*Cleo</bdi> sits out', page, re.DOTALL)
    assert "then <bdi>Dave</bdi> deals" in page
    assert "Frank</bdi> deals" not in page
    heads = drawn.context["draw"].heads
    assert [head.name for head in heads if head.deals] == ["Cleo"]
    assert [head.name for head in heads if not head.plays] == ["Cleo"]
    owner.post(url(night), posted(night, "Ann", "Ben", **by_hand))
    assert ">Dave</bdi> deals" in said(owner.get(url(night, "table")))
    assert "then <bdi>" not in said(owner.get(url(night, "table")))


@pytest.mark.parametrize(
    ("said_by_hand", "head", "summary", "then"),
    [
        ("0", "no doubler, by hand", "Ann +2, Cleo +1, the others −1", 0),
        ("1", "1 doubler, by hand", "Ann +4, Cleo +2, the others −2", 0),
        ("4", "4 doublers, by hand", "Ann +4, Cleo +2, the others −2", 3),
    ],
)
def test_doublers_set_by_hand_are_so_in_the_head_the_prices_the_receipt_and_after_the_hand(
    owner: Client, said_by_hand: str, head: str, summary: str, then: int
) -> None:
    night = a_night(thursday_table(options={"no_picker": "doubler"}), dealer="Frank")
    for _ in range(2):
        tell_hand(
            night, NewHand(seats=sheet_of(night).seating.seats, told={"kind": "all_pass"}), context(night)
        )
    assert '<b class="doubled">2 doublers</b>' in said(owner.get(url(night, "table")))
    fields = posted(night, "Ann", "Cleo", doublers=said_by_hand, was_doublers="2")
    drawn = owner.post(url(night, "tap"), fields | {"tap": "deal"})
    draw = drawn.context["draw"]
    assert [words for words, _ in draw.carried] == [head]
    assert head in said(drawn)
    assert "2 doublers" not in said(drawn)
    assert draw.summary == summary
    assert draw.sides[0][1][0].brings == summary[4:6]

    owner.post(url(night), fields)
    sheet = sheet_of(night)
    assert signed(sheet.rows[-1].points[ids(night.group, "Ann")[0]]) == summary[4:6]
    assert sheet.carried.pending_doublers == then
    after = owner.get(url(night, "table"))
    assert "by hand" not in said(after)
    assert len(after.context["draw"].carried) == bool(then)
    assert head in said(owner.get(reverse("hand", args=[night.group.code, 1, sheet.newest])))

    again = take_back(owner, night, sheet.newest, follow=True)
    assert [words for words, _ in again.context["draw"].carried] == [head]
    assert again.context["draw"].summary == summary
    assert sheet_of(night).carried.pending_doublers == 2
    assert '<b class="doubled">2 doublers</b>' in said(owner.get(url(night, "table")))


def test_a_hand_with_the_doublers_of_the_book_says_nothing_of_a_hand(owner: Client) -> None:
    night = a_night(thursday_table(options={"no_picker": "doubler"}), dealer="Frank")
    tell_hand(night, NewHand(seats=sheet_of(night).seating.seats, told={"kind": "all_pass"}), context(night))
    fields = posted(night, doublers="1", was_doublers="1", doublers_by_hand="1") | _whoever_plays(night)
    drawn = owner.post(url(night, "tap"), fields | {"tap": "deal"})
    assert [words for words, _ in drawn.context["draw"].carried] == ["1 doubler"]
    owner.post(url(night), fields)
    page = owner.get(reverse("hand", args=[night.group.code, 1, sheet_of(night).newest]))
    assert "by hand" not in said(page)


def test_the_head_of_the_table_counts_rounds(owner: Client, group: Group) -> None:
    night, heads = a_night(group, "Ann", "Ben", "Cleo"), []
    for _ in range(7):
        heads.append(owner.get(url(night, "table")).context["round_words"])
        tell(night, "Ann")
    once, twice = ["everybody has dealt once", "round 2"], ["everybody has dealt twice", "round 3"]
    assert heads == [[], [], [], once, ["round 2"], ["round 2"], twice]


def test_bad_hand_on_the_sheet_is_called_a_bad_hand(owner: Client, night: Session) -> None:
    tell_hand(night, NewHand(seats=sheet_of(night).seating.seats, told={"kind": "bad_hand"}), context(night))
    assert re.search(r"1\s*<small>bad</small>", said(owner.get(url(night, "table"))))


def test_pad_says_who_won_a_game_to_so_many_points(night: Session, owner: Client) -> None:
    write_rules(night.group, "sheepshead", "", {"play_to": 2}, uuid.uuid4(), None)
    assert "won the night" not in said(owner.get(url(night, "table")))
    owner.post(url(night), posted(night))
    assert "Ben won the night" in said(owner.get(url(night, "table")))


def test_how_far_everybody_has_come_stands_on_the_sheet_and_the_wall(night: Session, owner: Client) -> None:
    assert "to 21" not in said(owner.get(url(night, "table")))
    write_rules(night.group, "sheepshead", "", {"play_to": 21}, uuid.uuid4(), None)
    owner.post(url(night), posted(night))
    for page in (url(night, "table"), reverse("wall", args=[night.group.code])):
        assert re.search(r"to 21: Ben \d+, \w+ −?\d+, ", said(owner.get(page)))


HTMX = {"HX-Request": "true"}


def asks(client: Client, night: Session, *tapped: str, after: int = 1, **more: Any) -> Any:
    people = list(map(str, ids(night.group, *tapped))) if tapped else []
    state = {"picker": "".join(people[:1]), "partners": ",".join(people[1:]), "result": "won"}
    sent = {"tap": "fresh", "after": str(after)} | state | more
    return client.post(reverse("tap", args=[night.group.code, 1]), sent, headers=HTMX)


def test_a_fresh_look_is_answered_with_nothing_or_that_the_book_was_put_back(
    owner: Client, night: Session
) -> None:
    answer = asks(owner, night, "Ann", "Ben")
    assert (answer.status_code, answer.content) == (204, b"")
    assert "put back to how it was before" in html_of(asks(owner, night, "Cleo", after=9))


def test_an_empty_pad_gets_the_new_sheet_without_a_word(owner: Client, night: Session) -> None:
    tell(night, "Ann", "Ben")
    answer = asks(owner, night)
    assert answer.status_code == 200
    assert b"<html" not in answer.content
    assert [row["number"] for row in answer.context["rows"]] == [1]
    assert "Somebody else was faster" not in html_of(answer)
    assert 'name="after" value="2"' in html_of(answer)


def test_taps_stay_if_the_hand_still_fits_and_what_happened_is_told(owner: Client, night: Session) -> None:
    tell(night, "Ann", "Ben")
    answer = asks(owner, night, "Cleo", "Dave", points="70")
    page = html_of(answer)
    assert answer.status_code == 200
    assert not missing(
        page, "Meanwhile hand 1 was recorded: <bdi>Ann</bdi> +2", "Is that the hand on your pad?"
    )
    pad = answer.context["draw"].pad
    assert (pad.picker, *pad.partners) == ids(night.group, "Cleo", "Dave")
    assert pad.points == "70"
    assert answer.context["draw"].title == "Record hand 2"
    assert "Meanwhile hand 1 was recorded" in html_of(asks(owner, night, "Cleo", "Dave", tap="ask"))


def test_taps_on_somebody_who_does_not_play_now_are_given_up(owner: Client, night: Session) -> None:
    tell(night, "Ann", "Ben")  # now Ann deals and sits out
    answer = asks(owner, night, "Ann", "Dave")
    page = html_of(answer)
    assert answer.context["draw"].pad.picker is None
    assert not missing(
        page, "Meanwhile hand 1 was recorded", "Somebody you tapped on this phone is not in this hand"
    )
    assert "Is that the hand on your pad?" not in page


def test_an_undone_hand_and_somebody_who_went_are_told(owner: Client, night: Session) -> None:
    tell(night, "Ann", "Ben")
    take_back_hand(night, 2, context(night))
    leave(night, ids(night.group, "Edith")[0], context(night))
    page = html_of(asks(owner, night, "Cleo", "Dave"))
    assert not missing(page, "Meanwhile a hand was recorded and taken back.", "Meanwhile Edith went home.")


def test_a_night_that_was_ended_meanwhile_has_no_pad_any_more(owner: Client, night: Session) -> None:
    tell(night, "Ann", "Ben")
    end_night(night, context(night))
    page = html_of(asks(owner, night, "Cleo", "Dave"))
    assert not missing(page, "Meanwhile the night was ended", "See the result")
    assert "Is that the hand on your pad?" not in page


def test_a_watcher_asks_for_the_table_and_is_answered_alike(
    watcher: Client, owner: Client, night: Session
) -> None:
    page = reverse("table", args=[night.group.code, 1])
    for phone in (watcher, owner):
        assert phone.get(page, {"after": "1"}, headers=HTMX).status_code == 204
        assert phone.get(page, {"after": "1"}).status_code == 200
    assert f'hx-get="{page}?after=1&amp;page=1"' in html_of(watcher.get(page))
    tell(night, "Ann", "Ben")
    answer = watcher.get(page, {"after": "1"}, headers=HTMX)
    assert answer.status_code == 200
    assert [row["number"] for row in answer.context["rows"]] == [1]
    assert asks(watcher, night).status_code == 403


@pytest.mark.parametrize("after", ["", "x", "-1", "9" * 30, "\0"])
def test_nonsense_instead_of_the_last_line_is_answered_with_the_sheet(
    owner: Client, night: Session, after: str
) -> None:
    sent = {"tap": "fresh", "after": after}
    answer = owner.post(reverse("tap", args=[night.group.code, 1]), sent, headers=HTMX)
    assert answer.status_code in (200, 204)
    assert Entry.objects.filter(session=night).count() == 1


def test_no_page_goes_into_the_history_of_htmx(owner: Client, night: Session) -> None:
    page = html_of(owner.get(reverse("table", args=[night.group.code, 1])))
    assert '"historyCacheSize": 0' in page
    assert "hx-push-url" not in page


MODES = [("sheepshead", "bad_hand"), ("mehrkopf", "throw_in"), ("mehrkopf", "all_pass"), ("any_game", "pass")]
PAGES = ("table", "seats", "report", "ending", "picture", "picture_file")
OF_THE_GROUP = ("group", "standings", "records", "group_statistics", "wall", "exchange")


def a_table(game: str) -> Session:
    new = NewGroup(name="Four", names=NAMES[:4], currency="EUR", stake_cents=10, game=game)
    return a_night(start_group(new, OWNER, uuid.uuid4()))


def of(night: Session, name: str, *more: int) -> str:
    return reverse(name, args=[night.group.code, night.number, *more])


def on_the_pad(night: Session, mode: str) -> dict[str, Any]:
    sheet = sheet_of(night)
    dealer = sheet.seating.dealer
    guards = {"key": uuid.uuid4(), "after": sheet.newest}
    return guards | {"mode": mode, "was_dealer": dealer, "dealer": dealer, "out": sheet.seating.seats}


@pytest.mark.parametrize(("game", "mode"), MODES)
def test_hand_without_players_is_refused_to_pages_and_phones(db: None, game: str, mode: str) -> None:
    night, phone = a_table(game), phone_of(OWNER)
    page = phone.post(of(night, "tell"), on_the_pad(night, mode))
    waited = phone.post(of(night, "tell"), on_the_pad(night, mode), HTTP_ACCEPT="application/json")
    assert (page.status_code, waited.status_code) == (422, 422)
    assert waited.json()["fact"] == "sitting_out"
    assert waited.json()["sentence"].endswith("not 0: say who sits out.")
    assert not sheet_of(night).rows


@pytest.mark.parametrize(("game", "mode"), MODES)
def test_old_hand_without_players_has_a_page(
    db: None, monkeypatch: pytest.MonkeyPatch, game: str, mode: str
) -> None:
    night, phone = a_table(game), phone_of(OWNER)
    older = replace(GAMES[game], edition=1 if game == "any_game" else GAMES[game].edition - 1)
    seats = sheet_of(night).seating.seats
    with monkeypatch.context() as then:
        then.setattr("ledger.recording.hands.game_called", lambda game: older)
        told = tell_hand(night, NewHand(seats=seats, told={"kind": mode}, out=(0, 1, 2, 3)), context(night))
    for who in ("", f"?for={seats[1]}"):
        assert phone.get(of(night, "hand", told.entry.number) + who).status_code == 200
    assert phone.get(of(night, "correct", told.entry.number)).status_code == 200
    end_night(night, context(night))
    for name in PAGES:
        assert phone.get(of(night, name)).status_code == 200, name
    for name in OF_THE_GROUP:
        assert phone.get(reverse(name, args=[night.group.code])).status_code == 200, name


def test_hand_without_players_is_put_right(group: Group, owner: Client) -> None:
    """The hand stays as it was told until it is corrected; the correction is read as hands are now."""
    night = a_night(group)
    seats = sheet_of(night).seating.seats
    with pytest.MonkeyPatch.context() as then:
        older = replace(GAMES["sheepshead"], edition=3)
        then.setattr("ledger.recording.hands.game_called", lambda game: older)
        tell_hand(night, NewHand(seats=seats, told={"kind": "bad_hand"}, out=tuple(range(6))), context(night))
    assert owner.post(of(night, "correct", 2), on_the_pad(night, "bad_hand")).status_code == 422
    right = on_the_pad(night, "bad_hand") | {"out": seats[:1]}
    assert owner.post(of(night, "correct", 2), right).status_code == 303
    assert sheet_of(night).rows[0].out == seats[:1]


HANDS = 12


@pytest.fixture
def night_of_twelve_hands(group: Group, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setattr(drawing, "LINES_A_PAGE", 5)
    monkeypatch.setattr(report, "HANDS_A_PAGE", 5)
    night = a_night(group)
    for number in range(HANDS):
        tell(night, NAMES[(number + 1) % 6], NAMES[(number + 3) % 6])
    return night


def table(night: Session) -> str:
    return f"/g/{night.group.code}/{night.number}/"


def text(answer: Any) -> str:
    assert answer.status_code == 200
    found: str = answer.content.decode()
    return found


def entries_on(html: str) -> list[int]:
    return [int(entry) for entry in re.findall(r'<th scope="row">\s*<a href="[^"]*/hands/(\d+)/">', html)]


def foot(html: str) -> str:
    return html[html.index("<tfoot>") : html.index("</tfoot>")]


def test_the_end_of_the_sheet_is_shown_first_and_all_of_it_page_by_page(
    night_of_twelve_hands: Session, owner: Client
) -> None:
    html = text(owner.get(table(night_of_twelve_hands)))
    assert entries_on(html) == [9, 10, 11, 12, 13]
    assert f'<a href="{table(night_of_twelve_hands)}?page=2">Earlier hands</a>' in html
    assert "Later hands" not in html
    middle = text(owner.get(f"{table(night_of_twelve_hands)}?page=2"))
    assert entries_on(middle) == [4, 5, 6, 7, 8]
    assert f'<a href="{table(night_of_twelve_hands)}">Later hands</a>' in middle
    first = text(owner.get(f"{table(night_of_twelve_hands)}?page=3"))
    assert entries_on(first) == [2, 3]
    assert "Earlier hands" not in first
    assert f'<a href="{table(night_of_twelve_hands)}?page=2">Later hands</a>' in first


@pytest.mark.parametrize("page", ["0", "4", "-1", "x", "", "9" * 30, "٣"])
def test_there_are_no_other_pages(night_of_twelve_hands: Session, owner: Client, page: str) -> None:
    assert owner.get(f"{table(night_of_twelve_hands)}?page={page}").status_code == 404
    assert owner.get(f"{table(night_of_twelve_hands)}report/?page={page}").status_code == 404


def test_totals_pad_and_undo_are_the_same_on_every_page(
    night_of_twelve_hands: Session, owner: Client
) -> None:
    first, last = (
        text(owner.get(f"{table(night_of_twelve_hands)}?told=13")),
        text(owner.get(f"{table(night_of_twelve_hands)}?told=13&page=3")),
    )
    assert foot(first) == foot(last)
    for html in (first, last):
        assert not missing(
            html,
            f"Hand {HANDS + 1}",
            f'action="{table(night_of_twelve_hands)}tell/"',
            f'action="{table(night_of_twelve_hands)}hands/13/take-back/"',
        )
    sent = {"key": str(uuid.uuid4()), "after": str(sheet_of(night_of_twelve_hands).newest)}
    assert owner.post(f"{table(night_of_twelve_hands)}hands/2/take-back/", sent).status_code == 303
    assert "Hand taken back" in text(owner.get(f"{table(night_of_twelve_hands)}?told=2"))


def test_the_report_is_paged_from_the_first_hand(night_of_twelve_hands: Session, owner: Client) -> None:
    html = text(owner.get(f"{table(night_of_twelve_hands)}report/"))
    assert html.count('<th scope="row">') == 5 + 1
    assert not missing(html, "1 of 3", 'href="?page=2#sheet"')
    last = text(owner.get(f"{table(night_of_twelve_hands)}report/?page=3"))
    assert last.count('<th scope="row">') == 2 + 1
    assert foot(html) == foot(last)


def long_night(group: Group, entries_on: int) -> Session:
    night_of_twelve_hands = a_night(group)
    (first,) = lines_of(night_of_twelve_hands)
    seats = list(first.facts["seats"])
    Entry.objects.bulk_create(
        Entry(
            session=night_of_twelve_hands,
            number=number + 2,
            key=uuid.uuid4(),
            kind="hand",
            facts={
                "seats": seats,
                "told": {
                    "kind": "picked",
                    "picker": (number + 1) % 6,
                    "partners": [(number + 3) % 6],
                    "result": "won",
                },
                "rules": 1,
            },
            at=night_of_twelve_hands.started_at,
        )
        for number in range(entries_on)
    )
    project(night_of_twelve_hands, sheet_of(night_of_twelve_hands))
    return night_of_twelve_hands


def test_a_page_of_a_long_night_is_as_heavy_as_of_a_shorter_one(group: Group, owner: Client) -> None:
    weights, queries = [], []
    for hands_played in (250, 1500):
        address = table(long_night(group, hands_played))
        for page in (
            address,
            f"{address}report/",
            f"{address}end/",
            f"{address}hands/9/",
            f"/g/{group.code}/wall/",
        ):
            owner.get(page)
            with CaptureQueriesContext(connection) as asked:
                weights.append(len(gzip.compress(owner.get(page).content)))
            queries.append(len(asked))
    for short, long in zip(weights[:4], weights[5:-1], strict=True):
        assert long < max(1.2 * short, 16_000)
    assert queries[:5] == queries[5:]
    assert max(queries) <= 10
