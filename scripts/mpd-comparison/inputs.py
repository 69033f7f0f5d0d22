"""Inputs of single connections, without music: what both servers have to answer alike, and what differs."""

import select
import time

from servers import IS_NEW, opened

# Commands that are to be answered alike. A line is one connection's input; "|" separates its lines.
ALIKE = r"""
ping
ping x
foo
foo bar "baz
status 'a'
status "a
status "a"b
status x
Status
GET / HTTP/1.1
POST / HTTP/1.1

 status
a-b
close|ping
noidle|ping
idle|noidle|ping
idle|ping
idle foo
idle player mixer|noidle
command_list_begin|ping|ping|command_list_end
command_list_ok_begin|ping|ping|command_list_end
command_list_begin|command_list_end
command_list_ok_begin|command_list_end
command_list_end
command_list_begin x
command_list_begin|foo|command_list_end
command_list_ok_begin|ping|status a|ping|command_list_end
command_list_begin|close|ping|command_list_end
command_list_begin|ping|Status|command_list_end
command_list_begin|a-b|ping|command_list_end
command_list_begin|command_list_begin|ping|command_list_end|ping
notcommands
tagtypes
tagtypes clear|tagtypes enable Artist Album|tagtypes|tagtypes all
tagtypes disable Artist Album MUSICBRAINZ_ALBUMID|tagtypes|tagtypes enable album|tagtypes|tagtypes all|tagtypes
tagtypes clear|tagtypes|tagtypes clear|tagtypes enable Title Title|tagtypes|tagtypes disable title|tagtypes
tagtypes enable title|tagtypes
tagtypes disable Artist Foo|tagtypes
tagtypes clear x|tagtypes enable|tagtypes clear|tagtypes enable Comment|tagtypes
command_list_ok_begin|tagtypes clear|tagtypes|tagtypes enable Work Movement|tagtypes|command_list_end
tagtypes enable Artist Foo
tagtypes foo
tagtypes disable
tagtypes all x
binarylimit 64
binarylimit 63
binarylimit x
password foo
password
partition default
partition foo
listpartitions
channels|subscribe a|subscribe a|subscribe "a b"|channels|sendmessage a hello|sendmessage b hello|readmessages|unsubscribe b|unsubscribe a
sendmessage "a b" x
subscribe ""
stats
stats x
currentsong
play
play -1
play 0
play x
playid 3
playid -1
pause
pause 2
pause x
stop
next
previous
seek 0 1
seek 0 x
seek 0
seekid 1 1
seekid x 1
seekcur 1
seekcur +1
seekcur x
getvol|setvol 50|getvol|setvol 100|getvol|getvol x
setvol 101
setvol -1
setvol x
setvol 5.5
volume x
volume 200
volume
repeat 2
repeat x
repeat -1
repeat
random 1 2
single x
single
crossfade -1
crossfade 3|crossfade 0
mixrampdb -17|mixrampdb 0
crossfade x
mixrampdb x
mixrampdelay nan
mixrampdelay x
replay_gain_status
replay_gain_mode foo
replay_gain_mode track|replay_gain_status|replay_gain_mode off
prio 10|prio 256 0|prio -1 0|prio x 0|prio 5 99|prio 5 a|prioid 5 99|prioid 300 1|prioid 5 x
rangeid 99 1:2|rangeid x 1:2
addtagid 99 Artist x|addtagid x Artist y|addtagid 1|cleartagid 99|cleartagid x
moveoutput x
delpartition default|delpartition x
enableoutput 99
disableoutput 99
toggleoutput 99
toggleoutput x
outputset 99
lsinfo
lsinfo ""
list artist
find artist x
search any x
count artist x
update
listall
listallinfo
listfiles
listplaylists
listplaylist x
listplaylistinfo x
save x
rm x
rename x y
playlistclear x
playlistdelete x 0
albumart x 0
readpicture x 0
readcomments x
sticker get song a b
listneighbors
clearerror
clear|shuffle|shuffle 1:5|shuffle x
delete 0|delete 0:2|delete x|delete|delete -1|delete 1:
deleteid x
move 0 1|moveid 1 1|move 0|move x 0|move 0 x
swap 0 1|swapid 0 1|swap x 0|swap -1 0
add|add foo|add ""|add foo://bar|addid foo|addid
playlistinfo|playlistinfo 0|playlistinfo 5:|playlistinfo 0:3|playlistinfo -1|playlistinfo a|playlistinfo 1:a|playlistinfo 3:1|playlistinfo 1:2:3|playlistinfo :3|playlistinfo 1 2|playlistinfo 99999999999
playlistid 1|playlistid x|playlistid
plchanges x|plchangesposid x
clear|add http://127.0.0.1:1/a|add http://127.0.0.1:1/b|addid http://127.0.0.1:1/c 0|addid http://127.0.0.1:1/d 99|addid http://127.0.0.1:1/d -0|addid http://127.0.0.1:1/d x|add http://127.0.0.1:1/e +0|playlistinfo|playlist|playlistinfo 1:|playlistinfo 3:|playlistinfo 4:|playlistinfo 3|playlistinfo 4
playlistfind file http://127.0.0.1:1/b|playlistfind "(file == 'x')"|playlistsearch file B|playlistfind foo bar|playlistfind|playlistfind artist|playlistfind "(foo == 'x')"|playlistfind "(artist == 'x'"|playlistfind "(artist == x)"|playlistfind "(artist == 'x)"|playlistfind "()"|playlistfind "(artist == 'x') AND (album == 'y')"|playlistfind "(!(artist == 'x'))"|playlistfind "(artist == '')"|playlistfind any ""
random 1|prio 9 1|playlistinfo 1|prio 4 0:2|playlistinfo|prio 0 0:|playlistinfo|random 0
plchanges 0|plchangesposid 0|plchanges 0 1:2|plchanges 0 5:
move 0 9|move 0 2|playlist|move 0:2 1|playlist|swap 0 9|swap 0 2|playlist|move 0:0 0|move 1:1 0|move 0:5 0
delete 9|delete 1:9|playlist|shuffle 0:5|delete 9:
repeat 1|single oneshot|single 0|repeat 0
single 1|single 0|repeat 1|single 1|repeat 0|single 0
clear|status x
"""

