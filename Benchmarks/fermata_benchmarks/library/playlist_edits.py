"""Edits of a stored playlist, one after the other, by a client whose daemon may end at any moment."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from ..json_lines import ControlClient

NAMES = "kept", "renamed"
"""The names that the playlist has in turn."""

State = tuple[str, list[str]]
"""The name of the playlist, and its entries."""


class PlaylistEdits:
    """What a client knows of the playlist: an edit that was not answered has been made whole, or not at all."""

    def __init__(self, songs: list[str]) -> None:
        self._songs = songs
        self._state: State = (NAMES[0], [])
        self._wanted: State = self._state
        self.count = 0
        """How many edits were answered."""

    def edit(self, client: ControlClient, chance: random.Random) -> None:
        """Makes some edit."""
        edits = [self._add, self._add, self._add, self._rename, self._replace]
        if len(self._state[1]) > 1:
            edits += [self._move, self._remove]
        self._wanted, call = chance.choice(edits)(chance)
        call(client)
        self._state = self._wanted
        self.count += 1

    def look(self, client: ControlClient) -> list[str]:
        """What is wrong with the playlist as the daemon has it, which is what the client knows from then on."""
        names = [entry["name"] for entry in client.call("playlist.list")["playlists"] if entry["name"] in NAMES]
        if len(names) > 1:
            return ["the playlist has both its names"]
        found: State = (names[0], list(_entries(client, names[0]))) if names else (NAMES[0], [])
        wrong = [] if found in (self._state, self._wanted) else [
            f"the playlist {found[0]} has {len(found[1])} entries: neither as it was last ({self._state[0]}, {len(self._state[1])}) "
            f"nor as the next edit makes it ({self._wanted[0]}, {len(self._wanted[1])})"]
        self._state = self._wanted = found
        return wrong

    def _add(self, chance: random.Random) -> tuple[State, Callable[[ControlClient], Any]]:
        (name, entries), song = self._state, chance.choice(self._songs)
        return (name, [*entries, song]), lambda client: client.call("playlist.add", name=name, uris=[song])

    def _move(self, chance: random.Random) -> tuple[State, Callable[[ControlClient], Any]]:
        name, entries = self._state
        start, to = chance.randrange(len(entries)), chance.randrange(len(entries))
        moved = entries[:start] + entries[start + 1 :]
        moved.insert(to, entries[start])
        # "from" is a word of Python.
        return (name, moved), lambda client: client.call("playlist.move", **{"name": name, "from": start, "to": to})

    def _remove(self, chance: random.Random) -> tuple[State, Callable[[ControlClient], Any]]:
        name, entries = self._state
        index = chance.randrange(len(entries))
        return (name, entries[:index] + entries[index + 1 :]), lambda client: client.call("playlist.remove", name=name, index=index)

    def _rename(self, chance: random.Random) -> tuple[State, Callable[[ControlClient], Any]]:
        name, entries = self._state
        if not entries:
            # There may be none yet.
            return self._add(chance)
        other = NAMES[1 - NAMES.index(name)]
        return (other, entries), lambda client: client.call("playlist.rename", name=name, to=other)

    def _replace(self, chance: random.Random) -> tuple[State, Callable[[ControlClient], Any]]:
        (name, entries), songs = self._state, chance.sample(self._songs, 3)
        if len(entries) < 20:
            # So that it becomes long enough to be moved about in.
            return self._add(chance)
        return (name, songs), lambda client: client.call("playlist.save", name=name, mode="replace", uris=songs)


def _entries(client: ControlClient, name: str) -> Iterator[str]:
    offset: int | None = 0
    while offset is not None:
        part = client.call("playlist.get", name=name, offset=offset)
        yield from (entry["uri"] for entry in part["entries"])
        offset = part.get("next")
