"""What has to stay: page counts, neighbours, orders and the search."""

from expect import expect, finish

from catalog.articles import Article, search, sort_articles
from catalog.paginator import Paginator
from catalog.views import catalog_page

LAMP, CHAIR, RED_LAMP = Article(1, "lamp", 900), Article(2, "Chair", 4000), Article(3, "red Lamp", 700)
ALL = [RED_LAMP, CHAIR, LAMP]

expect("Paginator([]).page_count()", lambda: Paginator([]).page_count(), "1")
expect("Paginator(range(10)).page_count()", lambda: Paginator(range(10)).page_count(), "1")
expect("Paginator(range(11)).page_count()", lambda: Paginator(range(11)).page_count(), "2")
expect("Paginator([], 0)", lambda: Paginator([], 0), "raises ValueError")
expect("Paginator(range(30)).neighbours(1)", lambda: Paginator(range(30)).neighbours(1), "(None, 2)")
expect("Paginator(range(30)).neighbours(3)", lambda: Paginator(range(30)).neighbours(3), "(2, None)")
expect("sort by name", lambda: [a.number for a in sort_articles(ALL, "name")], "[2, 1, 3]")
expect("sort by price", lambda: [a.number for a in sort_articles(ALL, "price")], "[3, 1, 2]")
expect("sort by colour", lambda: sort_articles(ALL, "colour"), "raises ValueError")
expect("search 'LAMP red'", lambda: [a.number for a in search(ALL, "LAMP red")], "[3]")
expect("catalog_page(ALL)['pages']", lambda: catalog_page(ALL)["pages"], "1")
expect("catalog_page(ALL, 2)", lambda: catalog_page(ALL, 2), "raises ValueError")
finish()
