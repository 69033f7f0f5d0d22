"""What the package takes from the daemon, and what it does not."""

import json
import unittest
from typing import Any

from fermata import ProtocolViolation, events, types
from fermata.connection import opens_stream
from fermata.reading import encoded, message, record
from fermata.subscription import Missed, Subscription, subscribed
from fermata.transport import socket_path

from .fake import STATUS
from .timed import TimedTestCase


def changed(path: str, value: object) -> dict[str, Any]:
    """The status with another value in a place; ... takes the member away."""
    whole: dict[str, Any] = json.loads(json.dumps(STATUS))
    *places, last = path.split(".")
    inner = whole
    for place in places:
        inner = inner[place]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return whole


class ReadingTests(unittest.TestCase):
    """Objects."""

    def test_a_status_is_read_whole(self) -> None:
        status = record(types.Status)(STATUS, "status")
        self.assertEqual((status.state, status.item, status.volume.level, status.queue.repeat, status.loop), ("stopped", None, 1.0, "off", None))
        self.assertEqual((status.speed and status.speed.from_), "all")

    def test_members_of_a_newer_daemon_are_left_out(self) -> None:
        self.assertEqual(record(types.Status)(changed("tomorrow", [1]), "status"), record(types.Status)(STATUS, "status"))

    def test_another_word_of_a_newer_daemon_is_no_violation(self) -> None:
        self.assertEqual(record(types.Status)(changed("state", "dreaming"), "status").state, "dreaming")

    def test_each_wrong_member_is_one_violation_that_names_its_place(self) -> None:
        for path, value in (
            ("state", ...), ("state", 1), ("state", None), ("state", "\ud800"), ("volume", []), ("volume.level", "1"), ("volume.level", True),
            ("volume.level", float("inf")), ("volume.level", 10**400), ("volume.muted", 1), ("queue.length", 1.5), ("queue.length", True), ("queue.length", 1 << 64),
            ("options.passthrough", "ac3"), ("options.passthrough", [1]), ("item", {"id": 1}), ("item", "song"), ("queue", ...),
        ):
            with self.subTest(path=path, value=value), self.assertRaises(ProtocolViolation) as raised:
                record(types.Status)(changed(path, value), "status")
            self.assertIn(path.split(".")[-1] if value is not ... else path, str(raised.exception))

    def test_a_violation_quotes_little_of_what_came(self) -> None:
        with self.assertRaises(ProtocolViolation) as raised:
            record(types.Status)(changed("volume.level", "x" * 1_000_000), "status")
        self.assertLess(len(str(raised.exception)), 300)

    def test_names_that_follow_no_rule_come_and_go_as_they_are(self) -> None:
        session = {each.metadata.get("name") for each in types.Session.__dataclass_fields__.values()}
        self.assertIn("preferredIOBufferDuration", session)
        self.assertEqual(encoded({"format": types.StreamFormat(encoding="s16le", sample_rate=8000)}),
                         {"format": {"encoding": "s16le", "sampleRate": 8000}})
        self.assertEqual(encoded({"ids": range(3), "tags": {"a": None}}), {"ids": [0, 1, 2], "tags": {"a": None}})

    def test_a_message_is_an_object_of_plain_json(self) -> None:
        for text in ("", "nonsense", "[]", "1", '"x"', "null", '{"a":NaN}', '{"a":Infinity}', "[" * 100_000, '{"a":' * 100_000, "1" * 10_000, "{} {}"):
            with self.subTest(text=text[:20]), self.assertRaises(ProtocolViolation):
                message(text)

    def test_an_event_has_its_members_checked(self) -> None:
        good = {"sequence": 1, "time": 2.5, "state": "playing", "reason": "user", "previousState": "stopped"}
        self.assertEqual(record(events.PlayerStateChanged)(good, "event").previous_state, "stopped")
        for name in good:
            with self.subTest(name=name), self.assertRaises(ProtocolViolation):
                record(events.PlayerStateChanged)(good | {name: []}, "event")


class ChoiceTests(TimedTestCase):
    """Subscriptions as values."""

    def test_several_subscriptions_are_one_choice(self) -> None:
        self.assertEqual(subscribed([frozenset({"player."}), frozenset({"queue.changed"})]), {"types": ["player.", "queue.changed"]})
        self.assertEqual(subscribed([frozenset(), frozenset({"queue."})]), {})
        both = subscribed([frozenset(), frozenset({"player.levels"})])["types"]
        self.assertTrue({"player.levels", "player.", "session.", "rooms."} <= set(both))

    def test_a_subscription_gets_what_it_has_named(self) -> None:
        route = Subscription(frozenset({"route.", "player.volumeChanged"}))
        wanted = [name for name in (*events.EVENTS, "route.tomorrow") if route.wants(name)]
        self.assertEqual(wanted, ["player.volumeChanged", "session.routeChanged", "route.outputsChanged", "route.inputsChanged", "route.tomorrow"])
        self.assertFalse(Subscription(frozenset()).wants("player.levels"))
        self.assertTrue(Subscription(frozenset({"player.levels"})).wants("player.levels"))

    async def test_what_nobody_takes_is_bounded_and_counted(self) -> None:
        subscription = Subscription(frozenset(), most=10)
        for number in range(100):
            subscription.put(events.ServerConfigurationReloaded(sequence=number, time=0))
        subscription.put(Missed(5))
        subscription.put(Missed(5))
        subscription.finish()
        taken = [notice async for notice in subscription]
        self.assertEqual(taken[0], Missed(91))
        self.assertEqual([getattr(each, "sequence", None) for each in taken[1:-1]], list(range(91, 100)))
        self.assertEqual(taken[-1], Missed(10))

    def test_calls_that_would_end_the_messages_are_known(self) -> None:
        for method, parameters, expected in (
            ("stream.open", {}, True), ("record.open", {}, True), ("announce", {}, True), ("announce", {"uri": "/a"}, False),
            ("media.convert", {}, True), ("media.convert", {"uri": "/a", "to": "chunks"}, True), ("media.convert", {"uri": "/a"}, False),
            ("media.extract", {"to": "connection"}, True), ("media.extract", {"uri": "/a", "to": "file"}, False), ("play", {}, False),
        ):
            with self.subTest(method=method, parameters=parameters):
                self.assertEqual(opens_stream(method, parameters), expected)

    def test_the_socket_is_where_clients_look_for_it(self) -> None:
        self.assertEqual(socket_path({"FERMATA_SOCKET": "/a", "XDG_RUNTIME_DIR": "/r"}), "/a")
        self.assertEqual(socket_path({"FERMATA_INSTANCE": "two", "XDG_RUNTIME_DIR": "/r"}), "/r/fermata@two/control.sock")
        self.assertEqual(socket_path({"XDG_RUNTIME_DIR": "/r"}), "/r/fermata/control.sock")


if __name__ == "__main__":
    unittest.main()
