"""Running what waits, in a test."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run(story: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a thread of its own, as a browser that was driven leaves its loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, story).result()
