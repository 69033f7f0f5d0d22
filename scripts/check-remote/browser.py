"""A browser without a window, driven by its DevTools protocol."""

import base64
import itertools
import json
import os
import re
import time
from pathlib import Path
from typing import Any

import websocket
from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.processes import Children
from fermata_benchmarks.waiting import wait_until

PATIENCE = 20.0
"""How long anything in the page may take, in seconds. Far more than it does, for a busy machine."""

KEYS = {
    "Tab": (9, ""), "Enter": (13, "\r"), "Escape": (27, ""), " ": (32, " "), "PageUp": (33, ""), "PageDown": (34, ""), "End": (35, ""),
    "Home": (36, ""), "ArrowLeft": (37, ""), "ArrowUp": (38, ""), "ArrowRight": (39, ""), "ArrowDown": (40, ""), "Delete": (46, ""),
}
"""By name: the number that Windows has for the key, and what it types."""

ALT, CONTROL, SHIFT = 1, 2, 8


class Page:
    """One page in a browser, whichever drives it."""

    faults: list[str]
    """What the page has thrown, or the browser has refused it."""

    def evaluate(self, expression: str) -> Any:
        """What an expression of the page is; a promise is waited for."""
        raise NotImplementedError

    def open(self, address: str) -> None:
        """Goes to an address."""
        raise NotImplementedError

    def key(self, name: str, modifiers: int = 0, times: int = 1) -> None:
        """Presses a key, as a person does."""
        raise NotImplementedError

    def write(self, text: str) -> None:
        """Types a text into what has the focus."""
        raise NotImplementedError

    def drag(self, points: list[tuple[float, float]]) -> None:
        """Presses the mouse at the first point, goes to the others, and lets it go at the last."""
        raise NotImplementedError

    def waits(self, expression: str, patience: float = PATIENCE) -> bool:
        """Whether an expression of the page becomes true in time. It may fail until then."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if self.evaluate(f"(() => {{ try {{ return Boolean({expression}) }} catch {{ return false }} }})()"):
                return True
            time.sleep(0.02)
        return False

    def require(self, what: str, expression: str) -> None:
        """Waits until an expression of the page is true; raises if it does not become so."""
        if not self.waits(expression):
            raise BenchmarkError(f"waited in vain in the page for {what}")


class Browser(Page):
    """Chromium with a profile of its own, so that its cache is cold."""

    def __init__(self, directory: Path, children: Children) -> None:
        profile = directory / "profile"
        profile.mkdir()
        # A sandbox needs a user of its own, which root has not.
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        environment = os.environ | {"HOME": str(directory), "XDG_RUNTIME_DIR": str(directory), "LANGUAGE": "en"}
        self.child = children.launch(
            ["chromium", "--headless=new", *sandbox, "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run", "--disable-extensions",
             # A microphone that beeps, which the page may have.
             "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", "--disable-background-networking", "--disable-component-update", "--lang=en-US", "--remote-debugging-port=0", "--host-resolver-rules=MAP fermata.test 127.0.0.1",
             "--remote-allow-origins=*", f"--user-data-dir={profile}", "about:blank"],
            environment, directory / "chromium.log")
        port = profile / "DevToolsActivePort"
        wait_until("the browser", lambda: port.exists() and port.read_text().count("\n") > 0, patience=60)
        number, path = port.read_text().split("\n")[:2]
        self._socket = websocket.create_connection(f"ws://127.0.0.1:{number}{path}", timeout=PATIENCE)
        self._numbers = itertools.count(1)
        self._session: str | None = None
        self.faults: list[str] = []
        self.requests: list[str] = []
        """The addresses that the page has asked for."""
        targets = self.command("Target.getTargets")["targetInfos"]
        target = next(target["targetId"] for target in targets if target["type"] == "page")
        self._session = self.command("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "DOM", "Accessibility"):
            self.command(f"{domain}.enable")
        # A page without a window has no focus, and tells nobody of it.
        self.command("Emulation.setFocusEmulationEnabled", enabled=True)

    def close(self) -> None:
        """Ends the browser."""
        self._socket.close()
        self.child.stop()

    def command(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Gives the browser a command, and answers its result."""
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._socket.send(json.dumps(message))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") != number:
                self._note(answer)
            elif "error" in answer:
                raise BenchmarkError(f"the browser refused {method}: {answer['error']['message']}")
            else:
                result: dict[str, Any] = answer["result"]
                return result

    def _note(self, message: dict[str, Any]) -> None:
        parameters = message.get("params", {})
        if message.get("method") == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.faults.append(details.get("exception", {}).get("description", details["text"]))
        elif message.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            entry = parameters["entry"]
            # That a song has no cover is no fault, nor that nothing is streamed.
            if not re.search(r"/(picture/|listen\.)", entry.get("url", "")):
                self.faults.append(f"{entry['text']} ({entry.get('url', '')})")
        elif message.get("method") == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def evaluate(self, expression: str) -> Any:
        """What an expression of the page is; a promise is waited for."""
        answer = self.command("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BenchmarkError(f"{expression[:200]}: {details.get('exception', {}).get('description', details['text'])}")
        return answer["result"].get("value")

    def open(self, address: str) -> None:
        """Goes to an address, also one that differs from this one in its fragment alone."""
        self.command("Page.navigate", url="about:blank")
        self.command("Page.navigate", url=address)
        self.require("the page to be loaded", "document.readyState === 'complete' && location.protocol !== 'about:'")

    def resize(self, width: int, height: int, *, dark: bool = False, **features: str) -> None:
        """Gives the page another size, and other wishes of the person."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        media = {"prefers-color-scheme": "dark" if dark else "light", "prefers-reduced-motion": "reduce"}
        media |= {name.replace("_", "-"): value for name, value in features.items()}
        self.command("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in media.items()])

    def key(self, name: str, modifiers: int = 0, times: int = 1) -> None:
        """Presses a key, as a person does."""
        number, text = KEYS.get(name, (ord(name.upper()) if len(name) == 1 else 0, name))
        code = name if len(name) > 1 else {" ": "Space"}.get(name, f"Key{name.upper()}")
        event: dict[str, Any] = {"key": name, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers}
        for _ in range(times):
            down = event | ({"type": "keyDown", "text": text} if text and not modifiers & (ALT | CONTROL) else {"type": "rawKeyDown"})
            self.command("Input.dispatchKeyEvent", **down)
            self.command("Input.dispatchKeyEvent", type="keyUp", **event)

    def write(self, text: str) -> None:
        """Types a text into what has the focus."""
        self.command("Input.insertText", text=text)

    def drag(self, points: list[tuple[float, float]]) -> None:
        """Presses the mouse at the first point, goes to the others, and lets it go at the last."""
        for index, (x, y) in enumerate(points):
            kind = "mousePressed" if index == 0 else "mouseMoved"
            self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)
        x, y = points[-1]
        self.command("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)

    def picture(self, path: Path) -> None:
        """Writes what the page looks like into a file."""
        path.write_bytes(base64.b64decode(self.command("Page.captureScreenshot", format="png")["data"]))

    def tree(self) -> list[dict[str, Any]]:
        """What a screen reader is told: the nodes of the accessibility tree that are not left out."""
        nodes = self.command("Accessibility.getFullAXTree")["nodes"]
        return [node for node in nodes if not node.get("ignored")]
