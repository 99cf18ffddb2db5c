"""Bodies of requests, read in the event loop before a page thread is taken: how long they may be, how long
they may take, and where they lie meanwhile."""

import asyncio
import shutil
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any, TypeVar

from scorekeeper.serving.bounds import Bounds

AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Headers = Iterable[tuple[bytes, bytes]]
Result = TypeVar("Result")


class BodyTrouble(Enum):
    """Why a body was not read; its page is made without it."""

    TOO_LONG = "too long"
    TOO_SLOW = "too slow"
    TOO_MANY = "too many"
    NO_ROOM = "no room"


class HungUp(Exception):
    """The sender of a request is gone, and waits for no answer."""


@dataclass(frozen=True, kw_only=True)
class Body:
    """A whole body, at its beginning, and its length; or why there is none.

    `is_read` is false when the sender has not been heard to the end: the connection is good for no other
    request then.
    """

    file: IO[bytes]
    length: int = 0
    trouble: BodyTrouble | None = None
    is_read: bool = True
    give_back: Callable[[], None] = lambda: None

    def close(self) -> None:
        self.file.close()
        self.give_back()


class DiskBudget:
    """The bytes of bodies on the disk: in all, and of each address."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.held: Counter[str] = Counter()

    def take(self, address: str, size: int) -> bool:
        """Whether there is room for so much more from this address; if so, it is taken."""
        most = self.bounds.in_flight_bytes
        if self.held.total() + size > most or self.held[address] + size > most // 2:
            return False
        self.held[address] += size
        return True

    def give_back(self, address: str, size: int) -> None:
        self.held[address] -= size
        if not self.held[address]:
            del self.held[address]

    def disk_has_room(self) -> bool:
        return shutil.disk_usage(self.bounds.folder).free > self.bounds.spare_disk_bytes


class Pace:
    """The speed of all long bodies together: one that came at the speed of the wire would keep the
    processor from the pages."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.free_at = 0.0

    async def keep(self, size: int) -> None:
        """Wait until it is the turn of so many bytes."""
        now = asyncio.get_running_loop().time()
        turn = max(now, self.free_at)
        self.free_at = turn + size / self.bounds.most_speed
        if turn > now:
            await asyncio.sleep(turn - now)


