"""Compares `status` and `currentsong` in every state: of the player, its options, what went wrong, and the library."""

from forms import library_form
from servers import IS_NEW, Connection, quoted, settled

SONGS = [f"Long/{number:02}.flac" for number in range(1, 7)]
SHORT = "Formats/wav"

# How long both servers have to come to the same state, in seconds, and how far apart their positions may be then: neither waits for the
# other.
PATIENCE_SECONDS, TOLERANCE_SECONDS = 8, 3

# What is sent, one step after the other; behind each, both servers have to be in the same state. "|" separates commands, and a comma those
# of a list, which is carried out at once. "until" waits for a line of the status of both that begins so.
STEPS = [
    "stop|clear|repeat 0|random 0|single 0|consume 0|crossfade 0|mixrampdb 0|replay_gain_mode off|setvol 100|clearerror",
    *(f"add {quoted(song)}" for song in SONGS),
    "play", "pause", "pause", "pause 1", "pause 1", "pause 0", "next", "seekcur 30", "seekcur +5", "seekcur -10", "previous", "play 3",
    "seek 3 20", "seek 1 10", "pause 1|seekcur 40", "pause 1|next", "play 2|pause 1|previous", "stop", "stop", "seek 2 15", "pause 1|play 2", "stop",
    # Options, alone and together, while nothing plays, in the middle, and at the last song.
    "stop|single 1", "single 0", "repeat 1", "single 1", "single 0|repeat 0", "consume 1", "consume 0", "stop|random 1", "random 0|play 2|stop",
    "crossfade 5", "crossfade 0", "mixrampdb -17", "mixrampdb -17.5", "mixrampdb 0", "setvol 0", "setvol 37", "volume +5", "volume -50",
    "setvol 100",
    "play 2", "repeat 1", "single 1", "single 1|repeat 0", "single 0", "consume 1", "repeat 1", "consume 0|repeat 0", "single oneshot", "single 0",
    "play 5", "repeat 1", "single 1", "single 0|repeat 0", "consume 1|repeat 1", "consume 0|repeat 0", "stop",
    "play 1|random 1", "random 0", "random 1|stop", "play 2", "pause 1", "random 0|stop",
    "replay_gain_mode album", "replay_gain_mode track|play 0", "replay_gain_mode auto", "replay_gain_mode off|crossfade 3|play 4", "crossfade 0|stop",
    # The queue changes below the song.
    "play 2", "move 2 4", "swap 4 0", "delete 0", "delete 3", "stop", f"add {quoted(SONGS[0])}|add {quoted(SONGS[1])}",
    "play 1", "delete 1:3", "prio 50 0", "prio 0 0:", "shuffle|clear",
    # A priority ends when the song is played, and stays otherwise.
    *(f"add {quoted(song)}" for song in SONGS), "rm loaded|save loaded|prio 5 1", "prio 9 2:4", "random 1|random 0", "play 1", "prio 7 1", "pause 1",
    "pause 0", "save other|rm other", "load loaded", "play 0", "stop", "load loaded 0:1 0", "play 4|random 1|random 0", "prio 0 0:|prio 3 4", "stop|rm loaded|clear",
    *(f"add {quoted(song)}" for song in SONGS[:3]),
    "consume 1|play 0", "next", "next", "ping|next", "consume 0|clear", f"add {quoted(SONGS[0])}", "play", "ping|next", "play", "clear",
    *(f"add {quoted(song)}" for song in SONGS[:3]), "single 1|play 0", "next|single 0", "clear",
    # The end of the queue, by itself: the last song is short.
    "add {short}", "play 0|until state: stop", "play|until state: stop", "pause", "play 0|pause 1", "clear",
    "consume 1|add {short}|add {short}|play 0|until state: stop", "consume 0|clear",
    "single 1|add {short}|add {short}|play 0|until song: 1", "single 0|clear", "add {short}|add {short}", "repeat 1|single 1|play 0|pause 1", "repeat 0|single 0|clear",
    # A scan runs, and is over.
    "update,status", "rescan,status",
    # What goes wrong behind a song is told in the status, until it is not wanted any more.
    "add {short}|add http://127.0.0.1:1/nothing.flac|play 0|until state: stop|until error|clear", "clearerror",
    "add {short}|add http://127.0.0.1:1/nothing.flac|add {short}|play 0|until state: stop", "clearerror|clear",
]

# Steps after which the two differ, each with the reason. docs/mpd.md says more.
DIFFERENT_STEPS = dict.fromkeys(("pause 1|next", "play 2|pause 1|previous"), "a paused player stays paused") | dict.fromkeys(
    ("stop|single 1", "single 1|repeat 0", "single oneshot", "single 1|play 0"), "where playback stops after the song, none follows") | dict.fromkeys(
    ("ping|next",), "the last song stays the current one, and in the queue") | {
    "stop|random 1": "a stopped player keeps its song",
    "single 1|add {short}|add {short}|play 0|until song: 1": "MPD pauses in front of the next song",
    "add {short}|add http://127.0.0.1:1/nothing.flac|add {short}|play 0|until state: stop": "an error is told until playback starts again",
}

