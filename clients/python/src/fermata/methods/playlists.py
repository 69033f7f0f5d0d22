"""The methods whose names begin with `playlist.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..calling import UNSET, Methods, Unset
from ..reading import nothing, record
from ..types import (
    PlaylistChange,
    PlaylistGetResult,
    PlaylistListResult,
    PlaylistRulesResult,
)

__all__ = ["PlaylistsMethods"]


class PlaylistsMethods(Methods):
    """The methods whose names begin with `playlist.`."""

    async def list(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> PlaylistListResult:
        """Lists the stored playlists by their names.

        Raises PlaylistNotFound, PlaylistFailed, LimitExceeded. Needs the role view.
        """
        return await self._call("playlist.list", {}, record(PlaylistListResult), waits=True, timeout=timeout)

    async def get(
        self,
        name: str,
        *,
        offset: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> PlaylistGetResult:
        """Reads the entries of a playlist. Long ones come in parts.

        name: The name of the playlist.
        offset: The index of the first entry.
        limit: How many at most, up to 1,000.

        Raises PlaylistNotFound, PlaylistFailed, LimitExceeded. Needs the role view.
        """
        parameters: dict[str, object] = {
            "name": name,
            "offset": offset,
            "limit": limit,
        }
        return await self._call("playlist.get", parameters, record(PlaylistGetResult), waits=True, timeout=timeout)

    async def save(
        self,
        name: str,
        *,
        mode: Literal["create", "replace", "append"] | Unset = UNSET,
        uris: Sequence[str] | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> PlaylistChange:
        """Saves the queue, or other media, as a playlist.

        name: The name of the playlist.
        mode: `create` refuses a name that is taken; `replace` and `append` change the playlist that has it.
        uris: What to save in place of the queue: media, and the entries of playlists and directories.

        Raises PlaylistNotFound, PlaylistFailed, LimitExceeded, PlaylistExists, PlaylistHasRules, InvalidParams. Needs the role control.
        """
        parameters: dict[str, object] = {
            "name": name,
            "mode": mode,
            "uris": uris,
        }
        return await self._call("playlist.save", parameters, record(PlaylistChange), waits=True, timeout=timeout)

    async def add(
        self,
        name: str,
        uris: Sequence[str],
        *,
        position: int | Unset = UNSET,
        revision: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> PlaylistChange:
        """Adds media, and the entries of playlists and directories, to a playlist, which is made if it is missing.

        name: The name of the playlist.
        uris: Paths and URLs.
        position: The index that the first is to have; at the end if left out.
        revision: The `revision` for which the change is meant; with another one, it is refused. Any if left out.

        Raises PlaylistNotFound, PlaylistFailed, LimitExceeded, PlaylistChanged, PlaylistHasRules, InvalidParams. Needs the role control.
        """
        parameters: dict[str, object] = {
            "name": name,
            "uris": uris,
            "position": position,
            "revision": revision,
        }
        return await self._call("playlist.add", parameters, record(PlaylistChange), waits=True, timeout=timeout)

    async def move(
        self,
        name: str,
        from_: int,
        to: int,
        *,
        count: int | Unset = UNSET,
        revision: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> PlaylistChange:
        """Moves entries of a playlist.

        name: The name of the playlist.
        from_: The index of the first entry.
        to: The index that the first of them is to have afterwards.
        count: How many entries.
        revision: The `revision` for which the change is meant; with another one, it is refused. Any if left out.

        Raises PlaylistNotFound, PlaylistFailed, LimitExceeded, PlaylistChanged, PlaylistHasRules, InvalidParams. Needs the role control.
        """
        parameters: dict[str, object] = {
            "name": name,
            "from": from_,
            "to": to,
            "count": count,
            "revision": revision,
        }
        return await self._call("playlist.move", parameters, record(PlaylistChange), waits=True, timeout=timeout)

    async def remove(
        self,
        name: str,
        index: int,
        *,
        count: int | Unset = UNSET,
        revision: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> PlaylistChange:
        """Removes entries from a playlist.

        name: The name of the playlist.
        index: The index of the first entry.
        count: How many entries at most.
        revision: The `revision` for which the change is meant; with another one, it is refused. Any if left out.

        Raises PlaylistNotFound, PlaylistFailed, LimitExceeded, PlaylistChanged, PlaylistHasRules, InvalidParams. Needs the role control.
        """
        parameters: dict[str, object] = {
            "name": name,
            "index": index,
            "count": count,
            "revision": revision,
        }
        return await self._call("playlist.remove", parameters, record(PlaylistChange), waits=True, timeout=timeout)

    async def rename(
        self,
        name: str,
        to: str,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> None:
        """Gives a playlist another name.

        name: The name of the playlist.
        to: The new name.

        Raises PlaylistNotFound, PlaylistFailed, LimitExceeded, PlaylistExists, InvalidParams. Needs the role control.
        """
        return await self._call("playlist.rename", {"name": name, "to": to}, nothing, waits=True, timeout=timeout)

    async def rules(
        self,
        name: str,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> PlaylistRulesResult:
        """Reads the rules by which the songs of a smart playlist are found.

        name: The name of the playlist.

        Raises PlaylistNotFound, PlaylistFailed, LimitExceeded, InvalidParams. Needs the role view.
        """
        return await self._call("playlist.rules", {"name": name}, record(PlaylistRulesResult), waits=True, timeout=timeout)

    async def set_rules(
        self,
        name: str,
        rules: str,
        *,
        revision: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> PlaylistRulesResult:
        """Writes the rules of a smart playlist, which is made if it is missing. Rules that cannot be followed are refused.

        name: The name of the playlist.
        rules: The text of the file: JSON, as Navidrome has it in its files `.nsp`.
        revision: The `revision` of the rules for which the change is meant. Any if left out.

        Raises PlaylistNotFound, PlaylistFailed, LimitExceeded, PlaylistExists, PlaylistChanged, InvalidParams. Needs the role control.
        """
        parameters: dict[str, object] = {
            "name": name,
            "rules": rules,
            "revision": revision,
        }
        return await self._call("playlist.setRules", parameters, record(PlaylistRulesResult), waits=True, timeout=timeout)

    async def delete(
        self,
        name: str,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> None:
        """Deletes a playlist. Its media stay where they are.

        name: The name of the playlist.

        Raises PlaylistNotFound, PlaylistFailed, LimitExceeded. Needs the role control.
        """
        return await self._call("playlist.delete", {"name": name}, nothing, waits=True, timeout=timeout)
