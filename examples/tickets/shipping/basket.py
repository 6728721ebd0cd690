"""What a customer is about to buy."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One article in a basket; `price` is for one piece, in pence."""

    article: str
    price: int
    quantity: int = 1

    @property
    def amount(self):
        return self.price * self.quantity


class Basket:
    """Lines in the order in which they were put in."""

    def __init__(self):
        self.lines = []

    def add(self, article, price, quantity=1):
        if price < 0 or quantity < 1:
            raise ValueError(f"cannot add {quantity} x {article} at {price}")
        self.lines.append(Line(article, price, quantity))

    def remove(self, article):
        self.lines = [line for line in self.lines if line.article != article]

    def subtotal(self):
        """Return the price of all lines in pence, before delivery."""
        return sum(line.amount for line in self.lines)
