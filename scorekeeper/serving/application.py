"""The whole ASGI application: requests go to the pages; background work begins and ends with the server."""

import asyncio
import gc
import sys
from collections.abc import Callable
from importlib import import_module

from django.conf import settings

from scorekeeper.serving.bodies import Receive
from scorekeeper.serving.environ import Scope
from scorekeeper.serving.pages import Pages, Send
from scorekeeper.serving.pool import PagePool

# Seconds that the pages and the step which run when the server is told to stop have to end.
LAST_STEPS = 5

# Thresholds of the garbage collector. Each page makes many times Python's default of 700 objects, and nearly
# all of them are gone when it is sent.
SELDOM = (20_000, 20, 20)

# Seconds that a thread computes before another that waits has its turn. Python's own are ten times as long:
# the event loop would wait for them each time it reads or sends something while background work goes on.
TAKES_TURNS = 0.0005


class Application:
    """Hand on the requests of a server. A server that tells of no start begins with its first request.

    `site_path` is the path of SITE_URL: a proxy may have taken it off the addresses, or left it there.
    `start` begins the work in the background, and `stop` has it give back what is not done, before the page
    threads are gone. `hang_up` ends what would otherwise go on for ever: the streams of phones that watch.
    """

    def __init__(
        self,
        pages: Pages,
        pool: PagePool,
        *,
        start: Callable[[], None],
        stop: Callable[[], None],
        hang_up: Callable[[], None] = lambda: None,
        site_path: str = "",
    ) -> None:
        self.pages, self.pool = pages, pool
        self.start, self.stop, self.hang_up = start, stop, hang_up
        self.site_path = site_path
        self.has_begun = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI: one request, or the life of the server."""
        if scope["type"] == "http":
            if not self.has_begun:
                self.begin()
            if self.site_path and scope["path"] == self.site_path:
                # Without the slash at its end a browser would bring no cookies of this path.
                to = (b"location", f"{self.site_path}/".encode("ascii"))
                await send({"type": "http.response.start", "status": 308, "headers": [to]})
                await send({"type": "http.response.body"})
            else:
                await self.pages(_below(self.site_path, scope), receive, send)
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
        self.start()

    def end(self) -> None:
        self.stop()
        self.pool.stop(patience=LAST_STEPS)


def _below(site_path: str, scope: Scope) -> Scope:
    # A request without the path of the site, where its proxy has left that in the address.
    if not site_path or not scope["path"].startswith(f"{site_path}/"):
        return scope
    before, raw = site_path.encode("ascii"), scope.get("raw_path") or b""
    # A path with percent signs in the site's part is read as the server has decoded it.
    raw = raw.removeprefix(before) if raw.startswith(before + b"/") else None
    return {**scope, "path": scope["path"].removeprefix(site_path), "raw_path": raw}
