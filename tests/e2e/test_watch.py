"""grit watch as a person runs it."""
import json
import os
import select
import signal
import subprocess
import time

import pytest

PATIENCE = 60  # seconds, for a machine with much else to do


def line_of(process):
    ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
    assert ready, "nothing was said in time"
    return json.loads(process.stdout.readline())


@pytest.fixture
def watch(tmp_path):
    (tmp_path / "a.py").write_text("def one(): pass\n")
    process = subprocess.Popen([os.environ["GRIT_BIN"], "watch", str(tmp_path), "--json"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, bufsize=0)
    yield tmp_path, process
    process.kill()
    process.wait()


def test_watch_follows_changes_and_ends_with_ctrl_c(watch):
    folder, process = watch
    assert line_of(process)["symbols"] == 1
    (folder / "a.py").write_text("def one(): pass\ndef two(): pass\n")
    assert line_of(process)["symbols"] == 2
    (folder / "pkg").mkdir()
    (folder / "pkg" / "b.py").write_text("def three(): pass\n")
    end = time.monotonic() + PATIENCE
    while line_of(process)["symbols"] != 3:  # the file may be seen before its bytes
        assert time.monotonic() < end
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 0
    assert process.stderr.read() == b""


def test_watch_says_why_it_cannot_start(tmp_path):
    done = subprocess.run([os.environ["GRIT_BIN"], "watch", str(tmp_path / "missing")], capture_output=True, timeout=PATIENCE)
    assert done.returncode != 0
    assert done.stderr
