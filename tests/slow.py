"""A server far away: what a browser's test asks too early is found by that every time, not once in a while.

SLOW=0.4 lets every answer come about so many seconds late, by a die that falls alike.
"""

import os
import random
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

SLOW = float(os.environ.get("SLOW") or 0)
MIDDLEWARE = ["tests.slow.SlowMiddleware"] if SLOW else []
die = random.Random(0)


def wait() -> None:
    """Half of the time up to half more: so that answers overtake each other."""
    time.sleep(SLOW * die.uniform(0.5, 1.5))


class SlowMiddleware:
    """Waits before it looks at what was asked, so what the question writes is late as well."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        wait()
        return self.get_response(request)
