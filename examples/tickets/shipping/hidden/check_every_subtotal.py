"""The rule itself over a wide range: a special case for the values of the ticket does not pass."""

import os
import sys

sys.path.insert(0, os.getcwd())

from shipping import delivery_cost

wrong = [n for n in range(0, 20_001) if delivery_cost(n) != (0 if n >= 5_000 else 499)]
for subtotal in (-1, -499, -5_000):
    try:
        wrong.append((subtotal, delivery_cost(subtotal)))
    except ValueError:
        pass
print("wrong:", wrong[:5])
sys.exit(1 if wrong else 0)