# How long a declared difference has to last, in seconds.
DECLARED_SECONDS = 0.5


def places_of(connection):
    """The position of each id in the queue, because each server has given other ids, and the priority at each position that has one."""
    places, priorities, position = {}, [], ""
    for line in connection.ask("playlistinfo"):
        if line.startswith("Pos: "):
            position = line[5:]
        elif line.startswith("Id: "):
            places[line[4:]] = position
        elif line.startswith("Prio: "):
            priorities.append(f"{line} at {position}")
    return places, priorities


def status_form(lines, places):
    """The lines of a status without what must differ, and the position in seconds, which neither server has to the millisecond."""
    form, elapsed, shuffles = [], 0.0, "random: 1" in lines
    for line in lines:
        name, _, value = line.partition(": ")
        if name == "elapsed":
            elapsed = float(value)
        if name.startswith("nextsong") and shuffles:
            # By chance.
            continue
        if name in ("songid", "nextsongid"):
            value = places.get(value, "none")
        elif name == "time":
            value = "*:" + value.partition(":")[2]
        elif name in ("playlist", "elapsed", "updating_db", "error"):
            # Each server counts its own versions and scans, and has its own words.
            value = "*"
        elif name == "bitrate" or name == "lastloadedplaylist" and not IS_NEW:
            # MPD measures the one, and an older one has not the other.
            continue
        form.append(f"{name}: {value}" if value else line)
    return form, elapsed


class Pair:
    """The two servers, which get the same commands."""

    def __init__(self, theirs, ours, renamed):
        self.connections = Connection(theirs, renamed), Connection(ours)

    def ask(self, command):
        """The answers to a command; commas separate those of a list."""
        if "," not in command:
            lines = command
        else:
            lines = "\n".join(["command_list_begin", *command.split(","), "command_list_end"])
        for connection in self.connections:
            connection.send(lines)
        return [connection.answer() for connection in self.connections]

    def have(self, beginning):
        """Whether a line of the status of both begins so."""
        return all(any(line.startswith(beginning) for line in connection.ask("status")) for connection in self.connections)

    def states(self):
        """The states of both, in the form in which they are compared, and their positions."""
        forms, elapsed = [], []
        for connection in self.connections:
            places, priorities = places_of(connection)
            form, seconds = status_form(connection.ask("status"), places)
            forms.append((form + priorities, library_form(connection.ask("currentsong"))))
            elapsed.append(seconds)
        return forms, elapsed

    def is_agreed(self):
        """Whether both are in the same state."""
        forms, elapsed = self.states()
        is_scanning = any("updating_db: *" in form for form, _ in forms)
        return forms[0] == forms[1] and abs(elapsed[0] - elapsed[1]) < TOLERANCE_SECONDS and not is_scanning

    def agree(self, patience=PATIENCE_SECONDS):
        """Whether both come to the same state in time."""
        return settled(self.is_agreed, patience)


def first_song(connection, folder):
    """The path of the first song in a directory."""
    return next(line[6:] for line in connection.ask(f"listall {quoted(folder)}") if line.startswith("file: "))


def compare_states(theirs, ours, renamed):
    """Compares the state of both servers after each step; returns how many findings there are."""
    pair, findings = Pair(theirs, ours, renamed), 0
    short = quoted(first_song(pair.connections[0], SHORT))
    for step in STEPS:
        for command in step.replace("{short}", short).split("|"):
            if command.startswith("until "):
                if not settled(lambda: pair.have(command[6:]), PATIENCE_SECONDS):
                    findings += 1
                    print(f"one of both does not come to {command[6:]!r} in {step!r}")
                continue
            first, second = pair.ask(command)
            if "," in command:
                # A list with a status: the answer itself is compared.
                first, second = ([line.partition(": ")[0] if line.startswith("updating_db") else line for line in
                                  status_form(answer, {})[0]] for answer in (first, second))
            if first != second and step not in DIFFERENT_STEPS:
                findings += 1
                print(f"different: {command} in {step!r}\n  MPD:  {first}\n  here: {second}")
        # Both may be alike for a moment on the way to where they differ.
        is_alike = pair.agree() if step not in DIFFERENT_STEPS else not settled(
            lambda: not pair.agree(DECLARED_SECONDS), PATIENCE_SECONDS)
        if is_alike == (step not in DIFFERENT_STEPS):
            continue
        findings += 1
        forms, elapsed = pair.states()
        print(f"{'no longer different' if is_alike else 'different'}: the state after {step!r}")
        for name, mine, other, seconds in (("MPD ", forms[0], forms[1], elapsed[0]), ("here", forms[1], forms[0], elapsed[1])):
            print(f"  {name}: {[line for line in mine[0] if line not in other[0]]}, at {seconds} s, of the song {mine[1] if mine[1] != other[1] else 'the same'}")
    print(f"{len(STEPS) - findings} of {len(STEPS)} states are alike" if findings else f"{len(STEPS)} states are alike")
    return findings
