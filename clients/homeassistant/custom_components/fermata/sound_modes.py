"""Equalisers by name, as sound modes: texts that the daemon reads as it reads those of AutoEq and Equalizer APO."""

from __future__ import annotations

import re
from collections.abc import Awaitable

from .client import Fermata
from .client.types import OutputFilters

AS_CONFIGURED = "As configured"
OFF = "Off"
# Something that was chosen elsewhere: it is shown, and cannot be chosen here.
OTHER = "Other"

PRESETS = {
    "More bass": "Filter: ON LSC Fc 105 Hz Gain 5 dB Q 0.7",
    "Less bass": "Filter: ON LSC Fc 105 Hz Gain -5 dB Q 0.7",
    "More treble": "Filter: ON HSC Fc 8000 Hz Gain 4 dB Q 0.7",
    "Less treble": "Filter: ON HSC Fc 8000 Hz Gain -4 dB Q 0.7",
    "Voice": "Filter: ON LSC Fc 150 Hz Gain -4 dB Q 0.7\nFilter: ON PK Fc 2500 Hz Gain 3 dB Q 1",
}


def modes(filters: OutputFilters | None, output: str | None) -> list[str]:
    """What can be chosen, with what is chosen now."""
    known = [AS_CONFIGURED, OFF, *PRESETS]
    return [*known, OTHER] if mode(filters, output) == OTHER else known


def mode(filters: OutputFilters | None, output: str | None) -> str:
    """The name of what is chosen for an output itself."""
    if filters is None or output is None:
        return AS_CONFIGURED
    chosen = next((each for each in filters.choices if each.output == output and not each.configured), None)
    if chosen is None:
        return AS_CONFIGURED
    if chosen.equalizer == "off":
        return OFF
    text = _plain(chosen.equalizer)
    return next((name for name, preset in PRESETS.items() if _plain(preset) == text), OTHER)


def _plain(text: str) -> str:
    """A text without the numbers that the daemon gives its filters."""
    return re.sub(r"^Filter\s*\d*:", "Filter:", text.strip(), flags=re.MULTILINE)


def choose(client: Fermata, output: str, name: str) -> Awaitable[object]:
    """Has an output sound as a mode says. Raises ValueError for one that cannot be chosen."""
    if name == AS_CONFIGURED:
        return client.output.set_filters(output, equalizer=None)
    if name == OFF:
        return client.output.set_filters(output, equalizer="off")
    if name in PRESETS:
        return client.output.set_filters(output, equalizer=PRESETS[name])
    raise ValueError(f"no sound mode {name!r}")
