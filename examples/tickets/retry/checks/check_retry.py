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


def runs(failures, attempts=3):
    operation = Operation(failures)
    try:
        call_with_retry(operation, attempts, sleep=lambda seconds: None)
    except TemporaryError:
        pass
    return operation.runs


def value(failures):
    return call_with_retry(Operation(failures), 3, sleep=lambda seconds: None)


for failures, expected in {0: "1", 1: "2", 2: "3", 3: "3"}.items():
    call = f"call_with_retry(operation, attempts=3), times that operation() ran when it fails {failures} times first"
    expect(call, lambda: runs(failures), expected)
expect("call_with_retry(operation, attempts=1), times that operation() ran", lambda: runs(0, 1), "1")
expect("call_with_retry(operation), where the first run returns 1", lambda: value(0), "1")
expect("call_with_retry(operation), where the third run succeeds and returns 3", lambda: value(2), "3")
expect("call_with_retry(operation) where it always fails", lambda: value(9), "raises TemporaryError")
finish()
