"""Runs Home Assistant with its integration of MPD, and prints what it shows and what came of its services.

    home_assistant.py DIRECTORY PORT ADDRESS LIST

Is run by the Python that has the package homeassistant. ADDRESS is played, and LIST is a stored playlist.
"""

import asyncio
import json
import sys

from homeassistant import bootstrap, core, loader


async def main(directory: str, port: str, address: str, playlist: str) -> None:
    """Starts it, uses each service, and prints the state behind each as a line of JSON."""
    hass = core.HomeAssistant(directory)
    loader.async_setup(hass)
    server = {"host": "127.0.0.1", "port": int(port)}
    configuration: dict[str, object] = {"homeassistant": {"country": "DE"}}
    # Up to 2024 in the configuration, later by what a person fills in.
    is_asked = (await loader.async_get_integration(hass, "mpd")).config_flow
    if not is_asked:
        configuration["media_player"] = [{"platform": "mpd"} | server]
    if await bootstrap.async_from_config_dict(configuration, hass) is None:
        raise SystemExit("Home Assistant does not start")
    await hass.async_start()
    if is_asked:
        result = await hass.config_entries.flow.async_init("mpd", context={"source": "user"}, data=server)
        if result["type"] != "create_entry":
            raise SystemExit(f"Home Assistant does not take the server: {result}")
    await hass.async_block_till_done()
    entity, = hass.states.async_entity_ids("media_player")

    async def show(step: str) -> None:
        await hass.services.async_call("homeassistant", "update_entity", {"entity_id": entity}, blocking=True)
        await hass.async_block_till_done()
        state = hass.states.get(entity)
        print(json.dumps({"step": step, "state": state and state.state, "attributes": dict(state.attributes) if state else {}},
                         default=str), flush=True)

    async def use(service: str, **data: object) -> None:
        await hass.services.async_call("media_player", service, {"entity_id": entity} | data, blocking=True)
        await show(service)

    async with asyncio.timeout(60):
        await show("start")
        await use("media_pause")
        await use("media_play")
        await use("volume_set", volume_level=0.3)
        await use("volume_mute", is_volume_muted=True)
        await use("volume_mute", is_volume_muted=False)
        await use("media_next_track")
        await use("media_previous_track")
        await use("media_seek", seek_position=30)
        await use("shuffle_set", shuffle=True)
        await use("shuffle_set", shuffle=False)
        await use("repeat_set", repeat="all")
        await use("repeat_set", repeat="one")
        await use("repeat_set", repeat="off")
        await use("select_source", source=playlist)
        await use("media_stop")
        await use("clear_playlist")
        await use("play_media", media_content_type="music", media_content_id=address)
    await hass.async_stop(force=True)


asyncio.run(main(*sys.argv[1:]))
