"""Inputs of single connections, without music: what both servers have to answer alike, and what differs."""

import select
import time

from servers import opened

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
command_list_begin|noidle|ping|command_list_end
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
setvol 101
setvol -1
setvol x
setvol ""
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
consume x
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
playlistinfo|playlistinfo 0|playlistinfo 5:|playlistinfo 0:3|playlistinfo -1|playlistinfo a|playlistinfo 1:a|playlistinfo 3:1|playlistinfo 1:2:3|playlistinfo :3|playlistinfo ""|playlistinfo 1 2|playlistinfo 99999999999
playlistid 1|playlistid x|playlistid
plchanges x|plchangesposid x
clear|add http://127.0.0.1:1/a|add http://127.0.0.1:1/b|addid http://127.0.0.1:1/c 0|addid http://127.0.0.1:1/d 99|addid http://127.0.0.1:1/d -0|addid http://127.0.0.1:1/d x|add http://127.0.0.1:1/e +0|playlistinfo|playlist|playlistinfo 1:|playlistinfo 3:|playlistinfo 4:|playlistinfo 3|playlistinfo 4
playlistfind file http://127.0.0.1:1/b|playlistfind "(file == 'x')"|playlistsearch file B|playlistfind foo bar|playlistfind|playlistfind artist|playlistfind "(foo == 'x')"|playlistfind "(artist = 'x')"|playlistfind "(artist == 'x'"|playlistfind "(artist == x)"|playlistfind "(artist == 'x)"|playlistfind "()"|playlistfind "(artist == 'x') AND (album == 'y')"|playlistfind "(!(artist == 'x'))"|playlistfind "(artist == '')"|playlistfind any ""
random 1|prio 9 1|playlistinfo 1|prio 4 0:2|playlistinfo|prio 0 0:|playlistinfo|random 0
plchanges 0|plchangesposid 0|plchanges 0 1:2|plchanges 0 5:
move 0 9|move 0 2|playlist|move 0:2 1|playlist|swap 0 9|swap 0 2|playlist|move 0:0 0|move 1:1 0|move 0:5 0
delete 9|delete 1:9|playlist|shuffle 0:5|delete 9:
repeat 1|single oneshot|single 0|repeat 0
single 1|single 0|repeat 1|single 1|repeat 0|single 0
clear|status x
"""

# Commands whose answers differ, each with the reason. docs/mpd.md says more.
DIFFERENT = {
    "protocol": "newer clients ask for it",
    "consume oneshot|consume 0": "newer clients ask for it",
    "command_list_begin|idle|command_list_end|noidle": "refused, as by newer versions of MPD",
    "playlistfind \"(artist starts_with 'x')\"": "newer clients ask for it",
}

# How long both servers are silent behind an answer, and how long they have to finish it where what they have said so far differs.
SILENCE_SECONDS, PATIENCE_SECONDS = 0.2, 5


def compare_inputs(theirs, ours):
    """Compares the answers of both servers to all inputs; returns how many findings there are."""
    failures, cases = 0, ALIKE.strip("\n").split("\n")
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
        answers[client] = client.recv(100)
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
    when its library changed, only the name is left."""
    ids = {}
    lines = [line.split(": ")[0] if line.startswith(("uptime: ", "db_update: ")) else line for line in lines]
    return [
        f"Id: {ids.setdefault(line[4:], len(ids))}" if line.startswith("Id: ") else line for line in lines
    ]
