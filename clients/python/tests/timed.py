"""Tests with a deadline that only a fault reaches."""

import asyncio
import functools
import unittest
from collections.abc import Awaitable, Callable
from typing import Any

DEADLINE = 60.0


def _timed(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def within(*arguments: Any) -> None:
        # A busy machine is no finding.
        asyncio.get_running_loop().slow_callback_duration = DEADLINE
        async with asyncio.timeout(DEADLINE):
            await test(*arguments)

    return within


class TimedTestCase(unittest.IsolatedAsyncioTestCase):
    """Each test that is a coroutine gets a deadline."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, test in list(vars(cls).items()):
            if name.startswith("test_") and asyncio.iscoroutinefunction(test):
                setattr(cls, name, _timed(test))
