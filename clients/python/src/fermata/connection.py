"""One connection: calls and their replies, and the events that come between them."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable, Mapping

from .errors import CallTimeout, ConnectionLost, FermataError, ProtocolViolation, Refused, again
from .reading import encoded, integer, members, message, text
from .refusals import REFUSALS
from .transport import Transport

__all__ = ["Connection"]

# More calls than this never wait for a reply at once; the daemon answers the questions of one client one after the other anyway.
MOST_CALLS = 1024
# Sentences and codes in errors are for a person; longer ones are cut.
LONGEST_SENTENCE = 2000
LONGEST_CODE = 100
# The daemon carries nothing else on a connection after these; after the last three only with a parameter or without one.
STREAMS = ("stream.open", "record.open")


def opens_stream(method: str, parameters: Mapping[str, object]) -> bool:
    """Whether the connection carries media after this call, and no messages."""
    if method in STREAMS:
        return True
    if method in ("announce", "media.convert") and "uri" not in parameters:
        return True
    return method in ("media.extract", "media.convert") and parameters.get("to", "file") != "file"


class Connection:
    """Sends calls over a transport and gives each reply to whoever waits for it."""

    def __init__(self, transport: Transport, on_event: Callable[[str, Mapping[str, object]], None]) -> None:
        """Begins to read. `on_event` gets the type and the members of each event, in the task that reads; it must not wait."""
        self._transport = transport
        self._on_event = on_event
        self._numbers = itertools.count(1)
        self._waiting: dict[int, tuple[asyncio.Future[object], Callable[[object], None] | None]] = {}
        self._sending = asyncio.Lock()
        self._end: FermataError | None = None
        self._reading = asyncio.create_task(self._read(), name="fermata: reads")

    @property
    def end(self) -> FermataError | None:
        """Why the connection has ended, or None while it goes on."""
        return self._end

    async def call(
        self,
        method: str,
        parameters: Mapping[str, object],
        timeout: float | None,
        on_result: Callable[[object], None] | None = None,
    ) -> object:
        """Calls a method and answers with its result, as JSON has it.

        `on_result` gets the result before any message behind it is read. Raises Refused, ConnectionLost, CallTimeout or ProtocolViolation,
        and ValueError for a method behind which the connection would carry no messages.
        """
        if opens_stream(method, parameters):
            raise ValueError(f"{method} makes a connection carry media: open one of its own (open_stream)")
        if self._end is not None:
            raise self._ended()
        if len(self._waiting) >= MOST_CALLS:
            raise ConnectionLost(f"{MOST_CALLS} calls wait for their replies")
        number = next(self._numbers)
        future: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self._waiting[number] = (future, on_result)
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": encoded(parameters)}
        try:
            line = json.dumps(request, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
            async with asyncio.timeout(timeout):
                # A message is sent whole or not at all, whatever becomes of the caller.
                await asyncio.shield(self._send(line))
                return await future
        except TimeoutError as error:
            raise CallTimeout(f"{method}: no reply within {timeout} s") from error
        finally:
            self._waiting.pop(number, None)
            future.cancel()

    async def close(self) -> None:
        """Ends the connection; calls that wait fail."""
        self._finish(ConnectionLost("the connection was closed"))
        self._reading.cancel()
        await self.wait_closed()
        await self._transport.close()

    async def wait_closed(self) -> None:
        """Waits until the connection has ended."""
        await asyncio.wait([self._reading])

    def _ended(self) -> FermataError:
        return again(self._end or ConnectionLost("the connection has ended"))

    async def _send(self, line: str) -> None:
        async with self._sending:
            if self._end is not None:
                raise self._ended()
            try:
                await self._transport.send(line)
            except FermataError as error:
                self._finish(error)
                raise

    async def _read(self) -> None:
        reason: FermataError = ConnectionLost("the daemon has closed the connection")
        try:
            while (line := await self._transport.receive()) is not None:
                self._take(message(line))
        except FermataError as error:
            reason = error
        finally:
            self._finish(reason)
            await self._transport.close()

    def _finish(self, reason: FermataError) -> None:
        if self._end is None:
            self._end = reason
        for future, _ in self._waiting.values():
            if not future.done():
                future.set_exception(self._ended())

    def _take(self, given: Mapping[str, object]) -> None:
        if "method" in given:
            self._on_event(text(given["method"], "method"), members(given.get("params", {}), "params"))
            return
        number = given.get("id")
        if number is None:
            # The daemon says why it is about to close the connection.
            raise self._refusal(given.get("error"))
        waiting = self._waiting.get(integer(number, "id"))
        if waiting is None or waiting[0].done():
            return  # The caller has given up.
        future, on_result = waiting
        if "error" in given:
            future.set_exception(self._refusal(given["error"]))
        elif "result" in given:
            if on_result is not None:
                on_result(given["result"])
            future.set_result(given["result"])
        else:
            raise ProtocolViolation("a reply has neither a result nor an error")

    def _refusal(self, error: object) -> Refused:
        given = members(error, "error")
        number = integer(given.get("code"), "error.code")
        sentence = text(given.get("message"), "error.message")[:LONGEST_SENTENCE]
        data = members(given.get("data", {}), "error.data")
        code = text(data.get("code", ""), "error.data.code")[:LONGEST_CODE]
        return REFUSALS.get(code, Refused)(code, number, sentence, data)
