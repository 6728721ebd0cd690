"""The tickets in examples/ are what they say: checks fail and pass as their roles demand."""

import subprocess
import sys

from command import TICKETS


def test_every_ticket_fails_as_it_stands_and_passes_with_its_known_good_patch():
    done = subprocess.run([sys.executable, TICKETS / "verify.py"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in ("shipping", "pagination", "date_filter", "retry"):
        assert f"ok   {name}\n" in done.stdout
