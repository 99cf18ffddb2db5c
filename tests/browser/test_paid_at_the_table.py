"""Three phones while somebody goes home early and pays at the table: nobody is asked to pay it back."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Role, Session
from ledger.recording import admit, end_night, leave
from ledger.standings.open_list import open_list
from tests import cast
from tests.browser.hands import fits, settled, touch
from tests.browser.test_live import Opens, opens, server  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)

WAITS = "Nothing to pay until the night ends."


@pytest.fixture
def night(db: None) -> Session:
    """Cleo has won 20 cents so far and Ann 10; Ben, Dave and Fred have lost 10 each."""
    group = cast.thursday_table(names=("Ann", "Ben", "Cleo", "Dave", "Fred"), currency="USD", stake_cents=5)
    session = cast.a_night(group)
    cast.tell(session, "Cleo", "Ann", "won_schneider")
    return session


def shows_that_it_waits(page: Page) -> None:
    expect(page.get_by_text(WAITS)).to_be_visible()
    expect(page.get_by_text("counted when the night ends").first).to_be_visible()
    expect(page.get_by_text("square")).to_have_count(0)
    assert fits(page)


def test_what_fred_pays_on_his_way_home_is_asked_back_on_no_phone(
    opens: Opens,  # noqa: F811
    night: Session,
) -> None:
    scorer, watcher = (admit(night.group, uuid4(), role) for role in (Role.SCORER, Role.WATCHER))
    fred = cast.player(night.group, "Fred").pk
    leave(night, fred, cast.context(night))
    pays = opens(scorer.guest, f"1/seats/{fred}/goes/")
    pay = pays.get_by_role("button", name="Paid").first
    touch(pay)
    owner = opens(cast.OWNER, "")
    expect(owner.get_by_text("pays")).to_have_count(0)
    for path in ("money/", "settle/"):
        owner.goto(owner.url.split("/g/")[0] + f"/g/{night.group.code}/{path}")
        settled(owner)
        shows_that_it_waits(owner)
    follows = opens(watcher.guest, "")
    expect(follows.get_by_text("Cleo pays Fred")).to_have_count(0)
    end_night(night, cast.context(night))
    owner.goto(owner.url.split("/g/")[0] + f"/g/{night.group.code}/")
    settled(owner)
    expect(owner.get_by_text(WAITS)).to_have_count(0)
    assert fred not in {who for line in open_list(night.group) for who in (line.payer, line.payee)}
