"""Around the table: who comes, goes and sits out, taking that back, and settling with who goes home."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Entry, Group, HouseRules, Player, Session, Transaction
from ledger.models.book import sheet_of
from ledger.money.rounding import Rest, Rounding
from ledger.recording import (
    WriteContext,
    arrange,
    choose_coin,
    end_night,
    join,
    leave,
    play_for,
    tell_hand,
    write_rules,
)
from ledger.recording.auditing import audit
from ledger.standings.money import open_list
from tests.cast import (
    a_night,
    an_ended_night,
    context,
    ids,
    leaster,
    owner_of,
    player,
    seated,
    tell,
    thursday_table,
)
from tests.reading import html_of, missing, present
from tests.scorekeeper import owing
from tests.scorekeeper.conftest import Phones

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")


@pytest.fixture
def night(group: Group) -> Session:
    return a_night(group, *FIVE, dealer="Dave")


@pytest.fixture
def url(group: Group, night: Session) -> str:
    return f"/g/{group.code}/1/seats/"


def said(night: Session, **facts: Any) -> dict[str, Any]:
    return {"key": str(uuid.uuid4()), "after": str(sheet_of(night).newest)} | facts


def listed(night: Session, *names: str, deals: str = "Dave", rests: str = "", **facts: Any) -> dict[str, Any]:
    skip = ids(night.group, rests) if rests else ()
    dealer = str(ids(night.group, deals)[0])
    sits = [str(player) for player in ids(night.group, *(names or FIVE))]
    return said(night, sits=sits, dealer=dealer, skip=[str(one) for one in skip], plays="") | facts


def comes(night: Session, **facts: Any) -> dict[str, Any]:
    return listed(night, "Ann", "Ben", "Frank", "Cleo", "Dave", "Edith", **facts)


def goes(night: Session, **facts: Any) -> dict[str, Any]:
    return listed(night, "Ann", "Cleo", "Dave", "Edith", **facts)


def moves(night: Session, **facts: Any) -> dict[str, Any]:
    return listed(night, *reversed(FIVE), **facts)


TELLS = {"come": comes, "go": goes, "move": moves}


def seats_now(night: Session) -> tuple[int, ...]:
    return sheet_of(night).seating.seats


def test_somebody_comes_and_sits_where_the_list_says(
    scorer: Client, group: Group, night: Session, url: str
) -> None:
    answer = scorer.post(url, comes(night))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{group.code}/1/?told=2#table")
    assert seats_now(night) == ids(group, "Ann", "Ben", "Frank", "Cleo", "Dave", "Edith")


def test_who_is_ticked_and_who_is_typed_both_count(
    owner: Client, group: Group, night: Session, url: str
) -> None:
    dave = str(ids(group, "Dave")[0])
    assert owner.post(url, listed(night, newcomer="Gus", skip=[dave])).status_code == 422
    assert not Player.objects.filter(name="Gus").exists()
    telling = listed(night, newcomer="Gus")
    assert [owner.post(url, telling).status_code for _ in range(2)] == [303, 303]
    assert Player.objects.filter(group=group, name="Gus").count() == 1
    other = owner.post(url, telling | {"newcomer": "Ivo"})
    assert (other.status_code, telling["key"] in html_of(other)) == (422, False)
    assert owner.post(url, listed(night, *FIVE, "Gus", newcomer=" frank ")).status_code == 303
    assert seats_now(night) == ids(group, *FIVE, "Gus", "Frank")


def test_nobody_is_added_by_a_phone_that_is_behind_and_the_name_stays_in_the_list(
    owner: Client, group: Group, night: Session, url: str
) -> None:
    telling = listed(night, newcomer="Gus")
    tell(night, "Ann", "Ben")
    assert 'name="sits" value="+Gus"' in html_of(owner.post(url, telling), 409)
    assert not Player.objects.filter(name="Gus").exists()


def test_somebody_comes_and_goes_twice(owner: Client, group: Group, night: Session, url: str) -> None:
    for _ in range(2):
        assert owner.post(url, comes(night)).status_code == 303
        assert len(sheet_of(night).seating.out) == 1
        assert owner.post(url, listed(night)).status_code == 303
        seating = sheet_of(night).seating
        assert (seating.seats, seating.out) == (ids(group, *FIVE), ())
    kinds = [entry.kind for entry in Entry.objects.filter(session=night)]
    assert kinds == ["opened", *(["joined", "left"] * 2)]
    tell(night, "Ann", "Ben")
    assert owner.post(url, goes(night)).status_code == 303
    assert sheet_of(night).totals[ids(group, "Ben")[0]]


def test_some_come_while_others_go_and_everybody_sits_as_listed(
    owner: Client, group: Group, night: Session, url: str
) -> None:
    telling = listed(night, "Edith", "Ann", deals="Ann", plays="4")
    telling["sits"] += ["+Gus", "+Zita", str(ids(group, "Frank")[0]), "+Ivo"]
    assert [owner.post(url, telling).status_code for _ in range(2)] == [303, 303]
    seating = sheet_of(night).seating
    assert seating.seats == ids(group, "Edith", "Ann", "Gus", "Zita", "Frank", "Ivo")
    assert (seating.dealer, seating.plays) == (ids(group, "Ann")[0], 4)


def test_two_phones_change_seats_at_once_and_nobody_is_lost(
    owner: Client, group: Group, night: Session, url: str
) -> None:
    mine = listed(night, "Dave", "Ann", "Ben", "Cleo", newcomer="Gus")  # Edith goes, Gus comes, Dave moves
    assert owner.post(url, comes(night)).status_code == 303  # by the other phone: Frank comes
    page = html_of(owner.post(url, mine), 409)
    assert "Somebody else was faster" in page
    rows = re.findall(r'<li class="seat" data-player="([^"]+)"', page)
    assert rows == [*map(str, ids(group, "Dave", "Ann", "Ben", "Cleo")), "+Gus", str(ids(group, "Frank")[0])]
    assert owner.post(url, said(night, sits=rows, dealer=rows[0])).status_code == 303
    assert seats_now(night) == ids(group, "Dave", "Ann", "Ben", "Cleo", "Gus", "Frank")


def test_the_real_evening_can_be_said(owner: Client, group: Group, url: str) -> None:
    night = a_night(group, *FIVE, "Frank", dealer="Ann")
    url = f"/g/{group.code}/{night.number}/seats/"
    six = (*FIVE, "Frank")
    assert owner.post(url, listed(night, *six, deals="Ann", rests="Cleo")).status_code == 303
    assert sheet_of(night).seating.out == ids(group, "Cleo")
    tell(night, "Ann", "Ben")
    assert sheet_of(night).seating.out == ids(group, "Cleo")
    assert owner.post(url, listed(night, *six, deals="Ann")).status_code == 303
    seating = sheet_of(night).seating
    assert (seating.dealer, seating.out) == (ids(group, "Ann")[0], ids(group, "Ann"))


def test_without_a_script_the_buttons_move_the_list_and_write_nothing(
    owner: Client, group: Group, night: Session, url: str
) -> None:
    ben = ids(group, "Ben")[0]
    telling = listed(night, step=f"gone {ben}")
    tell(night, "Ann", "Cleo")
    page = html_of(owner.post(url, telling))
    assert f'<li class="seat" data-player="{ben}"' not in page
    assert not missing(page, f'name="after" value="{telling["after"]}"', telling["key"])
    assert Entry.objects.filter(session=night).count() == 2


@pytest.mark.parametrize("what", TELLS)
def test_seats_sent_twice_are_written_once(owner: Client, night: Session, url: str, what: str) -> None:
    telling = TELLS[what](night)
    assert owner.post(url, telling).status_code == 303
    written = Entry.objects.filter(session=night).count()
    tell(night, "Ann", "Cleo")
    assert owner.post(url, telling).status_code == 303
    assert Entry.objects.filter(session=night).count() == written + 1


@pytest.mark.parametrize("what", TELLS)
def test_a_phone_that_is_behind_is_told_what_happened(
    owner: Client, group: Group, night: Session, url: str, what: str
) -> None:
    telling = TELLS[what](night)
    tell(night, "Ann", "Ben")
    owner.post(url, listed(night, *FIVE[:4], deals="Ann"))
    page = html_of(owner.post(url, telling), 409)
    assert not missing(
        page,
        "Somebody else was faster",
        "Meanwhile hand 1 was recorded: <bdi>Ann</bdi> +2, <bdi>Ben</bdi> +1",
        "Meanwhile Edith went home.",
        'name="after" value="3"',
    )
    assert not present(page, f'<li class="seat" data-player="{ids(group, "Edith")[0]}"', telling["key"])
    assert Entry.objects.filter(session=night).count() == 3


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"sits": ["999999"]}, "no such player"),
        ({"sits": ["nonsense\0"]}, "no such player"),
        ({"sits": ["9" * 10_000]}, "no such player"),
        ({"sits": []}, "two at least have to play"),
        ({"newcomer": "x" * 10_000}, "40 letters at most"),
        ({"newcomer": "x" * 10_001}, "at most"),
        ({"newcomer": "\0"}, "Null characters"),
        ({"newcomer": "ANN"}, "ANN is here already"),
        ({"dealer": "nonsense"}, "no such player"),
        ({"skip": ["999999"]}, "no such player"),
        ({"plays": "\0"}, "Two to eight"),
        ({"plays": "6"}, "no more than sit here"),
    ],
)
def test_what_cannot_be_is_said_where_it_went_wrong(
    owner: Client, night: Session, url: str, facts: dict[str, Any], sentence: str
) -> None:
    assert sentence in html_of(owner.post(url, listed(night, **facts)), 422)
    assert Entry.objects.filter(session=night).count() == 1


HTMX = {"HX-Request": "true"}


def frank_comes(night: Session) -> None:
    frank, ben = ids(night.group, "Frank", "Ben")
    join(night, frank, context(night), after=ben)


def ben_goes(night: Session) -> None:
    leave(night, ids(night.group, "Ben")[0], context(night))


def seats_change(night: Session) -> None:
    arrange(night, seated(night.group, *reversed(FIVE)), context(night))


def rules_change(night: Session) -> None:
    write_rules(night.group, "sheepshead", "", {"bump": False}, uuid.uuid4(), owner_of(night.group))


def stake_changes(night: Session) -> None:
    pen = WriteContext(key=uuid.uuid4(), after=0, by=owner_of(night.group))
    play_for(night.group, "EUR", 100, pen, tonight=True)


OWNERS = (rules_change, stake_changes)
Change = Callable[[Session], None]
CHANGES: dict[Change, str] = {
    frank_comes: "Frank sits down",
    ben_goes: "Ben goes home",
    seats_change: "The table was arranged anew",
    rules_change: "From here: Losing costs double",
    stake_changes: "From here: €1.00 a point",
}


def undo_url(night: Session, entry: int = 2) -> str:
    return reverse("undo_change", args=[night.group.code, night.number, entry])


def table(night: Session, told: int | None = None) -> str:
    return reverse("table", args=[night.group.code, night.number]) + ("" if told is None else f"?told={told}")


def guards(night: Session) -> dict[str, str]:
    return {"key": str(uuid.uuid4()), "after": str(sheet_of(night).newest)}


def kinds(night: Session) -> list[str]:
    return list(Entry.objects.filter(session=night).order_by("number").values_list("kind", flat=True))


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_confirmed_with_an_undo_and_taken_back(
    owner: Client, night: Session, change: Change
) -> None:
    before = sheet_of(night)
    change(night)
    confirmed = owner.get(table(night, 2))
    assert confirmed.context["said"].title.startswith(CHANGES[change][:10])
    assert confirmed.context["may_undo"]
    assert undo_url(night) in html_of(confirmed)
    sent = guards(night)
    first, answer = (owner.post(undo_url(night), sent, follow=True) for _ in range(2))
    assert first.redirect_chain == answer.redirect_chain == [(table(night, 3), 303)]
    assert answer.context["said"].title.startswith("Taken back: ")
    assert answer.context["may_undo"] is (change not in OWNERS)
    assert not answer.context["rows"]
    after = sheet_of(night)
    assert (after.seating, dict(after.rules.options)) == (before.seating, dict(before.rules.options))


@pytest.mark.parametrize("change", CHANGES)
def test_the_page_of_the_seats_says_what_was_changed_last(
    owner: Client, scorer: Client, night: Session, change: Change
) -> None:
    seats = reverse("seats", args=[night.group.code, 1])
    assert 'id="last"' not in html_of(owner.get(seats))
    change(night)
    assert 'id="last"' in html_of(owner.get(seats))
    assert f"{seats}#last" in html_of(owner.get(table(night)))
    assert ('id="last"' in html_of(scorer.get(seats))) is (change not in OWNERS)
    tell(night, "Edith", "Cleo")
    assert 'id="last"' not in html_of(owner.get(seats))
    assert f"{seats}#last" not in html_of(owner.get(table(night)))


def test_seats_that_were_taken_back_are_put_back_once_by_who_writes(
    owner: Client, scorer: Client, watcher: Client, night: Session
) -> None:
    frank_comes(night)
    answer = owner.post(undo_url(night), guards(night), headers=HTMX)
    assert (answer.status_code, b"<html" in answer.content) == (200, False)
    assert "Taken back: Frank sits down" in html_of(answer)
    put_back = reverse("redo_change", args=[night.group.code, night.number, 3])
    assert put_back in html_of(owner.get(table(night, 3)))
    assert "Put it back" not in html_of(watcher.get(table(night, 3)))
    sent = guards(night)
    assert scorer.post(put_back, {"key": "x", "after": "y"}).status_code in (400, 409, 422)
    answers = [scorer.post(put_back, sent, follow=True) for _ in range(2)]
    assert [one.redirect_chain for one in answers] == [[(table(night, 4), 303)]] * 2
    assert "Frank sits down" in html_of(answers[0])
    assert kinds(night) == ["opened", "joined", "undone", "joined"]
    assert owner.post(put_back, guards(night), headers=HTMX).status_code == 422
    tell(night, "Edith", "Cleo")
    assert owner.post(put_back, sent | {"key": str(uuid.uuid4())}, headers=HTMX).status_code == 409


def test_rules_are_taken_back_only_by_an_owner(owner: Client, scorer: Client, night: Session) -> None:
    rules_change(night)
    sent = guards(night)
    assert scorer.post(undo_url(night), sent).status_code == 403
    assert HouseRules.objects.filter(group=night.group).count() == 2
    assert not scorer.get(table(night, 2)).context["may_undo"]
    assert owner.post(undo_url(night), sent).status_code == 303
    frank_comes(night)
    assert scorer.post(undo_url(night, 4), guards(night)).status_code == 303


def test_undoing_on_a_phone_that_is_behind_tells_what_happened(
    owner: Client, scorer: Client, night: Session
) -> None:
    frank_comes(night)
    sent = guards(night)
    tell(night, "Edith", "Cleo")
    page = html_of(scorer.post(undo_url(night), sent), 409)
    assert "Meanwhile hand 1 was recorded" in page
    assert "Is that the hand on your pad?" not in page
    assert "cannot be taken back any more: something was recorded or changed since" in html_of(
        owner.post(undo_url(night), guards(night)), 422
    )
    assert "undone" not in kinds(night)


def test_nobody_moves_and_nothing_is_taken_back_when_the_night_is_over(
    owner: Client, night: Session, url: str
) -> None:
    frank_comes(night)
    end_night(night, context(night))
    page = html_of(owner.get(url))
    assert "The night is over" in page
    assert 'id="last"' not in page
    assert "The night is over." in html_of(owner.post(url, goes(night)), 422)
    assert owner.post(undo_url(night), guards(night)).status_code == 422


@pytest.fixture
def night_with_a_hand(group: Group) -> Session:
    """Ann has won 50 cents so far and Ben 25; Cleo, Dave and Edith have lost 25 each."""
    session = a_night(group, *FIVE)
    tell(session, "Ann", "Ben")
    return session


def page(night: Session, name: str = "Cleo", view: str = "going", *more: int) -> str:
    return reverse(
        view,
        args=[
            night.group.code,
            night.number,
            player(night.group, name).pk,
            *more,
        ],
    )


def line(night: Session, payer: str, payee: str) -> str:
    return "{}-{}".format(*ids(night.group, payer, payee))


def goes_home(client: Client, night: Session, name: str) -> Any:
    pk = player(night.group, name).pk
    sheet = sheet_of(night)
    sits = [one for one in sheet.seating.seats if one != pk]
    dealer = sheet.seating.left(pk).dealer
    sent = {"key": uuid.uuid4(), "after": sheet.newest, "sits": sits, "dealer": dealer}
    return client.post(reverse("seats", args=[night.group.code, night.number]), sent)


@pytest.mark.parametrize(
    ("name", "words"),
    [("Cleo", "To pay now: €0.25"), ("Ann", "To get now: €0.50"), ("Ben", "To get now: €0.25")],
)
def test_who_goes_home_sees_what_is_open(
    night_with_a_hand: Session, scorer: Client, name: str, words: str
) -> None:
    answer = goes_home(scorer, night_with_a_hand, name)
    assert answer.status_code == 303
    assert answer["Location"].startswith(page(night_with_a_hand, name))
    html = html_of(scorer.get(answer["Location"]))
    assert not missing(html, words, f"told={sheet_of(night_with_a_hand).newest}#table")


def test_who_has_nothing_open_goes_home_at_once(group: Group, scorer: Client) -> None:
    night_with_a_hand = a_night(group, *FIVE, "Frank")
    tell(night_with_a_hand, "Ben", "Cleo")
    assert (
        reverse("table", args=[group.code, night_with_a_hand.number])
        in goes_home(scorer, night_with_a_hand, "Ann")["Location"]
    )


def test_who_goes_home_pays_on_the_spot_and_the_night_brings_the_rest(
    night_with_a_hand: Session, scorer: Client
) -> None:
    leave(night_with_a_hand, player(night_with_a_hand.group, "Cleo").pk, context(night_with_a_hand))
    sent = owing.said(line(night_with_a_hand, "Cleo", "Ann"), "0.25", method="Venmo")
    for _ in range(2):
        answer = scorer.post(page(night_with_a_hand, "Cleo", "going_pay"), sent)
        assert (answer.status_code, answer["Location"]) == (303, page(night_with_a_hand))
    html = html_of(scorer.get(page(night_with_a_hand)))
    assert not missing(html, "Nothing to pay, nothing to get", "Venmo")
    money_page = html_of(scorer.get(reverse("money", args=[night_with_a_hand.group.code])))
    assert "€0.25 was paid for it" in money_page
    end_night(night_with_a_hand, context(night_with_a_hand))
    assert sorted(one.cents for one in open_list(night_with_a_hand.group)) == [25, 25]
    assert player(night_with_a_hand.group, "Cleo").pk not in {
        one.payer for one in open_list(night_with_a_hand.group)
    }
    assert list(audit([night_with_a_hand.group])) == []


def test_who_goes_home_pays_several_in_parts_and_undoes_it(
    night_with_a_hand: Session, scorer: Client
) -> None:
    tell(night_with_a_hand, "Ben", "Ann")
    tell(night_with_a_hand, "Ann", "Ben")
    assert "To pay now: €0.75" in html_of(scorer.get(page(night_with_a_hand)))
    scorer.post(
        page(night_with_a_hand, "Cleo", "going_pay"),
        owing.said(line(night_with_a_hand, "Cleo", "Ann"), "0.30"),
    )
    scorer.post(
        page(night_with_a_hand, "Cleo", "going_pay"),
        owing.said(line(night_with_a_hand, "Cleo", "Ben"), "0.20"),
    )
    assert "To pay now: €0.25" in html_of(scorer.get(page(night_with_a_hand)))
    made = Transaction.objects.latest("number")
    assert made.session == night_with_a_hand
    undo, once = page(night_with_a_hand, "Cleo", "going_unpay", made.number), {"key": uuid.uuid4()}
    assert [scorer.post(undo, once).status_code for _ in range(2)] == [303, 303]
    assert "To pay now: €0.45" in html_of(scorer.get(page(night_with_a_hand)))
    assert scorer.post(undo, {"key": uuid.uuid4()}).status_code == 422


def test_what_was_open_before_tonight_counts(group: Group, scorer: Client) -> None:
    an_ended_night(group)
    night_with_a_hand = a_night(group, *FIVE)
    tell(night_with_a_hand, "Cleo", "Dave")
    html = html_of(scorer.get(page(night_with_a_hand)))
    assert not missing(html, "Besides tonight: −€0.25.", "To get now: €0.25")


def test_what_is_open_is_rounded_as_the_night_will_be(night_with_a_hand: Session, scorer: Client) -> None:
    choose_coin(night_with_a_hand.group, Rounding(coin=20))
    assert "To pay now: €0.20" in html_of(scorer.get(page(night_with_a_hand)))


def test_what_lies_in_a_pot_is_waited_for(scorer: Client, phone: Phones, db: None) -> None:
    night_with_a_hand = a_night(thursday_table(name="Pots", options={"pot": "leaster"}), dealer="Frank")
    tell_hand(night_with_a_hand, leaster(night_with_a_hand, "Ann"), context(night_with_a_hand))
    assert "waits for what lies on the table" in html_of(phone("owner").get(page(night_with_a_hand, "Ben")))


def test_after_the_night_all_is_settled_together(night_with_a_hand: Session, scorer: Client) -> None:
    end_night(night_with_a_hand, context(night_with_a_hand))
    assert scorer.get(page(night_with_a_hand))["Location"] == reverse(
        "ending", args=[night_with_a_hand.group.code, night_with_a_hand.number]
    )


@pytest.mark.parametrize("cents", ["", "0", "-1", "tea", "9" * 10_000])
def test_an_amount_that_will_not_do_is_refused_beside_its_line(
    night_with_a_hand: Session, scorer: Client, cents: str
) -> None:
    sent = owing.said(line(night_with_a_hand, "Cleo", "Ann"), cents, method="<i>")
    html = html_of(scorer.post(page(night_with_a_hand, "Cleo", "going_pay"), sent), 422)
    assert not missing(html, 'id="owed-wrong-1" role="alert"', 'value="&lt;i&gt;"')
    assert not Transaction.objects.exists()


@pytest.mark.parametrize("pair", ["", "tea", "1-1", "0-0", f"{10**17}-1"])
def test_a_line_that_is_not_open_is_refused_with_a_sentence(
    night_with_a_hand: Session, scorer: Client, pair: str
) -> None:
    assert 'class="wrong"' in html_of(
        scorer.post(page(night_with_a_hand, "Cleo", "going_pay"), owing.said(pair)), 422
    )
    others = owing.said(line(night_with_a_hand, "Ann", "Ben"))
    assert scorer.post(page(night_with_a_hand, "Cleo", "going_pay"), others).status_code == 422
    assert not Transaction.objects.exists()


def test_everybody_with_whom_it_could_be_settled_is_shown_and_can_be_paid(
    night_with_a_hand: Session, scorer: Client
) -> None:
    html = html_of(scorer.get(page(night_with_a_hand)))
    others = html[html.index("Or settle with somebody else") :]
    assert "<bdi>Cleo</bdi> pays <bdi>Ben</bdi>" in others
    assert "<bdi>Dave</bdi>" not in others
    sent = owing.said(line(night_with_a_hand, "Cleo", "Ben"), "0.25")
    assert f'name="line" value="{sent["line"]}"' in others
    for _ in range(2):
        assert scorer.post(page(night_with_a_hand, "Cleo", "going_pay"), sent).status_code == 303
    assert Transaction.objects.count() == 1
    html = html_of(scorer.get(page(night_with_a_hand)))
    assert "Nothing to pay, nothing to get" in html
    assert "Or settle with somebody else" not in html
    end_night(night_with_a_hand, context(night_with_a_hand))
    assert list(audit([night_with_a_hand.group])) == []


def test_who_gets_money_can_have_it_of_whoever_owes_any(night_with_a_hand: Session, scorer: Client) -> None:
    html = html_of(scorer.get(page(night_with_a_hand, "Ben")))
    others = html[html.index("Or settle with somebody else") :]
    assert others.count("pays <bdi>Ben</bdi>") == 2
    assert others.count("€0.25") == 2


def test_what_is_to_pay_now_is_what_the_button_pays_where_the_rest_is_carried(
    night_with_a_hand: Session, scorer: Client
) -> None:
    choose_coin(night_with_a_hand.group, Rounding(coin=20, rest=Rest.CARRIED))
    html = html_of(scorer.get(page(night_with_a_hand)))
    assert not missing(html, "To pay now: €0.20", "€0.20 now, and €0.05 stays open till the next night")
    scorer.post(
        page(night_with_a_hand, "Cleo", "going_pay"),
        owing.said(line(night_with_a_hand, "Cleo", "Ann"), "0.20"),
    )
    html = html_of(scorer.get(page(night_with_a_hand)))
    assert "€0.05 still open, carried on to the next night" in html
    assert "To pay now" not in html


def test_nobody_is_named_to_settle_with_who_would_get_less_than_a_coin(
    night_with_a_hand: Session, scorer: Client
) -> None:
    assert "Or settle with somebody else" in html_of(scorer.get(page(night_with_a_hand)))
    choose_coin(night_with_a_hand.group, Rounding(coin=50, rest=Rest.CARRIED))
    html = html_of(scorer.get(page(night_with_a_hand)))
    assert "€0.25 still open, carried on to the next night" in html
    assert "Or settle with somebody else" not in html
