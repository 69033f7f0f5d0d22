"""Moving in and out: MPD's configuration, mistakes in our own, a second daemon, an installation that is taken away."""
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

from stage import (
    CLONE, CONFIGURATION, DEADLINE, HOME, MUSIC, RUNTIME, check, configure, fermata, restart, run, said, state, stop, succeeds, systemctl,
    wait_until)

OWN = HOME / ".config/mpd/mpd.conf"


def importing():
    """`import-mpd` does no harm, says what it would do, adds to what is there, and can be undone."""
    succeeds("the library has the music", "library", has=r"songs: [1-9]")
    before = _snapshot()
    dry = fermata("import-mpd", "--dry-run")
    check("'import-mpd --dry-run' changes nothing", _snapshot() == before, said(dry))
    if Path("/etc/mpd.conf").exists():
        result = fermata("import-mpd")
        text = result.stdout + result.stderr
        check("Debian's untouched /etc/mpd.conf is refused, or asked about", result.returncode != 0 and "/var/lib/mpd/music" in text, text)
        check("and changes nothing", _snapshot() == before)
    else:
        print("     no /etc/mpd.conf here: that it is refused is not checked")
    OWN.parent.mkdir(parents=True)
    OWN.write_text(f'music_directory "{MUSIC}"\nreplaygain "album"\n')
    mine = "# my own remark\n[playback]\n# as I like it\nfade_seconds = 0.5\n\n[log]\nlevel = \"info\"\n"
    configure(mine)
    restart()
    dry = fermata("import-mpd", "--dry-run", OWN)
    check("with a configuration of one's own, a dry run shows what would change", "replay_gain" in dry.stdout, said(dry))
    check("and leaves it", CONFIGURATION.read_text() == mine)
    result = fermata("import-mpd", OWN)
    text = CONFIGURATION.read_text()
    check("the import merges into the file", result.returncode == 0 and 'replay_gain = "album"' in text, said(result) + text)
    kept = all(line in text for line in mine.splitlines())
    check("which keeps its remarks and its keys", kept and text.count("[playback]") == 1, text)
    fine = run("fermatad", "--check-config")
    check("and is right", fine.returncode == 0, said(fine))
    undo = fermata("import-mpd", "--undo")
    check("one command takes the import back", undo.returncode == 0 and CONFIGURATION.read_text() == mine, said(undo))
    OWN.unlink()
    CONFIGURATION.unlink()
    restart()


def _snapshot():
    files = [path for path in HOME.joinpath(".config").rglob("*") if path.is_file()]
    return {path: path.read_bytes() for path in files}, fermata("library").stdout.splitlines()[:1], fermata("playlist").stdout


def mistakes():
    """A mistake in the configuration is named, with its place, by everybody who is asked."""
    configure("[playback]\nfade_second = 0.5\n")
    found = run("fermatad", "--check-config")
    check("'fermatad --check-config' names it", found.returncode != 0 and "config.toml:2:1" in found.stderr + found.stdout, said(found))
    restart()
    result = fermata("status")
    text = result.stdout + result.stderr
    check("a client names it after a restart", result.returncode != 0 and ("fade_second" in text or "--check-config" in text), text)
    check("and does not say that the daemon has to be started", "start it with" not in text, text)
    CONFIGURATION.unlink()
    restart()
    succeeds("without the mistake it is back", "status")
    if fermata("play", HOME / "tone.wav").returncode == 0:
        configure("[playback]\nfade_second = 0.5\n")
        result = fermata("call", "server.reload")
        check("a reload refuses it and says why", result.returncode != 0 and "fade_second" in result.stdout + result.stderr, said(result))
        check("and plays on", state() == "playing", state())
        CONFIGURATION.unlink()


