"""A year on one page: what is told, to whom, and who may show it to others."""

import re
import uuid
from datetime import UTC, date, datetime, timedelta

from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from ledger.models import Group, Membership, SharedYear
from ledger.recording import (
    WriteContext,
    ask_to_leave,
    claim_player,
    confirm_player,
    merge_players,
    put_away,
)
from scorekeeper.visitors.links import said_again
from scorekeeper.visitors.quotas import Limit
from tests import cast
from tests.reading import html_of, missing, present


def a_night(group: Group, *results: str, year: int = 2026, week: int = 1, picker: str = "Ann") -> None:
    at = datetime(year, 1, 1, 20, tzinfo=UTC) + timedelta(weeks=week)
    cast.an_ended_night(group, *results, picker=picker, at=at)


def address(group: Group, name: str = "", year: int = 2026, what: str = "year") -> str:
    if name:
        player = cast.ids(group, name)[0]
        return reverse(what.replace("year", "player_year"), args=[group.code, player, year])
    return reverse(what, args=[group.code, year])


def read(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html.partition("<main")[2]).split())


def words(client: Client, where: str) -> str:
    return read(html_of(client.get(where)))


def sent(changes: int = 0, **more: str) -> dict[str, str]:
    return {"key": str(uuid.uuid4()), "after": str(changes), **more}


def shared_address() -> str:
    return reverse("shared_year", args=[said_again(SharedYear.objects.get())])


def says_who(group: Group, client: Client, name: str) -> None:
    member = Membership.objects.get(group=group, guest=client.session["guest"])
    context = WriteContext(key=uuid.uuid4(), after=member.changes, by=member)
    claim_player(member, cast.player(group, name), context)


def confirmed(group: Group, client: Client) -> None:
    member = Membership.objects.get(group=group, guest=client.session["guest"])
    confirm_player(member, WriteContext(key=uuid.uuid4(), after=member.changes, by=cast.owner_of(group)))


def test_a_year_has_its_table_whose_names_lead_on_and_what_stood_out_in_it(
    group: Group, watcher: Client
) -> None:
    a_night(group, "won", "won_schneider")
    a_night(group, "lost", week=2, picker="Cleo")
    a_night(group, "won_schneider", "won_schneider", year=2025)
    said = words(watcher, address(group))
    assert not missing(
        said,
        "2026 2 nights",
        "3 hands",
        "1. Ann +8 2",
        "Best night Ann · 8 Jan 2026 +6",
        "So few nights cannot tell how much of that is luck.",
    )
    assert "Worst" not in said
    assert not missing(
        html_of(watcher.get(address(group))),
        f'href="{address(group, year=2025)}"',
        f'href="{address(group, "Cleo")}"',
    )


def test_the_latest_year_comes_first_and_one_without_a_night_says_so(group: Group, watcher: Client) -> None:
    a_night(group, "won", year=2024)
    assert watcher.get(reverse("years", args=[group.code]))["Location"] == address(group, year=2024)
    assert "There was no night that year." in words(watcher, address(group, year=2023))
    assert "Frank played nothing that year." in words(watcher, address(group, "Frank", 2024))
    for year in (0, 10_000):
        assert watcher.get(f"/g/{group.code}/years/{year}/").status_code == 404


def test_a_group_that_never_played_has_a_page_that_is_kind(group: Group, watcher: Client) -> None:
    assert "No night yet this year." in html_of(
        watcher.get(reverse("years", args=[group.code]), follow=True), 200
    )
    this_year = timezone.localdate().year
    assert "Frank has played nothing yet this year." in words(watcher, address(group, "Frank", this_year))
    assert "There was no night that year." in words(watcher, address(group, year=this_year + 1))


def test_of_nights_known_by_totals_only_nights_are_told(group: Group, watcher: Client) -> None:
    cast.bring_notebook(group, ("Ann", "Gus"), {date(2006, 3, day): {0: 40, 1: -40} for day in (2, 9)})
    said = words(watcher, address(group, year=2006))
    assert not missing(said, "2006 2 nights", "Best night Ann · 2 Mar 2006 +40")
    assert not present(said, "hands", "Biggest", "together", "at the table")
    assert "+80 points, +40.0 a night" in words(watcher, address(group, "Ann", 2006))


