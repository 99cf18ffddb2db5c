"""The clock that the limits of http/ are tested with."""

from tests.scorekeeper.http.conftest import _as_it_is_served, clock

__all__ = ["_as_it_is_served", "clock"]
