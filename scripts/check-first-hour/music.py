"""What becomes of music: recordings, the order of albums, what cannot be played, directories."""
import re
import signal
import subprocess
import time

from stage import (
    ALBUM, DEADLINE, HOME, LIVE, LOG, RECORDINGS, TITLES, check, fermata, refuses, restart, said, succeeds, titles, wait_until)


def recording():
    """The installed service writes files: for a client, and into its own directory."""
    succeeds("music plays", "play", HOME / "tone.wav", has="^playing")
    succeeds("a recording of what plays goes into a file of the user's", "record", "--from-player", "--duration", "1s", "--quiet",
             HOME / "own.flac")
    check("and the file has sound", (HOME / "own.flac").stat().st_size > 2_000 if (HOME / "own.flac").exists() else False)
    before = set(RECORDINGS.rglob("*.flac"))
    succeeds("another one goes into the daemon's directory", "record", "--from-player", "--duration", "1s", "--quiet", has="Recordings/")
    check("where its file is", len(set(RECORDINGS.rglob("*.flac")) - before) == 1, list(RECORDINGS.rglob("*")))
    succeeds("it extracts into a file of the user's", "extract", ALBUM / "a.flac", HOME / "sound.flac", "--end", "2s")
    succeeds("and into its own directory", "extract", ALBUM / "a.flac", has="Recordings/")
    # The directory of recordings is below that of the music.
    (RECORDINGS / "a.flac").unlink(missing_ok=True)
    succeeds("it converts", "convert", ALBUM / "a.flac", HOME / "sound.opus", "--end", "2s")
    for name in ("sound.flac", "sound.opus"):
        check(f"{name} is there", (HOME / name).exists() and (HOME / name).stat().st_size > 500)
    refuses("it overwrites no file", "convert", ALBUM / "a.flac", HOME / "sound.opus")
    begin = time.monotonic()
    copy = fermata("record", "--from-player", "--format", "copy", "--duration", "3s", "--quiet")
    spent = time.monotonic() - begin
    check("a copy of what plays ends by itself", copy.returncode == 0, said(copy))
    # It used to begin with what was not decoded yet, four seconds later. The machine may be busy.
    check("and takes about so long as it has", spent < 6, f"{spent:.1f} s")
    running = subprocess.Popen(["fermata", "record", "--from-player", "--quiet"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    listed = r"(?m)^\d+  recording"
    wait_until("a recording runs", lambda: re.search(listed, fermata("record", "--list").stdout) is not None, DEADLINE)
    running.kill()
    running.wait(DEADLINE)
    shown = succeeds("it goes on when its client is killed", "record", "--list", has=listed)
    succeeds("and 'record --stop' ends it", "record", "--stop", re.match(r"\d*", shown)[0], has="recorded")
    succeeds("so nothing is recorded", "record", "--list", has="nothing")


def albums():
    """Whatever the order of the scan, an album comes in its own."""
    succeeds("the library is brought up to date", "update", "--wait")
    for words in (("library", "search", "green"), ("search", "green"), ("search", "--uris", "green"), ("ls", ALBUM.name)):
        found = _songs(*words)
        check(f"'fermata {' '.join(words)}' answers in order", found == TITLES, found)
    succeeds("an album plays", "play", "album:green")
    check("in the order of its tracks", _songs("queue") == TITLES, _songs("queue"))
    paths = fermata("search", "--uris", "green").stdout.splitlines()
    succeeds("what a search prints can be played", "play", *paths)
    check("and is in order too", _songs("queue") == TITLES, _songs("queue"))
    succeeds("'searchadd' adds an album", "searchadd", "green")
    check("in the order of its tracks as well", _songs("queue") == TITLES + TITLES, _songs("queue"))
    succeeds("genres are listed", "library", "genres", has="Jazz")


def _songs(*words):
    """The titles of the album in the order of what a command prints, also of songs whose tags are still being read."""
    printed = fermata(*words).stdout
    for title, name in zip(TITLES, "eadcb"):
        printed = re.sub(rf"\b{name}\.flac", title, printed)
    return titles(printed)


def directories():
    """A directory stands for the same music by its name and by the library, and its titles are there at once."""
    succeeds("a directory with a CUE sheet plays", "play", LIVE)
    listed = fermata("queue").stdout
    check("as its three tracks", re.findall(r"Part \d", listed) == ["Part 1", "Part 2", "Part 3"], listed)
    succeeds("the same album of the library plays", "play", f"album:{LIVE.name}")
    check("as the same tracks", re.findall(r"Part \d", fermata("queue").stdout) == ["Part 1", "Part 2", "Part 3"], fermata("queue").stdout)
    fermata("clear")
    succeeds("a directory that the library knows plays", "play", ALBUM)
    listed = fermata("queue").stdout
    check("and its titles are there at once", set(titles(listed)) == set(TITLES) and ".flac" not in listed, listed)


def unplayable():
    """What cannot be played is told, by whoever can see it."""
    bad, good, second = HOME / "bad.flac", HOME / "good.flac", HOME / "good2.flac"
    fermata("stop")
    told = fermata("play", good, bad, second)
    # What is bad shows when its turn comes, at the latest.
    fermata("next")
    wait_until("'fermata queue' says which item could not be played", lambda: re.search(
        r"bad\.flac.*(not|no|cannot|un)", fermata("queue").stdout, re.DOTALL), 10)
    text = fermata("status").stdout + told.stdout + told.stderr
    check("'fermata status' says that one was left out, and which", "bad.flac" in text, text)
    check("the log does", "bad.flac" in LOG.read_text(), LOG.read_text()[-600:])
    refuses("'queue add' refuses a file that is not there", "queue", "add", HOME / "nosuch.flac", status=1, has="nosuch.flac")
    refuses("and so does 'play'", "play", HOME / "nosuch.flac", status=1, has="nosuch.flac")
    refuses("and 'add'", "add", HOME / "nosuch.flac", status=1, has="nosuch.flac")
    missing = re.search(r"--[a-z-]*(?:missing|later|unchecked|anyway)[a-z-]*", fermata("help", "queue", "add").stdout)
    check("an option is for files that come later", missing is not None, "none in 'fermata help queue add'")
    if missing:
        succeeds("which adds one", "queue", "add", missing[0], HOME / "nosuch.flac")


def care():
    """Commands that would do harm are refused, and those that follow the daemon survive it."""
    fermata("play", ALBUM)
    before = fermata("queue", "list", "--plain").stdout
    for place in ("/", "/proc", "/dev", "/sys"):
        refuses(f"'play {place}' is refused", "play", place)
    check("and the queue is as it was", fermata("queue", "list", "--plain").stdout == before)
    refuses("'help foo' fails", "help", "foo", status=2, has="foo")
    picture = HOME / "cover.png"
    succeeds("a picture is saved", "picture", ALBUM / "e.flac", "--output", picture)
    picture.write_text("mine")
    refuses("a file that is there is not overwritten", "picture", ALBUM / "e.flac", "--output", picture, has="cover.png")
    check("and stays as it was", picture.read_text() == "mine")
    succeeds("unless that is asked for", "picture", ALBUM / "e.flac", "--output", picture, "--force")
    shown = HOME / "watch.log"
    with open(shown, "w") as file:
        watching = subprocess.Popen(["fermata", "status", "--watch"], stdin=subprocess.DEVNULL, stdout=file, stderr=file)
    wait_until("'status --watch' shows a line", shown.read_text, 10)
    lines = shown.read_text()
    restart()
    fermata("play")
    wait_until("and goes on when the daemon starts anew", lambda: (
        watching.poll() is None and "playing" in shown.read_text()[len(lines):]), 20)
    watching.send_signal(signal.SIGINT)
    try:
        watching.wait(DEADLINE)
    except subprocess.TimeoutExpired:
        watching.kill()
    check("until Ctrl-C", watching.returncode in (0, 130, -signal.SIGINT), watching.returncode)
