"""The package against a real daemon, over its socket and over a WebSocket."""

import asyncio
import json
import os
import ssl
import unittest
from pathlib import Path

from fermata import Disconnected, Fermata, Notice, ProtocolViolation, Snapshot, Subscription, events, open_stream, refusals, types
from fermata.errors import ConnectFailed, ConnectionLost, NotPaired

from .sound import SoundSystem, write_tone
from .timed import TimedTestCase

try:
    from fermata.websocket import Address, pair, picture

    from .door import CODE, Door
except ImportError:
    Door = None  # type: ignore[assignment, misc]


class DaemonTestCase(TimedTestCase):
    """One sound system for all tests of a class."""

    system: SoundSystem

    @classmethod
    def setUpClass(cls) -> None:
        cls.system = SoundSystem()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.system.close()

    async def heard(self, news: Subscription, kind: type[Notice]) -> Notice:
        """The next thing of a kind."""
        async for notice in news:
            if isinstance(notice, kind):
                return notice
        self.fail("nothing more comes")


class SocketTests(DaemonTestCase):
    """Over the socket."""

    async def test_every_question_has_an_answer_that_fits_its_class(self) -> None:
        song = self.system.song("question", title="A", artist="B", album="C", genre="D")
        async with Fermata.unix(self.system.socket) as fermata:
            await fermata.play(uri=song)
            for ask in (
                fermata.status, fermata.volume, fermata.player.set_volume, fermata.player.passthrough, fermata.queue.list, fermata.queue.set,
                fermata.media.chapters, fermata.announcements.list, fermata.recordings.list, fermata.jobs.list, fermata.library.albums,
                fermata.library.artists, fermata.library.years, fermata.library.browse, fermata.library.statistics, fermata.library.gains,
                fermata.playlists.list, fermata.session.get, fermata.session.history, fermata.session.record_permission_requests,
                fermata.route.get, fermata.route.outputs, fermata.route.inputs, fermata.output.filters, fermata.output.volume_limits,
                fermata.server.info, fermata.server.statistics, fermata.server.check, fermata.rpc.discover,
            ):
                with self.subTest(method=ask.__qualname__):
                    await ask()
            probed = await fermata.media.probe(song)
            self.assertEqual((probed.container, probed.audio[0].codec, probed.tags["title"]), ("flac", "flac", "A"))
            await fermata.stop()

    async def test_playing_is_followed_from_the_snapshot_on(self) -> None:
        songs = [self.system.song(f"followed/{number}", title=f"Song {number}") for number in (1, 2)]
        async with Fermata.unix(self.system.socket) as fermata, fermata.events("player.", "queue.") as news:
            first = await anext(news)
            assert isinstance(first, Snapshot)
            status = await fermata.play(uri=songs[0])
            assert status.item is not None
            self.assertEqual((status.state, status.item.title), ("playing", "Song 1"))
            added = await fermata.queue.add([songs[1]])
            self.assertEqual(added.count, 1)
            await fermata.next()
            while True:
                changed = await self.heard(news, events.PlayerItemChanged)
                assert isinstance(changed, events.PlayerItemChanged)
                if changed.item and changed.item.id == added.ids[0]:
                    break
            status = await fermata.seek(position=5)
            assert status.position is not None
            self.assertAlmostEqual(status.position.seconds, 5, delta=1)
            jumped = await self.heard(news, events.PlayerPositionChanged)
            self.assertIsInstance(jumped, events.PlayerPositionChanged)
            await fermata.pause()
            while True:
                state = await self.heard(news, events.PlayerStateChanged)
                assert isinstance(state, events.PlayerStateChanged)
                if state.state == "paused":
                    break
            self.assertEqual(state.reason, "user")
            await fermata.queue.clear()

    async def test_refusals_have_their_class_and_their_data(self) -> None:
        async with Fermata.unix(self.system.socket) as fermata:
            with self.assertRaises(refusals.MediaNotFound) as missing:
                await fermata.play(uri="/nowhere/at/all.flac")
            self.assertEqual((missing.exception.code, missing.exception.data["uri"]), ("media_not_found", "/nowhere/at/all.flac"))
            with self.assertRaises(refusals.UriNotAllowed):
                await fermata.play(uri="ftp://example.org/a.flac")
            with self.assertRaises(refusals.QueueItemNotFound):
                await fermata.queue.remove([4711])
            with self.assertRaises(refusals.InvalidParams) as wrong:
                await fermata.call("seek", {"where": 1})
            self.assertEqual(wrong.exception.data["parameter"], "where")
            with self.assertRaises(refusals.MethodNotFound):
                await fermata.call("tomorrow.come")

    async def test_many_calls_at_once_get_each_its_own_reply(self) -> None:
        async with Fermata.unix(self.system.socket) as fermata:
            levels = [number / 100 for number in range(100)]
            volumes = await asyncio.gather(*(fermata.volume(level=level) for level in levels))
            self.assertEqual([round(each.level, 2) for each in volumes], levels)
            await fermata.volume(level=1)

    async def test_objects_and_nothing_are_told_apart_from_what_is_left_out(self) -> None:
        async with Fermata.unix(self.system.socket) as fermata:
            await fermata.route.select(output="Headphones")
            route = await fermata.route.get()
            self.assertEqual([each.uid for each in route.outputs], ["Headphones"])
            await fermata.route.select(output=None)
            await fermata.output.set_filters("Speaker", crossfeed=types.OutputSetFiltersCrossfeed(feed=6.0), mono=True)
            choice, = (await fermata.output.filters()).choices
            self.assertEqual((choice.output, choice.mono, choice.crossfeed and choice.crossfeed.feed), ("Speaker", True, 6.0))
            await fermata.output.set_filters("Speaker", equalizer=None)
            self.assertEqual((await fermata.output.filters()).choices, ())

    async def test_a_program_sends_what_is_played(self) -> None:
        path = self.system.directory / "sent.wav"
        write_tone(path, 3)
        async with Fermata.unix(self.system.socket) as fermata, fermata.events("player.") as news:
            result, _, writer = await open_stream("stream.open", {"title": "Sent"}, path=self.system.socket)
            writer.write(path.read_bytes())
            writer.write_eof()
            while True:
                changed = await self.heard(news, events.PlayerItemChanged)
                assert isinstance(changed, events.PlayerItemChanged)
                if changed.item and changed.item.id == result["item"]:
                    self.assertEqual(changed.item.title, "Sent")
                    break
            await fermata.stop()
            writer.close()
        with self.assertRaises(refusals.InvalidParams):
            await open_stream("stream.open", {"format": types.StreamFormat(encoding="s16le")}, path=self.system.socket)

    async def test_a_daemon_that_crashes_and_comes_back_is_found_again(self) -> None:
        async with Fermata.unix(self.system.socket) as fermata, fermata.events() as news:
            await anext(news)
            before = await fermata.server.info()
            await asyncio.to_thread(self.system.kill_daemon)
            await self.heard(news, Disconnected)
            with self.assertRaises(ConnectionLost):
                await fermata.status()
            await asyncio.to_thread(self.system.start_daemon)
            await self.heard(news, Snapshot)
            self.assertNotEqual((await fermata.server.info()).pid, before.pid)


