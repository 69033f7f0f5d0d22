"""The methods whose names begin with `queue.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..calling import UNSET, Methods, Unset
from ..reading import record
from ..types import (
    QueueAddition,
    QueueModes,
    QueuePage,
    QueueRemoval,
    QueueReversion,
    QueueRevision,
    QueueSetTagsTags,
)

__all__ = ["QueueMethods"]


class QueueMethods(Methods):
    """The methods whose names begin with `queue.`."""

    async def list(
        self,
        *,
        offset: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> QueuePage:
        """Reads the queue, or a page of it.

        offset: How many items to skip.
        limit: How many items to return at most.

        Needs the role view.
        """
        return await self._call("queue.list", {"offset": offset, "limit": limit}, record(QueuePage), waits=False, timeout=timeout)

    async def add(
        self,
        uris: Sequence[str],
        *,
        position: int | Unset = UNSET,
        next: bool | Unset = UNSET,
        unique: bool | Unset = UNSET,
        missing: bool | Unset = UNSET,
        audio: int | str | Unset = UNSET,
        joins: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> QueueAddition:
        """Adds media; a playlist adds its entries, and a directory the sound files in it.

        uris: Absolute paths or URLs.
        position: Where to insert the first, counted from 0; at the end if left out.
        next: Whether to insert them right behind the current item.
        unique: Whether to leave out media that the queue already has.
        missing: Whether to take files that are not there, or cannot be read, because they come later.
        audio: Which of several audio tracks is played of each: the index of a stream, or a language.
        joins: Whether undo takes them back together with the change of before, if it was of this client.

        Raises MediaNotFound, MediaUnreadable, MediaUnsupported, MediaCorrupt, UriNotAllowed, NetworkFailed, LimitExceeded, QueueFull. Needs
        the role guest.
        """
        parameters: dict[str, object] = {
            "uris": uris,
            "position": position,
            "next": next,
            "unique": unique,
            "missing": missing,
            "audio": audio,
            "joins": joins,
        }
        return await self._call("queue.add", parameters, record(QueueAddition), waits=False, timeout=timeout)

    async def remove(
        self,
        ids: Sequence[int],
        *,
        timeout: float | Unset | None = UNSET,
    ) -> QueueRevision:
        """Removes items.

        ids: The ids of the items to remove.

        Raises QueueItemNotFound. Needs the role control.
        """
        return await self._call("queue.remove", {"ids": ids}, record(QueueRevision), waits=False, timeout=timeout)

    async def deduplicate(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> QueueRemoval:
        """Removes items that name the same media as another one; one of them stays.

        Needs the role control.
        """
        return await self._call("queue.deduplicate", {}, record(QueueRemoval), waits=False, timeout=timeout)

    async def move(
        self,
        ids: Sequence[int],
        position: int,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> QueueRevision:
        """Moves items, in the order given, so that the first stands at `position`.

        ids: The ids of the items to move.
        position: The index of the first once all have moved, counted from 0.

        Raises QueueItemNotFound. Needs the role control.
        """
        return await self._call("queue.move", {"ids": ids, "position": position}, record(QueueRevision), waits=False, timeout=timeout)

    async def clear(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> QueueRevision:
        """Empties the queue.

        Needs the role control.
        """
        return await self._call("queue.clear", {}, record(QueueRevision), waits=False, timeout=timeout)

    async def undo(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> QueueReversion:
        """Takes the newest change of the queue back, whoever made it.

        Raises NothingToUndo, QueueItemNotEditable, QueueFull. Needs the role control.
        """
        return await self._call("queue.undo", {}, record(QueueReversion), waits=False, timeout=timeout)

    async def redo(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> QueueReversion:
        """Does again what `queue.undo` has taken back last.

        Raises NothingToUndo, QueueItemNotEditable, QueueFull. Needs the role control.
        """
        return await self._call("queue.redo", {}, record(QueueReversion), waits=False, timeout=timeout)

    async def set(
        self,
        *,
        repeat: Literal["off", "one", "all"] | Unset = UNSET,
        shuffle: bool | Unset = UNSET,
        consume: bool | Unset = UNSET,
        consume_once: bool | Unset = UNSET,
        repeat_count: int | Unset = UNSET,
        shuffle_by: Literal["songs", "albums"] | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> QueueModes:
        """Reads or changes how the queue is played.

        repeat: What is repeated: nothing, the item or the queue.
        shuffle: Whether items play in random order.
        consume: Whether items leave the queue once played.
        consume_once: Whether only the next item that was played leaves the queue.
        repeat_count: With `one`: how many times the item is heard, the present time included; without it, without end.
        shuffle_by: What plays in random order if `shuffle` is true: each item, or whole albums.

        Needs the role control.
        """
        parameters: dict[str, object] = {
            "repeat": repeat,
            "shuffle": shuffle,
            "consume": consume,
            "consumeOnce": consume_once,
            "repeatCount": repeat_count,
            "shuffleBy": shuffle_by,
        }
        return await self._call("queue.set", parameters, record(QueueModes), waits=False, timeout=timeout)

    async def set_priority(
        self,
        ids: Sequence[int],
        priority: int,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> QueueRevision:
        """Makes a queue that shuffles play items before those of a lower priority.

        ids: The ids of the items.
        priority: The priority, 0 to 255. It ends when the item is played.

        Raises QueueItemNotFound. Needs the role control.
        """
        parameters: dict[str, object] = {
            "ids": ids,
            "priority": priority,
        }
        return await self._call("queue.setPriority", parameters, record(QueueRevision), waits=False, timeout=timeout)

    async def set_range(
        self,
        id: int,
        *,
        start: float | Unset = UNSET,
        end: float | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> QueueRevision:
        """Has a part of an item's file be played; without `start` and `end`, all of it.

        id: The id of the item. It must not be the current one.
        start: Where the part begins, in seconds of the file.
        end: Where it ends; at the end of the file if left out.

        Raises QueueItemNotFound, QueueItemNotEditable, RangeNotAllowed. Needs the role control.
        """
        parameters: dict[str, object] = {
            "id": id,
            "start": start,
            "end": end,
        }
        return await self._call("queue.setRange", parameters, record(QueueRevision), waits=False, timeout=timeout)

    async def set_tags(
        self,
        id: int,
        tags: QueueSetTagsTags,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> QueueRevision:
        """Sets tags of an item that is an address of the network. An empty text removes one.

        id: The id of the item.
        tags: The texts by the names of the tags; tags that are left out stay.

        Raises QueueItemNotFound, QueueItemNotEditable. Needs the role control.
        """
        return await self._call("queue.setTags", {"id": id, "tags": tags}, record(QueueRevision), waits=False, timeout=timeout)
