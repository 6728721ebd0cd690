"""Compares every quarter of an hour around some periods with the rule on dates itself."""

import os
import sys
from datetime import date, datetime, timedelta

sys.path.insert(0, os.getcwd())

from orders.model import Order
from orders.period import orders_between

moments = [datetime(2023, 12, 28) + timedelta(minutes=15 * n) for n in range(96 * 70)]
orders = [Order(number, moment, 1) for number, moment in enumerate(moments)]
periods = [
    (date(2023, 12, 31), date(2024, 1, 1)),
    (date(2024, 2, 28), date(2024, 2, 29)),
    (date(2024, 1, 15), date(2024, 1, 15)),
    (date(2024, 1, 1), date(2024, 2, 29)),
]
wrong = []
for first, last in periods:
    expected = [order for order in orders if first <= order.placed_at.date() <= last]
    if orders_between(orders, first, last) != expected:
        wrong.append((first, last))
print("wrong:", wrong)
sys.exit(1 if wrong else 0)
