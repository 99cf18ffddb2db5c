"""Who keeps the score: on whose phone the pad is open, and who hears that a hand was told anew."""

import html as entities
import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from ledger.models import Group, Membership, Role, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    WriteContext,
    admit,
    correct_hand,
    end_night,
    take_back_hand,
    tell_hand,
)
from tests import cast
from tests.scorekeeper.conftest import phone_of

SIX = ("Ann", "Ben", "Cleo", "Dave", "Edith", "Frank")


class Phone:
    def __init__(self, group: Group, name: str | None, role: Role = Role.SCORER) -> None:
        guest = uuid.uuid4()
        admit(group, guest, role)
        self.membership = Membership.objects.get(group=group, guest=guest)
        if name:
            self.membership.player = cast.player(group, name)
            self.membership.save()
        self.client = phone_of(guest)

    def pen(self, night: Session) -> WriteContext:
        return WriteContext(key=uuid.uuid4(), after=sheet_of(night).newest, by=self.membership)

    def tells(self, night: Session, picker: str) -> None:
        tell_hand(night, cast.hand(night, picker), self.pen(night))

    def page(self, night: Session, query: str = "") -> str:
        answer = self.client.get(table(night) + query)
        assert answer.status_code == 200
        html: str = answer.content.decode()
        return html


def table(night: Session) -> str:
    return reverse("table", args=[night.group.code, night.number])


def has_pad(html: str) -> bool:
    return 'id="pad"' in html


