"""An operation runs once for each attempt, and never again after it has succeeded."""

from expect import expect, finish

from payments.errors import TemporaryError
from payments.retry import call_with_retry


class Operation:
    """Fails `failures` times, then succeeds; its value is the number of times it ran."""

    def __init__(self, failures):
        self.failures = failures
        self.runs = 0

    def __call__(self):
        self.runs += 1
        if self.runs <= self.failures:
            raise TemporaryError("provider is away")
        return self.runs


def runs(failures):
    operation = Operation(failures)
    try:
        call_with_retry(operation, attempts=3, sleep=lambda seconds: None)
    except TemporaryError:
        pass
    return operation.runs


def value(failures):
    return call_with_retry(Operation(failures), attempts=3, sleep=lambda seconds: None)


CASES = {
    0: ("an operation that succeeds at once", "1"),
    1: ("an operation that fails once, then succeeds", "2"),
    2: ("an operation that fails twice, then succeeds", "3"),
    3: ("an operation that always fails", "3"),
}

for failures, (which, expected) in CASES.items():
    expect(f"call_with_retry(operation, attempts=3): runs of {which}", lambda: runs(failures), expected)
expect("call_with_retry(operation), first run succeeds and returns 1", lambda: value(0), "1")
expect("call_with_retry(operation), third run succeeds and returns 3", lambda: value(2), "3")
expect("call_with_retry(operation), every run fails", lambda: value(3), "raises TemporaryError")
finish()
