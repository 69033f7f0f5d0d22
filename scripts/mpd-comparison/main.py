"""Compares everything, in a private MPD that is started for it."""

import tempfile
from pathlib import Path

from answers import compare_answers
from corpus import copy_for_mpd
from events import compare_events
from inputs import compare_inputs
from library import compare_library, scan_both
from pictures import compare_pictures
from servers import VERSION, reference
from states import compare_states


def compare(ours, music):
    """Compares the daemon at this address with MPD; returns how many findings there are."""
    print("compared with MPD " + ".".join(map(str, VERSION)))
    with tempfile.TemporaryDirectory() as directory:
        if not music:
            with reference(directory) as theirs:
                return compare_inputs(theirs, ours) + compare_answers(theirs, ours)
        copy = Path(directory) / "music"
        renamed = copy_for_mpd(music, copy)
        with reference(directory, copy) as theirs:
            scan_both((theirs, ours), music)
            findings = compare_answers(theirs, ours)
            findings += compare_library(theirs, ours, renamed)
            findings += compare_pictures(theirs, ours, renamed, music)
            findings += compare_states(theirs, ours, renamed)
            return findings + compare_events(theirs, ours, renamed)
