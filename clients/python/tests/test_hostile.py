"""A hostile or broken daemon costs one exception, and the client stays usable."""

import asyncio
import json
import unittest
import unittest.mock
from typing import Any

from fermata import (
    CallTimeout,
    ConnectFailed,
    ConnectionLost,
    Disconnected,
    Fermata,
    FermataError,
    Missed,
    ProtocolViolation,
    Refused,
    Snapshot,
    UnknownEvent,
    client,
    events,
    refusals,
)
from fermata.subscription import MOST_EVENTS

from .fake import STATUS, Answer, FakeDaemon, Peer, well
from .timed import TimedTestCase


def says(what: object, *, then_hangs_up: bool = False) -> Answer:
    """Answers everything with the same."""

    async def answer(peer: Peer, request: dict[str, Any]) -> None:
        await peer.send(what)
        if then_hangs_up:
            peer.writer.close()

    return answer


class HostileTests(TimedTestCase):
    """One connection."""

    async def asyncSetUp(self) -> None:
        self.enterContext(unittest.mock.patch.object(client, "FIRST_WAIT", 0.01))

    async def refused(self, answer: Answer, kind: type[FermataError]) -> FermataError:
        """The error that a call ends with."""
        async with FakeDaemon(answer) as daemon, Fermata.unix(daemon.path, timeout=5, reconnects=False) as fermata:
            with self.assertRaises(kind) as raised:
                await fermata.status()
            return raised.exception

    async def test_each_thing_that_no_daemon_sends_is_a_violation(self) -> None:
        for what in (
            b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\xff\xfe\n", b"[]\n", b"null\n", b'{"jsonrpc":"2.0","id":1}\n', b"[" * 200_000 + b"\n",
            b'{"id":"1","result":{}}\n', b'{"id":1.5,"result":{}}\n', b'{"id":true,"result":{}}\n', b'{"id":1,"error":7}\n', b'{"id":1,"error":{}}\n',
            b'{"id":1,"error":{"code":"x","message":"y"}}\n', b'{"id":1,"error":{"code":1,"message":"y","data":[]}}\n', b'{"id":1,"result":7}\n',
            b'{"id":1,"result":{}}\n', b'{"method":7}\n', b'{"method":"player.stateChanged","params":[]}\n',
            b'{"method":"player.stateChanged","params":{"sequence":"x"}}\n', b'{"method":"tomorrow.came","params":{}}\n', b'{"id":null}\n',
            b'{"id":1,"result":{"state":"\\ud800"}}\n', b'{"id":1,"result":NaN}\n',
        ):
            with self.subTest(what=what[:60]):
                await self.refused(says(what), ProtocolViolation)

    async def test_a_message_without_an_end_is_bounded(self) -> None:
        error = await self.refused(says(b"x" * (9 << 20)), ProtocolViolation)
        self.assertIn("too long", str(error))

    async def test_a_connection_that_ends_fails_the_call(self) -> None:
        await self.refused(says(b"", then_hangs_up=True), ConnectionLost)
        await self.refused(says(b'{"id":1,"res', then_hangs_up=True), ConnectionLost)

    async def test_the_last_word_of_the_daemon_is_the_reason(self) -> None:
        word = {"id": None, "error": {"code": -32040, "message": "too many clients", "data": {"code": "limit_exceeded", "limit": "clients"}}}
        error = await self.refused(says(word, then_hangs_up=True), refusals.LimitExceeded)
        self.assertEqual(getattr(error, "data", {})["limit"], "clients")

    async def test_a_code_of_a_newer_daemon_is_a_refusal(self) -> None:
        error = await self.refused(says({"id": 1, "error": {"code": -1, "message": "m" * 9999, "data": {"code": "tomorrow"}}}), Refused)
        assert isinstance(error, Refused)
        self.assertEqual((type(error), error.code, len(error.message)), (Refused, "tomorrow", 2000))

    async def test_nobody_waits_longer_than_the_timeout_and_a_late_reply_harms_nothing(self) -> None:
        held: list[dict[str, Any]] = []

        async def late(peer: Peer, request: dict[str, Any]) -> None:
            if not held:
                held.append(request)
                return
            await peer.answer(held[0], STATUS)
            await well(peer, request)

        async with FakeDaemon(late) as daemon, Fermata.unix(daemon.path) as fermata:
            with self.assertRaises(CallTimeout):
                await fermata.status(timeout=0.1)
            self.assertEqual((await fermata.status()).state, "stopped")

    async def test_a_caller_that_gives_up_harms_nothing(self) -> None:
        async with FakeDaemon(well) as daemon, Fermata.unix(daemon.path) as fermata:
            for _ in range(50):
                call = asyncio.create_task(fermata.status())
                await asyncio.sleep(0)
                call.cancel()
            self.assertEqual((await fermata.status()).state, "stopped")

    async def test_a_wrong_result_does_not_end_the_connection(self) -> None:
        async def wrong(peer: Peer, request: dict[str, Any]) -> None:
            await peer.answer(request, STATUS if request["method"] == "status" else [1])

        async with FakeDaemon(wrong) as daemon, Fermata.unix(daemon.path, reconnects=False) as fermata:
            with self.assertRaises(ProtocolViolation):
                await fermata.queue.list()
            self.assertEqual((await fermata.status()).state, "stopped")

    async def test_calls_without_replies_are_bounded(self) -> None:
        async def silent(peer: Peer, request: dict[str, Any]) -> None:
            pass

        async with FakeDaemon(silent) as daemon, Fermata.unix(daemon.path) as fermata:
            calls = [asyncio.create_task(fermata.status()) for _ in range(1024)]
            while len(daemon.requests) < 1024:
                await asyncio.sleep(0.01)
            with self.assertRaises(ConnectionLost):
                await fermata.status()
            await fermata.close()
            ends = await asyncio.gather(*calls, return_exceptions=True)
        self.assertEqual({type(each) for each in ends}, {ConnectionLost})

    async def test_a_daemon_that_reads_nothing_fails_the_calls(self) -> None:
        async def deaf(peer: Peer, request: dict[str, Any]) -> None:
            await asyncio.sleep(3600)

        async with FakeDaemon(deaf) as daemon, Fermata.unix(daemon.path) as fermata:
            with self.assertRaises(CallTimeout):
                await asyncio.gather(*(fermata.play(uri="/" + "x" * 16_000, timeout=0.5) for _ in range(200)))

    async def test_no_daemon_is_told(self) -> None:
        with self.assertRaises(ConnectFailed):
            await Fermata.unix("/nowhere/control.sock").connect()

    async def test_a_method_that_carries_media_is_a_wrong_use(self) -> None:
        async with FakeDaemon(well) as daemon, Fermata.unix(daemon.path) as fermata:
            with self.assertRaises(ValueError):
                await fermata.call("stream.open")
            self.assertEqual(daemon.requests, [])


class FollowingTests(TimedTestCase):
    """Events."""

    async def asyncSetUp(self) -> None:
        self.enterContext(unittest.mock.patch.object(client, "FIRST_WAIT", 0.01))

    async def test_the_snapshot_comes_before_events_that_were_sent_at_once(self) -> None:
        async def eager(peer: Peer, request: dict[str, Any]) -> None:
            reply = {"jsonrpc": "2.0", "id": request["id"], "result": {"sequence": 0, "status": STATUS}}
            event = {"jsonrpc": "2.0", "method": "queue.changed", "params": {"sequence": 1, "time": 1, "revision": 2, "length": 3}}
            await peer.send(json.dumps(reply).encode() + b"\n" + json.dumps(event).encode() + b"\n")

        async with FakeDaemon(eager) as daemon, Fermata.unix(daemon.path) as fermata, fermata.events("queue.") as news:
            self.assertIsInstance(await anext(news), Snapshot)
            self.assertEqual(await anext(news), events.QueueChanged(sequence=1, time=1, revision=2, length=3))

    async def test_a_lost_connection_comes_back_with_a_snapshot(self) -> None:
        async with FakeDaemon(well) as daemon, Fermata.unix(daemon.path) as fermata, fermata.events("player.") as news:
            self.assertIsInstance(await anext(news), Snapshot)
            for _ in range(3):
                daemon.peers[-1].hang_up()
                self.assertIsInstance(await anext(news), Disconnected)
                self.assertIsInstance(await anext(news), Snapshot)
                self.assertEqual((await fermata.status()).state, "stopped")
        self.assertEqual(len(daemon.peers), 4)

    async def test_a_daemon_that_sends_nonsense_again_and_again_is_not_asked_ever_faster(self) -> None:
        async def bad(peer: Peer, request: dict[str, Any]) -> None:
            await well(peer, request)
            await peer.send(b"nonsense\n")

        async with FakeDaemon(bad) as daemon, Fermata.unix(daemon.path) as fermata, fermata.events() as news:
            reasons = 0
            with self.assertRaises(TimeoutError):
                async with asyncio.timeout(2):
                    async for notice in news:
                        reasons += isinstance(notice, Disconnected) and isinstance(notice.reason, ProtocolViolation)
            # The waits double from a hundredth of a second on.
            self.assertTrue(3 <= reasons <= 12, reasons)
            self.assertLessEqual(len(daemon.peers), 13)

    async def test_a_subscription_that_joins_leaves_the_others_without_a_gap(self) -> None:
        async with FakeDaemon(well) as daemon, Fermata.unix(daemon.path) as fermata, fermata.events("announcement.") as first:
            await anext(first)
            await daemon.peers[0].event("announcement.began", announcement=1, uri="/a")
            async with fermata.events("queue.") as second:
                self.assertIsInstance(await anext(second), Snapshot)
                await daemon.peers[0].event("queue.changed", revision=1, length=1)
                self.assertIsInstance(await anext(second), events.QueueChanged)
            self.assertIsInstance(await anext(first), events.AnnouncementBegan)
            await daemon.peers[0].event("announcement.began", announcement=2, uri="/a")
            self.assertIsInstance(await anext(first), events.AnnouncementBegan)
        self.assertEqual([each["params"] for each in daemon.requests],
                         [{"types": ["announcement."]}, {"types": ["announcement.", "queue."]}, {"types": ["announcement."]}])

    async def test_what_the_daemon_left_out_is_told(self) -> None:
        async with FakeDaemon(well) as daemon, Fermata.unix(daemon.path) as fermata, fermata.events("queue.") as news:
            await anext(news)
            await daemon.peers[0].event("server.overflow", dropped=7)
            self.assertEqual(await anext(news), Missed(7))

    async def test_events_that_nobody_takes_are_bounded(self) -> None:
        async with FakeDaemon(well) as daemon, Fermata.unix(daemon.path) as fermata, fermata.events("queue.") as news:
            for number in range(MOST_EVENTS * 3):
                await daemon.peers[0].event("queue.changed", revision=number, length=1)
            await fermata.status()
            missed = await anext(news)
            assert isinstance(missed, Missed)
            self.assertEqual(missed.count, MOST_EVENTS * 2 + 1)

    async def test_an_event_of_a_newer_daemon_is_handed_on(self) -> None:
        async with FakeDaemon(well) as daemon, Fermata.unix(daemon.path) as fermata, fermata.events() as news:
            await anext(news)
            await daemon.peers[0].event("tomorrow.came", early=True)
            event = await anext(news)
            assert isinstance(event, UnknownEvent)
            self.assertEqual((event.type, event.members["early"]), ("tomorrow.came", True))

    async def test_following_ends_with_the_client_or_with_the_reason(self) -> None:
        async with FakeDaemon(well) as daemon:
            fermata = Fermata.unix(daemon.path)
            await fermata.connect()
            async with fermata.events() as news:
                await fermata.close()
                self.assertEqual([type(each) async for each in news], [Snapshot])
            async with Fermata.unix(daemon.path, reconnects=False) as other, other.events() as news:
                daemon.peers[-1].hang_up()
                with self.assertRaises(ConnectionLost):
                    async for _ in news:
                        pass

    async def test_who_begins_while_the_daemon_is_away_gets_the_snapshot_later(self) -> None:
        with unittest.mock.patch.object(client, "FIRST_WAIT", 0.3):
            async with FakeDaemon(well) as daemon, Fermata.unix(daemon.path) as fermata:
                await fermata.status()
                daemon.peers[0].hang_up()
                while fermata.is_connected:
                    await asyncio.sleep(0.01)
                with self.assertRaises(ConnectionLost):
                    await fermata.status()
                async with fermata.events() as news:
                    self.assertEqual([type(await anext(news)), type(await anext(news))], [Disconnected, Snapshot])


if __name__ == "__main__":
    unittest.main()
