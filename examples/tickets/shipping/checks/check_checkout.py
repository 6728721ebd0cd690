"""What has to stay: express delivery, totals, the summary, and how prices are written."""

from expect import expect, finish

from basket import Basket
from checkout import order_total, summary
from money import format_pence, parse_price
from shipping import express_cost, working_days


def basket(price):
    filled = Basket()
    filled.add("lamp", price)
    return filled


expect("express_cost(5000)", lambda: express_cost(5000), "899")
expect("express_cost(-1)", lambda: express_cost(-1), "raises ValueError")
expect("working_days('standard')", lambda: working_days("standard"), "3")
expect("working_days('balloon')", lambda: working_days("balloon"), "raises ValueError")
expect("order_total(basket(1000))", lambda: order_total(basket(1000)), "1499")
expect("order_total(basket(9000))", lambda: order_total(basket(9000)), "9000")
expect("order_total(basket(9000), 'express')", lambda: order_total(basket(9000), "express"), "9899")
expect("summary(basket(1000))[-1]", lambda: summary(basket(1000))[-1], "'Total: £14.99'")
expect("format_pence(-123456)", lambda: format_pence(-123456), "'-£1,234.56'")
expect("parse_price('£1,234.56')", lambda: parse_price("£1,234.56"), "123456")
finish()
