"""A period includes its last day, from the first moment to the last, and nothing after it."""

from datetime import date, datetime

from expect import expect, finish

from orders.model import Order
from orders.period import orders_between

CASES = {
    "2024-03-31 18:30": "1",
    "2024-02-29 23:59": "0",
    "2024-03-01 00:00": "1",
    "2024-03-15 12:00": "1",
    "2024-03-31 00:00": "1",
    "2024-03-31 23:59:59.999999": "1",
    "2024-04-01 00:00": "0",
}


def found(moment):
    order = Order(1, datetime.fromisoformat(moment), 100)
    return len(orders_between([order], date(2024, 3, 1), date(2024, 3, 31)))


for moment, expected in CASES.items():
    call = f"len(orders_between([order placed at {moment}], date(2024, 3, 1), date(2024, 3, 31)))"
    expect(call, lambda: found(moment), expected)
finish()
