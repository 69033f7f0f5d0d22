"""How the page looks and is described: at every size, in every language, for eyes and for screen readers."""

import json
import re
from pathlib import Path
from typing import Any

from browser import Browser, Page

SIZES = [(360, 640), (768, 1024), (1280, 800), (1920, 1080)]
VIEWS = ["playing", "queue", "library/albums", "library/artists", "library/genres", "library/folders", "library/playlists", "sound", "lyrics", "record", "why", "settings", "more"]
NAMED = {"button", "link", "slider", "checkbox", "switch", "combobox", "searchbox", "textbox", "grid", "row", "meter", "navigation", "dialog", "image", "menuitem"}
"""The roles of what needs a name."""

# Whatever is shown in the page and can be pressed, with its box; those in a row of a list are reached with its row.
CONTROLS = """
[...document.querySelectorAll("button, a[href], input, select, textarea")].filter((one) => one.checkVisibility({ visibilityProperty: true }))
"""


def shows(browser: Page) -> bool:
    """Whether the page has what the daemon knows."""
    return browser.waits("document.body.dataset.connection === 'open' && document.querySelector('.bar-title').textContent !== ''")


def go(browser: Page, view: str) -> None:
    """Shows a view."""
    # What was pressed before may still be on its way back to another view.
    browser.require(f"the address of {view}", f"location.hash === '#/{view}' || ((location.hash = '#/{view}'), false)")
    # On a wide page the queue stands beside the others.
    browser.require(f"the view {view}", f"(location.hash === '#/{view}' || ((location.hash = '#/{view}'), false)) && document.querySelector('#main .view, #main h1')")
    browser.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def misfits(browser: Page, where: str) -> list[str]:
    """What does not fit into the page or its place, or is too small to be hit."""
    found = browser.evaluate("""(() => {
      const faults = [];
      if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
      for (const one of %s) {
        const box = one.getBoundingClientRect();
        const name = one.getAttribute("aria-label") ?? one.textContent.trim().slice(0, 30) ?? one.tagName;
        if (one.id === "skip") continue;
        // A label belongs to its box, and what is in a sentence is as small as the sentence.
        const label = one.closest("label")?.getBoundingClientRect() ?? box;
        if (Math.min(Math.max(box.width, label.width), Math.max(box.height, label.height)) < 24) faults.push(`${name} is ${box.width.toFixed(0)}×${box.height.toFixed(0)}`);
        if (box.left < -1 || box.right > innerWidth + 1) if (!one.closest(".tabs")) faults.push(`${name} is beside the page`);
      }
      for (const one of document.querySelectorAll("h1, h2, h3, p, .pill > span, label > span")) {
        // Where it is cut with an ellipsis, that is meant.
        if (one.checkVisibility() && one.clientWidth && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === "visible" && !one.classList.contains("unseen"))
          faults.push(`${one.textContent.slice(0, 30)} is wider than its place`);
      }
      return faults;
    })()""" % CONTROLS)
    return [f"{where}: {fault}" for fault in found]


def nameless(nodes: list[dict[str, Any]], where: str) -> list[str]:
    """What a screen reader cannot name."""
    faults = []
    for node in nodes:
        role = node.get("role", {}).get("value", "")
        name = node.get("name", {}).get("value", "").strip()
        if role in NAMED and not name:
            faults.append(f"{where}: a {role} has no name")
    return faults


def numbers(browser: Browser, where: str) -> list[str]:
    """Sliders and meters that have a number for their value, and no words."""
    found = browser.evaluate("""[...document.querySelectorAll("input[type=range], [role=meter]")]
      .filter((one) => one.checkVisibility() && !/[%:×\\p{L}]/u.test(one.getAttribute("aria-valuetext") ?? "")).map((one) => one.ariaLabel)""")
    return [f"{where}: {name} has no words for its value" for name in found]


def landmarks(nodes: list[dict[str, Any]]) -> list[str]:
    """What is missing of the parts of a page between which screen readers jump."""
    roles = [node.get("role", {}).get("value") for node in nodes]
    faults = [f"there is no {role}" for role in ("main", "navigation", "region", "heading", "status") if role not in roles]
    return faults + (["there are several main parts"] if roles.count("main") > 1 else [])


def axe_faults(browser: Browser, where: str) -> list[str]:
    """What axe finds wrong by the rules of WCAG 2.2 AA."""
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    found = browser.evaluate(
        "axe.run(document, { runOnly: %s, resultTypes: ['violations'] }).then(({ violations }) => violations.map((one) => ({"
        " id: one.id, help: one.help, where: one.nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`) })))" % json.dumps(tags))
    return [f"{where}: {one['id']} ({one['help']}): {'; '.join(one['where'])}" for one in found]


def load_axe(browser: Browser, source: str) -> None:
    """Has the browser give axe to each page. It is not the page's, so its policy does not count for it."""
    browser.command("Page.addScriptToEvaluateOnNewDocument", source=source)


def wordless(browser: Browser) -> list[str]:
    """Texts that are missing in a language, or have not the same places for values in each."""
    found: list[str] = browser.evaluate("""Promise.all([import("./words.js"), import("./causes.js")]).then(([words, causes]) => {
      const languages = Object.keys(words.languages);
      const faults = [];
      for (const [key, row] of Object.entries({ ...words.table, ...causes.causes })) {
        if (row.length !== languages.length) faults.push(`${key} is in ${row.length} languages`);
        const places = row.map((text) => [...new Set(text.match(/\\{\\d\\}/g) ?? [])].sort().join());
        row.forEach((text, index) => { if (!text?.trim()) faults.push(`${key} is empty in ${languages[index]}`); });
        if (new Set(places).size > 1) faults.push(`${key} has other values in each language: ${places}`);
        // What people read in Arabic is written in Arabic; the names of keys and programs stand in it.
        if (/[A-Za-z]{4,}/.test(row[0]) && !/[\\u0600-\\u06ff]/.test(row[2] ?? "") && /[a-z]{4,}/.test(row[2] ?? "")) faults.push(`${key} is not in Arabic`);
      }
      return faults;
    })""")
    return found


def unknown_words(browser: Browser, directory: Path) -> list[str]:
    """Texts that the page asks for and no table has, and those that it never asks for."""
    used = "\n".join(path.read_text() for path in sorted(directory.glob("*.js")) if path.name not in ("words.js", "causes.js"))
    causes = (directory / "causes.js").read_text()
    keys: list[list[str]] = browser.evaluate(
        "Promise.all([import('./words.js'), import('./causes.js')]).then(([words, causes]) => [Object.keys(words.table), Object.keys(causes.causes)])")
    faults = [f"say({key}) has no text" for key in re.findall(r'say\("(\w+)"', used + causes) if key not in keys[0]]
    return faults + [f"cause({key}) has no text" for key in re.findall(r'cause\("(\w+)"', used + causes) if key not in keys[1]]
