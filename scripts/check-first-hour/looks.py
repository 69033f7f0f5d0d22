"""What is shown: the queue on terminals of each kind, the reasons for a pause, the documents."""
import json
import re
import shutil
import socket

from stage import ALBUM, CLONE, CONFIGURATION, HOME, RUNTIME, check, fermata, run, said, state, succeeds, systemctl, terminal, titles, wait_until


def display():
    """The queue marks what plays, counts places from 1, and fits what it is printed on."""
    fermata("play", f"album:{ALBUM.name}")
    plain = fermata("queue").stdout
    check("the queue marks what plays, at place 1", re.search(r"^> +1 .*Lime", plain, re.MULTILINE) is not None, plain)
    check("it names the album once", plain.count(ALBUM.name) == 1, plain)
    check("places count from 1 beside the ids", re.findall(r"^[> ] +(\d+) ", plain, re.MULTILINE) == list("12345"), plain)
    ends = {len(line) for line in plain.splitlines() if line.endswith("0:40")}
    check("durations are aligned", len(ends) == 1, plain)
    check("into a pipe there are no colours", "\x1b" not in plain)
    check("on a terminal there are", "\x1b[" in terminal("fermata", "queue"))
    bare = terminal("fermata", "queue", environment={"NO_COLOR": "1"})
    check("but with NO_COLOR none", "\x1b[" not in bare and "Lime" in bare, repr(bare))
    for words in (("status",), ("library", "albums"), ("search", "green"), ("route", "outputs"), ("--help",)):
        shown = terminal("fermata", *words, environment={"NO_COLOR": "1"})
        check(f"nor 'fermata {' '.join(words)}'", "\x1b[" not in shown, repr(shown)[:200])
    narrow = terminal("fermata", "queue", columns=40, environment={"NO_COLOR": "1"})
    check("40 columns are enough", max(map(len, narrow.splitlines())) <= 40 and len(titles(narrow)) == 5, narrow)


def reasons():
    """Why it paused is answered whole, and the last changes can be looked up."""
    fermata("play", HOME / "tone.wav")
    fermata("pause")
    succeeds("the status says that somebody paused", "status", has="^paused")
    fermata("play")
    with _interrupted("a telephone call"):
        wait_until("an interruption pauses", lambda: state() == "paused", 10)
        shown = fermata("status").stdout
        check("the status names who pauses", "a telephone call" in shown or "python3" in shown, shown)
        check("and that it will go on", re.search(r"go(es)? on|resume|come(s)? back", shown) is not None, shown)
        told = succeeds("'fermata why' says the same", "why", has="paus")
        check("with who it was", "a telephone call" in told or "python3" in told, told)
    wait_until("after it the music goes on", lambda: state() == "playing", 10)
    with _interrupted("a doorbell", mayDuck=True):
        wait_until("softer music is told", lambda: re.search(r"soft|lower", fermata("status").stdout) is not None, 10)
    told = succeeds("'fermata why' has the last changes", "why")
    check("several of them, with their times", len(re.findall(r"\d+:\d\d|\bago\b", told)) >= 3, told)
    fermata("mute")
    for level in ("20", "40", "60", "80"):
        fermata("volume", level)
        fermata("unmute")
        fermata("mute")
    told = fermata("why").stdout
    check("that it is mute is told", re.search(r"^  mute", told, re.MULTILINE) is not None and "mute by fermata" in told, told)
    check("and many volumes leave the pauses there", "paused" in told, told)
    fermata("unmute")
    fermata("volume", "100")
    fermata("pause")


class _interrupted:
    """An interruption by a client of its own, as a softphone would begin one."""

    def __init__(self, reason, **parameters):
        self.request = {"jsonrpc": "2.0", "id": 1, "method": "session.beginInterruption", "params": {"reason": reason, **parameters}}

    def __enter__(self):
        self.client = socket.socket(socket.AF_UNIX)
        self.client.settimeout(10)
        self.client.connect(str(RUNTIME / "fermata/control.sock"))
        with self.client.makefile("rw") as lines:
            lines.write(json.dumps(self.request) + "\n")
            lines.flush()
            lines.readline()

    def __exit__(self, *_):
        self.client.close()


