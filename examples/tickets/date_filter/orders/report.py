"""Figures for a period."""

from orders.period import month_of, orders_between


def revenue(orders, first_day, last_day):
    """Return the amount in pence of what was ordered in a period and not cancelled."""
    placed = orders_between(orders, first_day, last_day)
    return sum(order.amount for order in placed if not order.cancelled)


def monthly_report(orders, day):
    """Return number and revenue of the orders in the month that `day` is in."""
    first_day, last_day = month_of(day)
    return {
        "month": f"{first_day:%Y-%m}",
        "orders": len(orders_between(orders, first_day, last_day)),
        "revenue": revenue(orders, first_day, last_day),
    }
