"""The player, as Home Assistant shows and controls it."""

import asyncio
import json
import sys
from pathlib import Path

import pytest
from conftest import until, use
from homeassistant.components.media_player import BrowseMedia, MediaPlayerEntityFeature
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry
from tests.door import Door
from tests.sound import SoundSystem

from custom_components.fermata.media_player import FermataPlayer


def song(system: SoundSystem, album: str, number: int) -> str:
    return str(system.music / f"{album}/{number}.flac")


async def titles(entry: MockConfigEntry) -> list[str | None]:
    return [item.title for item in (await entry.runtime_data.client.queue.list()).items]


async def test_what_plays_is_shown_and_controlled(hass: HomeAssistant, system: SoundSystem, entry: MockConfigEntry, player: str) -> None:
    await until(hass, player, lambda state: state.state == "idle")
    await use(hass, "play_media", player, media_content_type="music", media_content_id=song(system, "Dawn", 1))
    state = await until(hass, player, lambda state: state.state == "playing" and state.attributes.get("media_title") == "Dawn 1")
    shown = {name: state.attributes.get(name) for name in ("media_artist", "media_album_name", "media_track", "media_duration", "source")}
    assert shown == {"media_artist": "Ann", "media_album_name": "Dawn", "media_track": 1, "media_duration": 30, "source": "Speaker"}
    await use(hass, "media_pause", player)
    await until(hass, player, lambda state: state.state == "paused")
    await use(hass, "media_seek", player, seek_position=12)
    await until(hass, player, lambda state: state.attributes.get("media_position") == 12)
    await use(hass, "media_play", player)
    await until(hass, player, lambda state: state.state == "playing")
    await use(hass, "volume_set", player, volume_level=0.4)
    await until(hass, player, lambda state: state.attributes.get("volume_level") == 0.4)
    await use(hass, "volume_up", player)
    await until(hass, player, lambda state: round(state.attributes.get("volume_level", 0), 2) == 0.45)
    await use(hass, "volume_mute", player, is_volume_muted=True)
    await until(hass, player, lambda state: state.attributes.get("is_volume_muted") is True)
    await use(hass, "shuffle_set", player, shuffle=True)
    await until(hass, player, lambda state: state.attributes.get("shuffle") is True)
    for repeat in ("one", "all", "off"):
        await use(hass, "repeat_set", player, repeat=repeat)
        await until(hass, player, lambda state, repeat=repeat: state.attributes.get("repeat") == repeat)
    await use(hass, "media_stop", player)
    await until(hass, player, lambda state: state.state == "idle")
    await use(hass, "clear_playlist", player)
    assert await titles(entry) == []


async def test_what_somebody_else_does_is_shown(hass: HomeAssistant, system: SoundSystem, entry: MockConfigEntry, player: str) -> None:
    from fermata import Fermata

    async with Fermata.unix(system.socket) as other:
        await other.play(uri=song(system, "Dusk", 1))
        await until(hass, player, lambda state: state.attributes.get("media_title") == "Dusk 1")
        await other.queue.add([song(system, "Dusk", 2)])
        await other.next()
        await until(hass, player, lambda state: state.attributes.get("media_title") == "Dusk 2")
        await other.volume(level=0.25)
        await until(hass, player, lambda state: state.attributes.get("volume_level") == 0.25)
        await other.stop()
        await until(hass, player, lambda state: state.state == "idle")
        # Nothing else has the status read now.
        await other.volume(level=0.35)
        await until(hass, player, lambda state: state.attributes.get("volume_level") == 0.35)
        await other.queue.set(shuffle=True)
        await until(hass, player, lambda state: state.attributes.get("shuffle") is True)


async def test_media_is_added_next_played_and_replaces(hass: HomeAssistant, system: SoundSystem, entry: MockConfigEntry, player: str) -> None:
    one, two, three = (song(system, "Dawn", number) for number in (1, 2, 3))
    await use(hass, "play_media", player, media_content_type="music", media_content_id=one)
    await use(hass, "play_media", player, media_content_type="music", media_content_id=two, enqueue="add")
    await use(hass, "play_media", player, media_content_type="music", media_content_id=three, enqueue="next")
    assert await titles(entry) == ["Dawn 1", "Dawn 3", "Dawn 2"]
    await use(hass, "play_media", player, media_content_type="music", media_content_id=song(system, "Dusk", 1), enqueue="play")
    await until(hass, player, lambda state: state.attributes.get("media_title") == "Dusk 1")
    assert await titles(entry) == ["Dawn 1", "Dusk 1", "Dawn 3", "Dawn 2"]
    await use(hass, "media_next_track", player)
    await until(hass, player, lambda state: state.attributes.get("media_title") == "Dawn 3")
    await use(hass, "media_previous_track", player)
    await until(hass, player, lambda state: state.attributes.get("media_title") == "Dusk 1")
    await use(hass, "play_media", player, media_content_type="music", media_content_id=two, enqueue="replace")
    assert await titles(entry) == ["Dawn 2"]