# Those that MPD answers so from 0.24 on, and an older one in another way.
NEWER = r"""
setvol ""
playlistinfo ""
consume x
consume 2
consume oneshot|consume 0
command_list_begin|noidle|ping|command_list_end
command_list_begin|idle|command_list_end|noidle
command_list_begin|idler|ping|command_list_end
tagtypes available|tagtypes reset Artist Mood|tagtypes|tagtypes available x|tagtypes all
tagtypes reset TitleSort ShowMovement MUSICBRAINZ_RELEASEGROUPID|tagtypes|tagtypes reset comment|tagtypes
protocol|protocol available|protocol enable hide_playlists_in_root|protocol|protocol disable HIDE_playlists_in_root|protocol|protocol all|protocol|protocol clear|protocol
protocol all x|protocol clear x|protocol available x|protocol enable|protocol disable|protocol foo
command_list_ok_begin|protocol all|protocol|command_list_end|protocol
playlistfind "(artist = 'x')"|playlistfind "(artist ~ 'x')"|playlistfind "(artist eq 'x')"|playlistfind "(artist eq_cs'x')"|playlistfind "(artist"
playlistfind "(artist starts_with 'x')"|playlistfind "(artist EQ_CS 'x')"|playlistfind "(artist !eq_ci 'x')"|playlistfind "(artist contains_cs x)"
playlistfind "(prio >= 5)"|playlistfind "(prio >=+5)"|playlistfind "(prio >= -0)"|playlistfind "(prio >= -1)"|playlistfind "(prio >= 256)"|playlistfind "(prio >= x)"|playlistfind "(prio > 5)"|playlistfind "(PRIO >= 5 )"|playlistfind "(prio >= '5')"|playlistfind prio 5|playlistfind "(prio >= 99999999999999999999)"
playlistfind "(added-since '2001-01-01T00:00:00Z')"|playlistfind "(added-since 0)"|playlistfind "(added-since 'x')"|playlistfind added-since x|playlistfind added-since 0
clear|add http://127.0.0.1:1/c|add http://127.0.0.1:1/b|add http://127.0.0.1:1/a|prio 7 1|playlistfind file x sort prio|playlistsearch file http sort prio|playlistsearch file http sort -prio window 0:2|playlistsearch file http window 1:|playlistsearch file http window 4:|playlistsearch file http sort title window 4:|playlistsearch file http sort title window 3:9|playlistsearch file http sort Added|playlistsearch file http sort last-modified window 1|playlistsearch file http sort foo|playlistsearch file http window x|playlistsearch "(prio >= 7)" window 0:1|playlistsearch sort prio|clear
listplaylist x 1|listplaylist x y|listplaylist x 2:1|listplaylist x 1 2|listplaylistinfo x 1|listplaylistinfo x y|playlistlength x|playlistlength|playlistlength x y
searchplaylist x|searchplaylist x title|searchplaylist x title y|searchplaylist x "(foo == 'x')"|searchplaylist x "(title == 'x')" window x|searchplaylist x "(title == 'x')" window 0:1|searchplaylist x title y window 0:1
playlistmove x 0:2 1|playlistmove x 0: 1|playlistmove x 0: y|playlistmove x 1:1 5|playlistmove x 1:2 1|playlistmove x y 1|playlistmove x 0 y|playlistmove x -1 1
save x append|save x replace|save x foo|save a/b append|save a/b foo|save x create y
searchcount|searchcount title x|searchcount foo x
stickertypes|tagtypes reset Artist Date|stickertypes|stickertypes x|stickernames x|stickernamestypes a b
sticker get song a b|sticker foo
"""

