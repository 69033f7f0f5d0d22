"""What the page costs: how soon it is there with a cold cache, how much memory it has, and how much each client costs the daemon."""

import statistics

import looks
import websocket
from browser import Browser
from fermata_benchmarks.counters import memory as memory_of
from fermata_benchmarks.errors import BenchmarkError
from stage import Stage

LOADS = 5
"""How often the page is loaded."""
CLIENTS = 50
"""How many clients there are beside it."""
LATEST_LOAD = 5_000
"""How many milliseconds the page may take on a machine that does other things as well; 500 are wanted of one that does not."""

# Notes when the page shows what plays: from then on a person can do something.
NOTE_SHOWN = """
new MutationObserver((_, watcher) => {
  if (!document.querySelector(".bar-title")?.textContent || document.body.dataset.connection !== "open") return;
  window.shownAt = performance.now();
  watcher.disconnect();
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["data-connection"] });
"""


def loads(browser: Browser, stage: Stage) -> tuple[str, list[str]]:
    """Loads the page some times with a cold cache, and without its worker."""
    note = browser.command("Page.addScriptToEvaluateOnNewDocument", source=NOTE_SHOWN)["identifier"]
    browser.command("Network.setBypassServiceWorker", bypass=True)
    paints, ready = [], []
    for _ in range(LOADS):
        browser.command("Network.clearBrowserCache")
        browser.open(stage.address)
        if not looks.shows(browser) or not browser.waits("window.shownAt > 0"):
            raise BenchmarkError("; ".join(["the page does not show what the daemon plays", *browser.faults]))
        browser.require("the first paint", "performance.getEntriesByName('first-contentful-paint').length > 0")
        paints.append(browser.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        ready.append(browser.evaluate("shownAt"))
    browser.command("Network.setBypassServiceWorker", bypass=False)
    browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=note)
    middle = statistics.median(ready)
    return (f"with a cold cache, in the middle of {LOADS}: first paint after {statistics.median(paints):.0f} ms, what plays and can be pressed after "
            f"{middle:.0f} ms ({min(ready):.0f} to {max(ready):.0f})", [f"{middle:.0f} ms until the page shows what plays"] if middle > LATEST_LOAD else [])


def memory(browser: Browser, stage: Stage) -> str:
    """How much memory the page has, and each client costs the daemon that hears all events."""
    browser.command("HeapProfiler.collectGarbage")
    heap = browser.command("Runtime.getHeapUsage")["usedSize"] / 1e6
    nodes = browser.evaluate("document.querySelectorAll('*').length")
    pid = stage.player.child.pid
    before = memory_of(pid).private_dirty
    clients = []
    for number in range(CLIENTS):
        client = websocket.create_connection(f"ws://127.0.0.1:{stage.port}/rpc", timeout=20, suppress_origin=True)
        client.send(f'{{"id": {number}, "method": "events.subscribe"}}')
        client.recv()
        clients.append(client)
    each = (memory_of(pid).private_dirty - before) * 1000 / CLIENTS
    for client in clients:
        client.close()
    return f"the page has {heap:.1f} MB of objects and {nodes} elements; each of {CLIENTS} clients more costs the daemon {each:.0f} kB"