class BodyReader:
    """Reads the bodies of all requests of this process."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.budget = DiskBudget(bounds)
        self.pace = Pace(bounds)

    async def read(self, headers: Headers, address: str, receive: Receive) -> Body:
        """Return the body of a request with these headers, from this address, or the trouble with it.

        Raises HungUp when its sender does not stay until it is whole.
        """
        said = dict(headers)
        length = said.get(b"content-length", b"0")
        if length == b"0" and b"transfer-encoding" not in said:
            return Body(file=BytesIO())
        is_upload = said.get(b"content-type", b"").lower().startswith(b"multipart/form-data")
        limit = self.bounds.upload_bytes if is_upload else self.bounds.form_bytes
        # The server has looked at the length; where one has not, counting finds out.
        if length.isdigit() and len(length) < 20 and int(length) > limit:
            if said.get(b"expect", b"").lower() == b"100-continue":  # and so has sent nothing yet
                return Body(file=BytesIO(), trouble=BodyTrouble.TOO_LONG, is_read=False)
            return await self._refuse(BodyTrouble.TOO_LONG, receive)
        arriving = _Arriving(self, address, limit)
        try:
            trouble = await arriving.read_all(receive)
        except BaseException:
            arriving.throw_away()
            raise
        if trouble is None:
            return arriving.whole()
        arriving.throw_away()
        if arriving.is_last or trouble is BodyTrouble.TOO_SLOW:
            return Body(file=BytesIO(), trouble=trouble, is_read=arriving.is_last)
        return await self._refuse(trouble, receive)

    async def _refuse(self, trouble: BodyTrouble, receive: Receive) -> Body:
        # Hear the rest, as a browser looks for an answer only when it has sent everything; not for ever.
        heard, is_last = 0, False
        with suppress(TimeoutError):
            async with asyncio.timeout(self.bounds.drain_seconds) as limit:
                end = limit.when() or 0
                clock = _Clock(self.bounds)
                while heard < self.bounds.drain_bytes and not is_last:
                    limit.reschedule(min(end, clock.until))
                    portion, is_last = await _portion(receive)
                    limit.reschedule(end)
                    heard += len(portion)
                    clock.heard(len(portion))
                    await clock.stopped(self.pace.keep(len(portion)))
        return Body(file=BytesIO(), trouble=trouble, is_read=is_last)


class _Clock:
    """Until when the next portion has to come.

    Every portion earns time by the least speed, but never more than the grace: who sends much at once cannot
    stand still for an hour afterwards.
    """

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.now = asyncio.get_running_loop().time
        self.until = self.now() + bounds.grace_seconds

    def heard(self, size: int) -> None:
        earned = self.until + size / self.bounds.least_speed
        self.until = min(earned, self.now() + self.bounds.grace_seconds)

    async def stopped(self, ours: Awaitable[Result]) -> Result:
        """Await our own work without counting its time."""
        begun = self.now()
        result = await ours
        self.until += self.now() - begun
        return result


class _Arriving:
    """A body on its way: in memory, and on the disk as soon as it is too long for that."""

    def __init__(self, reader: BodyReader, address: str, limit: int) -> None:
        self.bounds, self.budget, self.pace = reader.bounds, reader.budget, reader.pace
        self.address, self.limit = address, limit
        # In memory; the first portion that is too long for that moves it to the folder.
        self.file = SpooledTemporaryFile[bytes](self.bounds.memory_bytes, dir=str(self.bounds.folder))
        self.length = self.on_disk = 0
        self.is_last = False

    async def read_all(self, receive: Receive) -> BodyTrouble | None:
        try:
            async with asyncio.timeout(None) as limit:
                clock = _Clock(self.bounds)
                while not self.is_last:
                    limit.reschedule(clock.until)
                    portion, self.is_last = await _portion(receive)
                    limit.reschedule(None)
                    clock.heard(len(portion))
                    if trouble := await clock.stopped(self._keep(portion)):
                        return trouble
        except TimeoutError:
            return BodyTrouble.TOO_SLOW
        return None

    async def _keep(self, portion: bytes) -> BodyTrouble | None:
        self.length += len(portion)
        if self.length > self.limit:
            return BodyTrouble.TOO_LONG
        if self.length <= self.bounds.memory_bytes:
            self.file.write(portion)
            return None
        grown = self.length - self.on_disk
        if not self.budget.take(self.address, grown):
            return BodyTrouble.TOO_MANY
        self.on_disk += grown
        await self.pace.keep(grown)
        # A disk may be slow; everybody else's requests go on meanwhile.
        return await asyncio.get_running_loop().run_in_executor(None, self._write, portion)

    def _write(self, portion: bytes) -> BodyTrouble | None:
        try:
            self.bounds.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.bounds.folder.chmod(0o700)
            if not self.budget.disk_has_room():
                return BodyTrouble.NO_ROOM
            self.file.write(portion)
            self.file.flush()  # here, where a full disk can be said and nobody waits
        except OSError:
            return BodyTrouble.NO_ROOM
        return None

    def whole(self) -> Body:
        self.file.seek(0)
        return Body(file=self.file, length=self.length, give_back=self._give_back)

    def throw_away(self) -> None:
        self.file.close()
        self._give_back()

    def _give_back(self) -> None:
        self.budget.give_back(self.address, self.on_disk)
        self.on_disk = 0


async def _portion(receive: Receive) -> tuple[bytes, bool]:
    # Return the next bytes, and whether they were the last.
    message = await receive()
    if message["type"] == "http.disconnect":
        raise HungUp
    return message.get("body", b""), not message.get("more_body", False)
