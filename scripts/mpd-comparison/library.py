"""Compares the answers about the library in a directory."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor

from commands import REMEMBER, fingerprint_commands, library_commands, sheets_of, songs_of
from forms import compared_form, is_alike, with_their_durations
from servers import Connection, settled

# How long ago a directory has to have changed for the daemon to tell when that was, in seconds.
SETTLING_SECONDS = 2.5

# How long a scan may take, in seconds.
SCAN_SECONDS = 120

# The most findings that are printed.
SHOWN_FINDINGS = 60


def wait_for_scans(connection):
    connection.ask("update")
    if not settled(lambda: connection.value("updating_db") is None, SCAN_SECONDS):
        sys.exit(f"the library is still being scanned after {SCAN_SECONDS} seconds")


def ask_for_fingerprint(command, addresses, renamed):
    """What MPD and the daemon answer to a command for a fingerprint, each on a connection of its own. Nothing if MPD does not answer:
    MPD 0.23.12 sometimes never does."""
    theirs, ours = addresses
    try:
        first = Connection(theirs, renamed).ask(command, patience=10)
    except TimeoutError:
        return None
    # As long as it takes: all of them ask at once, and a busy machine may have no processor for this.
    return first, Connection(ours).ask(command, patience=120)


def scan_both(addresses, directory):
    """Has both servers read the directory, over a connection of its own each: one that waits for the scan of the other is closed."""
    # A time that has to have passed, by the files' own times.
    newest = max(place.stat().st_mtime for place in directory.rglob("*") if place.is_dir())
    time.sleep(max(0, newest + SETTLING_SECONDS - time.time()))
    for address in addresses:
        wait_for_scans(Connection(address))


def compare_library(theirs, ours, renamed):
    """Compares the answers about the library; returns how many findings there are."""
    first, second = Connection(theirs, renamed), Connection(ours)
    findings = 0
    every = first.ask("listall")
    commands = library_commands(first)
    music = {line.split(": ", 1)[1] for line in every if line.startswith(("file: ", "directory: "))} - sheets_of(songs_of(every))
    placed = {sheet for sheet, _ in renamed}
    for command in commands:
        if command == REMEMBER:
            for connection in (first, second):
                connection.remember_version()
            continue
        for connection in (first, second):
            connection.send(command)
        known, found = (compared_form(command, connection.answer(), music, placed) for connection in (first, second))
        found = with_their_durations(known[0], found[0]), found[1]
        if not is_alike(command, known, found):
            findings += 1
            if findings <= SHOWN_FINDINGS:
                show(command, known, found)
    found, unanswered, asked = compare_fingerprints(theirs, ours, renamed, songs_of(every))
    findings += found
    count = len(commands) - commands.count(REMEMBER) + asked
    print(f"{count - findings - unanswered} of {count} commands about the library are answered alike")
    return findings


def show(command, theirs, mine):
    """Prints how two answers differ."""
    print(f"different: {command}")
    for name, a, b in (("MPD", theirs, mine), ("here", mine, theirs)):
        only = [block for block in a[0] if block not in b[0]][:2]
        moved = [block[0] for block, other in zip(a[0], b[0]) if block != other][:3]
        lines = [line for line in a[1] if line not in b[1]][:3] or [line for line, other in zip(a[1], b[1]) if line != other][:3]
        print(f"  {name}: {len(a[0])} blocks, {lines}, only there: {only or f'none, in another order: {moved}'}")


def compare_fingerprints(theirs, ours, renamed, songs):
    """Compares fingerprints of some songs. Returns how many findings there are, to how many questions MPD does not answer, and how many
    there were."""
    commands, findings, unanswered = fingerprint_commands(songs), 0, 0
    # All at once, because MPD lets some of them wait for ever.
    with ThreadPoolExecutor(len(commands) or 1) as threads:
        answers = list(threads.map(lambda command: ask_for_fingerprint(command, (theirs, ours), renamed), commands))
    for command, answer in zip(commands, answers):
        if answer is None:
            unanswered += 1
        elif answer[0] != answer[1]:
            findings += 1
            print(f"different: {command}\n  MPD:  {answer[0]}\n  here: {answer[1]}")
    if unanswered:
        print(f"to {unanswered} questions for fingerprints MPD does not answer at all")
    if commands and unanswered == len(commands):
        print("no fingerprint was compared")
        findings += 1
    return findings, unanswered, len(commands)
