"""What a person can send with a report: without the token, and without what is listened to."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from homeassistant.components.diagnostics import async_redact_data
from homeassistant.const import CONF_HOST, CONF_TOKEN
from homeassistant.core import HomeAssistant

from . import FermataConfigEntry

SECRETS = {CONF_TOKEN, CONF_HOST, "code", "uri", "title", "artist", "album", "album_artist", "host", "source"}


async def async_get_config_entry_diagnostics(hass: HomeAssistant, entry: FermataConfigEntry) -> dict[str, Any]:
    """The entry and the state of the daemon."""
    coordinator = entry.runtime_data
    state = coordinator.data
    return async_redact_data(
        {
            "entry": dict(entry.data),
            "connected": coordinator.client.is_connected,
            "server": asdict(coordinator.info) if coordinator.info else None,
            "status": asdict(state.status),
            "outputs": [asdict(each) for each in state.outputs],
            "house": asdict(state.house) if state.house else None,
        },
        SECRETS,
    )
