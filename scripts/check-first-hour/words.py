"""What people type: the words of mpc, times, Tab in three shells, mistakes."""
import os
import re
import shutil

from stage import ALBUM, HOME, TITLES, check, fermata, refuses, run, said, succeeds, terminal, titles, without_escapes

# Words that Tab has to offer behind a line, in each of the shells.
COMPLETIONS = {
    "fermata pl": ("play", "playlist"),
    "fermata sto": ("stop", "stop-after"),
    "fermata roo": ("room", "rooms"),
    "fermata help ": ("stop-after", "import-mpd"),
    "fermata record --li": ("--list",),
    "fermata library search --field ": ("title", "people"),
    "fermata volume ": ("mute", "unmute"),
}


def completion():
    """Tab offers words, also where one command begins with another, and shows the titles of items."""
    fermata("play", f"album:{ALBUM.name}")
    for shell, ask in (("bash", _bash), ("zsh", _zsh), ("fish", _fish)):
        if shutil.which(shell) is None:
            print(f"     no {shell} here: its completion is not checked")
            continue
        for line, words in COMPLETIONS.items():
            shown = ask(line, words)
            check(f"{shell}: '{line}' and Tab offer {' and '.join(words)}", _has(shown, words), repr(shown)[-400:])
        for line in ("fermata queue remove ", "fermata play --item "):
            shown = ask(line, TITLES)
            check(f"{shell}: '{line}' and Tab show titles beside the numbers", _has(shown, TITLES), repr(shown)[-400:])


