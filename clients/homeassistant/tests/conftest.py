"""A real daemon with music for Home Assistant's harness, behind a door to the network."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
import pytest_socket
from homeassistant.const import CONF_HOST, CONF_PORT, CONF_SSL, CONF_TOKEN
from homeassistant.core import HomeAssistant, State
from pytest_homeassistant_custom_component.common import MockConfigEntry
from tests.door import Door
from tests.sound import SoundSystem

# Before the harness puts its own folder of that name first.
import custom_components  # noqa: F401

DEADLINE = 30.0
ALBUMS = {"Dawn": 3, "Dusk": 2}


@pytest.fixture(scope="session")
def system() -> Iterator[SoundSystem]:
    made = SoundSystem()
    try:
        for album, songs in ALBUMS.items():
            for number in range(1, songs + 1):
                made.song(f"{album}/{number}", 30, title=f"{album} {number}", artist="Ann", album_artist="Ann", album=album, genre="Calm",
                          track=f"{number}/{songs}")
            (made.music / album / "cover.png").write_bytes(b"\x89PNG\r\n\x1a\n" + album.encode())
        (made.music / "Dusk/cover.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"x" * 2_000_000)
        yield made
    finally:
        made.close()


@pytest.fixture(scope="session", autouse=True)
def _real_connections() -> None:
    """Lets connections through that the harness refuses at the beginning of each test: the daemon is real."""
    pytest_socket.socket_allow_hosts = lambda *_, **__: None
    pytest_socket.disable_socket = lambda *_, **__: None
    pytest_socket._remove_restrictions()


@pytest.fixture(autouse=True)
def _custom(enable_custom_integrations: None) -> None:
    """The integration is found."""


@pytest.fixture
async def door(system: SoundSystem, hass: HomeAssistant) -> AsyncIterator[Door]:
    async with Door(system.socket) as made:
        yield made


@pytest.fixture
async def entry(hass: HomeAssistant, door: Door) -> AsyncIterator[MockConfigEntry]:
    """The integration, set up with a token that the door takes."""
    data = {CONF_HOST: "127.0.0.1", CONF_PORT: door.port, CONF_SSL: False, CONF_TOKEN: door.new_token("Home Assistant")}
    async with set_up(hass, data) as made:
        yield made


@pytest.fixture
async def owner(hass: HomeAssistant, system: SoundSystem) -> AsyncIterator[MockConfigEntry]:
    """The integration at the socket of this machine, where everything is allowed."""
    async with set_up(hass, {CONF_HOST: system.socket, CONF_PORT: 6680}) as made:
        yield made


@contextlib.asynccontextmanager
async def set_up(hass: HomeAssistant, data: dict[str, object]) -> AsyncIterator[MockConfigEntry]:
    """An entry that is set up, and unloaded at the end."""
    made = MockConfigEntry(domain="fermata", title="Fermata", data=data)
    made.add_to_hass(hass)
    assert await hass.config_entries.async_setup(made.entry_id)
    await hass.async_block_till_done()
    yield made
    if made.state.recoverable:
        await hass.config_entries.async_unload(made.entry_id)


@pytest.fixture
async def player(hass: HomeAssistant, entry: MockConfigEntry) -> str:
    """The entity of the player, behind the door."""
    return await prepared(entry)


@pytest.fixture
async def owned(hass: HomeAssistant, owner: MockConfigEntry) -> str:
    """The entity of the player, at the socket."""
    return await prepared(owner)


async def prepared(entry: MockConfigEntry) -> str:
    """Empties the queue, chooses the first output, and waits for the whole library."""
    client = entry.runtime_data.client
    await client.queue.clear()
    await client.queue.set(repeat="off", shuffle=False)
    await client.volume(level=1.0, muted=False)
    await client.route.select(output="Speaker")
    await client.library.update()
    end = time.monotonic() + DEADLINE
    while (await client.library.statistics()).songs < sum(ALBUMS.values()):
        assert time.monotonic() < end, "the library is not complete"
        await asyncio.sleep(0.05)
    return "media_player.fermata"


async def until(hass: HomeAssistant, entity: str, holds: Callable[[State], object], what: str = "") -> State:
    """Waits for a state of an entity."""
    end = time.monotonic() + DEADLINE
    while True:
        state = hass.states.get(entity)
        if state is not None and holds(state):
            return state
        if time.monotonic() > end:
            raise AssertionError(f"{what or 'a state'} does not come: {state and (state.state, dict(state.attributes))}")
        await asyncio.sleep(0.02)


async def use(hass: HomeAssistant, service: str, entity: str, **data: object) -> object:
    """Calls a service of media players."""
    return await hass.services.async_call("media_player", service, {"entity_id": entity} | data, blocking=True,
                                          return_response=service in ("browse_media", "search_media"))