async def test_many_songs_keep_their_order_in_several_messages(
    hass: HomeAssistant, entry: MockConfigEntry, player: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[FermataPlayer.__module__], "ADDED_AT_ONCE", 1)
    answer = await use(hass, "browse_media", player, media_content_type="albums", media_content_id="")
    dawn, dusk = answer[player].children

    async def play(album: BrowseMedia, **how: str) -> None:
        await use(hass, "play_media", player, media_content_type=album.media_content_type, media_content_id=album.media_content_id, **how)

    await play(dusk)
    assert await titles(entry) == ["Dusk 1", "Dusk 2"]
    await play(dawn, enqueue="next")
    assert await titles(entry) == ["Dusk 1", "Dawn 1", "Dawn 2", "Dawn 3", "Dusk 2"]
    await play(dusk, enqueue="add")
    assert (await titles(entry))[-2:] == ["Dusk 1", "Dusk 2"]
    await play(dawn, enqueue="play")
    await until(hass, player, lambda state: state.attributes.get("media_title") == "Dawn 1")
    assert (await titles(entry))[:4] == ["Dusk 1", "Dawn 1", "Dawn 2", "Dawn 3"]


async def test_a_source_is_an_output(hass: HomeAssistant, entry: MockConfigEntry, player: str) -> None:
    state = await until(hass, player, lambda state: state.attributes.get("source") == "Speaker")
    assert sorted(state.attributes["source_list"]) == ["Headphones", "Speaker"]
    await use(hass, "select_source", player, source="Headphones")
    await until(hass, player, lambda state: state.attributes.get("source") == "Headphones")
    with pytest.raises(ServiceValidationError):
        await use(hass, "select_source", player, source="Moon")
    await use(hass, "select_source", player, source="Speaker")
    await until(hass, player, lambda state: state.attributes.get("source") == "Speaker")


async def test_a_sound_mode_is_an_equaliser(hass: HomeAssistant, owner: MockConfigEntry, owned: str) -> None:
    await until(hass, owned, lambda state: state.attributes.get("sound_mode") == "As configured")
    client = owner.runtime_data.client
    for mode in ("More bass", "Less bass", "More treble", "Less treble", "Voice", "Off"):
        await use(hass, "select_sound_mode", owned, sound_mode=mode)
        await until(hass, owned, lambda state, mode=mode: state.attributes.get("sound_mode") == mode)
        curve = (await client.output.filters(output="Speaker")).curve
        assert (curve is not None and max(curve.left) - min(curve.left) > 2) == (mode != "Off"), mode
    await client.output.set_filters("Speaker", equalizer="Filter: ON PK Fc 500 Hz Gain 1 dB Q 1")
    state = await until(hass, owned, lambda state: state.attributes.get("sound_mode") == "Other")
    assert "Other" in state.attributes["sound_mode_list"]
    with pytest.raises(ServiceValidationError):
        await use(hass, "select_sound_mode", owned, sound_mode="Other")
    await use(hass, "select_sound_mode", owned, sound_mode="As configured")
    state = await until(hass, owned, lambda state: state.attributes.get("sound_mode") == "As configured")
    assert "Other" not in state.attributes["sound_mode_list"]


async def test_an_announcement_is_heard_over_the_music(hass: HomeAssistant, system: SoundSystem, owner: MockConfigEntry, owned: str) -> None:
    await use(hass, "play_media", owned, media_content_type="music", media_content_id=song(system, "Dawn", 1))
    await use(hass, "play_media", owned, media_content_type="music", media_content_id=song(system, "Dawn", 2), announce=True, extra={"volume": 0.5})
    client = owner.runtime_data.client
    announced, = await client.announcements.list()
    assert (announced.uri, announced.volume) == (song(system, "Dawn", 2), 0.5)
    assert await titles(owner) == ["Dawn 1"]
    await client.announcements.cancel()