def pages():
    """The documents say what is true here."""
    if not CLONE.is_dir():
        return print("     no clone here: its pages are not checked")
    for page in ("fermata.1", "fermatad.1", "fermata-config.5"):
        text = run("gzip", "-dc", f"/usr/share/man/man{page[-1]}/{page}.gz").stdout
        check(f"the manual has {page}", text.startswith(".\\\"") or ".Dt" in text, text[:80])
    readme = (CLONE / "README.md").read_text()
    first = readme[:2_000]
    check("README says within its first screen how it behaves, and shows it", "telephone" in first and "screenshots/" in first)
    check("it compares with MPD and mpv", re.search(r"^\|.*MPD.*mpv", readme, re.MULTILINE) is not None)
    package, build = readme.find("apt install"), readme.find("scripts/install")
    check("it has packages before the build", 0 <= package < build, f"{package}, {build}")
    for page in ("README.md", "docs/first-steps.md", "docs/coming-from-mpc.md", "docs/questions.md", "docs/recipes.md"):
        broken = [link for link in re.findall(r"\]\(([^)\s]+)\)", (CLONE / page).read_text()) if not _leads(CLONE / page, link)]
        check(f"every link of {page} leads somewhere", not broken, broken)


def questions():
    """The second daemon of docs/questions.md runs as it is written there, and so does the choice of an item of docs/recipes.md."""
    page = CLONE / "docs/questions.md"
    if not page.exists():
        return print("     no clone here: the answers are not tried")
    configuration = re.search(r"```toml\n(\[output\]\n.*?)```", page.read_text(), re.DOTALL)
    commands = re.findall(r"^    (systemctl --user .*@kitchen.socket|fermata --instance kitchen play).*$", page.read_text(), re.MULTILINE)
    check("the page has the configuration of a second daemon", configuration is not None)
    check("and the commands that start it", len(commands) == 2, commands)
    kitchen = CONFIGURATION.parent / "kitchen.toml"
    kitchen.parent.mkdir(parents=True, exist_ok=True)
    kitchen.write_text(re.sub(r'target = ".*"', 'target = "silent-sink"', configuration[1]))
    systemctl("daemon-reload")
    started = run(*commands[0].replace("enable --now", "start").split())
    check("its socket starts", started.returncode == 0, said(started))
    fermata("clear")
    succeeds("it plays", "--instance", "kitchen", "play", HOME / "tone.wav", has="^playing")
    check("and leaves the first one alone", "the queue is empty" in fermata("queue").stdout, fermata("queue").stdout)
    systemctl("stop", "fermata@kitchen.socket", "fermata@kitchen.service")
    kitchen.unlink()
    fermata("play", f"album:{ALBUM.name}")
    chosen = run("sh", "-c", "fermata queue list --plain | sed -n 3p | cut -f 2 | xargs -r fermata play --item")
    check("an item of the plain list can be chosen", chosen.returncode == 0 and "playing" in chosen.stdout, said(chosen))
    fermata("clear")


def _leads(page, link):
    """Whether there is such a file, with such a heading."""
    if "://" in link:
        return True
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists():
        return False
    headings = re.findall(r"^#+ +(.*)$", target.read_text(), re.MULTILINE) if anchor else []
    return not anchor or anchor in {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def recipes():
    """The alarm of docs/recipes.md wakes somebody as it is written there."""
    page = CLONE / "docs/recipes.md"
    if not page.exists():
        return print("     no clone here: the recipe is not tried")
    unit = re.search(r"alarm\.service`:\n\n```ini\n(.*?)```", page.read_text(), re.DOTALL)
    check("the page has the unit", unit is not None)
    (HOME / ".config/systemd/user/alarm.service").write_text(unit[1])
    morning = HOME / "Music/Morning"
    morning.mkdir()
    shutil.copy(ALBUM / "e.flac", morning)
    systemctl("daemon-reload")
    systemctl("stop", "fermata.service")
    woken = systemctl("start", "alarm.service")
    check("it starts", woken.returncode == 0, said(woken))
    level = int(re.search(r"(\d+)%", fermata("volume").stdout)[1])
    check("and music plays, softly at first", state() == "playing" and 5 <= level <= 15, fermata("status").stdout)
    check("and louder by and by", '"volumeFade":{"level":0.4' in fermata("status", "--json").stdout, fermata("status", "--json").stdout)
    fermata("volume", "100")
    fermata("clear")
    shutil.rmtree(morning)
