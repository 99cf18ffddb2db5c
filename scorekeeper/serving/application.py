"""The whole ASGI application: requests go to the pages; background work begins and ends with the server."""

import asyncio
import gc
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Protocol

from django.conf import settings

from scorekeeper.serving.bodies import Receive
from scorekeeper.serving.environ import Scope
from scorekeeper.serving.pages import Pages, Send
from scorekeeper.serving.pool import PagePool

# Seconds that the pages and the step which run when the server is told to stop have to end.
LAST_STEPS = 5

# So many more things there have to be before the collector looks for circles among them. Python's own 700 are
# made many times over by each page, and nearly all are gone when it is sent.
SELDOM = (20_000, 20, 20)

# Seconds that a thread computes before another that waits has its turn. Python's own are ten times as long:
# the event loop would wait for them each time it reads or sends something while background work goes on.
TAKES_TURNS = 0.0005


class Background(Protocol):
    """Work that begins and ends with the server."""

    def start(self, pool: PagePool, /) -> None:
        """Begin, with the threads that its steps may run in."""

    def stop(self) -> None:
        """Give back what is not done; before the threads are gone."""


class Application:
    """Hands on what the server asks. A server that tells of no start begins with its first request.

    `hang_up` ends what would otherwise go on for ever: the streams of phones that watch.
    """

    def __init__(
        self,
        pages: Pages,
        pool: PagePool,
        background: Background,
        hang_up: Callable[[], None] = lambda: None,
    ) -> None:
        self.pages, self.pool, self.background, self.hang_up = pages, pool, background, hang_up
        self.has_begun = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI: one request, or the life of the server."""
        if scope["type"] == "http":
            if not self.has_begun:
                self.begin()
            await self.pages(scope, receive, send)
        elif scope["type"] == "lifespan":
            while (await receive())["type"] == "lifespan.startup":
                self.begin()
                await send({"type": "lifespan.startup.complete"})
            self.hang_up()
            await asyncio.to_thread(self.end)
            await send({"type": "lifespan.shutdown.complete"})
        else:
            await send({"type": "websocket.close", "code": 1000})

    def begin(self) -> None:
        if self.has_begun:
            return
        self.has_begun = True
        # All pages are loaded here, not by the first phone. What is loaded stays, so the collector need not
        # look at it again and again in the middle of a page, or of a step of background work.
        import_module(settings.ROOT_URLCONF)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*SELDOM)
        sys.setswitchinterval(TAKES_TURNS)
        self.background.start(self.pool)

    def end(self) -> None:
        self.background.stop()
        self.pool.stop(patience=LAST_STEPS)
