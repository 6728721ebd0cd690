"""Articles and how they are ordered."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Article:
    """One article; `price` is in pence."""

    number: int
    name: str
    price: int


ORDERS = {
    "number": lambda article: article.number,
    "name": lambda article: (article.name.casefold(), article.number),
    "price": lambda article: (article.price, article.number),
}


def sort_articles(articles, order="number"):
    """Return the articles in one of the orders that the catalogue offers."""
    if order not in ORDERS:
        raise ValueError(f"unknown order: {order!r}")
    return sorted(articles, key=ORDERS[order])


def search(articles, words):
    """Return the articles whose name has all of the words, whatever their case."""
    wanted = words.casefold().split()
    return [article for article in articles if all(w in article.name.casefold() for w in wanted)]
