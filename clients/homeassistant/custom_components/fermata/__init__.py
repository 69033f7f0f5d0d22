"""Fermata, the audio daemon, as media players of Home Assistant."""

from __future__ import annotations

from homeassistant.config_entries import ConfigEntry
from homeassistant.const import Platform
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ConfigEntryAuthFailed, ConfigEntryNotReady

from .client import FermataError, NotPaired
from .coordinator import FermataCoordinator
from .link import fermata

PLATFORMS = [Platform.MEDIA_PLAYER]

type FermataConfigEntry = ConfigEntry[FermataCoordinator]


async def async_setup_entry(hass: HomeAssistant, entry: FermataConfigEntry) -> bool:
    """Connects, reads everything once, and follows the daemon from then on."""
    client = fermata(hass, entry.data)
    coordinator = FermataCoordinator(hass, entry, client)
    try:
        await client.connect()
        await coordinator.begin()
    except NotPaired as error:
        await client.close()
        raise ConfigEntryAuthFailed(str(error)) from error
    except FermataError as error:
        await client.close()
        raise ConfigEntryNotReady(str(error)) from error
    except BaseException:
        # Cancelled, or an error of this program: a client that nobody has would connect again for ever.
        await client.close()
        raise
    entry.runtime_data = coordinator
    entry.async_on_unload(client.close)
    coordinator.follow()
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    return True


async def async_unload_entry(hass: HomeAssistant, entry: FermataConfigEntry) -> bool:
    """Takes the entities away; the connection ends behind that."""
    return await hass.config_entries.async_unload_platforms(entry, PLATFORMS)
