"""How the integration reaches a daemon: over the network, or by the path of a socket on the same machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from homeassistant.const import CONF_HOST, CONF_PORT, CONF_SSL, CONF_TOKEN
from homeassistant.core import HomeAssistant
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.util.ssl import get_default_context

from .client import Fermata
from .client.websocket import Address
from .const import CONF_FINGERPRINT, DEFAULT_PORT


def is_socket(data: Mapping[str, Any]) -> bool:
    """Whether the host is the path of a socket."""
    return str(data[CONF_HOST]).startswith("/")


def address(data: Mapping[str, Any]) -> Address:
    """Where the daemon listens in the network."""
    context = get_default_context() if data.get(CONF_SSL) else None
    return Address(data[CONF_HOST], data.get(CONF_PORT, DEFAULT_PORT), context, data.get(CONF_FINGERPRINT))


def fermata(hass: HomeAssistant, data: Mapping[str, Any], *, reconnects: bool = True) -> Fermata:
    """A client that is not connected yet."""
    if is_socket(data):
        return Fermata.unix(data[CONF_HOST], reconnects=reconnects)
    return Fermata.network(address(data), data.get(CONF_TOKEN), session=async_get_clientsession(hass), reconnects=reconnects)
