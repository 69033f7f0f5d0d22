"""Finds a daemon, and pairs with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import voluptuous as vol
from homeassistant.config_entries import SOURCE_REAUTH, ConfigFlow, ConfigFlowResult
from homeassistant.const import CONF_HOST, CONF_PORT, CONF_SSL, CONF_TOKEN
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.helpers.service_info.zeroconf import ZeroconfServiceInfo

from .client import ConnectFailed, FermataError, NotPaired
from .client.websocket import pair, plain_fingerprint
from .const import CONF_CODE, CONF_FINGERPRINT, CONF_ROLE, DEFAULT_PORT, DEVICE_NAME, DOMAIN, ROLES
from .link import address, fermata, is_socket

# What a daemon announces of itself is a stranger's word: longer names are cut.
LONGEST_NAME = 64


class FermataConfigFlow(ConfigFlow, domain=DOMAIN):
    """Asks for an address, and for the six digits of `fermata remote pair` where the daemon wants them."""

    VERSION = 1

    def __init__(self) -> None:
        self._data: dict[str, Any] = {}
        self._name: str | None = None

    async def async_step_user(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Asks for the address."""
        errors: dict[str, str] = {}
        if user_input is not None:
            self._data = dict(user_input)
            self._async_abort_entries_match({CONF_HOST: user_input[CONF_HOST], CONF_PORT: user_input[CONF_PORT]})
            if self._knows_fingerprint(errors):
                result = await self._try(errors)
                if result is not None:
                    return result
        schema = vol.Schema({
            vol.Required(CONF_HOST): str,
            vol.Required(CONF_PORT, default=DEFAULT_PORT): vol.All(vol.Coerce(int), vol.Range(min=1, max=65535)),
            vol.Optional(CONF_SSL, default=False): bool,
            vol.Optional(CONF_FINGERPRINT): str,
        })
        return self.async_show_form(step_id="user", data_schema=self.add_suggested_values_to_schema(schema, user_input), errors=errors)

    async def async_step_zeroconf(self, discovery_info: ZeroconfServiceInfo) -> ConfigFlowResult:
        """A daemon has announced itself."""
        data = {CONF_HOST: discovery_info.host, CONF_PORT: discovery_info.port or DEFAULT_PORT}
        self._name = discovery_info.name.removesuffix(f".{discovery_info.type}")[:LONGEST_NAME]
        await self.async_set_unique_id(f"{discovery_info.hostname.rstrip('.').lower()}:{data[CONF_PORT]}")
        self._abort_if_unique_id_configured(updates=data)
        self._async_abort_entries_match(data)
        properties = discovery_info.properties
        self._data = {**data, CONF_SSL: properties.get("tls") == "1"}
        # What is announced counts only for the daemon that is paired now: an entry keeps what it has.
        if self._data[CONF_SSL] and properties.get("sha256"):
            self._data[CONF_FINGERPRINT] = properties["sha256"]
            if not self._knows_fingerprint({}):
                return self.async_abort(reason="bad_fingerprint")
        self.context["title_placeholders"] = {"name": self._name}
        return await self.async_step_confirm()

    async def async_step_confirm(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Asks whether the daemon that was found is wanted."""
        errors: dict[str, str] = {}
        if user_input is not None:
            result = await self._try(errors)
            if result is not None:
                return result
        return self.async_show_form(step_id="confirm", description_placeholders={"name": self._name or ""}, errors=errors)

    async def async_step_reauth(self, entry_data: Mapping[str, Any]) -> ConfigFlowResult:
        """The daemon does not know Home Assistant any more."""
        self._data = {name: value for name, value in entry_data.items() if name not in (CONF_TOKEN, CONF_ROLE)}
        return await self.async_step_pair()

    async def async_step_pair(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Asks for the six digits, and trades them for a token."""
        errors: dict[str, str] = {}
        if user_input is not None:
            code = "".join(user_input[CONF_CODE].split())
            try:
                paired = await pair(address(self._data), code, DEVICE_NAME, async_get_clientsession(self.hass))
                self._data[CONF_TOKEN] = paired.token
                if paired.role in ROLES:
                    self._data[CONF_ROLE] = paired.role
                return await self._finish()
            except NotPaired:
                errors["base"] = "wrong_code"
            except FermataError:
                errors["base"] = "cannot_connect"
        return self.async_show_form(step_id="pair", data_schema=vol.Schema({vol.Required(CONF_CODE): str}), errors=errors)

    def _knows_fingerprint(self, errors: dict[str, str]) -> bool:
        """Brings the fingerprint into its plain form, if there is one; false if it is none."""
        given = self._data.pop(CONF_FINGERPRINT, None)
        if not given or not given.strip():
            return True
        try:
            self._data[CONF_FINGERPRINT] = plain_fingerprint(given)
        except ValueError:
            errors["base"] = "bad_fingerprint"
            return False
        return True

    async def _try(self, errors: dict[str, str]) -> ConfigFlowResult | None:
        """Connects; answers with the end of the flow or the question for the digits, or with nothing and an error."""
        try:
            return await self._finish()
        except NotPaired:
            if not is_socket(self._data):
                return await self.async_step_pair()
            errors["base"] = "cannot_connect"
        except ConnectFailed:
            errors["base"] = "cannot_connect"
        except FermataError:
            errors["base"] = "unknown"
        return None

    async def _finish(self) -> ConfigFlowResult:
        """Looks whether a Fermata is there, and makes the entry, or mends it."""
        async with fermata(self.hass, self._data, reconnects=False) as client:
            await client.server.info()
        if self.source == SOURCE_REAUTH:
            return self.async_update_reload_and_abort(self._get_reauth_entry(), data=self._data)
        title = self._name or ("Fermata" if is_socket(self._data) else f"Fermata ({self._data[CONF_HOST]})")
        return self.async_create_entry(title=title, data=self._data)
