import pytest

from scorekeeper.serving.checks import has_wal_reset_bug


@pytest.mark.parametrize("version", [(3, 7, 0), (3, 40, 1), (3, 44, 5), (3, 45, 0), (3, 50, 6), (3, 51, 2)])
def test_affected(version: tuple[int, int, int]) -> None:
    assert has_wal_reset_bug(version)


@pytest.mark.parametrize("version", [(3, 6, 23), (3, 44, 6), (3, 50, 7), (3, 51, 3), (3, 52, 0), (4, 0, 0)])
def test_not_affected(version: tuple[int, int, int]) -> None:
    assert not has_wal_reset_bug(version)
