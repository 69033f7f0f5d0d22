"""The rooms of a Snapcast server as media players."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from conftest import until, use
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers import entity_registry
from house import SnapcastHouse
from pytest_homeassistant_custom_component.common import MockConfigEntry
from tests.sound import SoundSystem

KITCHEN, BATH = "media_player.fermata_kitchen", "media_player.fermata_bath"


@pytest.fixture(scope="module")
def house() -> Iterator[SnapcastHouse]:
    made = SnapcastHouse()
    yield made
    made.close()


@pytest.fixture(scope="module")
def housed(house: SnapcastHouse) -> Iterator[SoundSystem]:
    made = SoundSystem(house.configuration)
    yield made
    made.close()


@pytest.fixture
async def rooms(hass: HomeAssistant, housed: SoundSystem) -> AsyncIterator[MockConfigEntry]:
    from fermata import Fermata
    from fermata.refusals import RoomsUnavailable

    async with Fermata.unix(housed.socket) as fermata:
        for _ in range(1000):
            try:
                found = (await fermata.rooms.list()).rooms
            except RoomsUnavailable:
                found = ()
            if {each.room for each in found if each.connected} >= set(SnapcastHouse.ROOMS):
                break
            await asyncio.sleep(0.02)
        for room in SnapcastHouse.ROOMS:
            await fermata.rooms.rename(room, room.capitalize())
    made = MockConfigEntry(domain="fermata", title="Fermata", data={"host": housed.socket, "port": 6680})
    made.add_to_hass(hass)
    assert await hass.config_entries.async_setup(made.entry_id)
    await hass.async_block_till_done()
    yield made
    await hass.config_entries.async_unload(made.entry_id)


async def test_a_room_has_its_own_volume_and_is_grouped(hass: HomeAssistant, rooms: MockConfigEntry) -> None:
    await until(hass, KITCHEN, lambda state: state.state == "idle")
    await use(hass, "volume_set", KITCHEN, volume_level=0.3)
    await until(hass, KITCHEN, lambda state: state.attributes.get("volume_level") == 0.3)
    await use(hass, "volume_mute", BATH, is_volume_muted=True)
    await until(hass, BATH, lambda state: state.attributes.get("is_volume_muted") is True)
    assert hass.states.get(KITCHEN).attributes["is_volume_muted"] is False
    await use(hass, "join", KITCHEN, group_members=[BATH])
    state = await until(hass, BATH, lambda state: len(state.attributes.get("group_members") or ()) == 2)
    assert sorted(state.attributes["group_members"]) == [BATH, KITCHEN]
    await rooms.runtime_data.client.rooms.mute("kitchen", muted=True, whole_group=True)
    await until(hass, KITCHEN, lambda state: state.attributes.get("is_volume_muted") is True)
    await use(hass, "volume_mute", BATH, is_volume_muted=False)
    await until(hass, KITCHEN, lambda state: state.attributes.get("is_volume_muted") is False)
    await use(hass, "unjoin", BATH)
    await until(hass, BATH, lambda state: state.attributes.get("group_members") == [BATH])
    with pytest.raises(ServiceValidationError):
        await use(hass, "join", KITCHEN, group_members=["media_player.fermata"])


async def test_a_room_shows_what_the_house_plays(hass: HomeAssistant, housed: SoundSystem, rooms: MockConfigEntry) -> None:
    song = housed.song("heard", title="Everywhere")
    await use(hass, "play_media", "media_player.fermata", media_content_type="music", media_content_id=song)
    await until(hass, KITCHEN, lambda state: state.state == "playing" and state.attributes.get("media_title") == "Everywhere")
    await use(hass, "media_pause", BATH)
    await until(hass, KITCHEN, lambda state: state.state == "paused")
    with pytest.raises(ServiceValidationError):
        await use(hass, "play_media", KITCHEN, media_content_type="music", media_content_id=song)
    # The server has no source for announcements.
    with pytest.raises(HomeAssistantError):
        await use(hass, "play_media", KITCHEN, media_content_type="music", media_content_id=song, announce=True)
    await use(hass, "media_stop", BATH)
    await until(hass, "media_player.fermata", lambda state: state.state == "idle")


async def test_a_room_that_goes_is_unavailable_and_a_new_one_comes(hass: HomeAssistant, house: SnapcastHouse, rooms: MockConfigEntry) -> None:
    await asyncio.to_thread(house.leave, "bath")
    await until(hass, BATH, lambda state: state.state == "unavailable")
    house.join("attic")
    registry = entity_registry.async_get(hass)
    while not (attic := registry.async_get_entity_id("media_player", "fermata", f"{rooms.entry_id}_room_attic")):
        await asyncio.sleep(0.02)
    await until(hass, attic, lambda state: state.state == "idle")
