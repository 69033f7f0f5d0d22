"""Connections that carry media: what a program sends to be played or announced, and recordings that it gets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

from .connection import opens_stream
from .errors import CallTimeout, ConnectionLost, ProtocolViolation, Refused
from .reading import encoded, integer, members, message, text
from .refusals import REFUSALS
from .transport import UnixTransport, socket_path

__all__ = ["open_stream"]


async def open_stream(
    method: str, parameters: Mapping[str, object] | None = None, *, path: str | None = None, timeout: float = 30.0
) -> tuple[Mapping[str, object], asyncio.StreamReader, asyncio.StreamWriter]:
    """Opens a connection of its own and calls `stream.open`, `record.open`, `announce`, `media.convert` or `media.extract` on it.

    Answers with the result and both halves of the connection, which carries media from then on, as docs/protocol.md says. Closing the
    writing half ends the media. Only over the socket of this machine. Raises as any call does, and ValueError for another method.
    """
    given = dict(parameters or {})
    if not opens_stream(method, given):
        raise ValueError(f"{method} does not make a connection carry media")
    transport = await UnixTransport.open(path or socket_path())
    try:
        async with asyncio.timeout(timeout):
            await transport.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": encoded(given)}, allow_nan=False))
            line = await transport.receive()
        if line is None:
            raise ConnectionLost(f"the daemon has closed the connection instead of answering {method}")
        reply = message(line)
        if "error" in reply:
            error = members(reply["error"], "error")
            data = members(error.get("data", {}), "error.data")
            code = text(data.get("code", ""), "error.data.code")
            number, sentence = integer(error.get("code"), "error.code"), text(error.get("message"), "error.message")
            raise REFUSALS.get(code, Refused)(code, number, sentence, data)
        if "result" not in reply:
            raise ProtocolViolation("the reply has neither a result nor an error")
        return members(reply["result"], "result"), *transport.streams()
    except TimeoutError as error:
        await transport.close()
        raise CallTimeout(f"{method}: no reply within {timeout} s") from error
    except BaseException:
        await transport.close()
        raise
