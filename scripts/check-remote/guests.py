"""A device that has to be paired, and may only add to the queue."""

from browser import Page
from looks import CONTROLS, go, shows
from stage import TITLES, Stage

NAME = "fermata.test"
"""What the browser takes this machine for. By that name it is not on the machine itself, and has to be paired."""


def check_pairing(browser: Page, stage: Stage) -> list[str]:
    """Pairs the browser as a guest, looks at what it may do, and is the user of this machine again afterwards."""
    stage.refill()
    faults = _check(browser, stage)
    browser.open(stage.address)
    shows(browser)
    return faults


def _check(browser: Page, stage: Stage) -> list[str]:
    faults = []
    address = f"http://{NAME}:{stage.port}/"
    browser.open(address)
    if not browser.waits("document.querySelector('#pairing[open] input')"):
        return ["a device that is not paired is not asked for digits"]
    code = stage.client.call("remote.pair", role="guest")["code"]
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    browser.evaluate("document.querySelector('#pairing input').focus()")
    browser.write(wrong)
    browser.key("Enter")
    if not browser.waits("document.querySelector('#pairing .fault').textContent !== ''"):
        faults.append("wrong digits are not told")
    browser.open(f"{address}#pair={code}")
    if not shows(browser):
        return [*faults, "the digits in the address do not pair"]
    if not browser.waits("location.hash === '' && !document.getElementById('pairing')"):
        faults.append("the digits stay in the address")
    if not browser.waits("document.querySelector('#player .big').disabled"):
        faults.append("a guest may press Play")
    go(browser, "settings")
    if not browser.waits("/look, and add to the queue/.test(document.getElementById('main').textContent)"):
        faults.append("the settings do not say what a guest may do")
    names = browser.evaluate(f"{CONTROLS}.filter((one) => !one.disabled).map((one) => one.getAttribute('aria-label') ?? one.textContent)")
    faults += [f"a guest is shown {name}" for name in names if name in ("Undo", "Redo", "Look for new music")]
    go(browser, "library/albums")
    browser.evaluate("document.querySelector('.search input').focus()")
    browser.write("harbour")
    browser.require("what was found", "document.querySelectorAll('.content .row').length === 1")
    browser.key("ArrowDown")
    browser.key("Enter")
    if not browser.waits(f"document.querySelector('#side .count').textContent === '{len(TITLES) + 1} items'") or stage.titles()[-1] != TITLES[1]:
        faults.append("a guest cannot add")
    browser.evaluate("document.querySelector('#side .row').focus()")
    browser.key("Delete")
    browser.key("z", 2)
    if not browser.waits("/This device may not do that/.test(document.getElementById('notices').textContent)"):
        faults.append("what a guest may not do is not told")
    if len(stage.titles()) != len(TITLES) + 1:
        faults.append("a guest has changed more than the end of the queue")
    return faults
