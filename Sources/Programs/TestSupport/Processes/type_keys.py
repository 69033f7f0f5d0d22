"""A shell on a terminal of its own, into which a test types.

Usage: type_keys.py SHELL SETUP {KEYS NUMBER SEEN...}... SHELL is bash, zsh or fish, without the files of any user; SETUP is a file that it
reads first. For each line, KEYS are typed behind its prompt as a person would. Then, once the terminal has shown each SEEN (there are
NUMBER of them), the line is entered, and the words that the shell makes of it are printed, with a zero byte behind each, and a record
separator behind all. What the terminal has shown goes to standard error.
"""

import os
import pty
import select
import sys
import tempfile
import time

# Generous: the machine may be busy. Nothing waits for so long unless it fails.
DEADLINE = 60
COMMANDS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
# `tell` writes its words, and then a file that says that they are all there; the prompt has the number of lines that were told.
PREPARATIONS = {
    "bash": "n=0; tell() { n=$((n + 1)); printf '%s\\0' \"$@\" > {out}; : > {done}; }; bind 'set bell-style none'; PS1='atlast$n> '; . {setup}",
    "zsh": "n=0; tell() { n=$((n + 1)); printf '%s\\0' \"$@\" > {out}; : > {done}; }; setopt no_beep no_prompt_sp prompt_subst; PS1='atlast$n> '; . {setup}",
    "fish": "set n 0; function tell; set n (math $n + 1); printf '%s\\0' $argv > {out}; : > {done}; end; function fish_prompt; echo -n \"atlast$n> \"; end; . {setup}",
}


class Terminal:
    """A program on a terminal, and what it has shown."""

    def __init__(self, command):
        child, self.descriptor = pty.fork()
        if child == 0:
            os.execvp(command[0], command)
        self.child = child
        self.shown = ""

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def wait(self, what, condition):
        end = time.monotonic() + DEADLINE
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError(f"no {what} within {DEADLINE} s; the terminal shows:\n{self.shown}")
            if select.select([self.descriptor], [], [], 0.05)[0]:
                try:
                    self.shown += os.read(self.descriptor, 65536).decode(errors="replace")
                except OSError:
                    raise EOFError(f"the shell has ended; the terminal shows:\n{self.shown}") from None


def lines(arguments):
    """The keys of each line, with what is to be seen before it is entered."""
    while arguments:
        keys, number, *arguments = arguments
        yield keys, arguments[: int(number)]
        arguments = arguments[int(number) :]


def main():
    shell, setup, *arguments = sys.argv[1:]
    with tempfile.TemporaryDirectory() as directory:
        out, done = f"{directory}/out", f"{directory}/done"
        os.environ.update(TERM="xterm", EDITOR="", VISUAL="", HOME=directory, COLUMNS="200", LINES="50", HISTFILE="")
        terminal = Terminal(COMMANDS[shell])
        names = {"out": out, "done": done, "setup": setup}
        preparation = PREPARATIONS[shell]
        for name, value in names.items():
            preparation = preparation.replace("{" + name + "}", value)
        terminal.type(preparation + "\r")
        for number, (keys, seen) in enumerate(lines(arguments)):
            terminal.wait("prompt", lambda: f"atlast{number}> " in terminal.shown)
            begin = len(terminal.shown)
            terminal.type(keys)
            for word in seen:
                terminal.wait(word, lambda: word in terminal.shown[begin:])
            # To the beginning of the line.
            terminal.type("\x01tell \r")
            terminal.wait("words", lambda: os.path.exists(done))
            with open(out, "rb") as file:
                sys.stdout.buffer.write(file.read() + b"\x1e")
            os.remove(done)
        sys.stderr.write(terminal.shown)
        os.kill(terminal.child, 9)
        os.waitpid(terminal.child, 0)


main()
