"""Runs cases and prints those that fail: the call, what it gave, and what it should have given."""

import os
import sys

# Checks run from the project's root, and Python would look for modules beside the check only.
sys.path.insert(0, os.getcwd())

_failed = []
_cases = []


def outcome(function):
    """Return what a call does as text: its value, or the exception that it raises."""
    try:
        return repr(function())
    except Exception as error:
        return f"raises {type(error).__name__}"


def expect(call, function, expected):
    """Count a case; `call` is how a reader would write it, `expected` an outcome as text."""
    _cases.append(call)
    got = outcome(function)
    if got != expected:
        _failed.append(call)
        print(f"FAIL {call}\n  got:      {got}\n  expected: {expected}")


def finish():
    """End the check; a check that ran no case does not pass."""
    print(f"{len(_cases) - len(_failed)} of {len(_cases)} cases pass")
    sys.exit(1 if _failed or not _cases else 0)
