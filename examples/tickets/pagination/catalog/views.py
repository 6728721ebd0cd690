"""What the catalogue page of the web site shows."""

from catalog.articles import search, sort_articles
from catalog.paginator import Paginator


def catalog_page(articles, number=1, order="number", words=""):
    """Return one page of the catalogue as a dictionary for the template."""
    found = sort_articles(search(articles, words), order)
    paginator = Paginator(found)
    before, after = paginator.neighbours(number)
    return {
        "articles": [article.name for article in paginator.page(number)],
        "page": number,
        "pages": paginator.page_count(),
        "previous": before,
        "next": after,
    }
