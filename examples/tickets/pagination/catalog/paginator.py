"""Cuts a list into pages."""

DEFAULT_PER_PAGE = 10


class Paginator:
    """Pages of a list, numbered from 1."""

    def __init__(self, items, per_page=DEFAULT_PER_PAGE):
        if per_page < 1:
            raise ValueError(f"per_page is below 1: {per_page}")
        self.items = list(items)
        self.per_page = per_page

    def page_count(self):
        """Return the number of pages; an empty list still has one, empty page."""
        return max(1, -(-len(self.items) // self.per_page))

    def page(self, number):
        """Return the items of page `number`, counted from 1."""
        if not 1 <= number <= self.page_count():
            raise ValueError(f"no such page: {number}")
        start = number * self.per_page
        return self.items[start:start + self.per_page]

    def neighbours(self, number):
        """Return the numbers of the pages before and after one, None where there is none."""
        before = number - 1 if number > 1 else None
        after = number + 1 if number < self.page_count() else None
        return before, after
