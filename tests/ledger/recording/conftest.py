"""The group and the night that most tests of writing begin with."""

import pytest

from ledger.models import Group, Session
from tests.cast import NAMES, a_night, thursday_table


@pytest.fixture
def group(db: None) -> Group:
    return thursday_table()


@pytest.fixture
def night(group: Group) -> Session:
    """Five at the table."""
    return a_night(group, *NAMES[:5])
