"""What Snapweb and other programs send to the server: each request moves the player or a room, and is told to whoever watches."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import BenchmarkError
from ..json_lines import ControlClient, Events
from ..waiting import wait_until
from .house import ROOMS, SOURCE_PORT, STREAM, WEB_PORT, House
from .numbers import write_numbered
from .websocket import WebSocket

VERSION = "Snapweb 0.9.1"
"""Whose requests these are: github.com/badaix/snapweb, commit d4afb43 of 3 August 2025, src/snapcontrol.ts and src/components."""
OTHER_STREAM, OTHER_PORT = "Other", SOURCE_PORT + 1
TRACK_SECONDS = 120
KITCHEN, BATH, ATTIC = ROOMS
GROUP = "the group of the kitchen"
"""Stands in requests for an id that the server makes."""

Condition = Callable[[dict[str, Any]], bool]


@dataclass(frozen=True)
class Steering:
    """A request about the player: what the daemon's status is then, and what of it comes back in `Stream.OnProperties`."""

    method: str
    parameters: dict[str, Any]
    status: Condition
    properties: Condition
    sender: str = VERSION
    may_be_unknown: bool = False
    """Whether there are servers that do not know it."""

    @property
    def title(self) -> str:
        """What it is called in what is printed."""
        return " ".join(str(value) for name, value in self.parameters.items() if name != "id")


@dataclass(frozen=True)
class Furnishing:
    """A request about rooms: the notice that others get, the `change` of our event, and what our list says then."""

    method: str
    parameters: dict[str, Any]
    notice: str
    change: str
    rooms: Condition
    sender: str = VERSION

    @property
    def title(self) -> str:
        """What it is called in what is printed."""
        return f"{self.method} {' '.join(str(value) for value in self.parameters.values())}"


def _control(command: str, status: Condition, properties: Condition, sender: str = VERSION, **details: float) -> Steering:
    # Snapweb leaves out parameters that a command has not.
    parameters = {"id": STREAM, "command": command} | ({"params": details} if details else {})
    return Steering("Stream.Control", parameters, status, properties, sender)


def _set(name: str, value: Any, status: Condition, may_be_unknown: bool = False) -> Steering:
    return Steering(
        "Stream.SetProperty", {"id": STREAM, "property": name, "value": value}, status,
        lambda properties: properties.get(name) == value, OTHERS, may_be_unknown)


def _is_at(place: float) -> tuple[Condition, Condition]:
    return (
        lambda status: abs(status["position"]["seconds"] - place) < 0.01,
        lambda properties: abs(properties.get("position", -1) - place) < 0.01)


def _plays(state: str) -> tuple[Condition, Condition]:
    return lambda status: status["state"] == state, lambda properties: properties.get("playbackStatus") == state


def _track(index: int) -> tuple[Condition, Condition]:
    return (
        lambda status: status["queue"]["index"] == index,
        lambda properties: properties.get("metadata", {}).get("title") == TRACKS[index])


