"""An order as the shop stores it."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Order:
    """One order; `amount` is in pence, `placed_at` the shop's own time."""

    number: int
    placed_at: datetime
    amount: int
    cancelled: bool = False
