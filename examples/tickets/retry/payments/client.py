"""What the shop calls to take money."""

import time

from payments.errors import PaymentError
from payments.retry import call_with_retry


class Client:
    """Charges cards at a provider, an object with `charge(card, amount)` that returns a receipt."""

    def __init__(self, provider, attempts=3, sleep=time.sleep):
        self.provider = provider
        self.attempts = attempts
        self.sleep = sleep

    def pay(self, card, amount):
        """Charge `amount` pence and return the provider's receipt."""
        if amount <= 0:
            raise ValueError(f"amount is not positive: {amount}")
        return call_with_retry(
            lambda: self.provider.charge(card, amount), self.attempts, self.sleep
        )

    def try_to_pay(self, card, amount):
        """Charge like `pay`; return None when the provider refuses."""
        try:
            return self.pay(card, amount)
        except PaymentError:
            return None
