"""A year is shared, and shared no more: once, as its teller saw it, and with everything else forgotten."""

import uuid

import pytest

from ledger import limits
from ledger.models import Group, SharedYear
from ledger.recording import (
    Refused,
    Secret,
    WriteContext,
    YearPage,
    digest_of,
    forget_name,
    share_year,
    unshare_year,
)
from tests import cast

pytestmark = pytest.mark.django_db

THE_YEAR = YearPage(year=2026)


@pytest.fixture
def group() -> Group:
    return cast.thursday_table()


def a_secret() -> Secret:
    return Secret(nonce=uuid.uuid4(), digest=digest_of(uuid.uuid4().hex))


def pen(after: int = 0) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=after)


def test_shared_anew_it_has_another_secret_and_the_old_one_is_gone(group: Group) -> None:
    first, second = a_secret(), a_secret()
    share_year(group, THE_YEAR, first, pen(), shows_names=True)
    unshare_year(group, THE_YEAR, pen(1))
    assert not SharedYear.objects.get().is_on
    share_year(group, THE_YEAR, second, pen(2), shows_names=False)
    shared = SharedYear.objects.get()
    assert (shared.is_on, shared.digest, shared.shows_names) == (True, second.digest, False)


def test_the_same_sent_twice_is_written_once(group: Group) -> None:
    once, secret = pen(), a_secret()
    share_year(group, THE_YEAR, secret, once, shows_names=True)
    share_year(group, THE_YEAR, a_secret(), once, shows_names=True)
    assert SharedYear.objects.get().digest == secret.digest
    off = pen(1)
    unshare_year(group, THE_YEAR, off)
    unshare_year(group, THE_YEAR, off)
    assert SharedYear.objects.get().changes == 2


def test_who_has_not_seen_that_it_was_switched_meanwhile_switches_nothing(group: Group) -> None:
    share_year(group, THE_YEAR, a_secret(), stale := pen(), shows_names=True)
    unshare_year(group, THE_YEAR, pen(1))
    with pytest.raises(Refused):
        share_year(group, THE_YEAR, a_secret(), stale, shows_names=True)
    assert not SharedYear.objects.get().is_on
    share_year(group, THE_YEAR, a_secret(), pen(2), shows_names=True)
    with pytest.raises(Refused):
        unshare_year(group, THE_YEAR, pen(1))
    assert SharedYear.objects.get().is_on


def test_what_was_never_shared_is_switched_off_by_doing_nothing(group: Group) -> None:
    assert unshare_year(group, THE_YEAR, pen()) is None
    assert not SharedYear.objects.exists()


def test_a_player_of_another_group_has_no_year_here(group: Group) -> None:
    other = cast.thursday_table(name="Friday table", guest=uuid.uuid4())
    page = YearPage(year=2026, player=cast.ids(other, "Ann")[0])
    with pytest.raises(Refused):
        share_year(group, page, a_secret(), pen(), shows_names=True)


def test_no_more_pages_are_on_than_there_is_room_for(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_SHARED_YEARS", 2)
    for year in (2024, 2025):
        share_year(group, YearPage(year=year), a_secret(), pen(), shows_names=True)
    with pytest.raises(Refused):
        share_year(group, THE_YEAR, a_secret(), pen(), shows_names=True)
    unshare_year(group, YearPage(year=2024), pen(1))
    share_year(group, THE_YEAR, a_secret(), pen(), shows_names=True)


def test_who_is_forgotten_has_no_year_that_others_can_open(group: Group) -> None:
    ann, ben = cast.ids(group, "Ann", "Ben")
    for player in (ann, ben):
        share_year(group, YearPage(year=2026, player=player), a_secret(), pen(), shows_names=True)
    forget_name(cast.player(group, "Ann"))
    assert dict(SharedYear.objects.values_list("player", "is_on")) == {ann: False, ben: True}
