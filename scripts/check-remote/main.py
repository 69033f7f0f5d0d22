"""Checks the remote control for browsers with a real browser, a real daemon that plays, and a library of some thousand songs.

A line for each thing says whether it holds; the exit status is 1 if one does not. The daemon is the one that FERMATAD names, else the
newest built one. Takes less than a minute.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

import costs
import guests
import looks
from browser import Browser
from fermata_benchmarks.checks import run
from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.json_lines import Events
from fermata_benchmarks.processes import Children
from fermata_benchmarks.tools import ROOT, built_daemon
from firefox import Firefox
from looks import SIZES, VIEWS, go
from more_acts import MoreActs
from stage import Stage

TOOLS = ["dbus-daemon", "ffmpeg", "pipewire", "pw-cli", "pw-metadata", "setpriv", "wireplumber"]
PAGE = ROOT / "Sources/C/CRemotePage/page"
MOST_BYTES = 200_000
"""How large all files of the page may be together."""
LATEST_SECONDS = 0.05
"""How much later than another client the page may show an event, in the middle of several."""
AXE = ("axe-playwright-python", "0.1.8", "axe_playwright_python/axe.min.js")
"""The package of PyPI that has axe, and where: Debian has no package of it."""


def main() -> int:
    """Runs the checks, and answers the exit status."""
    parser = argparse.ArgumentParser(prog="scripts/check-remote/run", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, help="write what the page looks like at every size into this directory")
    parser.add_argument("--firefox", action="store_true", help="go through the page in Firefox as well")
    options = parser.parse_args()
    return run("check-remote", TOOLS + ["firefox-esr"] * options.firefox, lambda: _check(options.pictures, options.firefox))


def told(what: str, faults: list[str]) -> list[str]:
    """Tells what was checked, and answers its faults."""
    print(f"  {'WRONG' if faults else 'right'}: {what}", flush=True)
    return faults[:12]


def _axe(directory: Path) -> str:
    """The source of axe."""
    name, version, path = AXE
    kept = ROOT / f".build/{name}-{version}.whl"
    if not kept.exists():
        subprocess.run(["/usr/bin/python3", "-m", "venv", str(directory / "venv")], check=True)
        found = subprocess.run([str(directory / "venv/bin/pip"), "download", "-q", "--no-deps", "-d", str(directory), f"{name}=={version}"],
                               capture_output=True, text=True, timeout=120)
        if found.returncode:
            raise BenchmarkError(f"pip cannot get {name}, which has axe: {found.stderr[-500:]}")
        kept.parent.mkdir(exist_ok=True)
        shutil.move(next(directory.glob("axe*.whl")), kept)
    with zipfile.ZipFile(kept) as package:
        return package.read(path).decode()


def _check(pictures: Path | None, in_firefox: bool) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="check-remote-") as name, Children() as children:
        directory = Path(name)
        stage = Stage(directory, children, built_daemon().resolve())
        stage.start()
        stage.fill()
        browser = Browser(directory, children)
        faults = _first_look(browser, stage)
        faults += _everywhere(browser, stage, pictures)
        looks.load_axe(browser, _axe(directory))
        faults += _rules(browser, stage)
        faults += _by_person(browser, stage)
        faults += told("no fault was thrown, and nothing was refused by the policy", browser.faults)
        faults += told(
            "nothing is asked of anybody else",
            [f"asked {one}" for one in browser.requests if not one.startswith((stage.address, "about:", f"ws://127.0.0.1:{stage.port}/"))])
        faults += told("a device is paired by its digits, and a guest can add and no more", guests.check_pairing(browser, stage))
        faults += _away(browser, stage)
        if in_firefox:
            browser.close()
            faults += _firefox(Firefox(directory, children), stage)
        stage.player.child.require_running()
        return faults


def _first_look(browser: Browser, stage: Stage) -> list[str]:
    """Opens the page with a cold cache, and looks at the clock and the memory."""
    size = sum(path.stat().st_size for path in PAGE.iterdir())
    faults = told(f"all files together have {size:,} bytes, of {MOST_BYTES:,}", [f"{size} bytes"] if size > MOST_BYTES else [])
    browser.resize(1280, 800)
    sentence, late = costs.loads(browser, stage)
    faults += told(sentence, late)
    return faults + told(costs.memory(browser, stage), [])


def _everywhere(browser: Browser, stage: Stage, pictures: Path | None) -> list[str]:
    """Looks at all views at all sizes."""
    misfits, nameless, places = [], [], []
    for width, height in SIZES:
        for dark in (False, True):
            browser.resize(width, height, dark=dark)
            if dark and not pictures:
                continue
            for view in VIEWS:
                where = f"{view} at {width}×{height}"
                go(browser, view)
                if pictures:
                    browser.evaluate("new Promise((done) => setTimeout(done, 250))")
                    pictures.mkdir(parents=True, exist_ok=True)
                    browser.picture(pictures / f"{view.replace('/', '-')}-{width}{'-dark' if dark else ''}.png")
                misfits += looks.misfits(browser, where)
                if width in (360, 1280):
                    nodes = browser.tree()
                    nameless += looks.nameless(nodes, where) + looks.numbers(browser, where)
                    places += looks.landmarks(nodes)
    browser.resize(1280, 800)
    faults = told(f"{len(VIEWS)} views fit at {len(SIZES)} sizes, and everything to press has 24 pixels", misfits)
    faults += told("screen readers have a name for everything, and words for the values of sliders", nameless)
    return faults + told("the parts of the page are landmarks", sorted(set(places)))


def _rules(browser: Browser, stage: Stage) -> list[str]:
    """Has axe look at the views, light and dark, in three languages."""
    faults, found, missing = [], [], looks.wordless(browser) + looks.unknown_words(browser, PAGE)
    for language, direction, (width, height), dark, contrast in (
        ("en", "ltr", (1280, 800), False, "no-preference"), ("de", "ltr", (360, 640), True, "no-preference"), ("ar", "rtl", (768, 1024), False, "more")):
        browser.evaluate(f"localStorage.setItem('language', '{language}')")
        browser.resize(width, height, dark=dark, prefers_contrast=contrast)
        browser.open(stage.address)
        looks.shows(browser)
        if browser.evaluate("`${document.documentElement.lang} ${document.dir}`") != f"{language} {direction}":
            faults.append(f"the page is not in {language}, {direction}")
        for view in VIEWS:
            go(browser, view)
            found += looks.axe_faults(browser, f"{view} in {language}")
            faults += looks.misfits(browser, f"{view} in {language}")
            if language == "ar":
                # English that is left shows as words of lower case letters: names of songs and of programs begin with capitals.
                left = browser.evaluate("""[...document.querySelectorAll("#nav span, h1, h2, h3, .pill span, label > span, option")]
                  .map((one) => one.textContent).filter((text) => /^[a-z ]{3,}$/.test(text) && text !== "headphones")""")
                faults += [f"{view} in Arabic has the text {text}" for text in left]
    browser.evaluate("localStorage.removeItem('language')")
    browser.resize(1280, 800)
    browser.open(stage.address)
    looks.shows(browser)
    return (told("every text is there in every language", missing) + told("English, German and Arabic fit, from left to right and from right to left", faults)
            + told("axe finds nothing by WCAG 2.2 AA: light, dark, and with more contrast", found))


def _by_person(browser: Browser, stage: Stage) -> list[str]:
    """Does everything, and looks whether the daemon has done it."""
    acts = MoreActs(browser, stage)
    faults = []
    for what, act in (
        ("every control of the player by keyboard", acts.transport), ("the ceiling of the volume", acts.ceiling), ("speed, sleep timer, loop, chapters", acts.dialogs),
        ("the queue by keyboard, by pointer, and back", acts.queue), ("search, adding, and the way back from playing now", acts.library),
        ("stored playlists", acts.lists), ("outputs and the equaliser", acts.sound), ("recording with meters", acts.recording), ("why it paused", acts.why),
        ("the list of the queue has the keys of a grid", acts.walk_lists), ("many items of the queue together", acts.selection),
        ("lyrics", acts.lyrics), ("speaking to everybody", acts.voice), ("the devices that are paired", acts.devices)):
        faults += told(what, acts.check(act))
    for view in VIEWS:
        if view != "more":
            faults += [fault for fault in acts.check(lambda view=view: acts.reach_everything(view)) if fault not in faults]
    told("Tab reaches everything, and the focus is seen", [fault for fault in faults if "Tab" in fault or "focus is not seen" in fault])
    stage.refill()
    return faults + _soon(browser, stage)


def _firefox(browser: Firefox, stage: Stage) -> list[str]:
    """Goes through the most important things in another browser."""
    faults = told("Firefox: a device is paired by its digits, and a guest can add and no more", guests.check_pairing(browser, stage))
    acts = MoreActs(browser, stage)
    for what, act in (
        ("every control of the player by keyboard", acts.transport), ("speed, sleep timer, loop, chapters", acts.dialogs), ("the queue", acts.queue),
        ("search, adding, and the way back", acts.library), ("outputs and the equaliser", acts.sound), ("recording with meters", acts.recording),
        ("many items of the queue together", acts.selection), ("lyrics", acts.lyrics), ("speaking to everybody", acts.voice), ("paired devices", acts.devices)):
        faults += told(f"Firefox: {what}", acts.check(act))
    return faults + told("Firefox: no fault was thrown", browser.faults)


def _soon(browser: Browser, stage: Stage) -> list[str]:
    """Looks how much later than another client the page shows that somebody has paused or played."""
    go(browser, "playing")
    browser.require("the player", "document.querySelector('#player .big').ariaLabel === 'Pause'")
    browser.evaluate("""(() => {
      window.changes = [];
      const button = document.querySelector("#player .big");
      window.watcher = new MutationObserver(() => changes.push([button.ariaLabel, (performance.timeOrigin + performance.now()) / 1000]));
      watcher.observe(button, { attributes: true, attributeFilter: ["aria-label"] });
    })()""")
    delays = []
    for turn in range(10):
        method, label, state = ("pause", "Play", "paused") if turn % 2 == 0 else ("play", "Pause", "playing")
        events = Events(stage.player.connect(), "player.stateChanged")
        stage.client.call(method)
        events.until(lambda _, params, state=state: params["state"] == state)
        heard = time.time()
        events.close()
        browser.require("the change", f"changes.at(-1)?.[0] === '{label}'")
        delays.append(browser.evaluate("changes.at(-1)[1]") - heard)
    middle, most = sorted(delays)[len(delays) // 2], max(delays)
    browser.evaluate("watcher.disconnect()")
    return told(f"an event is seen {1000 * middle:.1f} ms behind another client, {1000 * most:.1f} ms at most",
                [f"{1000 * middle:.0f} ms are too late"] if middle > LATEST_SECONDS else [])


def _away(browser: Browser, stage: Stage) -> list[str]:
    """Has the daemon go and come back, and the page be opened while it is away."""
    faults = []
    browser.require("the worker", "navigator.serviceWorker.controller || navigator.serviceWorker.ready.then(() => true)")
    stage.stop()
    if not browser.waits("!document.getElementById('connection').hidden && /Trying again/.test(document.getElementById('connection').textContent)"):
        faults.append("the page does not say that the daemon is away")
    browser.open(stage.address)
    if not browser.waits("document.querySelectorAll('#nav a').length > 5 && document.querySelector('#connection button')"):
        faults.append("the page does not open while the daemon is away")
    stage.start(keeps_state=True)
    if not looks.shows(browser):
        faults.append("the page does not come back with the daemon")
    stage.client.call("queue.remove", ids=[stage.client.call("queue.list")["items"][-1]["id"]])
    if not browser.waits(f"document.querySelector('#side .count')?.textContent === '{len(stage.titles())} items'"):
        faults.append("the queue is not read anew")
    return told("the daemon goes and comes back, and the page with it; the shell opens without", faults)


if __name__ == "__main__":
    sys.exit(main())
