"""Delivery costs 499 below 5,000 pence and nothing from there; a negative subtotal is refused."""

from expect import expect, finish

from shipping import delivery_cost

CASES = {0: "499", 4999: "499", 5000: "0", 5001: "0", -1: "raises ValueError"}

for subtotal, expected in CASES.items():
    expect(f"delivery_cost({subtotal})", lambda: delivery_cost(subtotal), expected)
finish()
