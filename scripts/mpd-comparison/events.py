"""Compares what `idle` tells: while one connection waits, another one changes something."""

from servers import IS_NEW, Connection, quoted, settled
from states import DECLARED_SECONDS, SONGS, Pair

CHANNEL = "marks"

# How long both servers have to tell the same, in seconds.
PATIENCE_SECONDS = 4

# How often a change is tried of which they tell something else.
MOST_TRIES = 3

BEGINNING = ["stop", "clear", "repeat 0", "random 0", "single 0", "consume 0", "crossfade 0", "mixrampdb 0", "replay_gain_mode off", "setvol 60",
             *(f"add {quoted(song)}" for song in SONGS[:3])]
PLAYING = [*BEGINNING, "play 0"]
PAUSED = [*PLAYING, "pause 1"]
LIST = ["rm check", "rm other", *BEGINNING, f"playlistadd check {quoted(SONGS[0])}", f"playlistadd check {quoted(SONGS[1])}"]
STICKER = f"song {quoted(SONGS[0])} mood"

# What comes before, what `idle` is to tell of, and what is changed then.
SCENES = [
    *((BEGINNING, "", command) for command in (
        f"add {quoted(SONGS[3])}", f"addid {quoted(SONGS[3])} 1", "delete 0", "delete 0:2", "move 0 2", "move 0:2 1", "swap 0 1", "shuffle", "clear",
        "prio 10 1", "prio 0 1", "rangeid {id} 1:5", f"findadd title {quoted('Long 5')}", "delete 9", "move 0 0", "move 0 9", "swap 1 1", "add nothing",
        "repeat 1", "random 1", "single 1", "single oneshot", "consume 1", "crossfade 4", "mixrampdb -10", "replay_gain_mode album", "repeat 0", "random 0",
        "single 0", "consume 0", "crossfade 0", "setvol 20", "setvol 60", "volume +5", "volume -5", "setvol 101",
        "stop", "pause 1", "next", "seekcur 5", "play 99", "play 1", "seek 1 10", "clearerror",
        "status", "tagtypes clear", "binarylimit 100", "ping", "update \"Long\"", "rescan \"Long\"", "update nothing",
        f"sticker set {STICKER} calm", f"sticker get {STICKER}", f"sticker delete {STICKER}", f"sticker delete {STICKER}",
        "save check", "rm check", "rm check", f"playlistadd check {quoted(SONGS[0])}", "load check", "subscribe news", "sendmessage nobody x",
        "sendmessage marks hello", "disableoutput 99", "outputs", "partition default", "newpartition x", "delpartition default",
    )),
    *((PLAYING, "", command) for command in (
        "pause 1", "pause 0", "play", "stop", "next", "previous", "seekcur 20", "seek 1 5", "seek 0 5", "play 0", "play 2", "delete 0", "delete 2", "clear",
        "setvol 30", "random 1", "repeat 1", "single 1", "consume 1", "shuffle", "move 0 2", "clearerror", "replay_gain_mode track", "crossfade 2",
    )),
    *((PAUSED, "", command) for command in ("pause 0", "pause 1", "play", "stop", "next", "seekcur 20", "setvol 30", "clear")),
    *((LIST, "", command) for command in (
        f"playlistadd check {quoted(SONGS[2])}", f"playlistadd check {quoted(SONGS[2])} 0", "playlistdelete check 0", "playlistmove check 0 1",
        "playlistclear check", "rename check other", "rm check", "load check", "load check 0:1", "searchaddpl check title \"Long 4\"",
        "save check", "save other", "listplaylist check", "playlistdelete check 9", "rename check check", "searchaddpl check title \"no such\"",
    )),
    # Several at once are told together. What is not asked for is told by a later wait; an older MPD forgets it.
    (BEGINNING, "", "setvol 10,repeat 1,clear"), (BEGINNING, "", "random 1,random 0"), (BEGINNING, "", f"add {quoted(SONGS[4])},add {quoted(SONGS[5])},save check,rm check"),
    (BEGINNING, "mixer", "setvol 10"), (BEGINNING, "mixer", "repeat 1"), (BEGINNING, "mixer options", "setvol 11,repeat 1,clear"),
    (BEGINNING, "playlist", "clear"), (BEGINNING, "playlist", "setvol 12"), (BEGINNING, "player", "play 1"), (PLAYING, "player", "stop"),
    (PLAYING, "mixer", "stop"), (BEGINNING, "stored_playlist", "save check,rm check"), (BEGINNING, "sticker", f"sticker set {STICKER} wild"),
    (BEGINNING, "database", f"sticker delete {STICKER}"), (BEGINNING, "update", "update \"Long\""), (BEGINNING, "options", "crossfade 7"),
    (BEGINNING, "output", "setvol 13"), (BEGINNING, "neighbor mount partition", "repeat 1"), (BEGINNING, "PLAYLIST", "shuffle"),
    (BEGINNING, "subscription", "subscribe one"), (BEGINNING, "player player mixer", "setvol 14"),
]

