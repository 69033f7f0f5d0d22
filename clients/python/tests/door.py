"""A stand-in for the daemon's door to the network: a WebSocket at /rpc, and pairing. Behind it is a real daemon, at its socket.

It speaks the same protocol as the door does, so that the package can be tested where no door is built in, and misbehaves on wish.
"""

import asyncio
import hashlib
import secrets
import ssl
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import unquote, urlsplit

from aiohttp import WSMsgType, web

from fermata import Fermata, Refused

CODE = "314159"


class Door:
    """Listens on loopback. `tokens` are those that it takes."""

    def __init__(self, socket: str) -> None:
        self._socket = socket
        self.tokens: dict[str, str] = {}
        self.code: str | None = CODE
        self.misbehaves: bytes | str | None = None
        self.connections: set[web.WebSocketResponse] = set()
        self._runner: web.AppRunner | None = None
        self.port = 0
        self._tls: ssl.SSLContext | None = None

    async def __aenter__(self) -> "Door":
        application = web.Application()
        application.router.add_get("/rpc", self._rpc)
        application.router.add_post("/pair", self._pair)
        application.router.add_get("/picture/{kind}/{number}", self._picture)
        self._runner = web.AppRunner(application)
        await self._runner.setup()
        await self.listen()
        return self

    async def listen(self) -> None:
        """Listens at a free port, or again at the same."""
        assert self._runner is not None
        self._site = web.TCPSite(self._runner, "127.0.0.1", self.port, reuse_address=True, ssl_context=self._tls)
        await self._site.start()
        self.port = self._runner.addresses[0][1]

    def secure(self) -> str:
        """Speaks TLS with a new certificate from the next time on that it listens; returns the fingerprint."""
        with tempfile.TemporaryDirectory() as directory:
            certificate, key = f"{directory}/certificate.pem", f"{directory}/key.pem"
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=door",
                 "-days", "2", "-keyout", key, "-out", certificate], check=True, capture_output=True)
            self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._tls.load_cert_chain(certificate, key)
            return hashlib.sha256(ssl.PEM_cert_to_DER_cert(Path(certificate).read_text())).hexdigest()

    async def again(self) -> None:
        """Listens anew."""
        await self._site.stop()
        await self.listen()

    async def __aexit__(self, *_: object) -> None:
        await self.break_off()
        assert self._runner is not None
        await self._runner.cleanup()

    async def break_off(self) -> None:
        """Ends every connection."""
        for connection in list(self.connections):
            await connection.close()

    def new_token(self, name: str) -> str:
        """A token that is taken from now on."""
        token = secrets.token_urlsafe(32)
        self.tokens[token] = name
        return token

    async def _pair(self, request: web.Request) -> web.Response:
        given = await request.json()
        if self.misbehaves is not None:
            return web.Response(body=self.misbehaves if isinstance(self.misbehaves, bytes) else self.misbehaves.encode())
        if self.code is None or given.get("code") != self.code or given.get("bearer") is not True:
            return web.json_response({"error": "the code is wrong or over"}, status=403)
        self.code = None
        return web.json_response({"token": self.new_token(str(given["name"])), "role": "control"})

    async def _picture(self, request: web.Request) -> web.Response:
        self._check(request)
        kind, number = request.match_info["kind"], int(request.match_info["number"])
        method, name = ("media.picture", "item") if kind == "item" else ("library.picture", "song")
        async with Fermata.unix(self._socket) as fermata:
            try:
                found = await fermata.call(method, {name: number})
            except Refused as error:
                return web.json_response({"error": str(error)}, status=404)
        assert isinstance(found, dict)
        return web.Response(body=Path(unquote(urlsplit(found["uri"]).path)).read_bytes(), content_type=found["type"])

    def _check(self, request: web.Request) -> None:
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind != "Bearer" or token not in self.tokens:
            raise web.HTTPUnauthorized

    async def _rpc(self, request: web.Request) -> web.WebSocketResponse:
        self._check(request)
        answer = web.WebSocketResponse(max_msg_size=1 << 20)
        await answer.prepare(request)
        try:
            reader, writer = await asyncio.open_unix_connection(self._socket, limit=16 << 20)
        except OSError:
            await answer.close()
            return answer
        self.connections.add(answer)
        back = asyncio.create_task(self._back(reader, answer))
        try:
            async for frame in answer:
                if frame.type is WSMsgType.TEXT:
                    writer.write(frame.data.replace("\n", " ").encode() + b"\n")
                    await writer.drain()
        except OSError:
            pass
        finally:
            self.connections.discard(answer)
            back.cancel()
            writer.close()
        return answer

    async def _back(self, reader: asyncio.StreamReader, answer: web.WebSocketResponse) -> None:
        while line := await reader.readline():
            if isinstance(self.misbehaves, bytes):
                await answer.send_bytes(self.misbehaves)
            else:
                await answer.send_str(self.misbehaves or line.decode().rstrip("\n"))
        await answer.close()
