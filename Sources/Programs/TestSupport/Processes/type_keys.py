"""A shell on a terminal of its own, into which a test types.

Usage: type_keys.py SHELL SETUP KEYS [SEEN...]. SHELL is bash, zsh or fish, without the files of any user; SETUP is a file that it reads
first. KEYS are typed behind its prompt as a person would. Then, once the terminal has shown each SEEN, the line is entered, and the words
that the shell makes of it are printed, with a zero byte behind each. What the terminal has shown goes to standard error.
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
# The quotes keep what is typed from looking like the prompt. `tell` writes its words, and then a file that says that they are all there.
PREPARATIONS = {
    "bash": "tell() { printf '%s\\0' \"$@\" > {out}; : > {done}; }; bind 'set bell-style none'; PS1='at''last> '; . {setup}",
    "zsh": "tell() { printf '%s\\0' \"$@\" > {out}; : > {done}; }; setopt no_beep no_prompt_sp; PS1='at''last> '; . {setup}",
    "fish": "function tell; printf '%s\\0' $argv > {out}; : > {done}; end; function fish_prompt; echo -n 'at''last> '; end; . {setup}",
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


def main():
    shell, setup, keys, *seen = sys.argv[1:]
    with tempfile.TemporaryDirectory() as directory:
        out, done = f"{directory}/out", f"{directory}/done"
        os.environ.update(TERM="xterm", EDITOR="", VISUAL="", HOME=directory, COLUMNS="200", LINES="50", HISTFILE="")
        terminal = Terminal(COMMANDS[shell])
        names = {"out": out, "done": done, "setup": setup}
        preparation = PREPARATIONS[shell]
        for name, value in names.items():
            preparation = preparation.replace("{" + name + "}", value)
        terminal.type(preparation + "\r")
        terminal.wait("prompt", lambda: "atlast> " in terminal.shown)
        terminal.type(keys)
        for word in seen:
            terminal.wait(word, lambda: word in terminal.shown)
        # To the beginning of the line.
        terminal.type("\x01tell \r")
        terminal.wait("words", lambda: os.path.exists(done))
        sys.stderr.write(terminal.shown)
        with open(out, "rb") as file:
            sys.stdout.buffer.write(file.read())
        os.kill(terminal.child, 9)
        os.waitpid(terminal.child, 0)


main()
