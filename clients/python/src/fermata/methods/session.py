"""The methods whose names begin with `session.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..calling import UNSET, Methods, Unset
from ..reading import array, record
from ..types import (
    HeardChange,
    Session,
    SessionBeginInterruptionResult,
    SessionRecordPermissionRequestsResult,
    SessionRequestRecordPermissionResult,
)

__all__ = ["SessionMethods"]


class SessionMethods(Methods):
    """The methods whose names begin with `session.`."""

    async def get(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Session:
        """Reads the audio session.

        Needs the role view.
        """
        return await self._call("session.get", {}, record(Session), waits=False, timeout=timeout)

    async def history(
        self,
        *,
        limit: int | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> tuple[HeardChange, ...]:
        """Lists the latest changes of what is heard, newest first: pauses, softer music, other outputs, volumes.

        limit: How many changes to list at most.

        Needs the role view.
        """
        return await self._call("session.history", {"limit": limit}, array(record(HeardChange)), waits=False, timeout=timeout)

    async def set_category(
        self,
        category: Literal["ambient", "soloAmbient", "playback", "record", "playAndRecord", "multiRoute"],
        *,
        mode: Literal["default", "spokenAudio", "moviePlayback", "voiceChat", "videoChat", "measurement", "voicePrompt"] | Unset = UNSET,
        options: Sequence[Literal["mixWithOthers", "duckOthers", "interruptSpokenAudioAndMixWithOthers", "defaultToSpeaker", "allowBluetoothHFP", "allowBluetoothA2DP"]] | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Session:
        """Sets category, mode and options together. What is left out goes back to its default.

        category: What the sound is for.
        mode: What kind of sound it is.
        options: How to share the sound with other programs.

        Raises SessionBadOption, SessionIncompatibleCategory. Needs the role owner.
        """
        parameters: dict[str, object] = {
            "category": category,
            "mode": mode,
            "options": options,
        }
        return await self._call("session.setCategory", parameters, record(Session), waits=False, timeout=timeout)

    async def set_preferred_io_buffer_duration(
        self,
        seconds: float,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Session:
        """Sets the preferred buffer duration of the graph.

        seconds: In seconds; 0 means no preference.

        Needs the role owner.
        """
        return await self._call("session.setPreferredIOBufferDuration", {"seconds": seconds}, record(Session), waits=False, timeout=timeout)

    async def set_preferred_sample_rate(
        self,
        hertz: float,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Session:
        """Sets the preferred sample rate of the graph.

        hertz: In hertz; 0 means no preference.

        Needs the role owner.
        """
        return await self._call("session.setPreferredSampleRate", {"hertz": hertz}, record(Session), waits=False, timeout=timeout)

    async def set_preferred_output_number_of_channels(
        self,
        channels: int,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Session:
        """Has a card be switched to a profile with more channels for media with up to so many, in place of `session.surround_profiles`.

        channels: Up to how many channels; 0 means no preference, and 2 that no card is switched.

        Needs the role owner.
        """
        parameters: dict[str, object] = {
            "channels": channels,
        }
        return await self._call("session.setPreferredOutputNumberOfChannels", parameters, record(Session), waits=False, timeout=timeout)

    async def set_preferred_input(
        self,
        input: str | None,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Session:
        """Chooses the input of recordings that name none, as `route.selectInput` does.

        input: The uid of an input, which may be a port, or null for the default input.

        Raises InputNotFound, MediaServicesFailed. Needs the role owner.
        """
        return await self._call("session.setPreferredInput", {"input": input}, record(Session), waits=False, timeout=timeout)

    async def set_prefers_no_interruptions(
        self,
        from_: Sequence[Literal["alarms", "calls", "players"]],
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Session:
        """Has interruptions of these kinds pause nothing, for as long as this connection lasts. Replaces what it has named before.

        from_: The kinds; none ends it.

        Needs the role owner.
        """
        return await self._call("session.setPrefersNoInterruptions", {"from": from_}, record(Session), waits=False, timeout=timeout)

    async def set_prefers_interruption_on_route_disconnect(
        self,
        enabled: bool,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Session:
        """Decides whether losing an output that only the listener hears interrupts, in place of `session.becoming_noisy`.

        enabled: True pauses; false lets the sound go on at the next output.

        Needs the role owner.
        """
        parameters: dict[str, object] = {
            "enabled": enabled,
        }
        return await self._call("session.setPrefersInterruptionOnRouteDisconnect", parameters, record(Session), waits=False, timeout=timeout)

    async def set_allows_system_sounds_during_recording(
        self,
        enabled: bool,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Session:
        """Decides whether sounds of the system are heard while an input or an output is recorded.

        enabled: False silences them meanwhile.

        Needs the role owner.
        """
        parameters: dict[str, object] = {
            "enabled": enabled,
        }
        return await self._call("session.setAllowsSystemSoundsDuringRecording", parameters, record(Session), waits=False, timeout=timeout)

    async def set_active(
        self,
        active: bool,
        *,
        notify_others_on_deactivation: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Session:
        """Activates or deactivates the session.

        active: Whether to activate it; deactivating pauses playback.
        notify_others_on_deactivation: When deactivating: whether the players that were paused for the session go on.

        Raises SessionInsufficientPriority, MediaServicesFailed. Needs the role owner.
        """
        parameters: dict[str, object] = {
            "active": active,
            "notifyOthersOnDeactivation": notify_others_on_deactivation,
        }
        return await self._call("session.setActive", parameters, record(Session), waits=False, timeout=timeout)

    async def override_output(
        self,
        output: Literal["none", "speaker"],
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Session:
        """Sends the sound to a loudspeaker, or ends that override.

        output: `speaker`, or `none` to end the override.

        Raises SessionIncompatibleCategory, NoRoute, MediaServicesFailed. Needs the role owner.
        """
        return await self._call("session.overrideOutput", {"output": output}, record(Session), waits=False, timeout=timeout)

    async def request_record_permission(
        self,
        *,
        purpose: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> SessionRequestRecordPermissionResult:
        """Tells whether this client may record. Where the configuration (`session.record`) wants a person to say so, the answer comes
        once that is done; it holds for this program until the program or the daemon ends.

        purpose: What the recording is for, in a few words for the person who has to allow it.

        Raises PermissionDenied, LimitExceeded. Needs the role owner.
        """
        parameters: dict[str, object] = {
            "purpose": purpose,
        }
        return await self._call("session.requestRecordPermission", parameters, record(SessionRequestRecordPermissionResult), waits=True, timeout=timeout)

    async def record_permission_requests(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> SessionRecordPermissionRequestsResult:
        """Lists the requests for permission to record that wait for a person, oldest first.

        Needs the role owner.
        """
        parameters: dict[str, object] = {
        }
        return await self._call("session.recordPermissionRequests", parameters, record(SessionRecordPermissionRequestsResult), waits=False, timeout=timeout)

    async def answer_record_permission(
        self,
        allow: bool,
        *,
        request: int | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Session:
        """Answers whether clients may record, where the configuration (`session.record`) wants a person to say so.

        allow: Whether they may, until the daemon ends.
        request: A request that waits: the answer is for the program that has made it, with all its requests. All clients if left out.

        Raises PermissionDenied, RecordRequestNotFound. Needs the role owner.
        """
        parameters: dict[str, object] = {
            "allow": allow,
            "request": request,
        }
        return await self._call("session.answerRecordPermission", parameters, record(Session), waits=False, timeout=timeout)

    async def begin_interruption(
        self,
        *,
        reason: str | Unset = UNSET,
        may_duck: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> SessionBeginInterruptionResult:
        """Interrupts playback until the interruption or this connection ends.

        reason: The reason, which is shown to others.
        may_duck: Whether playing softly is enough, instead of pausing.

        Raises LimitExceeded. Needs the role owner.
        """
        parameters: dict[str, object] = {
            "reason": reason,
            "mayDuck": may_duck,
        }
        return await self._call("session.beginInterruption", parameters, record(SessionBeginInterruptionResult), waits=False, timeout=timeout)

    async def end_interruption(
        self,
        interruption: int,
        *,
        should_resume: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Session:
        """Ends an interruption.

        interruption: The id that `session.beginInterruption` returned.
        should_resume: Whether playback should go on by itself.

        Needs the role owner.
        """
        parameters: dict[str, object] = {
            "interruption": interruption,
            "shouldResume": should_resume,
        }
        return await self._call("session.endInterruption", parameters, record(Session), waits=False, timeout=timeout)
