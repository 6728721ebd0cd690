"""For many lists and page sizes, the pages one after the other are the list."""

import os
import sys

sys.path.insert(0, os.getcwd())

from catalog.paginator import Paginator

wrong = []
for count in range(0, 60):
    for per_page in range(1, 15):
        paginator = Paginator(range(count), per_page)
        pages = [paginator.page(number) for number in range(1, paginator.page_count() + 1)]
        full = all(len(page) == per_page for page in pages[:-1])
        if sum(pages, []) != list(range(count)) or not full:
            wrong.append((count, per_page))
print("wrong:", wrong[:5])
sys.exit(1 if wrong else 0)
