"""What the figures were taken on."""

import os
import platform
import re
import subprocess
from datetime import date
from pathlib import Path

from .counters import load_average
from .tools import ROOT

VERSIONS = {
    "Fermata": ["git", "-C", str(ROOT), "describe", "--always", "--dirty"],
    "PipeWire": ["pipewire", "--version"],
    "WirePlumber": ["wireplumber", "--version"],
    "MPD": ["mpd", "--version"],
    "mpv": ["mpv", "--version"],
    "Snapcast": ["snapserver", "--version"],
    "FFmpeg": ["ffmpeg", "-version"],
}
"""By program: what prints its version."""


def facts() -> dict[str, str]:
    """The machine and the versions, in the order in which they are shown."""
    return {
        "date": date.today().isoformat(),
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "memory": f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 1e9:.1f} GB",
        "system": f"{_distribution()}, Linux {platform.release()}",
        "load average before": f"{load_average():.2f}",
    } | {name: _version(name, command) for name, command in VERSIONS.items()}


def _processor() -> str:
    text = Path("/proc/cpuinfo").read_text()
    match = re.search(r"^(?:model name|Model)\s*:\s*(.+)$", text, re.MULTILINE)
    return match[1] if match else platform.machine()


def _distribution() -> str:
    return platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")


def _version(name: str, command: list[str]) -> str:
    try:
        output = subprocess.run(command, capture_output=True, text=True).stdout
    except FileNotFoundError:
        return "not installed"
    if name == "Fermata":
        return output.strip() or "unknown"
    match = re.search(r"\d+\.\d+(\.\d+)*", output)
    return match[0] if match else "unknown"