def _has(shown, words):
    return all(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", shown) for word in words)


def _bash(line, words):
    return _typed(
        ("bash", "--norc", "--noprofile", "-i"), words,
        ("READY> ", "source /usr/share/bash-completion/completions/fermata; PS1=NE'XT> '\r"), ("NEXT> ", f"{line}\t\t\t"))


def _zsh(line, words):
    return _typed(("zsh", "-fi"), words, ("READY> ", "autoload -U compinit; compinit -u; PS1=NE'XT> '\r"), ("NEXT> ", f"{line}\t\t"))


def _fish(line, words):
    return _typed(("fish", "-i", "-C", "function fish_prompt; echo -n 'NEXT> '; end"), words, ("NEXT> ", f"{line}\t\t"))


def _typed(shell, words, *typed):
    """What the shell shows behind these keys, until all words are there."""
    return without_escapes(terminal(
        *shell, columns=200, deadline=10, typed=typed, environment={"PS1": "READY> ", "INPUTRC": "/dev/null"},
        until=lambda shown: _has(shown, words)))


def times():
    """A time is written in one way wherever one is."""
    fermata("clear")
    succeeds("a long piece plays", "play", HOME / "tone.wav")
    for text, seconds in (("90", 90), ("1:30", 90), ("1m30s", 90), ("2s", 2), ("50%", 300), ("1:02.5", 62)):
        succeeds(f"'seek {text}' is understood", "seek", text)
        place = _position()
        check("and goes there", seconds <= place < seconds + 20, place)
    fermata("pause")
    fermata("seek", "100")
    for text, seconds in (("+10", 110), ("-1m", 50), ("+5%", 80)):
        succeeds(f"'seek {text}' counts from here", "seek", text)
        check("by so much", abs(_position() - seconds) < 0.1, _position())
    for text, seconds in (("45", "0:45"), ("1m30s", "1:30"), ("1:30", "1:30"), ("45m", "45:00")):
        shown = succeeds(f"'stop-after {text}' is a time", "stop-after", text)
        wanted = re.search(r"(\d+:)?\d+:\d\d", shown)
        check("and the right one", wanted is not None and wanted[0] == seconds, shown)
    succeeds("it is taken back", "stop-after", "off")
    succeeds("'play --position 1m30s' is understood", "play", "--position", "1m30s", HOME / "tone.wav")
    succeeds("'crossfade 2s' is understood", "crossfade", "2s", has="2")
    succeeds("and 'crossfade off'", "crossfade", "off", has="not")
    refuses("what is no time is refused", "seek", "soon", status=2)


def _position():
    return float(re.search(r'"seconds" ?: ?([\d.]+)', fermata("status", "--json").stdout)[1])


def mpc():
    """What somebody types who knows mpc."""
    fermata("clear")
    succeeds("'fermata' alone is the status", has="^(stopped|paused|playing)")
    fermata("play", f"album:{ALBUM.name}")
    succeeds("'play 3' plays the third item", "play", "3", has=TITLES[2])
    succeeds("'prev' goes back", "prev", has=TITLES[1])
    succeeds("'next 3' goes three on", "next", "3", has=TITLES[4])
    succeeds("'mute' mutes", "mute", has="mute")
    succeeds("'unmute' takes that back", "unmute")
    succeeds("'volume 40' sets it", "volume", "40", has="40")
    succeeds("'volume +5' counts from there", "volume", "+5", has="45")
    succeeds("'volume -5' as well", "volume", "-5", has="40")
    succeeds("'mv 5 1' moves an item", "mv", "5", "1")
    check("to the beginning", titles(fermata("queue").stdout)[0] == TITLES[4], fermata("queue").stdout)
    succeeds("'del 3-5' removes items", "del", "3-5")
    check("and leaves two", len(titles(fermata("queue").stdout)) == 2, fermata("queue").stdout)
    succeeds("'random on' shuffles", "random", "on")
    succeeds("and 'random off' does not", "random", "off")
    succeeds("'save' keeps the queue", "save", "Kept")
    succeeds("'clear' empties it", "clear")
    check("to the last item", not titles(fermata("queue").stdout), fermata("queue").stdout)
    succeeds("'load' brings it back", "load", "Kept")
    succeeds("'lsplaylists' lists it", "lsplaylists", has="Kept")
    succeeds("'ls' lists the library", "ls", has=ALBUM.name)
    succeeds("'ls DIRECTORY' as well", "ls", ALBUM.name, has="Lime")
    listed = succeeds("'listall' lists all of it, a file in each line", "listall")
    check("by names that can be added", len(listed.splitlines()) > 5 and all(map(os.path.isabs, listed.splitlines())), listed)
    found = succeeds("'search artist:green' looks at artists", "search", "artist:green")
    check("as 'search artist green' does", found == fermata("search", "artist", "green").stdout != "", found)
    succeeds("'searchadd' adds what is found", "searchadd", "title", "sage")
    succeeds("'searchplay' plays it", "searchplay", "sage", has="Sage")
    succeeds("'crop' leaves it alone", "crop")
    check("in the queue", titles(fermata("queue").stdout) == ("Sage",), fermata("queue").stdout)
    succeeds("'update --wait' waits for the scan", "update", "--wait")
    succeeds("'add' adds", "add", ALBUM / "a.flac")
    succeeds("'queue shuffle' and 'shuffle' shuffle", "queue", "shuffle")
    succeeds("'play --next' inserts", "play", "--next", ALBUM / "b.flac")
    succeeds("'play --add' adds", "play", "--add", ALBUM / "c.flac")
    succeeds("'play --shuffle' plays by chance", "play", "--shuffle", ALBUM)
    succeeds("'seek +10' goes on", "seek", "+10")
    found = succeeds("a search prints numbers", "search", "moss", has=r"^\s*\d+ ")
    number = re.match(r"\s*(\d+)", found)
    if number:
        piped = run("sh", "-c", "fermata search moss | fermata play -")
        check("'search … | play' plays what was found", piped.returncode == 0 and "Moss" in piped.stdout, said(piped))
    succeeds("'status --format' prints what one wants", "status", "--format", "%title%", has="Moss|Lime|Sage|Fern|Jade")
    # It says nothing once it waits, so the change comes until it has been told.
    told = run("sh", "-c", "timeout 20 fermata idle mixer & while kill -0 $! 2>/dev/null; do fermata volume +1; sleep 0.2; done; wait")
    check("'idle' prints what has happened", "volumeChanged" in told.stdout or "mixer" in told.stdout, said(told))
    fermata("volume", "100")
    succeeds("'rm' deletes a playlist", "rm", "Kept")


def slips():
    """A mistake is answered with what was meant, and in words for people."""
    refuses("'pley' is answered with 'play'", "pley", status=2, has="'play'")
    refuses("so is a command of a command", "queue", "lisst", status=2, has="'list'")
    refuses("a playlist's name behind 'playlist'", "playlist", "Evening", status=2, has="'fermata playlist show Evening'")
    refuses("a word of mpc", "prio", "5", "1", status=2, has="'fermata queue priority'")
    refuses("place 0", "play", "0", status=2, has="from 1")
    refuses("a search for nothing", "search", "", status=2, has="words")
    refuses("and an option", "play", "--shufle", status=2, has="--shuffle")
    texts = [
        fermata(*words) for words in (
            ("play", "/nosuch"), ("route", "select", "nosuch"), ("play", "--item", "4711"), ("del", "99"), ("playlist", "show", "nosuch"),
            ("picture", "/nosuch"), ("play", "https://127.0.0.1:1/x"), ("seek", "99:99:99:99"), ("room", "nosuch"))]
    told = "\n".join(result.stdout + result.stderr for result in texts)
    machine = re.search(r"\b(player|queue|session|route|media|library|playlist)\.[a-z][A-Za-z]+\b|#t=|\buid\b", told)
    check("messages have no words of machines", machine is None, f"{machine and machine[0]}: {told}")
    shown = fermata("--help").stdout
    check("the overview has room for 80 columns", max(map(len, shown.splitlines())) <= 80)
