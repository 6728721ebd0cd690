"""No receipt is lost and no charge is made twice, for every number of failures and attempts."""

import os
import sys

sys.path.insert(0, os.getcwd())

from payments.client import Client
from payments.errors import TemporaryError


class Provider:
    def __init__(self, failures):
        self.failures = failures
        self.receipts = []

    def charge(self, card, amount):
        if self.failures:
            self.failures -= 1
            raise TemporaryError("away")
        self.receipts.append(f"receipt {len(self.receipts) + 1}")
        return self.receipts[-1]


wrong = []
for failures in range(6):
    for attempts in range(1, 6):
        provider = Provider(failures)
        receipt = Client(provider, attempts, sleep=lambda seconds: None).try_to_pay("1234", 500)
        expected = ["receipt 1"] if failures < attempts else []
        if provider.receipts != expected or receipt != (expected or [None])[0]:
            wrong.append((failures, attempts))
print("wrong:", wrong[:5])
sys.exit(1 if wrong else 0)
