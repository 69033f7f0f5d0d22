"""Firefox without a window, driven by WebDriver BiDi, which needs no other program."""

import itertools
import json
import os
from pathlib import Path
from typing import Any

import websocket
from browser import ALT, CONTROL, PATIENCE, SHIFT, Page
from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.processes import Children
from fermata_benchmarks.waiting import wait_until

KEYS = {
    "Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "PageUp": "\ue00e", "PageDown": "\ue00f", "End": "\ue010", "Home": "\ue011",
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Delete": "\ue017",
}
"""What WebDriver calls the keys that type nothing."""
HELD = {ALT: "\ue00a", CONTROL: "\ue009", SHIFT: "\ue008"}

SETTINGS = {
    "network.dns.localDomains": "fermata.test", "intl.accept_languages": "en-US", "ui.prefersReducedMotion": 1,
    "browser.shell.checkDefaultBrowser": False, "browser.aboutwelcome.enabled": False, "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False, "app.normandy.enabled": False, "extensions.update.enabled": False, "browser.search.update": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "browser.safebrowsing.malware.enabled": False, "browser.safebrowsing.phishing.enabled": False, "media.navigator.streams.fake": True,
    "media.navigator.permission.disabled": True,
}
"""Firefox asks nobody for anything, finds this machine by another name too, and has a microphone that hums."""


class Firefox(Page):
    """Firefox with a profile of its own."""

    def __init__(self, directory: Path, children: Children) -> None:
        profile = directory / "firefox"
        profile.mkdir()
        (profile / "user.js").write_text("".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in SETTINGS.items()))
        environment = os.environ | {"HOME": str(profile), "XDG_RUNTIME_DIR": str(profile), "LANGUAGE": "en", "MOZ_HEADLESS_WIDTH": "1280", "MOZ_HEADLESS_HEIGHT": "800"}
        children.launch(
            ["firefox-esr", "--headless", "--no-remote", "--new-instance", "--profile", str(profile), "--remote-debugging-port", "0", "about:blank"],
            environment, directory / "firefox.log")
        told = profile / "WebDriverBiDiServer.json"
        wait_until("Firefox", lambda: told.exists() and told.read_text().rstrip().endswith("}"), patience=60)
        place = json.loads(told.read_text())
        self._socket = websocket.create_connection(f"ws://{place['ws_host']}:{place['ws_port']}/session", timeout=PATIENCE, suppress_origin=True)
        self._numbers = itertools.count(1)
        self.faults: list[str] = []
        self.command("session.new", capabilities={})
        # In the one that it begins with, the field for addresses keeps the focus.
        self._context = self.command("browsingContext.create", type="tab")["context"]
        self.command("session.subscribe", events=["log.entryAdded"])
        self.command("browsingContext.setViewport", context=self._context, viewport={"width": 1280, "height": 800})

    def command(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Gives the browser a command, and answers its result."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self._note(answer["params"].get("text") or "a fault without a text")
            if answer.get("id") != number:
                continue
            if answer["type"] == "error":
                raise BenchmarkError(f"Firefox refused {method}: {answer['message']}")
            result: dict[str, Any] = answer["result"]
            return result

    def _note(self, text: str) -> None:
        # That a device which is not paired gets no WebSocket is no fault.
        if "establish a connection to the server at ws" not in text:
            self.faults.append(text)

    def evaluate(self, expression: str) -> Any:
        # Texts say the same in every browser.
        text = f"Promise.resolve({expression.strip().rstrip(';')}).then((value) => JSON.stringify(value) ?? 'null')"
        answer = self.command("script.evaluate", expression=text, target={"context": self._context}, awaitPromise=True)
        if answer["type"] != "success":
            raise BenchmarkError(f"{expression[:200]}: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"]["value"])

    def open(self, address: str) -> None:
        self.command("browsingContext.navigate", context=self._context, url="about:blank", wait="complete")
        self.command("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def key(self, name: str, modifiers: int = 0, times: int = 1) -> None:
        value = KEYS.get(name, name)
        held = [key for bit, key in HELD.items() if modifiers & bit]
        down, up = [{"type": "keyDown", "value": key} for key in held], [{"type": "keyUp", "value": key} for key in reversed(held)]
        presses = [{"type": kind, "value": value} for _ in range(times) for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": [*down, *presses, *up]})

    def write(self, text: str) -> None:
        self._act({"type": "key", "id": "keys", "actions": [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]})

    def drag(self, points: list[tuple[float, float]]) -> None:
        moves: list[dict[str, Any]] = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in points]
        self._act({"type": "pointer", "id": "mouse", "actions": [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]})

    def _act(self, source: dict[str, Any]) -> None:
        self.command("input.performActions", context=self._context, actions=[source])
