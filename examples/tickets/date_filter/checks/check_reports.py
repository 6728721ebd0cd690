"""What has to stay: months, cancelled orders, the order of orders, and refused periods."""

from datetime import date, datetime

from expect import expect, finish

from orders.model import Order
from orders.period import month_of, orders_between, parse_day
from orders.report import monthly_report, revenue

ORDERS = [
    Order(3, datetime(2024, 2, 10, 9), 300),
    Order(1, datetime(2024, 2, 11, 9), 100),
    Order(2, datetime(2024, 2, 12, 9), 900, cancelled=True),
]
FIRST, LAST = date(2024, 2, 1), date(2024, 2, 20)


def numbers(first_day, last_day):
    return [order.number for order in orders_between(ORDERS, first_day, last_day)]


expect("order numbers of February", lambda: numbers(FIRST, LAST), "[3, 1, 2]")
expect("order numbers of March", lambda: numbers(date(2024, 3, 1), date(2024, 3, 9)), "[]")
expect("orders_between([], LAST, FIRST)", lambda: orders_between([], LAST, FIRST), "raises ValueError")
expect("revenue of February", lambda: revenue(ORDERS, FIRST, LAST), "400")
expect("monthly_report(ORDERS, FIRST)['month']", lambda: monthly_report(ORDERS, FIRST)["month"], "'2024-02'")
expect("month_of(FIRST)[1]", lambda: month_of(FIRST)[1].isoformat(), "'2024-02-29'")
expect("month_of(date(2023, 12, 31))[1]", lambda: month_of(date(2023, 12, 31))[1].day, "31")
expect("parse_day(' 2024-03-31 ')", lambda: parse_day(" 2024-03-31 ").day, "31")
expect("parse_day('31.3.2024')", lambda: parse_day("31.3.2024"), "raises ValueError")
finish()
