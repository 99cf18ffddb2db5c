"""Links that were cut by an earlier version are shown again with the same secret."""

import uuid

from pytest_django import Settings

from ledger.models import AccessLink
from ledger.recording import digest_of
from scorekeeper.visitors.links import said_again

SECRET = "1bbOtKudfGYdvrXtts28CA"


def test_secret_of_a_link_cut_before_0_3_is_the_same(settings: Settings) -> None:
    settings.SECRET_KEY = "the key of a server that has been running since 0.1, long enough"
    assert said_again(AccessLink(nonce=uuid.UUID(int=7), digest=digest_of(SECRET))) == SECRET
