"""What a person does with the page, by keyboard alone and by pointer, and what the daemon has to have done then."""

import time
from collections.abc import Callable

from browser import ALT, CONTROL, PATIENCE, SHIFT, Page
from fermata_benchmarks.errors import BenchmarkError
from looks import CONTROLS, go
from stage import ALBUM, TITLES, Stage

FOCUSED = "document.activeElement"


class Acts:
    """One person at one page."""

    def __init__(self, browser: Page, stage: Stage) -> None:
        self.browser = browser
        self.stage = stage
        self.faults: list[str] = []

    # Looking

    def status(self) -> dict:
        """What the daemon says."""
        status: dict = self.stage.client.call("status")
        return status

    def has(self, what: str, condition: Callable[[], bool]) -> None:
        """Waits until the daemon has done something, and notes a fault if it has not."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                self.faults.append(f"not so: {what}")
                return
            time.sleep(0.02)

    def sees(self, what: str, expression: str) -> None:
        """Waits until the page shows something, and notes a fault if it does not."""
        if not self.browser.waits(expression):
            self.faults.append(f"not seen: {what}")

    def press(self, name: str, key: str = "Enter") -> None:
        """Puts the focus on a control by its name, as Tab does, and presses a key."""
        self.focus(name)
        self.browser.key(key)

    def focus(self, name: str) -> None:
        """Puts the focus on a control that is shown, by its name."""
        found = f"""({CONTROLS}).find((one) => (one.getAttribute("aria-label") ?? one.textContent.trim()) === {name!r}
          && (!document.querySelector("dialog[open]") || one.closest("dialog")))"""
        self.browser.require(f"the control {name}", found)
        self.browser.evaluate(f"({found}).focus()")

    def close(self) -> None:
        """Leaves a dialog, and waits until the focus is back where it was."""
        self.browser.key("Escape")
        self.browser.require("the dialog to be gone", "!document.querySelector('dialog')")

    def same(self) -> None:
        """Waits until the rows of the queue are those of the daemon: titles alone may be those of the queue before."""
        self.browser.require("the rows of the queue", "[...document.querySelectorAll('.queue .row')].map((one) => one.dataset.id).join() === "
                             + repr(",".join(str(item["id"]) for item in self.stage.client.call("queue.list")["items"])))

    # Acting

    def reach_everything(self, view: str) -> None:
        """Goes through a view with Tab, and in lists with the arrows; every control that can be used has to get the focus, and show it."""
        browser = self.browser
        go(browser, view)
        if view.startswith("library/"):
            browser.require("the list", "document.querySelector('.content .row [data-act]') || document.querySelector('.content .empty:not([hidden])')")
        if view == "queue":
            self.same()
        browser.evaluate(f"""(() => {{
          document.activeElement.blur();
          window.reached = new Set();
          window.unseenFocus = [];
          document.addEventListener("focusin", window.noteFocus ??= ({{ target }}) => {{
            reached.add(target);
            const style = getComputedStyle(target);
            if (target.matches(":focus-visible") && (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) && !target.matches("h1, main"))
              unseenFocus.push(target.outerHTML.slice(0, 80));
          }});
        }})()""")
        ends = 0
        while ends < 2:
            browser.key("Tab")
            # Behind the last control comes the browser itself, and then the first.
            ends += browser.evaluate(f"{FOCUSED} === document.body")
        left = browser.evaluate(f"""({CONTROLS}).filter((one) => !one.disabled && !reached.has(one) && one.tabIndex >= 0)
          .map((one) => one.getAttribute("aria-label") ?? one.textContent.trim())""")
        self.faults += [f"{view}: Tab does not reach {name}" for name in left]
        self.faults += [f"{view}: the focus is not seen on {one}" for one in browser.evaluate("unseenFocus")]
        # What Tab leaves out is in the rows of lists, which the arrows reach.
        others = browser.evaluate(f"""({CONTROLS}).filter((one) => one.tabIndex < 0 && !one.closest(".row")).map((one) => one.outerHTML.slice(0, 80))""")
        self.faults += [f"{view}: no key reaches {one}" for one in others]

    def walk_lists(self) -> None:
        """Goes through the queue by its keys: rows, their buttons, the ends."""
        browser = self.browser
        go(browser, "queue")
        self.stage.refill()
        self.same()
        browser.evaluate("document.querySelector('.queue .row').focus()")
        browser.key("ArrowDown")
        self.sees("the second row has the focus", f"{FOCUSED}.ariaRowIndex === '2'")
        browser.key("End")
        self.sees("the last row has the focus", f"{FOCUSED}.ariaRowIndex === '{len(TITLES)}'")
        browser.key("Home")
        self.sees("the first row has the focus", f"{FOCUSED}.ariaRowIndex === '1'")
        browser.key("ArrowRight")
        self.sees("the box of the row has the focus", f"{FOCUSED}.dataset.act === 'select'")
        browser.key("ArrowRight")
        self.sees("a button of the row has the focus", f"{FOCUSED}.matches('.row button')")

    def transport(self) -> None:
        """Plays, pauses, goes on, seeks, and changes the volume."""
        browser = self.browser
        go(browser, "playing")
        self.press("Pause")
        self.has("Pause pauses", lambda: self.status()["state"] == "paused")
        self.sees("the button becomes Play", "document.querySelector('#player .big').ariaLabel === 'Play'")
        self.press("Play", " ")
        self.has("Play plays", lambda: self.status()["state"] == "playing")
        self.press("Next")
        self.has("Next goes on", lambda: self.status()["queue"]["index"] == 1)
        self.sees("the new title", f"document.querySelector('#main h1').textContent === {TITLES[1]!r}")
        self.sees("the new title is said", f"document.getElementById('heard').textContent.includes({TITLES[1]!r})")
        self.press("Previous")
        self.has("Previous goes back", lambda: self.status()["queue"]["index"] == 0)
        self.focus("Position")
        browser.key("ArrowRight", times=6)
        self.has("the arrows seek by five seconds", lambda: 29 < self.status()["position"]["seconds"] < 40)
        self.sees("the position in words", "/^0:[34]\\d of 3:00$/.test(document.querySelector('.seek').getAttribute('aria-valuetext'))")
        self.focus("Volume")
        browser.key("Home")
        browser.key("PageUp", times=4)
        self.has("the volume follows", lambda: 0.3 < self.status()["volume"]["level"] < 0.5)
        browser.key("End")
        self.has("the volume is full", lambda: self.status()["volume"]["level"] == 1)
        self.press("Mute")
        self.has("Mute mutes", lambda: self.status()["volume"]["muted"])
        self.press("Unmute")
        self.press("Shuffle")
        self.has("Shuffle shuffles", lambda: self.status()["queue"]["shuffle"])
        self.press("Shuffle")
        self.press("Repeat: off")
        self.has("Repeat repeats all", lambda: self.status()["queue"]["repeat"] == "all")
        self.press("Repeat: all")
        self.press("Repeat: one")
        self.has("Repeat is off again", lambda: self.status()["queue"]["repeat"] == "off")
        browser.evaluate("document.querySelector('#main h1').focus()")
        browser.key(" ")
        self.has("the space bar pauses", lambda: self.status()["state"] == "paused")
        browser.key("k")
        self.has("K goes forth", lambda: self.status()["position"]["seconds"] > 39)
        browser.key(" ")

    def ceiling(self) -> None:
        """Shows the most that the output allows."""
        self.stage.client.call("output.setVolumeLimits", output="speaker", maximum=0.6)
        self.sees("the ceiling", "/at most 60 %/.test(document.querySelector('.volume').getAttribute('aria-valuetext')) && !document.querySelector('.ceiling').hidden")
        self.stage.client.call("output.setVolumeLimits", output="speaker")
        self.sees("no ceiling", "document.querySelector('.ceiling').hidden")

    def dialogs(self) -> None:
        """Uses the dialogs of what is playing; each gives the focus back."""
        browser = self.browser
        go(browser, "playing")
        self.press("Speed: 1 ×")
        self.press("1.5 ×")
        self.has("the speed", lambda: self.status()["speed"]["speed"] == 1.5)
        self.close()
        self.sees("the focus is back", f"{FOCUSED}.ariaLabel === 'Speed: 1.5 ×'")
        self.stage.client.call("player.setSpeed", speed=1, **{"for": "all"})
        self.press("Sleep timer")
        self.press("in 15 min")
        self.has("the sleep timer", lambda: (self.status()["stopAfter"] or {}).get("after") == "time")
        self.sees("how long is left", "/^Stops in 1[45]:\\d\\d$/.test([...document.querySelectorAll('.tool')][1].textContent)")
        self.stage.client.call("player.stopAfter")
        self.press("A–B loop")
        self.press("Begin here (A)")
        begin = self.status()["position"]["seconds"]
        self.stage.client.call("seek", position=begin + 9)
        self.sees("the place of B", "/0:|1:/.test(document.querySelector('dialog output').textContent)")
        self.has("the jump", lambda: self.status()["position"]["seconds"] > begin + 8)
        browser.evaluate("new Promise((done) => setTimeout(done, 300))")
        self.press("End here (B)")
        self.has("the loop", lambda: self.status().get("loop") is not None)
        self.press("End the loop")
        self.has("no loop", lambda: self.status().get("loop") is None)
        self.close()
        self.sees("the chapter", "[...document.querySelectorAll('.tool')].some((one) => one.textContent === 'Opening' && !one.hidden)")
        self.press("Opening")
        self.browser.require("the chapters", "document.querySelectorAll('dialog .menu button').length === 2")
        browser.evaluate("document.querySelectorAll('dialog .menu button')[1].focus()")
        browser.key("Enter")
        self.has("the chapter is played", lambda: self.status()["position"]["seconds"] >= 90)

    def queue(self) -> None:
        """Selects, moves, drags and removes, and takes it back."""
        browser, stage = self.browser, self.stage
        stage.refill()
        go(browser, "queue")
        row = lambda index: f"document.querySelector('.queue .row[aria-rowindex=\"{index}\"]')"  # noqa: E731
        self.same()
        browser.evaluate(f"{row(2)}.focus()")
        browser.key("ArrowDown", ALT)
        wanted = [TITLES[0], TITLES[2], TITLES[1], *TITLES[3:]]
        self.has("Alt and the arrow move a row", lambda: stage.titles() == wanted)
        self.sees("the focus goes with it", f"{FOCUSED}.ariaRowIndex === '3' && {FOCUSED}.ariaLabel.includes({TITLES[1]!r})")
        browser.key("z", CONTROL)
        self.has("Ctrl and Z take it back", lambda: stage.titles() == TITLES)
        self.sees("the rows as before", f"{row(2)}.ariaLabel.includes({TITLES[1]!r})")
        browser.evaluate(f"{row(2)}.focus()")
        browser.key(" ")
        browser.key("ArrowDown", SHIFT)
        self.sees("two are selected", "document.querySelectorAll('.queue .row[aria-selected=true]').length === 2 && !document.querySelector('.selection').hidden")
        browser.key("Delete")
        self.has("Delete removes both", lambda: stage.titles() == [TITLES[0], *TITLES[3:]])
        self.sees("they are gone", f"document.querySelectorAll('.queue .row').length === {len(TITLES) - 2} && document.querySelector('.selection').hidden")
        self.press("Undo")
        self.has("Undo brings them back", lambda: stage.titles() == TITLES)
        self.same()
        boxes = browser.evaluate(f"""[{row(6)}.querySelector('.handle'), {row(2)}].map((one) => {{
          const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})""")
        (x, y), (_, to) = boxes
        browser.drag([(x, y), (x, y - 20), (x, to + 10), (x, to - 20)])
        self.has("a drag moves the last row to the second place", lambda: stage.titles() == [TITLES[0], TITLES[5], *TITLES[1:5]])
        stage.client.call("queue.undo")
        self.has("it is taken back from elsewhere", lambda: stage.titles() == TITLES)
        self.press("Redo")
        self.has("Redo makes it again", lambda: stage.titles() != TITLES)
        stage.client.call("queue.undo")
        self.same()
        self.press("Jump to the current item")
        self.sees("the current row has the focus", f"{FOCUSED}.getAttribute('aria-current') === 'true'")
        browser.evaluate(f"{row(4)}.click()")
        time.sleep(0.2)
        if self.status()["queue"]["index"] != 0:
            self.faults.append("one click on a row changes what is heard")
        self.press(f"More: {TITLES[3]}")
        self.press("Move to the top")
        self.has("the menu moves", lambda: stage.titles()[0] == TITLES[3])
        browser.key("z", CONTROL)
        self.has("and that is taken back", lambda: stage.titles() == TITLES)

    def library(self) -> None:
        """Searches as it is typed, adds, and replaces the queue only when that is asked for."""
        browser, stage = self.browser, self.stage
        go(browser, "library/albums")
        browser.key("/")
        self.sees("the search has the focus", f"{FOCUSED}.type === 'search'")
        browser.write("slow wea")
        self.sees("what was found", f"document.querySelectorAll('.content .row').length === 1 && document.querySelector('.content .row').ariaLabel.includes({TITLES[3]!r})")
        self.sees("how many", "document.querySelector('.content .count').textContent === '1 found'")
        browser.key("ArrowDown")
        self.sees("the row has the focus", f"{FOCUSED}.matches('.content .row')")
        browser.key("Enter")
        self.has("Enter adds and plays nothing", lambda: stage.titles() == [*TITLES, TITLES[3]] and self.status()["queue"]["index"] == 0)
        self.sees("it is said", "/1 item was added/.test(document.getElementById('notices').textContent)")
        self.press(f"More: {TITLES[3]}")
        self.press("Play now and replace the queue")
        self.has("play now replaces", lambda: stage.titles() == [TITLES[3]])
        self.sees("and says so", "/The queue was replaced/.test(document.getElementById('notices').textContent)")
        browser.evaluate("document.querySelector('#notices .pill').focus()")
        browser.key("Enter")
        self.has("and can be taken back", lambda: stage.titles() == [*TITLES, TITLES[3]])
        stage.client.call("queue.undo")
        browser.evaluate("document.querySelector('.search input').focus()")
        browser.key("Escape")
        browser.require("the albums", "document.querySelectorAll('.cards .row').length > 3")
        before = browser.evaluate("document.querySelectorAll('.cards .row').length")
        if before > 200:
            self.faults.append(f"{before} albums are in the page at once")
        browser.write(ALBUM.lower())
        browser.require("the album's songs", f"document.querySelectorAll('.content .row').length === {len(TITLES)}")
        self.press(f"More: {TITLES[0]}")
        self.press("Open the album")
        self.sees("the album", f"document.querySelector('.album-head h2')?.textContent === {ALBUM!r}")
        self.sees("its cover", "document.querySelector('.album-head img')?.naturalWidth > 0")
        self.press("Add to the queue")
        self.has("the album is added", lambda: len(stage.titles()) == 2 * len(TITLES))
        stage.client.call("queue.undo")
        go(browser, "library/albums")
        self.sees("the search is still there", f"document.querySelector('.search input').value === {ALBUM.lower()!r} && document.querySelectorAll('.content .row').length === {len(TITLES)}")
        browser.evaluate("document.querySelector('.search input').focus()")
        browser.key("Escape")
        for view, least in (("artists", 8), ("genres", 3), ("folders", 2)):
            go(browser, f"library/{view}")
            self.sees(f"the {view}", f"document.querySelectorAll('.content .row').length >= {least}")
        go(browser, "library/albums")
        browser.require("the albums", "document.querySelectorAll('.cards .row').length > 3")
        browser.evaluate("document.querySelector('.cards .row').focus()")
        end = time.monotonic() + PATIENCE
        while browser.evaluate(f"Number({FOCUSED}.ariaRowIndex)") < 150:
            browser.key("End")
            if time.monotonic() > end:
                self.faults.append("a list does not go on while one goes through it")
                break
            time.sleep(0.05)

    def lists(self) -> None:
        """Saves the queue as a playlist, looks at it, and deletes it."""
        browser, stage = self.browser, self.stage
        go(browser, "queue")
        self.press("More: Queue")
        self.press("Save as a playlist")
        browser.require("the name", "document.querySelector('dialog input')")
        browser.evaluate("document.querySelector('dialog input').focus()")
        browser.write("Evening")
        browser.key("Enter")
        self.has("the playlist", lambda: [one["name"] for one in stage.client.call("playlist.list")["playlists"]] == ["Evening"])
        go(browser, "library/playlist/Evening")
        self.sees("its entries", f"document.querySelectorAll('.content .row').length === {len(TITLES)}")
        self.press(f"More: {TITLES[0]}")
        self.press("Move down")
        self.has("an entry moves", lambda: stage.client.call("playlist.get", name="Evening")["entries"][1]["title"] == TITLES[0])
        go(browser, "library/playlists")
        self.press("More: Evening")
        self.press("Delete")
        browser.require("the question", "/cannot be undone/.test(document.querySelector('dialog').textContent)")
        self.press("Delete")
        self.has("it is deleted", lambda: stage.client.call("playlist.list")["playlists"] == [])

    def sound(self) -> None:
        """Goes to another output and back, and switches an equaliser on and off."""
        browser, stage = self.browser, self.stage
        go(browser, "sound")
        current = lambda: self.status()["output"]["uid"]  # noqa: E731
        self.press("Play here: headphones")
        self.has("the other output", lambda: current() == "headphones")
        stage.client.call("route.select", output="speaker")
        self.sees("it is shown", "document.querySelector('.output.current strong')?.textContent === 'Speaker'")
        self.press("Change the bands")
        browser.require("the text", "document.querySelector('dialog textarea')")
        browser.evaluate("(document.querySelector('dialog textarea').focus(), document.querySelector('dialog textarea').select())")
        browser.write("Filter 1: ON PK Fc 100 Hz Gain 4 dB Q 1.0")
        self.press("Apply")
        chosen = lambda: next((one["equalizer"] for one in stage.client.call("output.filters")["choices"] if one["output"] == shown()), None)  # noqa: E731
        shown = lambda: browser.evaluate("document.querySelector('#equaliser').parentElement.querySelector('select').value")  # noqa: E731
        self.has("the equaliser", lambda: "100 Hz" in (chosen() or ""))
        self.sees("its curve", "/1 band/.test(document.querySelector('.curve-box svg').ariaLabel) && document.querySelector('path.curve')")
        browser.require("the switch", "document.querySelector('[data-act=on]')")
        browser.evaluate("document.querySelector('[data-act=on]').focus()")
        browser.key(" ")
        self.has("it is off", lambda: chosen() == "off")
        browser.require("the switch", "!document.querySelector('[data-act=on]').checked")
        browser.evaluate("document.querySelector('[data-act=on]').focus()")
        browser.key(" ")
        self.has("it is on again", lambda: "100 Hz" in (chosen() or ""))

    def recording(self) -> None:
        """Records what the player plays, with meters, and stops."""
        browser, stage = self.browser, self.stage
        go(browser, "record")
        browser.evaluate("(() => { const one = document.querySelector('#main select'); one.value = 'player'; one.dispatchEvent(new Event('change')); })()")
        self.press("Start recording")
        self.has("a recording", lambda: [one["source"] for one in stage.client.call("record.list")] == ["player"])
        self.sees("its meters move", "Number(document.querySelector('.meter')?.ariaValueNow) > -59")
        self.press("Pause recording")
        self.has("it pauses", lambda: stage.client.call("record.list")[0]["state"] == "paused")
        self.press("Stop recording")
        self.has("it ends", lambda: stage.client.call("record.list") == [])
        self.sees("where it is", "/Recorded: .+/.test(document.getElementById('notices').textContent)")

    def why(self) -> None:
        """Tells why it paused."""
        browser, client = self.browser, self.stage.client
        client.call("play")
        other = self.stage.player.connect()
        interruption = other.call("session.beginInterruption", reason="communication")["interruption"]
        go(browser, "playing")
        self.sees("why it paused", "/a call/.test(document.querySelector('.state-line').textContent) && !document.querySelector('.state-line').hidden")
        go(browser, "why")
        self.sees("the history has it", "/Paused: a call/.test(document.querySelector('.history li').textContent)")
        other.call("session.endInterruption", interruption=interruption)
        other.close()
        self.has("it goes on", lambda: self.status()["state"] == "playing")

    def check(self, act: Callable[[], None]) -> list[str]:
        """Does one of these, and answers what was wrong."""
        self.faults = []
        # What an earlier one has left open is in nobody's way.
        self.browser.evaluate("document.querySelectorAll('dialog[open]').forEach((one) => one.close())")
        try:
            act()
        except BenchmarkError as error:
            self.faults.append(str(error))
        return self.faults