def neighbours():
    """A second daemon runs beside the first, also after a move from MPD, as the manual says."""
    page = run("man", "-l", "/usr/share/man/man1/fermatad.1.gz").stdout if Path("/usr/bin/man").exists() else ""
    place = Path("/tmp/try.sock")
    if page:
        preparing = re.search(r"^ *\$ (mkdir /tmp/try .*)$", page, re.MULTILINE)
        example = re.search(r"^ *\$ (fermatad .*--socket /tmp/try\.sock.*?) *&?$", page, re.MULTILINE)
        check("the manual has the example", preparing is not None and example is not None, page[-2_000:])
        preparing, command = preparing[1], example[1].split()
    else:
        print("     no man here: its example is tried as it was when this was written")
        preparing = "mkdir /tmp/try && touch /tmp/try/config.toml"
        command = f"fermatad --config /tmp/try/config.toml --socket {place} --state-dir /tmp/try --log-level debug".split()
    prepared = run("sh", "-c", preparing)
    check("its first line makes an empty configuration", prepared.returncode == 0, said(prepared))
    configure('[mpd]\nlisten = ["127.0.0.1:6600"]\n')
    restart()
    succeeds("the first one listens for clients of MPD", "status")
    with open(HOME / "second.log", "w") as log:
        second = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            other = {"FERMATA_SOCKET": str(place)}
            wait_until("the second one answers", lambda: second.poll() is not None or fermata(
                "status", environment=other).returncode == 0, 20)
            check("and runs", second.poll() is None, (HOME / "second.log").read_text()[-400:])
            if second.poll() is None:
                fermata("volume", "31", environment=other)
                check("with a volume of its own", "31%" not in fermata("volume").stdout and "31%" in fermata(
                    "volume", environment=other).stdout)
        finally:
            second.send_signal(signal.SIGTERM)
            second.wait(DEADLINE)
    CONFIGURATION.unlink()
    restart()


def doors():
    """Clients of MPD get there as docs/mpd.md says."""
    if shutil.which("mpc") is None:
        return print("     no mpc here: the doors are not tried")
    systemctl("stop", "fermata.service")
    systemctl("enable", "--now", "fermata-mpd.socket", "fermata-mpd-tcp.socket")
    address = run("mpc", "status")
    check("mpc finds the port by itself", address.returncode == 0, said(address))
    local = run("mpc", "status", environment={"MPD_HOST": f"{RUNTIME}/mpd/socket"})
    check("and the socket by MPD_HOST", local.returncode == 0, said(local))
    systemctl("disable", "--now", "fermata-mpd.socket", "fermata-mpd-tcp.socket")
    restart()


def leaving():
    """An installation from a clone, below the home directory, is taken away whole."""
    if not CLONE.is_dir():
        return print("     no clone here: scripts/install and scripts/uninstall are not checked")
    stop()
    systemctl("disable", "fermata.socket")
    programs = HOME / "programs"
    programs.mkdir()
    for name in ("fermata", "fermatad"):
        os.symlink(f"/usr/bin/{name}", programs / name)
    path = {"PATH": f"{HOME}/.local/bin:/usr/bin:/bin"}
    nothing = run(CLONE / "scripts/install", environment={"PATH": "/usr/bin:/bin"})
    text = nothing.stdout + nothing.stderr
    check("'scripts/install' without Swift says where packages are", nothing.returncode != 0 and "package" in text, text[-400:])
    result = run(CLONE / "scripts/install", "--programs", programs, environment=path)
    check("'scripts/install' installs below the home directory", result.returncode == 0, said(result)[-400:])
    systemctl("daemon-reload")
    systemctl("enable", "--now", "fermata.socket")
    answer = run("fermata", "status", environment=path)
    check("and the daemon runs from there", answer.returncode == 0 and "/.local/bin/" in systemctl(
        "show", "-p", "ExecStart", "fermata.service").stdout, said(answer))
    result = run(CLONE / "scripts/uninstall", environment=path)
    check("'scripts/uninstall' takes it away", result.returncode == 0, said(result)[-400:])
    running = [process for process in Path("/proc").glob("[0-9]*/exe") if _link(process).startswith(f"{HOME}/.local/bin/fermatad")]
    check("the daemon of it has ended", not running, running)
    dangling = [link for link in (HOME / ".config/systemd").rglob("*") if link.is_symlink() and not link.exists()]
    check("and no link leads into nothing", not dangling, dangling)
    # The state is the user's, and fish makes completions of its own out of manual pages.
    left = [path for path in HOME.joinpath(".local").rglob("*fermata*")
            if path.is_file() and not {"state", "generated_completions"} & set(path.parts)]
    check("no file of it is left", not left, left)
    systemctl("daemon-reload")
    systemctl("enable", "--now", "fermata.socket")


def _link(path):
    try:
        return os.readlink(path)
    except OSError:
        return ""
