"""What is typed in each picture."""

from collections.abc import Callable
from dataclasses import dataclass

from stage import Stage
from terminal import Step


@dataclass
class Scene:
    """A picture: the name of its file, its title, what happens on the stage, and the sinks that are there from the start."""

    name: str
    title: str
    play: Callable[[Stage], None]
    sinks: tuple[str, ...] = ("speakers",)


def first_minutes(stage: Stage) -> None:
    stage.run("fermata play Lanterns")
    stage.settle()
    stage.run("fermata queue")
    stage.gap()
    stage.run("fermata next")
    stage.run("fermata seek 50%")
    stage.run("fermata status")
    stage.require("1:42 / 3:24")
    stage.gap()
    stage.run("fermata stop-after 45m --fade 1m")


def headphones(stage: Stage) -> None:
    stage.quietly("play", stage.album)
    stage.settle()
    stage.quietly("pause")
    stage.quietly("seek", "1:21")
    stage.run("fermata route outputs")
    stage.run("fermata play")
    stage.gap()
    stage.note("Somebody switches the headphones off. The speakers stay silent.")
    stage.unplug("headphones")
    stage.wait_for_state("paused")
    stage.wait_for_output("speakers")
    stage.run("fermata status")
    stage.require("1:21 / 3:07")
    stage.gap()
    stage.note("They are on again. Nothing plays until you say so.")
    stage.plug("headphones")
    stage.wait_for_output("headphones")
    stage.run("fermata play")


def status_line(stage: Stage) -> None:
    stage.quietly("play", stage.album)
    stage.settle()
    stage.quietly("next")
    stage.run("fermata current")
    stage.run("fermata current --format '%state%: %name%, item %place% of %length%'")
    stage.gap()
    stage.quietly("seek", "50%")
    stage.run_on("fermata status --watch", Step("] "))
    stage.require("1:42 / 3:24")


def events(stage: Stage) -> None:
    stage.quietly("play", stage.album)
    stage.settle()
    stage.note("The door bell rings; later the headphones are switched off.")
    stage.run_on(
        "fermata monitor announcement. session.routeChanged",
        Step("announcement.ended", lambda: stage.quietly("announce", stage.bell)),
        Step("is gone", lambda: stage.unplug("headphones")))


SCENES = [
    Scene("first-minutes", "Playing an album, looking at the queue, moving within a song, falling asleep", first_minutes),
    Scene("headphones", "Why the music paused: the headphones were disconnected", headphones, ("speakers", "headphones")),
    Scene("status-line", "One line for a status bar, and a live line with a bar", status_line),
    Scene("events", "Watching events: an announcement, and another output", events, ("speakers", "headphones")),
]