async def test_the_library_is_a_tree(hass: HomeAssistant, entry: MockConfigEntry, player: str) -> None:
    async def browse(kind: str | None = None, place: str | None = None) -> dict[str, tuple[str, str, bool]]:
        given = {} if kind is None else {"media_content_type": kind, "media_content_id": place or ""}
        answer = await use(hass, "browse_media", player, **given)
        return {each.title: (each.media_content_type, each.media_content_id, each.can_play) for each in answer[player].children}

    root = await browse()
    assert {"Albums", "Artists", "Genres", "Playlists", "Recently added", "Directories"} <= set(root)
    albums = await browse(*root["Albums"][:2])
    assert set(albums) == {"Dawn – Ann", "Dusk – Ann"}
    dawn = albums["Dawn – Ann"]
    assert list(await browse(*dawn[:2])) == ["Dawn 1", "Dawn 2", "Dawn 3"]
    assert len(await browse(*(await browse(*root["Artists"][:2]))["Ann"][:2])) == 5
    assert len(await browse(*(await browse(*root["Genres"][:2]))["Calm"][:2])) == 5
    assert len(await browse(*root["Recently added"][:2])) == 5
    assert set(await browse(*(await browse(*root["Directories"][:2]))["Dusk"][:2])) == {"Dusk 1", "Dusk 2"}
    await entry.runtime_data.client.playlists.save("Evening", uris=["/nowhere/else.flac"], mode="replace")
    assert (await browse(*root["Playlists"][:2]))["Evening"] == ("playlist", "playlist:Evening", True)
    await use(hass, "play_media", player, media_content_type=dawn[0], media_content_id=dawn[1])
    assert await titles(entry) == ["Dawn 1", "Dawn 2", "Dawn 3"]
    await use(hass, "play_media", player, media_content_type=albums["Dusk – Ann"][0], media_content_id=albums["Dusk – Ann"][1], enqueue="play")
    await until(hass, player, lambda state: state.attributes.get("media_title") == "Dusk 1")
    assert await titles(entry) == ["Dawn 1", "Dusk 1", "Dusk 2", "Dawn 2", "Dawn 3"]
    for kind, place in (("moon", "1"), ("album", "x"), ("album", "99999999999999999999")):
        with pytest.raises(HomeAssistantError):
            await browse(kind, place)