def test_the_luck_of_a_year_is_told_in_per_cent_of_those_who_came_often_enough(
    group: Group, watcher: Client
) -> None:
    for week in range(10):
        a_night(group, "won", "lost" if week % 3 else "won", week=week)
    assert re.search(
        r"Ann is ahead by \d+\. It is \d+% likely that Ann is really the best of these 5\.",
        words(watcher, address(group)),
    )
    cast.bring_notebook(group, ("Frank", "Gus"), {date(2026, 3, 2): {0: 1, 1: -1}})
    assert "is really the best of these 5 with 10 nights or more." in words(watcher, address(group))


def test_what_shows_somebody_at_their_worst_is_no_part_of_a_groups_year(
    group: Group, owner: Client, watcher: Client
) -> None:
    for week in range(5):
        a_night(group, "won_schneider", week=week)
    a_night(group, "lost_schneider", week=5)
    says_who(group, owner, "Ann")
    assert "Up and down" not in words(watcher, address(group))
    assert "Much ado about nothing" in words(watcher, address(group))
    assert "Up and down" in words(owner, address(group, "Ann"))
    assert "Up and down" not in words(watcher, address(group, "Ann"))


def test_nobody_but_the_player_sees_the_worst_night(group: Group, owner: Client, watcher: Client) -> None:
    a_night(group, "lost_schneider")
    says_who(group, owner, "Ann")
    says_who(group, watcher, "Ben")
    assert not missing(
        words(owner, address(group, "Ann")), "Worst night Ann · 8 Jan 2026 −8", "−€2.00 at cards"
    )
    assert "Worst" not in words(watcher, address(group, "Ann"))


def test_an_owner_shares_the_year_of_the_group_and_takes_it_back(
    group: Group, owner: Client, client: Client
) -> None:
    a_night(group, "won")
    owner.post(address(group, what="share_year"), sent(names="on"))
    page = shared_address()
    assert f"http://testserver{page}" in html_of(owner.get(address(group)))
    answer = client.get(page)
    html = html_of(answer)
    assert answer.status_code == 200
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert '<meta name="robots" content="noindex, nofollow">' in html
    assert "Ann" in read(html)
    assert not present(html, f"/g/{group.code}/", "€")
    owner.post(address(group, what="unshare_year"), sent(1))
    assert client.get(page).status_code == 404
    assert "Ann" not in html_of(client.get(page))


def test_without_names_there_are_initials(group: Group, owner: Client, client: Client) -> None:
    a_night(group, "won", "won")
    owner.post(address(group, what="share_year"), sent())
    html = html_of(client.get(shared_address()))
    assert not present(html, *cast.NAMES)
    assert "1. An +4 1" in read(html)


def test_only_the_player_shares_their_year_and_an_owner_may_end_it(
    group: Group, owner: Client, watcher: Client, client: Client
) -> None:
    a_night(group, "lost", "won")
    for phone in (owner, watcher):
        assert phone.post(address(group, "Cleo", what="share_year"), sent()).status_code == 403
    says_who(group, watcher, "Cleo")
    assert watcher.post(address(group, "Ben", what="share_year"), sent()).status_code == 403
    assert watcher.post(address(group, "Ben", what="unshare_year"), sent()).status_code == 403
    confirmed(group, watcher)
    watcher.post(address(group, "Cleo", what="share_year"), sent(names="on"))
    page = shared_address()
    said = words(client, page)
    assert "Cleo" in said
    assert not present(said, "Worst", "Ann", "Dave", "Edith")
    assert page in html_of(watcher.get(address(group, "Cleo")))
    owner.post(address(group, "Cleo", what="unshare_year"), sent(1))
    assert client.get(page).status_code == 404


def test_a_claim_that_no_owner_has_confirmed_publishes_nothing_and_shows_nothing_more(
    group: Group, owner: Client, watcher: Client, scorer: Client
) -> None:
    a_night(group, "lost_schneider")
    says_who(group, watcher, "Ann")
    switch, off = address(group, "Ann", what="share_year"), address(group, "Ann", what="unshare_year")
    assert watcher.post(switch, sent()).status_code == 403
    assert "when an owner has confirmed that you are" in words(watcher, address(group, "Ann"))
    assert "The worst night is shown to you only." not in words(watcher, address(group, "Ann"))
    confirmed(group, watcher)
    assert "The worst night is shown to you only." in words(watcher, address(group, "Ann"))
    assert watcher.post(switch, sent()).status_code == 303
    says_who(group, watcher, "Ben")
    says_who(group, watcher, "Ann")
    assert watcher.post(switch, sent(1)).status_code == 403
    says_who(group, scorer, "Ann")
    assert scorer.post(off, sent(1)).status_code == 403
    assert shared_address() not in html_of(scorer.get(address(group, "Ann")))


