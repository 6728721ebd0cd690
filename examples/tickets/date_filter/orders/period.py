"""Periods of days, and the orders that fall into them."""

from datetime import date, datetime, time, timedelta


def start_of_day(day):
    """Return the first moment of a day."""
    return datetime.combine(day, time.min)


def month_of(day):
    """Return the first and the last day of the month that `day` is in."""
    first = day.replace(day=1)
    next_month = (first + timedelta(days=31)).replace(day=1)
    return first, next_month - timedelta(days=1)


def orders_between(orders, first_day, last_day):
    """Return the orders placed from `first_day` to `last_day`, both days included."""
    if last_day < first_day:
        raise ValueError(f"the period ends before it begins: {first_day} to {last_day}")
    begin = start_of_day(first_day)
    end = start_of_day(last_day)
    return [order for order in orders if begin <= order.placed_at < end]


def parse_day(text):
    """Return the day of an ISO date such as "2024-03-31"."""
    return date.fromisoformat(text.strip())
