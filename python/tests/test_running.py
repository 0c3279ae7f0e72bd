# SPDX-License-Identifier: BSD-3-Clause
"""Ctrl-C, listeners and other threads while a fit runs.

Checkpoints go into a pipe, where a fit stands until somebody reads: no fit here ends before the test lets it.
"""

import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress

DEADLINE = 300  # seconds; of what has no limit by construction, so that a failure does not last forever

FIT = """
import signal
import sys
from contextlib import contextmanager

import numpy as np
import sosi._base


@contextmanager
def listening(verbose, title):
    def listen(stage, *_):
        if sys.argv[2] == "listener" and stage == "rounds":
            raise KeyError("enough")

    yield listen


sosi._base.listening = listening
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
signal.signal(signal.SIGINT, signal.default_int_handler)
X = np.random.default_rng(0).normal(size=(60, 5))
y = np.where(np.arange(60) < 20, np.arange(60) % 4, -1)
try:
    sosi.SOSIClassifier(rounds=50, checkpoint=sys.argv[1]).fit(X, y)
except (KeyboardInterrupt, KeyError) as error:
    print(repr(error), flush=True)
    sys.exit(7)
"""


@contextmanager
def full_pipe(path):
    """Make a named pipe that holds no more; give the end that reads."""
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    writer = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
    with suppress(BlockingIOError):
        while os.write(writer, b"." * 4096):
            pass
    os.close(writer)
    yield reader
    os.close(reader)


@contextmanager
def fitting(pipe, *arguments):
    """Start a fit that writes its checkpoints to a pipe; whoever waits for a writer there outlives its end."""
    command = [sys.executable, "-c", FIT, pipe, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:

        def supervise():
            try:
                child.wait(DEADLINE)
            except subprocess.TimeoutExpired:
                child.kill()
            with suppress(OSError):
                os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))

        supervisor = threading.Thread(target=supervise)
        supervisor.start()
        try:
            yield child
        finally:
            child.kill()  # nothing to end where all went well
            supervisor.join()


def drained(reader):
    """Return all that is written until nobody writes."""
    os.set_blocking(reader, True)
    return b"".join(iter(lambda: os.read(reader, 65536), b""))


def test_an_interrupt_ends_a_call_whose_computation_does_not_look_and_then_the_computation(tmp_path):
    pipe = tmp_path / "pipe"
    with full_pipe(pipe) as reader, fitting(pipe, "signal") as child:
        os.close(os.open(pipe, os.O_RDONLY))  # returns when the fit is about to write
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "KeyboardInterrupt()\n"
        assert drained(reader).count(b"sosi-checkpoint") == 1  # of 49
        assert child.wait() == 7


def test_a_listener_that_raises_ends_the_call_and_the_computation(tmp_path):
    pipe = tmp_path / "pipe"
    with full_pipe(pipe) as reader, fitting(pipe, "listener") as child:
        assert child.stdout.readline() == "KeyError('enough')\n"
        assert drained(reader).count(b"sosi-checkpoint") <= 1  # it may have been told to stop before
        assert child.wait() == 7


READING = """
import sys
import threading

import numpy as np
from sosi import SOSIClassifier

X = np.random.default_rng(0).normal(size=(60, 5))
y = np.where(np.arange(60) < 20, np.arange(60) % 4, -1)
worker = threading.Thread(target=SOSIClassifier(rounds=2, checkpoint=sys.argv[1]).fit, args=(X, y))
worker.start()
with open(sys.argv[1], "rb") as pipe:
    assert b"sosi-checkpoint" in pipe.read()
worker.join()
"""


def test_other_threads_run_during_a_fit(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    subprocess.run([sys.executable, "-c", READING, tmp_path / "pipe"], check=True, timeout=DEADLINE)