def test_a_year_that_was_shared_before_stays_shared_and_ends_by_whoever_shared_it_or_an_owner(
    group: Group, owner: Client, watcher: Client, client: Client
) -> None:
    a_night(group, "won")
    says_who(group, watcher, "Cleo")
    confirmed(group, watcher)
    off = address(group, "Cleo", what="unshare_year")
    for changes, phone in enumerate([watcher, owner]):
        watcher.post(address(group, "Cleo", what="share_year"), sent(2 * changes))
        page = shared_address()
        Membership.objects.update(player_confirmed=False)  # as a claim of before is
        assert client.get(page).status_code == 200
        assert "Turn the address off" in words(phone, address(group, "Cleo"))
        assert phone.post(off, sent(2 * changes + 1)).status_code == 303
        assert client.get(page).status_code == 404
        confirmed(group, watcher)


def test_the_same_sent_twice_is_one_address_and_what_is_stale_is_told(group: Group, owner: Client) -> None:
    a_night(group, "won")
    once, share = sent(), address(group, what="share_year")
    assert len({(owner.post(share, once), shared_address())[1] for _ in range(2)}) == 1
    assert SharedYear.objects.get().digest not in html_of(owner.get(address(group)))
    assert "This was changed meanwhile." in html_of(owner.post(share, sent()), 409)
    assert owner.post(address(group, what="unshare_year"), {"key": "x"}).status_code == 422


def test_a_group_that_is_put_away_shares_nothing_new_and_ends_what_it_shared(
    group: Group, owner: Client, client: Client
) -> None:
    a_night(group, "won")
    says_who(group, owner, "Ann")
    owner.post(address(group, what="share_year"), sent())
    page = shared_address()
    owner.post(address(group, "Ann", what="share_year"), sent())
    group.refresh_from_db()
    put_away(group, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group)))
    assert owner.post(address(group, "Ann", what="share_year"), sent(1)).status_code == 403
    assert owner.post(address(group, year=2025, what="share_year"), sent()).status_code == 403
    assert client.get(page).status_code == 200
    owner.post(address(group, what="unshare_year"), sent(1))
    owner.post(address(group, "Ann", what="unshare_year"), sent(1))
    assert not SharedYear.objects.filter(is_on=True).exists()


def test_of_a_group_whose_time_is_up_nothing_is_shown(group: Group, owner: Client, client: Client) -> None:
    a_night(group, "won")
    owner.post(address(group, what="share_year"), sent())
    page = shared_address()
    ask_to_leave(group, at=datetime.now(tz=UTC) - timedelta(seconds=1))
    assert client.get(page).status_code == 404


def test_who_is_two_players_by_now_has_one_year_and_can_end_what_either_shared(
    group: Group, owner: Client, client: Client
) -> None:
    a_night(group, "won", picker="Ben")
    says_who(group, owner, "Frank")
    owner.post(address(group, "Frank", what="share_year"), sent(names="on"))
    page = shared_address()
    frank, ann = cast.ids(group, "Frank", "Ann")
    merge_players(group, frank, ann, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group)))
    group.refresh_from_db()
    assert "Ann" in words(client, page)
    assert page in html_of(owner.get(address(group, "Ann")))
    owner.post(address(group, "Ann", what="unshare_year"), sent(1))
    assert client.get(page).status_code == 404


def test_who_guesses_addresses_has_to_wait(client: Client, db: None, settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    most = next(quota.most for quota in Limit.LINKS.quotas if quota.by.value == "address")
    guesses = (reverse("shared_year", args=[f"guess{number}"]) for number in range(most + 1))
    answers = [client.get(guess, REMOTE_ADDR="198.51.100.1") for guess in guesses]
    assert answers[0].status_code == 404
    assert answers[-1].status_code == 429