# Changes of which the two tell something else, each with the reason. docs/mpd.md says more.
DIFFERENT_SCENES = {
    ("", "prio 0 1"): "nothing changes", ("", "crossfade 0"): "nothing changes", ("", "setvol 60"): "nothing changes",
    ("", "move 0 0"): "nothing changes, and it is told here only", ("", "newpartition x"): "refused",
}


class Watcher(Connection):
    """A connection that collects what `idle` tells. Its owner sends it messages, behind which everything that was changed before is told."""

    def __init__(self, address, renamed, actor):
        super().__init__(address, renamed)
        self.actor = actor
        self.told = set()
        self.ask(f"subscribe {CHANNEL}")
        self.gather("")
        self.told = set()

    def gather(self, subsystems):
        """Collects what is told up to now of these subsystems; of all without any."""
        wanted = f"idle {subsystems} message" if subsystems else "idle"
        self.actor.ask(f"sendmessage {CHANNEL} mark")
        is_marked = False
        while not is_marked:
            for line in self.ask(wanted):
                name, _, value = line.partition(": ")
                if name == "changed":
                    is_marked = is_marked or value == "message"
                    self.told |= {value} - {"message"}
        # Any other message was a change itself.
        messages = [line for line in self.ask("readmessages") if line.startswith("message: ")]
        if messages != ["message: mark"] * len(messages):
            self.told.add("message")

    def close(self):
        """Ends the connection. It has left the channel before, so that nobody is told of that later."""
        self.ask(f"unsubscribe {CHANNEL}")
        self.lines.close()
        self.socket.close()


def compare_events(theirs, ours, renamed):
    """Compares what both servers tell of each change; returns how many findings there are."""
    pair, findings = Pair(theirs, ours, renamed), 0
    for scene in SCENES:
        beginning, subsystems, change = scene
        is_declared = (subsystems, change) in DIFFERENT_SCENES
        # What the beginning has caused may be told only now, such as the end of the fade of a pause. A difference comes each time.
        for _ in range(1 if is_declared else MOST_TRIES):
            for command in beginning:
                pair.ask(command)
            if not pair.agree():
                findings += 1
                print(f"different: the state before {change!r}: {pair.states()}")
            told = watch(pair, (theirs, ours), (renamed, ()), scene, DECLARED_SECONDS if is_declared else PATIENCE_SECONDS)
            is_alike = told[0] == told[1]
            if is_alike:
                break
        if is_alike == is_declared:
            findings += 1
            print(f"{'no longer different' if is_alike else 'different'}: idle {subsystems} of {change!r} after {beginning[-1]!r}: "
                  f"MPD {sorted(told[0])}, here {sorted(told[1])}")
    for command in ("stop", "clear", "rm check", "rm other"):
        pair.ask(command)
    print(f"of {len(SCENES) - findings} of {len(SCENES)} changes both tell the same")
    return findings


def watch(pair, addresses, renamed, scene, patience):
    """What both servers tell of the change of a scene, as soon as it is the same, or after `patience` seconds."""
    _, subsystems, change = scene
    watchers = [Watcher(*each) for each in zip(addresses, renamed, pair.connections)]
    for connection in pair.connections:
        connection.ask(change_for(connection, change))

    def is_told_alike():
        for watcher in watchers:
            watcher.gather(subsystems)
        return watchers[0].told == watchers[1].told

    settled(is_told_alike, patience)
    if IS_NEW and subsystems:
        # What was not asked for is told later.
        subsystems = ""
        settled(is_told_alike, patience)
    for watcher in watchers:
        watcher.close()
    return [watcher.told for watcher in watchers]


def change_for(connection, change):
    """The change as input for this server; commas separate commands of a list."""
    if "{id}" in change:
        change = change.replace("{id}", connection.value("Id", "playlistinfo 1"))
    if "," not in change:
        return change
    return "\n".join(["command_list_begin", *change.split(","), "command_list_end"])
