"""What has to stay: waiting times, what is not retried, and refused amounts."""

from expect import expect, finish

from payments.client import Client
from payments.errors import PaymentError, TemporaryError
from payments.retry import backoff, call_with_retry


class Provider:
    """Answers every charge with `error`, or with a receipt when it is None; counts failures."""

    def __init__(self, error=None):
        self.error = error
        self.failed = 0

    def charge(self, card, amount):
        if self.error is not None:
            self.failed += 1
            raise self.error
        return f"{card}: {amount}"


def failed_charges(error):
    provider = Provider(error)
    Client(provider, sleep=lambda seconds: None).try_to_pay("1234", 500)
    return provider.failed


def waits():
    seconds = []
    client = Client(Provider(TemporaryError("away")), attempts=4, sleep=seconds.append)
    client.try_to_pay("1234", 500)
    return seconds


expect("[backoff(n) for n in (1, 2, 9)]", lambda: [backoff(n) for n in (1, 2, 9)], "[0.5, 1.0, 8.0]")
expect("waits of a payment that always fails", waits, "[0.5, 1.0, 2.0]")
expect("failed charges after TemporaryError", lambda: failed_charges(TemporaryError("away")), "3")
expect("failed charges after PaymentError", lambda: failed_charges(PaymentError("no")), "1")
expect("Client(provider).pay('1234', 500)", lambda: Client(Provider()).pay("1234", 500), "'1234: 500'")
expect("Client(provider).pay('1234', 0)", lambda: Client(Provider()).pay("1234", 0), "raises ValueError")
expect("call_with_retry(print, 0)", lambda: call_with_retry(print, 0), "raises ValueError")
finish()
