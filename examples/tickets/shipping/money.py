"""Amounts of money, in whole pence."""


def format_pence(amount):
    """Return an amount as a price tag: 499 becomes "£4.99"."""
    sign = "-" if amount < 0 else ""
    pounds, pence = divmod(abs(amount), 100)
    return f"{sign}£{pounds:,}.{pence:02}"


def parse_price(text):
    """Return the pence of a price tag: "£4.99" and "4.99" become 499."""
    pounds, _, pence = text.strip().removeprefix("£").replace(",", "").partition(".")
    if len(pence) != 2:
        raise ValueError(f"not a price: {text!r}")
    return int(pounds) * 100 + int(pence)
