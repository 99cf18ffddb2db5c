"""The bell that wakes whoever works in the background of this process."""

import threading

_rung = threading.Event()


def ring() -> None:
    """There is something to do."""
    _rung.set()


def hush() -> None:
    """Said before looking for something to do: what comes after that look rings anew."""
    _rung.clear()


def wait(seconds: float) -> None:
    """Until it rings, or so long."""
    _rung.wait(seconds)
