"""Delivery: what it costs and how long it takes."""

STANDARD_DELIVERY = 499
EXPRESS_DELIVERY = 899
FREE_DELIVERY_FROM = 5_000

WORKING_DAYS = {"standard": 3, "express": 1}


def delivery_cost(subtotal):
    """Return the price of standard delivery in pence for a basket of `subtotal` pence."""
    if subtotal < 0:
        raise ValueError(f"subtotal is negative: {subtotal}")
    if subtotal > FREE_DELIVERY_FROM:
        return 0
    return STANDARD_DELIVERY


def express_cost(subtotal):
    """Return the price of express delivery in pence; it is never free."""
    if subtotal < 0:
        raise ValueError(f"subtotal is negative: {subtotal}")
    return EXPRESS_DELIVERY


def working_days(service):
    """Return how many working days a delivery service takes."""
    if service not in WORKING_DAYS:
        raise ValueError(f"unknown delivery service: {service!r}")
    return WORKING_DAYS[service]
