"""The way over the network: a WebSocket, on which a message is a text frame, and pairing. Needs aiohttp (`fermata-audio[network]`)."""

from __future__ import annotations

import asyncio
import ssl as tls
from dataclasses import dataclass
from typing import NamedTuple

import aiohttp

from .errors import ConnectFailed, ConnectionLost, NotPaired, ProtocolViolation
from .reading import message
from .transport import LONGEST_MESSAGE, SENDING

__all__ = ["Address", "Paired", "WebSocketTransport", "pair", "picture", "plain_fingerprint"]

# An answer to pairing has a token and a name.
LONGEST_PAIRING = 16 * 1024
LONGEST_PICTURE = 16 * 1024 * 1024
# How long connecting may take, and how often a connection that says nothing is tried.
CONNECTING = 10.0
FETCHING = 30.0
HEARTBEAT = 30.0
REFUSED = (401, 403)


def plain_fingerprint(text: str) -> str:
    """A fingerprint as 64 digits in lower case, of one as people copy it, with colons and spaces. Raises ValueError if it is none."""
    digits = "".join(text.replace(":", " ").split()).lower()
    if len(digits) != 64 or not set(digits) <= set("0123456789abcdef"):
        raise ValueError("a fingerprint (SHA-256) has 64 hexadecimal digits")
    return digits


@dataclass(frozen=True, slots=True)
class Address:
    """Where a daemon listens in the network. `ssl` is what certificates are checked by: None means no TLS.

    `fingerprint` is that of the daemon's own certificate (SHA-256), as `fermata remote pair` shows it: TLS with that certificate and no
    other. Raises ValueError if it is none.
    """

    host: str
    port: int = 6680
    ssl: tls.SSLContext | None = None
    fingerprint: str | None = None

    def __post_init__(self) -> None:
        if self.fingerprint is not None:
            object.__setattr__(self, "fingerprint", plain_fingerprint(self.fingerprint))

    def url(self, path: str) -> str:
        """The address of `path` there."""
        host = f"[{self.host}]" if ":" in self.host and not self.host.startswith("[") else self.host
        return f"http{'s' if self.ssl or self.fingerprint else ''}://{host}:{self.port}{path}"

    @property
    def _ssl(self) -> tls.SSLContext | aiohttp.Fingerprint | bool:
        if self.fingerprint is not None:
            return aiohttp.Fingerprint(bytes.fromhex(self.fingerprint))
        return self.ssl if self.ssl is not None else True


class Paired(NamedTuple):
    """What pairing has brought: a secret, like a password, and what this program may do with it, if the daemon says so."""

    token: str
    role: str | None


async def pair(address: Address, code: str, name: str, session: aiohttp.ClientSession | None = None) -> Paired:
    """Trades the six digits that `fermata remote pair` shows for a token, under which the daemon knows this program as `name`.

    Raises NotPaired if the code is wrong or over, ConnectFailed if nobody answers.
    """
    async with _Session(session) as used:
        try:
            async with asyncio.timeout(CONNECTING), used.post(
                address.url("/pair"), json={"code": code, "name": name, "bearer": True}, ssl=address._ssl, allow_redirects=False
            ) as response:
                body = await _bounded(response.content, LONGEST_PAIRING)
                if response.status in (*REFUSED, 400, 404, 410, 422, 429):
                    raise NotPaired(f"the daemon refuses the code ({response.status})")
                if response.status != 200:
                    raise ConnectFailed(f"the daemon answers {response.status} to pairing")
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            raise ConnectFailed(f"no fermatad answers at {address.host}:{address.port}: {_reason(error)}") from error
    try:
        answer = message(body.decode())
    except UnicodeDecodeError as error:
        raise ProtocolViolation("the answer to pairing is no UTF-8") from error
    token, role = answer.get("token"), answer.get("role")
    if not isinstance(token, str) or not token or len(token) > 1024 or not token.isascii() or not token.isprintable():
        raise ProtocolViolation("the daemon has answered pairing with no token")
    return Paired(token, role if isinstance(role, str) else None)


