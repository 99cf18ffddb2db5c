"""One hand: its receipt, corrections, remarks, and what becomes of the later hands."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger.models import Entry, Group, Session
from ledger.models.book import sheet_of
from ledger.recording import NewHand, end_night, remark_on_hand, take_back_hand, tell_hand
from ledger.recording.auditing import audit
from ledger.recording.rules import write_rules
from tests.cast import OWNER, a_night, context, ids, owner_of, points, tell, thursday_table
from tests.reading import html_of, missing
from tests.scorekeeper.conftest import phone_of


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


def test_the_receipt_and_the_pad_to_correct_show_the_hand_as_it_was_told(
    owner: Client, night: Session
) -> None:
    page = owner.get(url(night))
    receipt = page.context["receipt"]
    assert [(line["text"], line["effect"], line["sum_so_far"]) for line in receipt["lines"]] == [
        ("Lost, no schneider", "−4", "−4"),
        ("Double on the bump", "× 2", "−8"),
    ]
    assert "Why −8 for <bdi>Ben</bdi>?" in said(page)
    draw = owner.get(url(night, "correct")).context["draw"]
    assert draw.title == "Correct hand 1"
    assert draw.summary == "Ben −8, Cleo −4, the others +4"


def test_every_player_has_his_own_receipt(owner: Client, night: Session) -> None:
    for name, worth in (("Ann", "+4"), ("Cleo", "−4")):
        receipt = owner.get(url(night), {"for": ids(night.group, name)[0]}).context["receipt"]
        assert (receipt["name"], receipt["worth"]) == (name, worth)
        assert receipt["lines"][-1]["sum_so_far"] == worth


@pytest.mark.parametrize("whose", ["", "x", "0", "9" * 30, "-1", "<b>"])
def test_asking_for_nobody_shows_the_picker(owner: Client, night: Session, whose: str) -> None:
    assert owner.get(url(night), {"for": whose}).context["receipt"]["name"] == "Ben"


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
    undo = owner.post(url(night, "correct"), correction(night, "Ben", "Cleo"), follow=True).context["said"]
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
def test_a_change_sent_twice_counts_once_and_a_stale_one_never(
    name: str, owner: Client, night: Session
) -> None:
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
def test_nonsense_in_a_change_of_a_hand_is_refused(
    owner: Client, night: Session, name: str, field: str
) -> None:
    for value in ("", "x", "-1", "9" * 40, "<script>", "\0"):
        fields = correction(night, "Ben", "Dave") | {"version": "2", "was_dealer": "1"}
        assert owner.post(url(night, name), fields | {field: value}).status_code in (303, 422), value


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


@pytest.fixture
def five(group: Group) -> Session:
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(night, "Ben", "Cleo", "lost")
    return night


def remark_url(night: Session, name: str = "remark", entry: int = 2) -> str:
    return reverse(name, args=[night.group.code, night.number, entry])


def remark_sent(night: Session, text: str, **more: Any) -> dict[str, Any]:
    return {"key": str(uuid.uuid4()), "after": str(sheet_of(night).newest), "text": text} | more


def remarks(night: Session) -> dict[int, str]:
    return {entry: one.text for entry, one in sheet_of(night).remarks.items()}


def page(client: Client, night: Session, name: str = "table") -> str:
    return html_of(client.get(reverse(name, args=[night.group.code, night.number])))


def test_a_remark_stands_on_the_hand_the_sheet_and_the_recap(
    owner: Client, watcher: Client, five: Session
) -> None:
    places = [page(watcher, five, name) for name in ("table", "ending", "report")]
    assert "emark" not in "".join([*places, html_of(watcher.get(remark_url(five, "hand")))])
    assert owner.post(remark_url(five), remark_sent(five, " Dave forgot\nto <bury> ")).status_code == 303
    assert not sheet_of(five).rows[0].is_changed
    html = html_of(watcher.get(remark_url(five, "hand")))
    assert not missing(html, '<p class="lead" dir="auto">Dave forgot to &lt;bury&gt;</p>', "· <bdi>Ann</bdi>")
    assert "Corrected" not in html
    table = page(watcher, five)
    assert not missing(table, 'class="new remarked"', "remark: <bdi>Dave forgot to &lt;bury&gt;</bdi>")
    for name in ("ending", "report"):
        recap = page(watcher, five, name)
        assert not missing(
            recap,
            f'<a href="{remark_url(five, "hand")}#remark">Hand 1</a>',
            "<bdi>Dave forgot to &lt;bury&gt;</bdi>",
        )


def test_another_phone_is_told_of_a_remark_and_not_of_a_correction(owner: Client, five: Session) -> None:
    stale = remark_sent(five, "Ann misdealt")
    owner.post(remark_url(five), remark_sent(five, "Dave forgot to bury"))
    html = html_of(owner.post(remark_url(five), stale), 409)
    assert not missing(html, "Meanwhile somebody wrote a remark on hand 1.", 'value="Ann misdealt"')
    assert "corrected" not in html
    assert remarks(five) == {2: "Dave forgot to bury"}
    assert 'name="after" value="3"' in html[html.index('class="stack-in"') : html.index("Save the remark")]
    stale = remark_sent(five, "Ann misdealt")
    owner.post(remark_url(five), remark_sent(five, ""))
    assert "Meanwhile somebody removed the remark on hand 1." in html_of(owner.post(remark_url(five), stale))


def test_a_remark_told_by_a_phone_that_has_not_seen_the_latest_hands_is_written(
    owner: Client, five: Session
) -> None:
    tell(five, "Dave", "Edith")
    fields = remark_sent(five, "Dave forgot to bury")
    tell(five, "Ann", "Ben")
    owner.post(remark_url(five, entry=3), remark_sent(five, "Edith laughed"))
    for _ in range(2):
        assert owner.post(remark_url(five), fields).status_code == 303
    assert remarks(five) == {2: "Dave forgot to bury", 3: "Edith laughed"}
    assert Entry.objects.filter(session=five).count() == 6


def test_a_remark_is_changed_taken_away_and_each_can_be_undone(owner: Client, five: Session) -> None:
    steps = (
        ("Dave forgot to bury", "Remark saved", ""),
        ("Dave buried nothing", "Remark changed", "Dave forgot to bury"),
        ("", "Remark removed", "Dave buried nothing"),
    )
    for text, title, before in steps:
        html = html_of(owner.post(remark_url(five), remark_sent(five, text), follow=True))
        assert f'<p role="status">{title}</p>' in html
        assert f'name="text" value="{before}"' in html[html.index('class="done"') :]
    owner.post(remark_url(five), remark_sent(five, "Dave buried nothing"))
    assert remarks(five) == {2: "Dave buried nothing"}


def test_what_was_confirmed_is_no_news_after_the_next_hand(owner: Client, five: Session) -> None:
    answer = owner.post(remark_url(five), remark_sent(five, "Dave forgot to bury"))
    assert "Remark saved" in html_of(owner.get(answer["Location"]))
    tell(five, "Dave", "Edith")
    assert "Remark saved" not in html_of(owner.get(answer["Location"]))


@pytest.mark.parametrize("remarked", ["2", "1", "99", "x", "-3", "9" * 40])
def test_nothing_else_is_confirmed_as_a_remark(owner: Client, five: Session, remarked: str) -> None:
    assert 'class="done"' not in html_of(owner.get(remark_url(five, "hand"), {"remarked": remarked}), 200)


def test_a_remark_is_written_after_the_end_of_the_night(owner: Client, five: Session) -> None:
    end_night(five, context(five))
    ending = sheet_of(five).ending
    assert "Write a remark" in html_of(owner.get(remark_url(five, "hand")))
    assert owner.post(remark_url(five), remark_sent(five, "Dave forgot to bury")).status_code == 303
    assert remarks(five) == {2: "Dave forgot to bury"}
    assert sheet_of(five).ending == ending
    assert "Dave forgot to bury" in page(owner, five, "ending")
    assert owner.post(remark_url(five), remark_sent(five, "")).status_code == 303
    assert remarks(five) == {}


def test_a_hand_taken_back_keeps_its_remark(owner: Client, five: Session) -> None:
    tell(five, "Dave", "Edith")
    remark_on_hand(five, 2, "wrong table", context(five))
    take_back_hand(five, 2, context(five))
    assert f'<a href="{remark_url(five, "hand")}">a hand was taken back: <bdi>wrong table</bdi></a>' in page(
        owner, five
    )
    assert "A hand taken back</a> <bdi>wrong table</bdi>" in page(owner, five, "ending")


def test_a_remark_sent_twice_is_written_once_and_said_again_not_at_all(owner: Client, five: Session) -> None:
    fields = remark_sent(five, "Dave forgot to bury")
    places = {owner.post(remark_url(five), fields)["Location"] for _ in range(2)}
    assert places == {remark_url(five, "hand") + "?remarked=3#remark"}
    assert owner.post(remark_url(five), remark_sent(five, " Dave forgot to bury")).status_code == 303
    assert Entry.objects.filter(session=five).count() == 3


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"text": "x" * 141}, "140 letters at most."),
        ({"text": "a\x07b"}, "character in it"),
        ({"after": "-1"}, ""),
        ({"key": "x"}, ""),
    ],
)
def test_a_remark_that_will_not_do_is_refused_and_kept(
    owner: Client, five: Session, wrong: dict[str, str], words: str
) -> None:
    html = html_of(owner.post(remark_url(five), remark_sent(five, "Dave forgot to bury") | wrong), 422)
    assert not missing(
        html,
        words,
        'class="wrong"',
        '<details class="fold" open>',
        f'value="{wrong.get("text", "Dave forgot to bury")}"',
    )
    assert remarks(five) == {}


def test_remarks_cost_no_query_more(owner: Client, five: Session) -> None:
    night, asked = five, []
    pages = [reverse(name, args=[night.group.code, night.number]) for name in ("table", "ending", "report")]
    for entry in [2, *(tell(night, "Ann", "Ben").entry.number for _ in range(2))]:
        remark_on_hand(night, entry, "one more", context(night))
        with CaptureQueriesContext(connection) as queries:
            for address in [*pages, remark_url(night, "hand")]:
                owner.get(address)
        asked.append(len(queries))
    assert asked == [asked[0]] * 3


def test_the_report_has_the_remarks_on_hands_that_count_no_more(
    owner: Client, five: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.pages.table.report.HANDS_A_PAGE", 1)
    for _ in range(2):
        tell(five, "Dave", "Edith")
    for entry, text in ((2, "Ann shuffled"), (3, "Ben showed a card"), (4, "Cleo was lucky")):
        owner.post(remark_url(five, entry=entry), remark_sent(five, text))
    take_back_hand(five, 3, context(five))
    first = page(owner, five, "report")
    second = html_of(owner.get(reverse("report", args=[five.group.code, five.number]), {"page": 2}))
    assert '#remark">Hand 1</a> <bdi>Ann shuffled</bdi>' in first
    assert "Ben showed a card" not in first
    assert not missing(
        second,
        '#remark">A hand taken back</a> <bdi>Ben showed a card</bdi>',
        '#remark">Hand 2</a> <bdi>Cleo was lucky</bdi>',
    )
    assert "Ann shuffled" not in second


KEEP = "Keep the later hands as they were played"


@pytest.fixture
def guarded(db: None) -> Session:
    """Nobody picked the first hand, so that a leaster was played in the second."""
    group = thursday_table(options={"no_picker": "redeal", "no_picker_then": "leaster"})
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    seats = sheet_of(night).seating.seats
    for told in ({"kind": "all_pass"}, {"kind": "leaster", "winners": [2]}):
        tell_hand(night, NewHand(seats=seats, told=told), context(night))
    return night


@pytest.fixture
def keeper(guarded: Session) -> Client:
    return phone_of(OWNER)


def of(night: Session, name: str, *more: int) -> str:
    return reverse(name, args=[night.group.code, night.number, *more])


def guarded_sent(night: Session, **more: Any) -> dict[str, Any]:
    return {"key": uuid.uuid4(), "after": sheet_of(night).newest, **more}


def picked(night: Session) -> dict[str, Any]:
    ann, ben = ids(night.group, "Ann", "Ben")
    return guarded_sent(night, picker=ann, partners=ben, result="won")


def is_sound(group: Group) -> bool:
    return not list(audit([group]))


def test_refused_correction_offers_to_keep_later_hands(guarded: Session, keeper: Client) -> None:
    page = html_of(keeper.post(of(guarded, "correct", 2), picked(guarded)), 422)
    assert not missing(page, "Then hand 2 could not have been played.", KEEP)
    assert KEEP not in html_of(keeper.get(of(guarded, "correct", 2)))
    asked = keeper.post(of(guarded, "correct", 2), picked(guarded) | {"tap": "ask"})
    assert KEEP in html_of(asked), "as the script asks after each tap, before anything is sent"
    told = picked(guarded) | {"keep": "1"}
    assert [keeper.post(of(guarded, "correct", 2), told).status_code for _ in range(2)] == [303, 303]
    sheet = sheet_of(guarded)
    assert len(sheet.rows[0].versions) == 2
    assert [row.scored.label.case for row in sheet.rows if row.scored] == ["won", "leaster"]
    assert "Kept as it was played when hand 1 was corrected." in html_of(keeper.get(of(guarded, "hand", 3)))
    assert "Kept as it was played" not in html_of(keeper.get(of(guarded, "hand", 2)))
    assert is_sound(guarded.group)


def test_kept_hand_can_be_corrected_and_put_back(guarded: Session, keeper: Client) -> None:
    keeper.post(of(guarded, "correct", 2), picked(guarded) | {"keep": "1"})
    (edith,) = ids(guarded.group, "Edith")
    assert "mode:leaster" in html_of(keeper.get(of(guarded, "correct", 3)))
    again = guarded_sent(guarded, mode="leaster", winners=edith)
    assert keeper.post(of(guarded, "correct", 3), again).status_code == 303
    assert sheet_of(guarded).rows[1].points[edith] == 4
    stay = "Dealer, sitting out and what was counted before it stay as they were played."
    assert stay in html_of(keeper.get(of(guarded, "hand", 3)))
    assert keeper.post(of(guarded, "restore", 3), guarded_sent(guarded, version=3)).status_code == 303
    assert sheet_of(guarded).rows[1].points[edith] == -1
    assert is_sound(guarded.group)


def test_refused_taking_back_offers_to_keep_later_hands(guarded: Session, keeper: Client) -> None:
    ways: list[Any] = [{}, {"HTTP_HX_REQUEST": "true"}]
    for way in ways:
        page = html_of(keeper.post(of(guarded, "take_back", 2), guarded_sent(guarded), **way), 422)
        assert not missing(page, f'action="{of(guarded, "take_back", 2)}"', KEEP)
        assert page.count("Then hand 2 could not have been played.") == 1
    assert keeper.post(of(guarded, "take_back", 2), guarded_sent(guarded, keep="1")).status_code == 303
    assert [row.is_void for row in sheet_of(guarded).rows] == [True, False]
    assert "Kept as it was played when hand 1 was taken back." in html_of(keeper.get(of(guarded, "hand", 3)))
    assert is_sound(guarded.group)


def test_refused_putting_back_offers_to_keep_later_hands(guarded: Session, keeper: Client) -> None:
    keeper.post(of(guarded, "correct", 2), picked(guarded) | {"keep": "1"})
    keeper.post(of(guarded, "correct", 3), picked(guarded))
    keeper.post(of(guarded, "restore", 2), guarded_sent(guarded, version=2))
    seats = sheet_of(guarded).seating.seats
    told = {"kind": "leaster", "winners": [1]}
    keeper.post(of(guarded, "take_back", 3), guarded_sent(guarded))
    tell_hand(guarded, NewHand(seats=seats, told=told), context(guarded))
    corrected = sheet_of(guarded).rows[0].versions[1].entry
    assert f'name="version" value="{corrected}"' in html_of(
        keeper.post(of(guarded, "restore", 2), guarded_sent(guarded, version=corrected)), 422
    )
    kept = guarded_sent(guarded, version=corrected, keep="1")
    assert keeper.post(of(guarded, "restore", 2), kept).status_code == 303
    assert is_sound(guarded.group)


def test_other_refusals_offer_nothing(guarded: Session, keeper: Client) -> None:
    keeper.post(of(guarded, "take_back", 3), guarded_sent(guarded))
    assert KEEP not in html_of(keeper.post(of(guarded, "take_back", 3), guarded_sent(guarded)), 422)
