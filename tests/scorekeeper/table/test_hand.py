"""One hand: its receipt, its corrections, and who may make them."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Entry, Group, Session
from ledger.models.book import sheet_of
from ledger.recording.rules import write_rules
from tests.cast import a_night, ids, owner_of, points, tell
from tests.reading import missing


@pytest.fixture
def night(group: Group) -> Session:
    night = a_night(group, dealer="Frank")
    tell(night, "Ben", "Cleo", "lost_schneider")
    return night


def url(night: Session, name: str = "hand", entry: int = 2) -> str:
    return reverse(name, args=[night.group.code, night.number, entry])


def guards(night: Session) -> dict[str, str]:
    return {"key": str(uuid.uuid4()), "after": str(sheet_of(night).newest)}


def correction(night: Session, picker: str, partner: str, **more: Any) -> dict[str, Any]:
    (pick, part) = ids(night.group, picker, partner)
    return guards(night) | {"picker": str(pick), "partners": str(part), "result": "won"} | more


def said(response: Any) -> str:
    return " ".join(response.content.decode().split())


def test_the_receipt_answers_why_minus_eight(owner: Client, night: Session) -> None:
    page = owner.get(url(night))
    receipt = page.context["receipt"]
    assert [(line.text, line.effect, line.sum_so_far) for line in receipt.lines] == [
        ("Lost, no schneider", "−4", "−4"),
        ("Double on the bump", "× 2", "−8"),
    ]
    assert "Why −8 for <bdi>Ben</bdi>?" in said(page)


def test_every_player_has_his_own_receipt(owner: Client, night: Session) -> None:
    for name, worth in (("Ann", "+4"), ("Cleo", "−4")):
        receipt = owner.get(url(night), {"for": ids(night.group, name)[0]}).context["receipt"]
        assert (receipt.name, receipt.worth) == (name, worth)
        assert receipt.lines[-1].sum_so_far == worth


@pytest.mark.parametrize("whose", ["", "x", "0", "9" * 30, "-1", "<b>"])
def test_asking_for_nobody_shows_the_picker(owner: Client, night: Session, whose: str) -> None:
    assert owner.get(url(night), {"for": whose}).context["receipt"].name == "Ben"


def test_the_pad_to_correct_shows_the_hand_as_it_was_told(owner: Client, night: Session) -> None:
    draw = owner.get(url(night, "correct")).context["draw"]
    assert draw.title == "Correct hand 1"
    assert draw.summary == "Ben −8, Cleo −4, the others +4"


def test_a_corrected_hand_recomputes_later_totals_and_says_who_and_what_before(
    owner: Client, night: Session
) -> None:
    tell(night, "Dave", "Edith")
    owner.post(url(night, "correct"), correction(night, "Ben", "Cleo"))
    assert points(night.group, sheet_of(night))["Ben"] == 2 - 1
    page = said(owner.get(url(night)))
    assert not missing(page, "Corrected by <bdi>Ann</bdi> · <b>this counts</b>", "<bdi>Ben</bdi> −8")
    assert '<tr class="fixed">' in said(owner.get(reverse("table", args=[night.group.code, 1])))


def test_a_correction_undone_says_what_it_said_before(owner: Client, night: Session) -> None:
    response = owner.post(url(night, "correct"), correction(night, "Ben", "Cleo"), follow=True)
    undo = response.context["said"]
    assert undo.title == "Hand 1 corrected"
    owner.post(url(night, undo.undo), guards(night) | {"version": str(undo.version)})
    assert points(night.group, sheet_of(night))["Ben"] == -8


def test_a_hand_taken_back_can_be_put_back_and_is_not_on_the_pad_again(owner: Client, night: Session) -> None:
    owner.post(url(night, "take_back"), guards(night))
    assert sheet_of(night).hands == 0
    page = said(owner.get(url(night)))
    assert "no longer counts" in page
    assert "The sheet then" not in page
    again = owner.post(url(night, "take_back"), guards(night))
    assert again.status_code == 422
    assert "taken back already" in said(again)
    assert "told=2" in undo(owner, night)["Location"]
    assert points(night.group, sheet_of(night))["Ben"] == -8


@pytest.mark.parametrize("name", ["correct", "take_back", "restore"])
def test_sent_twice_changes_once_and_a_stale_screen_nothing(name: str, owner: Client, night: Session) -> None:
    stale = correction(night, "Ben", "Dave") | {"version": "2"}
    tell(night, "Dave", "Edith")
    response = owner.post(url(night, name), stale)
    assert response.status_code == 409
    assert "Somebody else was faster" in said(response)
    fields = correction(night, "Ben", "Dave") | {"version": "2"}
    assert [owner.post(url(night, name), fields).status_code for _ in range(2)] == [303, 303]
    assert Entry.objects.filter(session=night).count() == 4


@pytest.mark.parametrize("name", ["correct", "take_back", "restore"])
@pytest.mark.parametrize(
    "field", ["key", "after", "picker", "partners", "result", "version", "points", "dealer"]
)
def test_nonsense_is_never_our_fault(owner: Client, night: Session, name: str, field: str) -> None:
    for value in ("", "x", "-1", "9" * 40, "<script>", "\0"):
        fields = correction(night, "Ben", "Dave") | {"version": "2", "was_dealer": "1"}
        assert owner.post(url(night, name), fields | {field: value}).status_code in (303, 422), value


def test_there_is_nothing_to_say_of_an_entry_that_is_no_hand(owner: Client, night: Session) -> None:
    assert owner.get(url(night, entry=1)).status_code == 404
    assert owner.get(url(night, entry=99)).status_code == 404
    assert owner.post(url(night, "take_back", 99), guards(night)).status_code == 422
    assert owner.post(url(night, "correct", 99), correction(night, "Ben", "Dave")).status_code == 404


def test_a_correction_without_a_script_goes_tap_by_tap(owner: Client, night: Session) -> None:
    (ben, dave) = ids(night.group, "Ben", "Dave")
    fields = {"picker": str(ben), "partners": "", "result": "won", "tap": str(dave)}
    draw = owner.post(url(night, "correct"), fields).context["draw"]
    assert draw.summary == "Ben +2, Dave +1, the others −1"


def test_a_correction_is_previewed_under_the_rules_the_hand_was_told_under(
    owner: Client, night: Session
) -> None:
    (ben, dave) = ids(night.group, "Ben", "Dave")
    fields = {"picker": str(ben), "partners": "", "result": "lost", "tap": str(dave)}
    begun = owner.get(url(night, "correct")).context["draw"].sides
    tapped = owner.post(url(night, "correct"), fields).context["draw"].sides
    write_rules(night.group, "sheepshead", "", {"bump": False}, uuid.uuid4(), owner_of(night.group))
    draw = owner.get(url(night, "correct")).context["draw"]
    assert draw.summary == "Ben −8, Cleo −4, the others +4"
    assert draw.sides == begun
    draw = owner.post(url(night, "correct"), fields).context["draw"]
    assert draw.summary == "Ben −4, Dave −2, the others +2"
    assert draw.sides == tapped
    refused = owner.post(url(night, "correct"), correction(night, "Ben", "Ben", result="lost"))
    assert refused.status_code == 422
    assert "−2" not in refused.context["draw"].summary
    owner.post(url(night, "correct"), correction(night, "Ben", "Dave", result="lost"))
    assert points(night.group, sheet_of(night))["Ben"] == -4


def test_the_sheet_then_adds_up_from_before_to_after(owner: Client, night: Session) -> None:
    tell(night, "Ben", "Dave")
    stood = owner.get(url(night, entry=3)).context["stood"]
    assert [tuple(one[key] for key in ("name", "before", "worth", "after", "part")) for one in stood] == [
        ("Ann", "4", "", "4", "dealt, sat out"),
        ("Ben", "−8", "+2", "−6", ""),
        ("Cleo", "−4", "−1", "−5", ""),
        ("Dave", "4", "+1", "5", ""),
        ("Edith", "4", "−1", "3", ""),
        ("Frank", "0", "−1", "−1", ""),
    ]


def undo(client: Client, night: Session, entry: int = 2, **more: str) -> Any:
    """The Undo of what was last said of a hand, as its confirmation sends it."""
    said_before = str(sheet_of(night).rows[entry - 2].versions[-2].entry)
    return client.post(url(night, "restore", entry), guards(night) | {"version": said_before} | more)


def test_a_correction_undone_at_once_is_on_the_pad_again_and_leaves_no_note(
    owner: Client, night: Session
) -> None:
    owner.post(url(night, "correct"), correction(night, "Dave", "Edith", result="lost"))
    answer = undo(owner, night)
    assert (answer.status_code, answer["Location"]) == (303, url(night, "correct") + "?again")
    assert points(night.group, sheet_of(night))["Ben"] == -8
    assert not sheet_of(night).rows[0].is_changed
    page = owner.get(answer["Location"])
    assert page.context["draw"].summary == "Dave −4, Edith −2, the others +2"
    assert "Taken back onto the pad" in said(page)
    assert page.context["said_before"] == [("Ben", "−8"), ("Cleo", "−4"), ("the others", "+4")]
    owner.post(url(night, "correct"), correction(night, "Dave", "Cleo"))
    assert points(night.group, sheet_of(night))["Dave"] == 2
    assert [one.entry for one in sheet_of(night).rows[0].told] == [2, 5]


def test_the_pad_is_asked_for_once_more_with_htmx(owner: Client, night: Session) -> None:
    owner.post(url(night, "correct"), correction(night, "Dave", "Edith"))
    sent = guards(night) | {"version": "2"}
    for _ in range(2):
        answer = owner.post(url(night, "restore"), sent, headers={"HX-Request": "true"})
        assert answer["HX-Redirect"] == url(night, "correct") + "?again"
    assert Entry.objects.filter(session=night).count() == 4


def test_a_correction_undone_later_was_believed(owner: Client, scorer: Client, night: Session) -> None:
    owner.post(url(night, "correct"), correction(night, "Dave", "Edith"))
    assert "told=2" in undo(scorer, night)["Location"]
    assert sheet_of(night).rows[0].is_changed
    page = owner.get(url(night, "correct"), {"again": ""})
    assert page.context["draw"].summary == "Ben −8, Cleo −4, the others +4"
    assert "Taken back onto the pad" not in said(page)


def test_a_hand_put_back_and_taken_back_again_at_once_is_on_the_pad_of_the_table(
    owner: Client, night: Session
) -> None:
    for name, more in (("take_back", {}), ("restore", {"version": "2"}), ("take_back", {})):
        answer = owner.post(url(night, name), guards(night) | more)
        assert "told=2" in answer["Location"], name
    assert sheet_of(night).rows[0].is_slip
    assert "Taken back onto the pad" in said(owner.get(answer["Location"]))


def test_a_second_correction_is_undone_at_once_like_the_first(owner: Client, night: Session) -> None:
    for picker, partner in (("Dave", "Edith"), ("Dave", "Cleo")):
        done = owner.post(url(night, "correct"), correction(night, picker, partner), follow=True)
        version = str(done.context["said"].version)
        answer = owner.post(url(night, "restore"), guards(night) | {"version": version})
        assert answer["Location"] == url(night, "correct") + "?again"
        assert not sheet_of(night).rows[0].is_changed
        assert points(night.group, sheet_of(night))["Ben"] == -8
