"""Home Assistant at the daemon's own door to the network."""

import asyncio
import time
from collections.abc import Iterator

import pytest
from conftest import DEADLINE, until, use
from homeassistant.components.media_player import MediaPlayerEntityFeature
from homeassistant.config_entries import SOURCE_USER
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.exceptions import HomeAssistantError
from tests.sound import SoundSystem, free_port

PLAYER = "media_player.fermata_127_0_0_1"


@pytest.fixture
def open_system() -> Iterator[tuple[SoundSystem, int]]:
    port = free_port()
    made = SoundSystem(f'[remote]\nlisten = ["127.0.0.1:{port}"]\n')
    made.song("Dawn/1", title="Dawn 1", artist="Ann", album="Dawn")
    (made.music / "Dawn/cover.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"x" * 2_000_000)
    yield made, port
    made.close()


async def test_the_library_is_played_through_the_door(hass: HomeAssistant, open_system: tuple[SoundSystem, int], hass_client) -> None:
    system, port = open_system
    result = await hass.config_entries.flow.async_init("fermata", context={"source": SOURCE_USER})
    result = await hass.config_entries.flow.async_configure(result["flow_id"], {"host": "127.0.0.1", "port": port})
    assert result["type"] is FlowResultType.CREATE_ENTRY
    await hass.async_block_till_done()
    client = result["result"].runtime_data.client
    await client.library.update()
    end = time.monotonic() + DEADLINE
    while not (await client.library.statistics()).albums:
        assert time.monotonic() < end
        await asyncio.sleep(0.05)
    album, = (await use(hass, "browse_media", PLAYER, media_content_type="albums", media_content_id=""))[PLAYER].children
    await use(hass, "play_media", PLAYER, media_content_type=album.media_content_type, media_content_id=album.media_content_id)
    state = await until(hass, PLAYER, lambda state: state.state == "playing" and state.attributes.get("entity_picture"))
    assert state.attributes["media_title"] == "Dawn 1"
    answer = await (await hass_client()).get(state.attributes["entity_picture"])
    assert await answer.read() == (system.music / "Dawn/cover.png").read_bytes()
    await use(hass, "volume_set", PLAYER, volume_level=0.4)
    await until(hass, PLAYER, lambda state: state.attributes.get("volume_level") == 0.4)
    await use(hass, "select_source", PLAYER, source="Headphones")
    await until(hass, PLAYER, lambda state: state.attributes.get("source") == "Headphones")
    # What only the owner may do at the socket is not offered.
    features = MediaPlayerEntityFeature(state.attributes["supported_features"])
    assert (MediaPlayerEntityFeature.MEDIA_ANNOUNCE in features) == result["result"].runtime_data.may("announce")
    with pytest.raises(HomeAssistantError):
        await use(hass, "play_media", PLAYER, media_content_type="music", media_content_id="/etc/passwd")
    await use(hass, "media_stop", PLAYER)
    assert await hass.config_entries.async_unload(result["result"].entry_id)