async def picture(
    address: Address, of: str, number: int, token: str | None = None, session: aiohttp.ClientSession | None = None
) -> tuple[bytes, str] | None:
    """The picture of an item of the queue (`of` is "item") or a song of the library ("song"), and its type; None if there is none.

    Unlike `media.picture` it is not bounded to 1 MiB, but to 16. Raises ConnectFailed, NotPaired or ProtocolViolation.
    """
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with _Session(session) as used:
        try:
            async with asyncio.timeout(FETCHING), used.get(
                address.url(f"/picture/{of}/{number}"), headers=headers, ssl=address._ssl, allow_redirects=False
            ) as response:
                if response.status in REFUSED:
                    raise NotPaired(f"the daemon refuses the picture ({response.status})")
                if response.status != 200 or not response.content_type.startswith("image/"):
                    return None
                return await _bounded(response.content, LONGEST_PICTURE), response.content_type
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            raise ConnectFailed(f"no picture comes from {address.host}:{address.port}: {_reason(error)}") from error


def _reason(error: BaseException) -> str:
    """What went wrong, without the token: the `repr` of an error of aiohttp has the head of the request in it."""
    return f"{type(error).__name__}: {error}"


async def _bounded(content: aiohttp.StreamReader, longest: int) -> bytes:
    body = bytearray()
    async for piece in content.iter_chunked(65_536):
        body += piece
        if len(body) > longest:
            raise ProtocolViolation("the daemon has answered with too much")
    return bytes(body)


class _Session:
    """A session of aiohttp: the given one, or one that is closed at the end."""

    def __init__(self, given: aiohttp.ClientSession | None) -> None:
        self._given = given
        self._own: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> aiohttp.ClientSession:
        if self._given is not None:
            return self._given
        self._own = aiohttp.ClientSession()
        return self._own

    async def __aexit__(self, *_: object) -> None:
        if self._own is not None:
            await self._own.close()


class WebSocketTransport:
    """A WebSocket to the daemon."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, session: _Session) -> None:
        self._socket = socket
        self._session = session

    @classmethod
    async def open(
        cls, address: Address, token: str | None = None, session: aiohttp.ClientSession | None = None, longest: int = LONGEST_MESSAGE
    ) -> WebSocketTransport:
        """Connects. Raises NotPaired if the daemon wants another token, ConnectFailed if nobody answers."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        holder = _Session(session)
        used = await holder.__aenter__()
        try:
            async with asyncio.timeout(CONNECTING):
                socket = await used.ws_connect(
                    address.url("/rpc"), headers=headers, heartbeat=HEARTBEAT, max_msg_size=longest, ssl=address._ssl
                )
        except aiohttp.WSServerHandshakeError as error:
            await holder.__aexit__()
            kind = NotPaired if error.status in REFUSED else ConnectFailed
            raise kind(f"the daemon refuses the connection ({error.status})") from error
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            await holder.__aexit__()
            raise ConnectFailed(f"no fermatad answers at {address.host}:{address.port}: {_reason(error)}") from error
        except BaseException:
            # Whoever is cancelled leaves no session open.
            await holder.__aexit__()
            raise
        return cls(socket, holder)

    async def send(self, text: str) -> None:
        """Sends one message as a text frame."""
        try:
            async with asyncio.timeout(SENDING):
                await self._socket.send_str(text)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise ConnectionLost(f"the daemon takes nothing any more: {_reason(error)}") from error

    async def receive(self) -> str | None:
        """The next text frame."""
        try:
            frame = await self._socket.receive()
        except (aiohttp.ClientError, OSError) as error:
            raise ConnectionLost(f"the connection broke: {_reason(error)}") from error
        if frame.type is aiohttp.WSMsgType.TEXT:
            return str(frame.data)
        if frame.type is aiohttp.WSMsgType.ERROR:
            raise ProtocolViolation(f"the daemon has sent what is no WebSocket: {self._socket.exception()!r}")
        if frame.type is aiohttp.WSMsgType.BINARY:
            raise ProtocolViolation("the daemon has sent bytes in the place of a text")
        return None

    async def close(self) -> None:
        """Ends the connection."""
        try:
            async with asyncio.timeout(1):
                await self._socket.close()
        except (aiohttp.ClientError, OSError, TimeoutError):
            pass
        await self._session.__aexit__()
