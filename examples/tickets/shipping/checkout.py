"""The last page before payment."""

from money import format_pence
from shipping import delivery_cost, express_cost, working_days


def order_total(basket, service="standard"):
    """Return what the customer pays in pence: the basket and its delivery."""
    subtotal = basket.subtotal()
    cost = express_cost(subtotal) if service == "express" else delivery_cost(subtotal)
    return subtotal + cost


def summary(basket, service="standard"):
    """Return the lines of the order summary."""
    rows = [f"{line.quantity} x {line.article}: {format_pence(line.amount)}" for line in basket.lines]
    rows.append(f"Delivery in {working_days(service)} working days")
    rows.append(f"Total: {format_pence(order_total(basket, service))}")
    return rows