@unittest.skipIf(Door is None, "aiohttp is not installed")
class NetworkTests(DaemonTestCase):
    """Over a WebSocket."""

    async def test_a_code_is_traded_for_a_token_once(self) -> None:
        async with Door(self.system.socket) as door:
            address = Address("127.0.0.1", door.port)
            with self.assertRaises(NotPaired):
                await Fermata.network(address).connect()
            with self.assertRaises(NotPaired):
                await pair(address, "000000", "test")
            token, role = await pair(address, CODE, "test")
            self.assertEqual((door.tokens[token], role), ("test", "control"))
            with self.assertRaises(NotPaired):
                await pair(address, CODE, "test")
            async with Fermata.network(address, token) as fermata:
                self.assertEqual((await fermata.server.info()).name, "fermatad")

    async def test_calls_and_events_are_the_same_over_the_network(self) -> None:
        song = self.system.song("network", title="Afar")
        async with Door(self.system.socket) as door:
            address = Address("127.0.0.1", door.port)
            async with Fermata.network(address, door.new_token("test")) as fermata, fermata.events("player.") as news:
                self.assertIsInstance(await anext(news), Snapshot)
                await fermata.play(uri=song)
                changed = await self.heard(news, events.PlayerItemChanged)
                assert isinstance(changed, events.PlayerItemChanged)
                assert changed.item is not None
                self.assertEqual(changed.item.title, "Afar")
                with self.assertRaises(refusals.MediaNotFound):
                    await fermata.play(uri="/nowhere")
                await door.break_off()
                await self.heard(news, Disconnected)
                await self.heard(news, Snapshot)
                await fermata.stop()

    async def test_a_picture_comes_with_its_type(self) -> None:
        song = self.system.song("pictured/song", title="Pictured")
        cover = Path(song).with_name("cover.png")
        cover.write_bytes(b"\x89PNG\r\n\x1a\n" + b"x" * 2_000_000)
        async with Door(self.system.socket) as door:
            address, token = Address("127.0.0.1", door.port), door.new_token("test")
            async with Fermata.network(address, token) as fermata:
                status = await fermata.play(uri=song)
                assert status.item is not None
                with self.assertRaises(refusals.LimitExceeded):
                    await fermata.media.picture(item=status.item.id, data=True)
                self.assertEqual(await picture(address, "item", status.item.id, token), (cover.read_bytes(), "image/png"))
                self.assertIsNone(await picture(address, "item", 4711, token))
                with self.assertRaises(NotPaired):
                    await picture(address, "item", status.item.id)
                await fermata.stop()

    async def test_a_token_that_is_taken_back_ends_the_following(self) -> None:
        async with Door(self.system.socket) as door:
            address = Address("127.0.0.1", door.port)
            async with Fermata.network(address, door.new_token("test")) as fermata, fermata.events("player.") as news:
                door.tokens.clear()
                await door.break_off()
                with self.assertRaises(NotPaired):
                    async for _ in news:
                        pass

    async def test_what_no_door_sends_is_a_violation(self) -> None:
        async with Door(self.system.socket) as door:
            address = Address("127.0.0.1", door.port)
            event = json.dumps({"method": "tomorrow.came", "params": {"sequence": 1, "time": 1, "text": "x" * (9 << 20)}})
            for what in (b"bytes", "no JSON", "[]", event):
                door.misbehaves = what
                with self.subTest(what=what[:10]):
                    async with Fermata.network(address, door.new_token("test"), reconnects=False, timeout=10) as fermata:
                        with self.assertRaises((ProtocolViolation, ConnectionLost)):
                            await fermata.status()
            for body in (b"", b"[]", b'{"token":1}', b'{"token":"a\\nb"}', b'{"token":"a","text":"' + b"x" * 100_000 + b'"}', b"\xff", b'{"token":"' + b"x" * 2000 + b'"}'):
                door.misbehaves = body
                with self.subTest(body=body[:10]), self.assertRaises(ProtocolViolation):
                    await pair(address, CODE, "test")

    async def test_a_certificate_is_known_by_its_fingerprint_and_no_other_gets_a_secret(self) -> None:
        async with Door(self.system.socket) as door:
            fingerprint = door.secure()
            await door.again()
            shown = ":".join(fingerprint[at:at + 2] for at in range(0, 64, 2)).upper()
            address = Address("127.0.0.1", door.port, fingerprint=shown)
            self.assertEqual(address.url("/"), f"https://127.0.0.1:{door.port}/")
            other = Address("127.0.0.1", door.port, fingerprint="0" * 64)
            for wrong in (other, Address("127.0.0.1", door.port, ssl.create_default_context())):
                with self.assertRaises(ConnectFailed):
                    await pair(wrong, CODE, "test")
            self.assertEqual(door.code, CODE)
            token, _ = await pair(address, CODE, "test")
            async with Fermata.network(address, token) as fermata:
                self.assertEqual((await fermata.server.info()).name, "fermatad")
            with self.assertRaises(ConnectFailed):
                await Fermata.network(other, token).connect()
        for text in ("", "ab", "g" * 64, "ab" * 33):
            with self.assertRaises(ValueError):
                Address("127.0.0.1", fingerprint=text)

    async def test_nobody_at_the_address_is_told(self) -> None:
        with self.assertRaises(ConnectFailed):
            await pair(Address("127.0.0.1", 1), CODE, "test")
        with self.assertRaises(ConnectFailed):
            await Fermata.network(Address("127.0.0.1", 1), "token").connect()
        self.assertEqual(Address("fd00::1").url("/rpc"), "http://[fd00::1]:6680/rpc")


class ExampleTests(DaemonTestCase):
    """The example of README.md."""

    async def test_the_example_runs_as_it_stands(self) -> None:
        text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
        code = text.split("```python\n")[1].split("```")[0]
        self.assertLessEqual(len(code.splitlines()), 16)
        song = self.system.song("example", 1.5, title="Example")
        environment = os.environ | {"FERMATA_SOCKET": self.system.socket, "SONG": song}
        program = self.system.directory / "example.py"
        program.write_text(code.replace('"/music/album"', "__import__('os').environ['SONG']"), encoding="utf-8")
        process = await asyncio.create_subprocess_exec("python3", str(program), env=environment, stdout=-1, stderr=-1)
        said, complaint = await process.communicate()
        self.assertEqual(process.returncode, 0, complaint.decode())
        self.assertIn("heard: Example", said.decode())


if __name__ == "__main__":
    unittest.main()