def _room(name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda found: next(room for room in found["rooms"] if room["room"] == name)


def _group(found: dict[str, Any]) -> dict[str, Any]:
    return next(group for group in found["groups"] if KITCHEN in group["rooms"])


OTHERS = "others"
"""Programs that send what Snapweb does not, as Snapcast's protocol has it."""
TRACKS = ("one.wav", "two.wav")
_kitchen = _room(KITCHEN)

STEERING = (
    _control("pause", *_plays("paused")),
    _control("setPosition", *_is_at(60.5), position=60.5),
    _control("seek", *_is_at(50.5), offset=-10),
    _control("seek", *_is_at(60.5), offset=10),
    _control("next", *_track(1)),
    _control("previous", *_track(0)),
    _control("play", *_plays("playing")),
    _control("stop", *_plays("stopped")),
    _control("play", *_plays("playing")),
    _control("playPause", *_plays("paused"), OTHERS),
    _control("playPause", *_plays("playing"), OTHERS),
    _set("loopStatus", "track", lambda status: status["queue"]["repeat"] == "one"),
    _set("loopStatus", "playlist", lambda status: status["queue"]["repeat"] == "all"),
    _set("loopStatus", "none", lambda status: status["queue"]["repeat"] == "off"),
    _set("shuffle", True, lambda status: status["queue"]["shuffle"] is True),
    _set("shuffle", False, lambda status: status["queue"]["shuffle"] is False),
    _set("volume", 40, lambda status: abs(status["volume"]["level"] - 0.4) < 1e-6),
    _set("mute", True, lambda status: status["volume"]["muted"] is True, may_be_unknown=True),
)
"""About the player. Snapweb has no buttons for what `Stream.SetProperty` sets."""

FURNISHING = (
    Furnishing(
        "Client.SetVolume", {"id": KITCHEN, "volume": {"muted": False, "percent": 62}}, "Client.OnVolumeChanged", "volume",
        lambda found: _kitchen(found)["level"] == 0.62),
    # The slider of a group moves its rooms by parts of a percent.
    Furnishing(
        "Client.SetVolume", {"id": KITCHEN, "volume": {"muted": False, "percent": 41.25}}, "Client.OnVolumeChanged", "volume",
        lambda found: _kitchen(found)["level"] == 0.41),
    Furnishing(
        "Client.SetVolume", {"id": KITCHEN, "volume": {"muted": True, "percent": 41}}, "Client.OnVolumeChanged", "volume",
        lambda found: _kitchen(found)["muted"]),
    Furnishing(
        "Client.SetName", {"id": KITCHEN, "name": "Küche"}, "Client.OnNameChanged", "name",
        lambda found: _kitchen(found)["name"] == "Küche"),
    Furnishing(
        "Client.SetLatency", {"id": KITCHEN, "latency": 35}, "Client.OnLatencyChanged", "latency",
        lambda found: _kitchen(found)["latency"] == 0.035),
    Furnishing("Group.SetMute", {"id": GROUP, "mute": True}, "Group.OnMute", "groupMute", lambda found: _group(found)["muted"]),
    Furnishing(
        "Group.SetMute", {"id": GROUP, "mute": False}, "Group.OnMute", "groupMute", lambda found: not _group(found)["muted"]),
    Furnishing(
        "Group.SetStream", {"id": GROUP, "stream_id": OTHER_STREAM}, "Group.OnStreamChanged", "groupStream",
        lambda found: _group(found)["stream"] == OTHER_STREAM),
    Furnishing(
        "Group.SetStream", {"id": GROUP, "stream_id": STREAM}, "Group.OnStreamChanged", "groupStream",
        lambda found: _group(found)["stream"] == STREAM),
    Furnishing(
        "Group.SetClients", {"id": GROUP, "clients": [KITCHEN, BATH]}, "Server.OnUpdate", "group",
        lambda found: set(_group(found)["rooms"]) == {KITCHEN, BATH}),
    Furnishing(
        "Group.SetName", {"id": GROUP, "name": "Downstairs"}, "Group.OnNameChanged", "groupName",
        lambda found: _group(found)["name"] == "Downstairs", OTHERS),
    Furnishing(
        "Group.SetClients", {"id": GROUP, "clients": [KITCHEN]}, "Server.OnUpdate", "group",
        lambda found: _group(found)["rooms"] == [KITCHEN]),
    # Snapweb offers this for rooms that are away.
    Furnishing(
        "Server.DeleteClient", {"id": ATTIC}, "Server.OnUpdate", "removed",
        lambda found: all(room["room"] != ATTIC for room in found["rooms"])),
)
"""About rooms and groups."""


class Snapweb:
    """A browser with Snapweb: its connection to the server, and what it is told without having asked."""

    def __init__(self, house: House) -> None:
        self._socket = WebSocket(house.connect("server", WEB_PORT), f"127.0.0.1:{WEB_PORT}", "/jsonrpc")
        self._last = 0
        self._notices: list[dict[str, Any]] = []

    def close(self) -> None:
        """Closes the browser."""
        self._socket.close()

    def request(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        """Sends a request, and answers the whole response. What was told before counts no more."""
        self._notices = []
        self._last += 1
        message: dict[str, Any] = {"id": self._last, "jsonrpc": "2.0", "method": method}
        if parameters is not None:
            message["params"] = parameters
        self._socket.send(message)
        while True:
            received = self._socket.receive()
            if isinstance(received, dict) and received.get("id") == self._last:
                return received
            self._keep(received)

    def wait_for(self, method: str, condition: Condition = lambda _: True) -> None:
        """Returns once a notice with such parameters has come; raises if none does."""
        while True:
            while self._notices:
                notice = self._notices.pop(0)
                if notice["method"] == method and condition(notice["params"]):
                    return
            try:
                self._keep(self._socket.receive())
            except TimeoutError as error:
                raise BenchmarkError(f"{method} has not come") from error

    def status(self) -> dict[str, Any]:
        """The whole status, which Snapweb asks for when it connects."""
        status: dict[str, Any] = self.request("Server.GetStatus")["result"]["server"]
        return status

    def _keep(self, received: Any) -> None:
        # The server puts several notices into one array.
        self._notices += received if isinstance(received, list) else [received]


def check(house: House, _: int) -> list[str]:
    """Sends every request once, and looks at the player, the rooms, and what others are told."""
    house.start_server(
        house.source(STREAM, SOURCE_PORT, house.control_script()), house.source(OTHER_STREAM, OTHER_PORT), has_web=True)
    for room in ROOMS:
        house.start_room(room)
    client = house.start_daemon()
    files = [house.directory / name for name in TRACKS]
    for number, file in enumerate(files, start=1):
        write_numbered(file, number, TRACK_SECONDS)
    client.call("queue.add", uris=[str(file) for file in files])
    client.call("play", index=0)
    events = house.events("rooms.")
    browser, watcher = Snapweb(house), Snapweb(house)
    wait_until("the title at Snapweb", lambda: _title(browser.status()) == TRACKS[0], poll=0.1)
    faults: list[str] = []

    def step(request: Steering | Furnishing, work: Callable[[], str]) -> None:
        try:
            print(f"  {request.title} ({request.sender}): {work()}", flush=True)
        except BenchmarkError as error:
            print(f"  {request.title} ({request.sender}): WRONG", flush=True)
            faults.append(f"{request.title}: {error}")

    for steering in STEERING:
        step(steering, lambda: _steer(steering, browser, client))
    for furnishing in FURNISHING:
        if furnishing.method == "Server.DeleteClient":
            house.kill_room(ATTIC)
            wait_until("the end of the attic", lambda: not _room(ATTIC)(client.call("rooms.list"))["connected"], poll=0.1)
        step(furnishing, lambda: _furnish(furnishing, browser, watcher, client, events))
    for connection in (browser, watcher, events, client):
        connection.close()
    return faults


def _steer(request: Steering, browser: Snapweb, client: ControlClient) -> str:
    answer = browser.request(request.method, request.parameters)
    if "error" in answer:
        if request.may_be_unknown:
            return f"this server refuses it: {answer['error'].get('data', answer['error']['message'])}"
        raise BenchmarkError(f"the server answers {answer['error']}")
    wait_until("the player to do it", lambda: request.status(client.call("status")))
    browser.wait_for(
        "Stream.OnProperties", lambda told: told["id"] == STREAM and request.properties(told["properties"]))
    return "done, and told in Stream.OnProperties"


def _furnish(request: Furnishing, browser: Snapweb, watcher: Snapweb, client: ControlClient, events: Events) -> str:
    group = _group(client.call("rooms.list"))["group"]
    answer = browser.request(
        request.method, {name: group if value == GROUP else value for name, value in request.parameters.items()})
    if "error" in answer:
        raise BenchmarkError(f"the server answers {answer['error']}")
    events.until(lambda name, values: name == "rooms.changed" and values["change"] == request.change)
    wait_until("our list to have it", lambda: request.rooms(client.call("rooms.list")))
    watcher.wait_for(request.notice)
    return f"rooms.changed ({request.change}), and {request.notice} for others"


def _title(status: dict[str, Any]) -> str | None:
    stream = next(stream for stream in status["streams"] if stream["id"] == STREAM)
    title: str | None = stream.get("properties", {}).get("metadata", {}).get("title")
    return title