async def test_a_long_list_goes_on(hass: HomeAssistant, entry: MockConfigEntry, player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["custom_components.fermata.browse"]
    monkeypatch.setattr(module, "PAGE", 1)
    client = entry.runtime_data.client
    first = await module.browse(client, "albums", None, lambda kind, place: "")
    assert [each.title for each in first.children] == ["Dawn – Ann", "…"]
    second = await module.browse(client, "albums", first.children[1].media_content_id, lambda kind, place: "")
    assert second.children[0].title == "Dusk – Ann"
    album = await module.addresses(client, "album", second.children[0].media_content_id)
    assert len(album) == 2


@pytest.mark.skipif(not hasattr(MediaPlayerEntityFeature, "SEARCH_MEDIA"), reason="this Home Assistant cannot search")
async def test_the_library_is_searched(hass: HomeAssistant, entry: MockConfigEntry, player: str) -> None:
    answer = await use(hass, "search_media", player, search_query="dusk")
    assert [each.title for each in answer[player].result] == ["Dusk 1", "Dusk 2"]


async def test_pictures_come_from_the_daemon(hass: HomeAssistant, system: SoundSystem, entry: MockConfigEntry, player: str, hass_client) -> None:
    client = await hass_client()
    for album in ("Dawn", "Dusk"):  # The second one is too large for a message.
        await use(hass, "play_media", player, media_content_type="music", media_content_id=song(system, album, 1))
        state = await until(hass, player, lambda state, album=album: state.attributes.get("media_title") == f"{album} 1" and state.attributes.get("entity_picture"))
        answer = await client.get(state.attributes["entity_picture"])
        assert (answer.status, answer.content_type) == (200, "image/png")
        assert await answer.read() == (system.music / album / "cover.png").read_bytes()
    found = await use(hass, "browse_media", player, media_content_type="albums", media_content_id="")
    answer = await client.get(found[player].children[0].thumbnail)
    assert await answer.read() == (system.music / "Dawn/cover.png").read_bytes()


async def test_what_is_refused_is_shown_and_changes_nothing(hass: HomeAssistant, system: SoundSystem, entry: MockConfigEntry, player: str) -> None:
    await use(hass, "play_media", player, media_content_type="music", media_content_id=song(system, "Dawn", 1))
    await use(hass, "play_media", player, media_content_type="music", media_content_id=song(system, "Dawn", 2), enqueue="add")
    # The second one is no sound: it is found out when it is to be played.
    (system.music / "broken.flac").write_bytes(b"no sound")
    for wrong in ("/nowhere/at/all.flac", str(system.music / "broken.flac")):
        with pytest.raises(HomeAssistantError):
            await use(hass, "play_media", player, media_content_type="music", media_content_id=wrong)
        await until(hass, player, lambda state: state.state == "playing" and state.attributes.get("media_title") == "Dawn 1")
        assert await titles(entry) == ["Dawn 1", "Dawn 2"]
    await use(hass, "clear_playlist", player)
    with pytest.raises(HomeAssistantError):
        await use(hass, "play_media", player, media_content_type="music", media_content_id="/nowhere/at/all.flac")
    assert await titles(entry) == []


async def test_a_daemon_that_goes_and_comes_is_followed(hass: HomeAssistant, system: SoundSystem, entry: MockConfigEntry, player: str) -> None:
    await until(hass, player, lambda state: state.state == "idle")
    await asyncio.to_thread(system.kill_daemon)
    await until(hass, player, lambda state: state.state == "unavailable")
    await asyncio.to_thread(system.start_daemon)
    await until(hass, player, lambda state: state.state != "unavailable")
    await use(hass, "volume_set", player, volume_level=0.6)
    await until(hass, player, lambda state: state.attributes.get("volume_level") == 0.6)


async def test_a_connection_that_breaks_comes_back_with_what_holds_now(hass: HomeAssistant, door: Door, entry: MockConfigEntry, player: str) -> None:
    await until(hass, player, lambda state: state.state == "idle")
    # Nothing happens at the daemon meanwhile, so no event has anything read.
    await door.break_off()
    await until(hass, player, lambda state: state.state == "unavailable")
    await until(hass, player, lambda state: state.state == "idle")


async def test_a_token_that_was_taken_back_asks_to_pair_again(hass: HomeAssistant, door: Door, entry: MockConfigEntry, player: str) -> None:
    await until(hass, player, lambda state: state.state == "idle")
    door.tokens.clear()
    await door.break_off()
    await until(hass, player, lambda state: state.state == "unavailable")
    for _ in range(500):
        if flows := hass.config_entries.flow.async_progress():
            break
        await asyncio.sleep(0.02)
    assert [(each["context"]["source"], each["step_id"]) for each in flows] == [("reauth", "pair")]


async def test_what_the_role_does_not_allow_is_not_offered(hass: HomeAssistant, entry: MockConfigEntry, player: str) -> None:
    coordinator = entry.runtime_data
    coordinator._roles = {"announce": "owner", "output.setFilters": "admin", "play": "control"}
    assert [coordinator.may(each) for each in ("announce", "output.setFilters", "play", "tomorrow")] == [False, False, True, True]
    offered = [FermataPlayer(coordinator).supported_features & each for each in (
        MediaPlayerEntityFeature.MEDIA_ANNOUNCE, MediaPlayerEntityFeature.SELECT_SOUND_MODE, MediaPlayerEntityFeature.PLAY_MEDIA)]
    assert [bool(each) for each in offered] == [False, False, True]


async def test_a_report_has_no_secrets(hass: HomeAssistant, system: SoundSystem, entry: MockConfigEntry, player: str) -> None:
    from custom_components.fermata.diagnostics import async_get_config_entry_diagnostics

    assert await async_setup_component(hass, "diagnostics", {})
    await use(hass, "play_media", player, media_content_type="music", media_content_id=song(system, "Dawn", 1))
    await until(hass, player, lambda state: state.state == "playing")
    text = json.dumps(await async_get_config_entry_diagnostics(hass, entry), default=str)
    assert entry.data["token"] not in text
    assert "127.0.0.1" not in text
    assert "Dawn" not in text
    assert '"state": "playing"' in text


def test_texts_are_there_in_each_language() -> None:
    folder = Path(__file__).parents[1] / "custom_components/fermata"

    def names(value: object, path: str = "") -> set[str]:
        return {path} if not isinstance(value, dict) else {each for key, inner in value.items() for each in names(inner, f"{path}/{key}")}

    source = json.loads((folder / "strings.json").read_text(encoding="utf-8"))
    assert json.loads((folder / "translations/en.json").read_text(encoding="utf-8")) == source
    assert names(json.loads((folder / "translations/de.json").read_text(encoding="utf-8"))) == names(source)
