"""A terminal that says which one it is, with tmux in it, and a program in tmux.

Usage: named_terminal.py NAME PASSES LINE WANTED... NAME is what the terminal answers when it is asked for its name and version, PASSES is on or
off: whether tmux passes sequences on (`allow-passthrough`), and LINE is a line of the shell. Once the terminal has got all that is WANTED
(bytes in hexadecimal), this ends, and prints everything that it has got.
"""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

# Generous: the machine may be busy. Nothing waits for so long unless it fails.
DEADLINE = 60
NAME, PASSES, LINE, *WANTED = sys.argv[1:]
ANSWERS = {
    b"\x1b[>q": b"\x1bP>|" + NAME.encode() + b"\x1b\\",
    b"\x1b[>c": b"\x1b[>1;4000;35c",
    b"\x1b[c": b"\x1b[?62;22c",
}


def main():
    wanted = [bytes.fromhex(text) for text in WANTED]
    with tempfile.TemporaryDirectory() as directory:
        place = directory + "/tmux"
        configuration = directory + "/tmux.conf"
        with open(configuration, "w") as file:
            file.write(f"set -g allow-passthrough {PASSES}\nset -g status off\n")
        with open(directory + "/line.sh", "w") as file:
            # tmux has the terminal's answer before the program asks for it.
            file.write('while [ -z "$(tmux display-message -p "#{client_termtype}")" ]; do sleep 0.05; done\n' + LINE + "\nsleep 1000\n")
        child, terminal = pty.fork()
        if child == 0:
            os.environ["TERM"] = "xterm-256color"
            os.environ.pop("TMUX", None)
            os.execvp("tmux", ["tmux", "-u", "-S", place, "-f", configuration, "new-session", f"sh {directory}/line.sh"])
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 1000, 600))
        got = b""
        deadline = time.monotonic() + DEADLINE
        try:
            while not all(piece in got for piece in wanted):
                if time.monotonic() > deadline:
                    sys.stderr.write(f"in vain waited for {WANTED}: {got[-4000:]!r}\n")
                    return 1
                if not select.select([terminal], [], [], 0.2)[0]:
                    continue
                piece = os.read(terminal, 1 << 16)
                for question, answer in ANSWERS.items():
                    if question in piece:
                        os.write(terminal, answer)
                got += piece
            sys.stdout.buffer.write(got)
            return 0
        finally:
            subprocess.run(["tmux", "-S", place, "kill-server"], stderr=subprocess.DEVNULL)


sys.exit(main())
