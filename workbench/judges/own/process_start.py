"""Becomes a command once it is told to: by then the guard knows of it, so that no end of the run leaves it behind.

Started as a script, with no more than the standard library: `process_start.py SOCKET PROGRAM ARGUMENTS`. It waits for
a byte on the socket; where that ends instead, whoever started it is gone, and so is it. The socket closes when the
program runs; where that cannot be run, the number of the error is written there.
"""

import os
import signal
import socket
import sys


def main(number: int, command: list[str]) -> None:
    """Wait, then be the command."""
    with socket.socket(fileno=number) as told:
        told.set_inheritable(False)
        if not told.recv(1):
            return
        # Python ignores these for itself, and what is ignored stays ignored in the program.
        for name in ("SIGPIPE", "SIGXFSZ"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.SIG_DFL)
        try:
            os.execvp(command[0], command)
        except OSError as error:
            told.sendall(str(error.errno).encode("ascii"))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
