"""How somebody sets it up."""

from ipaddress import ip_address

import pytest
from homeassistant.config_entries import SOURCE_USER, SOURCE_ZEROCONF
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.helpers.service_info.zeroconf import ZeroconfServiceInfo
from pytest_homeassistant_custom_component.common import MockConfigEntry
from tests.door import CODE, Door
from tests.sound import SoundSystem


async def begin(hass: HomeAssistant, data: dict[str, object]) -> dict:
    result = await hass.config_entries.flow.async_init("fermata", context={"source": SOURCE_USER})
    assert result["step_id"] == "user"
    return await hass.config_entries.flow.async_configure(result["flow_id"], data)


def announced(door: Door, host: str = "127.0.0.1", name: str = "Kitchen", **properties: str) -> ZeroconfServiceInfo:
    return ZeroconfServiceInfo(ip_address=ip_address(host), ip_addresses=[ip_address(host)], port=door.port, hostname="kitchen.local.",
                               type="_fermata._tcp.local.", name=f"{name}._fermata._tcp.local.", properties=properties)


async def test_the_digits_are_asked_for_and_traded(hass: HomeAssistant, door: Door) -> None:
    result = await begin(hass, {"host": "127.0.0.1", "port": door.port})
    assert (result["type"], result["step_id"]) == (FlowResultType.FORM, "pair")
    result = await hass.config_entries.flow.async_configure(result["flow_id"], {"code": "000000"})
    assert result["errors"] == {"base": "wrong_code"}
    result = await hass.config_entries.flow.async_configure(result["flow_id"], {"code": f" {CODE[:3]} {CODE[3:]} "})
    assert result["type"] is FlowResultType.CREATE_ENTRY
    assert door.tokens[result["data"]["token"]] == "Home Assistant"
    assert result["data"]["role"] == "control"
    await hass.async_block_till_done()
    assert hass.states.get("media_player.fermata_127_0_0_1") is not None
    again = await begin(hass, {"host": "127.0.0.1", "port": door.port})
    assert (again["type"], again["reason"]) == (FlowResultType.ABORT, "already_configured")
    await hass.config_entries.async_unload(result["result"].entry_id)


async def test_a_socket_of_this_machine_needs_no_digits(hass: HomeAssistant, system: SoundSystem) -> None:
    result = await begin(hass, {"host": system.socket, "port": 6680})
    assert (result["type"], result["title"]) == (FlowResultType.CREATE_ENTRY, "Fermata")
    await hass.async_block_till_done()
    await hass.config_entries.async_unload(result["result"].entry_id)


@pytest.mark.parametrize("host", ["127.0.0.1", "/nowhere/control.sock"])
async def test_nobody_at_the_address_is_told(hass: HomeAssistant, host: str) -> None:
    result = await begin(hass, {"host": host, "port": 1})
    assert result["errors"] == {"base": "cannot_connect"}


async def test_what_is_no_fermata_is_told(hass: HomeAssistant, door: Door) -> None:
    door.misbehaves = b"bytes"
    result = await begin(hass, {"host": "127.0.0.1", "port": door.port})
    result = await hass.config_entries.flow.async_configure(result["flow_id"], {"code": CODE})
    assert result["errors"] == {"base": "cannot_connect"}


async def test_a_daemon_that_announces_itself_is_found_once(hass: HomeAssistant, door: Door) -> None:
    result = await hass.config_entries.flow.async_init("fermata", context={"source": SOURCE_ZEROCONF}, data=announced(door, name="K" * 500))
    assert result["step_id"] == "confirm"
    assert len(result["description_placeholders"]["name"]) == 64
    result = await hass.config_entries.flow.async_configure(result["flow_id"], {})
    assert result["step_id"] == "pair"
    result = await hass.config_entries.flow.async_configure(result["flow_id"], {"code": CODE})
    assert result["type"] is FlowResultType.CREATE_ENTRY
    await hass.async_block_till_done()
    # It has another address now.
    moved = await hass.config_entries.flow.async_init("fermata", context={"source": SOURCE_ZEROCONF}, data=announced(door, "127.0.0.2"))
    assert (moved["type"], moved["reason"]) == (FlowResultType.ABORT, "already_configured")
    assert result["result"].data["host"] == "127.0.0.2"
    await hass.async_block_till_done()
    await hass.config_entries.async_unload(result["result"].entry_id)


async def test_pairing_again_mends_the_entry(hass: HomeAssistant, door: Door, entry: MockConfigEntry) -> None:
    old = entry.data["token"]
    result = await entry.start_reauth_flow(hass)
    assert result["step_id"] == "pair"
    result = await hass.config_entries.flow.async_configure(result["flow_id"], {"code": CODE})
    assert (result["type"], result["reason"]) == (FlowResultType.ABORT, "reauth_successful")
    await hass.async_block_till_done()
    assert entry.data["token"] != old
    assert door.tokens[entry.data["token"]] == "Home Assistant"


async def test_a_fingerprint_that_is_none_is_told(hass: HomeAssistant, door: Door) -> None:
    result = await begin(hass, {"host": "127.0.0.1", "port": door.port, "ssl": True, "fingerprint": "AB:CD"})
    assert result["errors"] == {"base": "bad_fingerprint"}
    data = announced(door, tls="1", sha256="nonsense")
    result = await hass.config_entries.flow.async_init("fermata", context={"source": SOURCE_ZEROCONF}, data=data)
    assert (result["type"], result["reason"]) == (FlowResultType.ABORT, "bad_fingerprint")


async def test_what_is_announced_of_a_certificate_counts_until_it_is_paired_and_not_afterwards(hass: HomeAssistant, door: Door) -> None:
    fingerprint = door.secure()
    door.code = CODE
    await door.again()
    first = announced(door, tls="1", sha256=fingerprint)
    result = await hass.config_entries.flow.async_init("fermata", context={"source": SOURCE_ZEROCONF}, data=first)
    result = await hass.config_entries.flow.async_configure(result["flow_id"], {})
    assert result["step_id"] == "pair"
    result = await hass.config_entries.flow.async_configure(result["flow_id"], {"code": CODE})
    assert result["type"] is FlowResultType.CREATE_ENTRY
    assert result["data"]["fingerprint"] == fingerprint
    await hass.async_block_till_done()
    later = announced(door, tls="1", sha256="0" * 64)
    again = await hass.config_entries.flow.async_init("fermata", context={"source": SOURCE_ZEROCONF}, data=later)
    assert (again["type"], again["reason"]) == (FlowResultType.ABORT, "already_configured")
    assert result["result"].data["fingerprint"] == fingerprint
    await hass.async_block_till_done()
    await hass.config_entries.async_unload(result["result"].entry_id)


async def test_no_digits_go_to_a_daemon_with_another_certificate(hass: HomeAssistant, door: Door) -> None:
    door.secure()
    await door.again()
    result = await begin(hass, {"host": "127.0.0.1", "port": door.port, "fingerprint": ":".join(["ab"] * 32)})
    assert result["errors"] == {"base": "cannot_connect"}
    assert door.code == CODE
