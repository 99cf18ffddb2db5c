"""The streams of server-sent events, in the event loop: no page thread waits for a phone that watches.

An event says a number and nothing else: whoever reads along on the way learns that something was written.
"""

import asyncio
import secrets
from collections import Counter

from scorekeeper.live.hub import Hub, Watch
from scorekeeper.live.watched import Watcher
from scorekeeper.serving.bodies import Receive
from scorekeeper.serving.bounds import Bounds
from scorekeeper.serving.connections import make_room
from scorekeeper.serving.pages import Send, ServerResponse

# Milliseconds after which a phone whose stream has ended comes back, and how far these are spread, so that
# not all come at once.
SOONEST, SPREAD = 1000, 2000

# Nothing, said in between: so that neither side, nor a proxy between them, takes the other for gone.
HEARTBEAT = b":\n\n"

# Said to the oldest stream of a guest who has too many: it asks now and then instead.
ENOUGH = b"event: enough\ndata:\n\n"


class Streams:
    """All streams of this process, and who may have one more."""

    def __init__(self, hub: Hub, bounds: Bounds) -> None:
        self.hub, self.bounds = hub, bounds
        self.at: Counter[str] = Counter()

    async def __call__(self, answer: ServerResponse, address: str, receive: Receive, send: Send) -> None:
        """Go on with an answer that begins a stream, until either side ends it."""
        watcher = answer.begins
        if not isinstance(watcher, Watcher):
            raise TypeError(watcher)
        if not self.has_room(address):
            # No error: a browser would complain of it, and nobody could do anything. It asks now and then.
            await send({"type": "http.response.start", "status": 204, "headers": answer.headers})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        self._make_room(watcher)
        watch = self.hub.begin(watcher)
        self.at[address] += 1
        gone = asyncio.ensure_future(_gone(receive, watch))
        try:
            headers = [one for one in answer.headers if one[0] != b"content-length"]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await self._tell(watch, send)
        finally:
            gone.cancel()
            self.hub.end(watch)
            self.at[address] -= 1
            self.at += Counter()  # drops those who have none

    def has_room(self, address: str) -> bool:
        """Return whether one more stream may begin from this address.

        Who comes from this machine may be everybody, behind a proxy that does not say for whom it
        asks.
        """
        bounds = self.bounds
        # Pages keep the greater part of the connections, also where the system allows only a few.
        if len(self.hub.watches) >= min(bounds.streams, make_room(bounds.connections) * 3 // 5):
            return False
        is_everybody = address in ("", "::1") or address.startswith("127.")
        return is_everybody or self.at[address] < bounds.streams_of_an_address

    def stop(self) -> None:
        self.hub.stop()

    def _make_room(self, watcher: Watcher) -> None:
        # The oldest stream of a guest who has too many goes: its tab was probably forgotten.
        own = [one for one in self.hub.watches if one.watcher.guest == watcher.guest and not one.is_over]
        if len(own) >= self.bounds.streams_of_a_guest:
            own[0].end(ENOUGH)

    async def _tell(self, watch: Watch, send: Send) -> None:
        loop, seen = asyncio.get_running_loop(), watch.watcher.seen
        words = b"retry: %d\n\n" % (SOONEST + secrets.randbelow(SPREAD))
        while not watch.is_over:
            await send({"type": "http.response.body", "body": words, "more_body": True})
            beat = loop.call_later(self.bounds.heartbeat_seconds, watch.woken.set)
            await watch.woken.wait()
            beat.cancel()
            watch.woken.clear()
            words = HEARTBEAT
            if watch.number is not None:
                if seen not in (None, watch.number):
                    words = b"id: %d\nevent: news\ndata: %d\n\n" % (watch.number, watch.number)
                seen = watch.number
        await send({"type": "http.response.body", "body": watch.last_words, "more_body": False})


async def _gone(receive: Receive, watch: Watch) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    watch.end()
