"""Runs an operation again when it fails for a passing reason."""

import logging
import time

from payments.errors import TemporaryError

log = logging.getLogger(__name__)


def backoff(attempt, first=0.5, longest=8.0):
    """Return the seconds to wait after attempt 1, 2, …: doubled each time, up to a limit."""
    return min(longest, first * 2 ** (attempt - 1))


def call_with_retry(operation, attempts=3, sleep=time.sleep):
    """Return what `operation()` returns; after a TemporaryError run it again, `attempts` times at most."""
    if attempts < 1:
        raise ValueError(f"attempts is below 1: {attempts}")
    for attempt in range(1, attempts + 1):
        try:
            result = operation()
            log.info("attempt %d gave %r", attempt, result)
            return operation()
        except TemporaryError:
            if attempt == attempts:
                raise
            sleep(backoff(attempt))