# Commands whose answers differ, each with the reason. docs/mpd.md says more.
DIFFERENT = {
    "stringnormalization|stringnormalization available": "clients of MPD 0.25 ask for it",
}
if IS_NEW:
    DIFFERENT |= {
        "protocol enable foo": "MPD misspells its sentence",
        "tagtypes reset Title Foo|tagtypes": "a command that is refused changes nothing",
        "tagtypes reset|tagtypes": "a command that is refused changes nothing",
    }

# Lines that only newer versions have.
NEWER_TAGS = {f"tagtype: {name}" for name in ("TitleSort", "Mood", "ShowMovement", "MUSICBRAINZ_RELEASEGROUPID")}

# How long both servers are silent behind an answer, and how long they have to finish it where what they have said so far differs.
SILENCE_SECONDS, PATIENCE_SECONDS = 0.2, 5


def compare_inputs(theirs, ours):
    """Compares the answers of both servers to all inputs; returns how many findings there are."""
    failures, cases = 0, [*ALIKE.strip("\n").split("\n"), *(NEWER.strip("\n").split("\n") if IS_NEW else [])]
    for case in cases + list(DIFFERENT):
        is_declared = case in DIFFERENT
        first, second = talk((theirs, ours), case.split("|"), 1 if is_declared else PATIENCE_SECONDS)
        if (first == second) == (not is_declared):
            continue
        failures += 1
        print(f"{'no longer different' if is_declared else 'different'}: {case!r}\n  MPD:  {first}\n  here: {second}")
    if not failures:
        print(f"{len(cases)} inputs are answered alike, {len(DIFFERENT)} differ for a reason")
    return failures


def talk(addresses, lines, patience):
    """What each of the servers answers to these lines until all are silent. Where the answers differ, servers that are slow have
    `patience`, in seconds, to go on."""
    answers = {}
    for address in addresses:
        client = opened(address)
        # The greeting is compared once.
        client.recv(100)
        answers[client] = b""
        client.sendall("".join(line + "\n" for line in lines).encode())
    waiting, deadline = set(answers), time.monotonic() + patience
    while True:
        ready = select.select(waiting, [], [], SILENCE_SECONDS)[0] if waiting else []
        for client in ready:
            try:
                piece = client.recv(65536)
            except ConnectionResetError:
                piece = b""
            answers[client] += piece or b"(closed)\n"
            if not piece:
                waiting.remove(client)
        if not ready:
            forms = [normalised(answer.decode(errors="replace").splitlines()) for answer in answers.values()]
            if all(form == forms[0] for form in forms) or not waiting or time.monotonic() > deadline:
                break
    for client in answers:
        client.close()
    return forms


def normalised(lines):
    """The lines with their ids counted from the first one: each server has given others before. Of what tells when a server was started, and
    when its library changed, only the name is left. Of an older version, neither what only newer ones have counts nor that it leaves a blank behind a sentence."""
    ids = {}
    if not IS_NEW:
        lines = [line.rstrip(" ") if line.startswith("ACK ") else line for line in lines if line not in NEWER_TAGS]
    lines = [line.split(": ")[0] if line.startswith(("uptime: ", "db_update: ")) else line for line in lines]
    return [
        f"Id: {ids.setdefault(line[4:], len(ids))}" if line.startswith("Id: ") else line for line in lines
    ]
