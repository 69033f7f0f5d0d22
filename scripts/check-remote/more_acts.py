"""More of what a person does with the page: lyrics, speaking, choosing many, devices."""

import json
import urllib.request

from acts import FOCUSED, Acts
from browser import CONTROL
from looks import go
from stage import LYRICS, TITLES


class MoreActs(Acts):
    """The same person."""

    def lyrics(self) -> None:
        """Follows the lyrics, and goes to a line."""
        browser, stage = self.browser, self.stage
        stage.refill()
        go(browser, "playing")
        self.press("Lyrics")
        self.sees("the lines", f"[...document.querySelectorAll('.lyrics li')].map((one) => one.textContent).join('|') === {'|'.join(LYRICS)!r}")
        stage.client.call("seek", position=61)
        self.sees("the line that is heard", f"document.querySelector('.lyrics [aria-current]')?.textContent === {LYRICS[2]!r}")
        self.press(LYRICS[3])
        self.has("Enter goes to a line", lambda: 89 < self.status()["position"]["seconds"] < 100)
        self.sees("that line", f"document.querySelector('.lyrics [aria-current]')?.textContent === {LYRICS[3]!r}")
        stage.client.call("next")
        self.sees("that another song has none", "document.querySelector('#main .empty').textContent === 'No lyrics were found.'")
        stage.client.call("previous")

    def voice(self) -> None:
        """Says something to everybody, once discarded and once sent."""
        browser, stage = self.browser, self.stage
        heard = lambda: stage.client.call("announce.list")  # noqa: E731
        go(browser, "record")
        self.press("Speak")
        self.press("Discard")
        self.sees("nothing is said", "document.querySelector('[aria-labelledby=announcements] .primary').textContent === 'Speak'")
        self.press("Speak")
        self.sees("how long it is", "/^0:01 of 1:00$/.test(document.querySelector('[aria-labelledby=announcements] .time').textContent)")
        if heard():
            self.faults.append("something was announced that was discarded")
        self.press("Send the announcement")
        self.has("the announcement", lambda: len(heard()) == 1)
        self.sees("that it is on its way", "/on its way/.test(document.getElementById('notices').textContent)")
        self.has("its end", lambda: heard() == [])

    def selection(self) -> None:
        """Chooses all, and one more or less, and does something with them together."""
        browser, stage = self.browser, self.stage
        stage.refill()
        go(browser, "queue")
        self.same()
        self.press("More: Queue")
        self.press("Select all")
        self.sees("all are chosen", f"document.querySelectorAll('.queue .row[aria-selected=true]').length === {len(TITLES)}")
        browser.evaluate("document.querySelectorAll('.queue .row')[0].focus()")
        browser.key(" ")
        self.sees("one less", f"document.querySelector('.selection').textContent.startsWith('{len(TITLES) - 1} selected')")
        browser.key("a", CONTROL)
        self.sees("all again", f"document.querySelectorAll('.queue .row[aria-selected=true]').length === {len(TITLES)}")
        browser.key("Escape")
        self.sees("none", "document.querySelector('.selection').hidden")
        for index in (2, 4):
            browser.evaluate(f"document.querySelectorAll('.queue .row')[{index}].focus()")
            browser.key(" ")
        self.press("More: Actions of the queue")
        self.press("Move to the top")
        wanted = [TITLES[2], TITLES[4], *(title for index, title in enumerate(TITLES) if index not in (2, 4))]
        self.has("both move together", lambda: stage.titles() == wanted)
        stage.client.call("queue.undo")
        self.same()
        self.press("Select none")

    def devices(self) -> None:
        """Pairs a device, sees it come, and takes it out again."""
        browser, stage = self.browser, self.stage
        go(browser, "settings")
        self.press("Pair another device")
        self.press("Show six digits")
        browser.require("the digits", "/^\\d{6}$/.test(document.querySelector('dialog output')?.textContent ?? '')")
        code = browser.evaluate("document.querySelector('dialog output').textContent")
        body = json.dumps({"code": code, "name": "Kitchen radio", "bearer": True}).encode()
        request = urllib.request.Request(f"{stage.address}pair", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            if answer.status != 200:
                self.faults.append(f"the digits do not pair: {answer.status}")
        self.sees("that it is paired", "!document.querySelector('dialog') && /The device is paired/.test(document.getElementById('notices').textContent)")
        self.sees("the focus is back", f"{FOCUSED}.textContent === 'Pair another device'")
        self.press("Remove the device: Kitchen radio")
        self.press("Remove the device")
        self.has("it is gone", lambda: all(one["name"] != "Kitchen radio" for one in stage.client.call("remote.list")))
        self.sees("it is shown no more", "!/Kitchen radio/.test(document.querySelector('#main').textContent)")