def words(html: str) -> str:
    return " ".join(entities.unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.fixture
def night(group: Group) -> Session:
    """Six at the table, Frank deals and sits out; the score goes round with the deal."""
    Group.objects.filter(pk=group.pk).update(dealer_keeps_score=True)
    group.refresh_from_db()
    return cast.a_night(group, dealer="Frank")


def posted(html: str) -> dict[str, Any]:
    found = re.findall(r'<input[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"', html, re.DOTALL)
    return {name: value for name, value in found if name in ("key", "after", "pad", "was_dealer", "was_out")}


def test_the_pad_goes_round_with_the_deal(night: Session, group: Group) -> None:
    frank, ann = Phone(group, "Frank"), Phone(group, "Ann")
    assert has_pad(frank.page(night))
    assert not has_pad(ann.page(night))
    assert "Frank deals and keeps the score." in words(ann.page(night))

    frank.tells(night, "Ben")

    assert has_pad(ann.page(night))
    assert not has_pad(frank.page(night))
    assert "Ann deals and keeps the score." in words(frank.page(night))


def test_any_phone_takes_it_for_one_hand_with_one_tap(night: Session, group: Group) -> None:
    Phone(group, "Frank")
    ann = Phone(group, "Ann")
    page = ann.page(night, "?pad=1")
    assert has_pad(page)
    assert posted(page)["pad"] == "1"
    ben, cleo = (cast.player(group, name).pk for name in ("Ben", "Cleo"))
    said = posted(page) | {"picker": ben, "partners": cleo, "result": "won"}

    answer = ann.client.post(reverse("tell", args=[group.code, 1]), said, headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert has_pad(answer.content.decode())  # she deals now
    cleos = Phone(group, "Cleo")
    assert not has_pad(cleos.page(night, "?pad=1"))
    assert has_pad(cleos.page(night, "?pad=2"))


@pytest.mark.parametrize("number", ["0", "2", "x", "-1", "9" * 30])
def test_the_pad_of_another_hand_opens_nothing(night: Session, group: Group, number: str) -> None:
    Phone(group, "Frank")
    assert not has_pad(Phone(group, "Ann").page(night, f"?pad={number}"))


def test_a_dealer_whose_phone_nobody_knows_leaves_the_pad_open_everywhere(
    night: Session, group: Group
) -> None:
    Phone(group, None)
    Phone(group, "Frank", Role.WATCHER)
    gone = Phone(group, "Frank").membership
    gone.removed_at = timezone.now()
    gone.save()
    late = Phone(group, "Frank").membership
    late.role_until = timezone.now() - timedelta(hours=1)
    late.save()
    assert has_pad(Phone(group, "Ann").page(night))


def test_a_group_that_has_not_asked_for_it_has_the_pad_on_every_phone(night: Session, group: Group) -> None:
    Group.objects.filter(pk=group.pk).update(dealer_keeps_score=False)
    assert has_pad(Phone(group, "Frank").page(night))
    assert has_pad(Phone(group, "Ann").page(night))


def test_the_pad_wakes_when_the_deal_comes_round_while_the_page_is_open(night: Session, group: Group) -> None:
    frank, ann = Phone(group, "Frank"), Phone(group, "Ann")
    newest = sheet_of(night).newest
    frank.tells(night, "Ben")
    answer = ann.client.get(f"{table(night)}?after={newest}&page=1", headers={"HX-Request": "true"})
    assert has_pad(answer.content.decode())


def test_a_hand_half_tapped_keeps_its_pad_whoever_deals(night: Session, group: Group) -> None:
    frank, ann = Phone(group, "Frank"), Phone(group, "Ann")
    page = ann.page(night, "?pad=1")
    picker = cast.player(group, "Cleo").pk
    frank.tells(night, "Ben")
    Phone(group, "Edith")
    said = posted(page) | {"picker": picker, "tap": "fresh", "page": "1"}
    answer = ann.client.post(reverse("tap", args=[group.code, 1]), said, headers={"HX-Request": "true"})
    assert has_pad(answer.content.decode())


def test_who_joins_and_deals_keeps_it_from_then_on(group: Group, night: Session) -> None:
    gus = Phone(group, None)
    cast.join_newcomer(night, "Gus", Phone(group, "Frank").pen(night), after=cast.player(group, "Frank").pk)
    gus.membership.player = cast.player(group, "Gus")
    gus.membership.save()
    dealers = set()
    for _ in range(7):
        seating = sheet_of(night).seating
        dealers.add(seating.dealer)
        assert has_pad(gus.page(night)) or seating.dealer != gus.membership.player_id
        cast.tell(night, group.players.get(pk=seating.active[0]).name)
    assert gus.membership.player_id in dealers


def test_who_watches_is_told_who_keeps_the_score(night: Session, group: Group) -> None:
    watcher = Phone(group, None, Role.WATCHER)
    assert "whoever keeps the score records the hands" in words(watcher.page(night))
    Phone(group, "Ann").tells(night, "Ben")
    assert "You can follow here; Ann keeps the score." in words(watcher.page(night))
    assert not has_pad(watcher.page(night, "?pad=2"))


def test_whose_hand_was_told_anew_hears_of_it_and_puts_it_back(group: Group) -> None:
    night = cast.a_night(group, *SIX[:5])
    ann, ben = Phone(group, "Ann"), Phone(group, "Ben")
    ann.tells(night, "Cleo")
    [row] = sheet_of(night).rows
    before = sheet_of(night).totals
    correct_hand(night, row.entry, cast.hand(night, "Dave", "Edith"), ben.pen(night))
    page = ann.page(night)
    assert "Hand 1, which you recorded, was changed by Ben Dave +2 Edith +1" in words(page)
    assert "which you recorded" not in words(ben.page(night))
    form = page[page.index('class="said"') :]
    said = dict(re.findall(r'name="(key|after|version)" value="([^"]*)"', form))

    assert ann.client.post(reverse("restore", args=[group.code, 1, row.entry]), said).status_code == 303

    assert sheet_of(night).totals == before
    assert "which you recorded" not in words(ann.page(night))
    assert "Hand 1, which you recorded, was changed by Ann" in words(ben.page(night))
    ben.tells(night, "Dave")
    assert "which you recorded" not in words(ben.page(night)), "who has told a hand since has seen it"
    correct_hand(night, sheet_of(night).rows[1].entry, cast.hand(night, "Dave", "Edith"), ann.pen(night))
    assert "Put mine back" in ben.page(night)
    end_night(night, ann.pen(night))
    assert "Put mine back" not in ben.page(night)


def test_whose_hand_was_taken_back_hears_of_it(group: Group) -> None:
    night = cast.a_night(group, *SIX[:5])
    ann, ben = Phone(group, "Ann"), Phone(group, None)
    ann.tells(night, "Cleo")
    take_back_hand(night, sheet_of(night).rows[0].entry, ben.pen(night))
    assert "A hand you recorded was taken back" in words(ann.page(night))


def fresh(phone: Phone, night: Session, after: int) -> str:
    sent = {"tap": "fresh", "after": str(after), "picker": "", "partners": "", "result": "won"}
    tap = reverse("tap", args=[night.group.code, night.number])
    return words(phone.client.post(tap, sent, headers={"HX-Request": "true"}).content.decode())


def test_phone_that_told_hands_is_told_once_who_has_taken_the_pen(group: Group) -> None:
    night = cast.a_night(group, dealer="Frank")
    ann, ben = Phone(group, "Ann"), Phone(group, "Ben")
    ann.tells(night, "Cleo")
    seen = sheet_of(night).newest
    ben.tells(night, "Dave")

    assert "Ben keeps the score now." in fresh(ann, night, seen)
    assert "keeps the score now" not in fresh(ben, night, 1)
    seen = sheet_of(night).newest
    ben.tells(night, "Cleo")
    assert "keeps the score now" not in fresh(ann, night, seen)


def test_dealer_is_told_that_somebody_else_has_taken_the_pen(night: Session, group: Group) -> None:
    frank, ann = Phone(group, "Frank"), Phone(group, "Ann")
    assert has_pad(frank.page(night))
    ann.tells(night, "Ben")

    assert "Ann keeps the score now." in fresh(frank, night, 1)


def test_pen_that_goes_round_with_the_deal_is_not_taken(night: Session, group: Group) -> None:
    frank, ann = Phone(group, "Frank"), Phone(group, "Ann")
    frank.tells(night, "Ben")
    seen = sheet_of(night).newest
    ann.tells(night, "Ben")

    assert "keeps the score now" not in fresh(frank, night, seen)
