"""Asks a daemon of its own what it says of itself. It needs no sound server and touches nothing of the user's."""

import json
import os
import socket
import subprocess
import time
from pathlib import Path

from generator.document import GenerationError

DEADLINE = 20.0
LONGEST_ANSWER = 16 * 1024 * 1024


def newest_build(root: Path) -> Path:
    """The newest `fermatad` that was built below the directory of the project."""
    built = [path for path in root.glob(".build*/*/fermatad") if path.is_file()]
    if not built:
        raise GenerationError("no fermatad is built here; name one with --daemon")
    return max(built, key=lambda path: path.stat().st_mtime)


def discover(program: Path, directory: Path) -> str:
    """The answer of `program` to `rpc.discover`; its files lie below `directory`."""
    if not program.is_file():
        raise GenerationError(f"no daemon: {program}")
    home = directory / "home"
    runtime = directory / "run"
    for folder in (home, runtime):
        folder.mkdir(mode=0o700)
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("XDG_", "PIPEWIRE_", "DBUS_", "FERMATA", "NOTIFY_", "LISTEN_"))}
    environment |= {"HOME": str(home), "XDG_RUNTIME_DIR": str(runtime), "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
    with (directory / "log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen([program], env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        return _ask(runtime / "fermata/control.sock", process)
    except (OSError, GenerationError) as error:
        text = (directory / "log").read_text(encoding="utf-8", errors="replace")
        raise GenerationError(f"{program} does not say what it is: {error}\n{text[-2000:]}") from error
    finally:
        process.terminate()
        try:
            process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _ask(path: Path, process: "subprocess.Popen[bytes]") -> str:
    end = time.monotonic() + DEADLINE
    while True:
        try:
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(DEADLINE)
            connection.connect(str(path))
            break
        except OSError as error:
            connection.close()
            if process.poll() is not None or time.monotonic() > end:
                raise GenerationError(f"it does not listen: {error}") from error
            time.sleep(0.02)
    with connection, connection.makefile("rw", encoding="utf-8") as lines:
        print('{"id":1,"method":"rpc.discover"}', file=lines, flush=True)
        reply = lines.readline(LONGEST_ANSWER)
    answer = json.loads(reply)
    if "result" not in answer:
        raise GenerationError(f"it answers {reply[:200]}")
    return json.dumps(answer["result"])
