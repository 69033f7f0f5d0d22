"""What the server says is there, in the words in which the daemon says it."""

import json
from dataclasses import dataclass, field
from typing import Any

from ..errors import BenchmarkError
from ..sound_system import SoundSystem

DUMPS = 50
"""How often pw-dump is asked before the graph counts as one that never stands still."""

Output = tuple[str, str, str, int]
"""uid, name, type and channels."""


@dataclass
class Graph:
    """The sinks by `node.name`, the default one, and those that a stream plays into."""

    outputs: list[Output] = field(default_factory=list)
    default: str | None = None
    playing: set[str] = field(default_factory=set)
    serial: int = 0
    """The highest serial number: how many objects there have been since the server started."""

    @property
    def names(self) -> set[str]:
        """The `node.name`s of the sinks."""
        return {output[0] for output in self.outputs}


def told_by_server(system: SoundSystem) -> Graph:
    """The graph as pw-dump shows it."""
    graph = Graph()
    sinks: dict[int, str] = {}
    streams: set[int] = set()
    links: list[tuple[int, int]] = []
    for item in _dump(system):
        info = item.get("info") or {}
        properties = info.get("props") or item.get("props") or {}
        graph.serial = max(graph.serial, int(properties.get("object.serial", 0)))
        media_class = properties.get("media.class")
        if media_class == "Audio/Sink":
            sinks[item["id"]] = properties["node.name"]
            graph.outputs.append(_output(properties))
        elif media_class == "Stream/Output/Audio":
            streams.add(item["id"])
        elif item["type"].endswith(":Link"):
            links.append((info["output-node-id"], info["input-node-id"]))
        elif properties.get("metadata.name") == "default":
            entries = {entry["key"]: entry["value"] for entry in item["metadata"] if entry["subject"] == 0}
            graph.default = entries.get("default.audio.sink", {}).get("name")
    graph.playing = {sinks[sink] for stream, sink in links if stream in streams and sink in sinks}
    graph.outputs.sort()
    return graph


def told_by_daemon(outputs: list[dict[str, Any]]) -> Graph:
    """The graph as `route.outputs` shows it."""
    graph = Graph(sorted((each["uid"], each["name"], each["type"], each["channels"]) for each in outputs))
    graph.default = next((each["uid"] for each in outputs if each["default"]), None)
    graph.playing = {each["uid"] for each in outputs if each["current"]}
    return graph


def differences(server: Graph, daemon: Graph) -> list[str]:
    """Sentences on what the two do not agree about."""
    found = [f"the daemon lacks {output}" for output in server.outputs if output not in daemon.outputs]
    found += [f"the daemon invents {output}" for output in daemon.outputs if output not in server.outputs]
    if len(server.outputs) != len(daemon.outputs):
        found.append(f"the server has {len(server.outputs)} sinks, the daemon {len(daemon.outputs)}")
    if server.default != daemon.default:
        found.append(f"the default is {server.default}, for the daemon {daemon.default}")
    # Without a link the daemon tells where the sound would go.
    if server.playing and server.playing != daemon.playing:
        found.append(f"the sound goes to {server.playing or 'nothing'}, for the daemon to {daemon.playing or 'nothing'}")
    return found


def _dump(system: SoundSystem) -> list[dict[str, Any]]:
    # A change while it looks makes pw-dump print one list after another: then it is asked anew.
    for _ in range(DUMPS):
        try:
            objects: list[dict[str, Any]] = json.loads(system.run("pw-dump"))
            return objects
        except json.JSONDecodeError:
            continue
    raise BenchmarkError("the graph never stood still for pw-dump")


def _output(properties: dict[str, Any]) -> Output:
    name = properties["node.name"]
    positions = str(properties.get("audio.position", "FL FR")).replace(",", " ").strip("[] ").split()
    channels = int(properties.get("audio.channels", len(positions)))
    return name, properties.get("node.description") or properties.get("node.nick") or name, _type(properties), channels


def _type(properties: dict[str, Any]) -> str:
    # Only what the soak makes, see sinks.KINDS: anything wider would be the daemon's own table once more.
    if properties.get("device.bus") == "bluetooth":
        return "bluetoothA2DP"
    return {"headphone": "headphones", "tv": "hdmi"}.get(properties.get("device.form-factor", ""), "virtual")
