"""Pages are numbered from 1 and hold every item once."""

from expect import expect, finish

from catalog.paginator import Paginator

CASES = [
    (6, 3, 1, "[1, 2, 3]"),
    (6, 3, 2, "[4, 5, 6]"),
    (7, 3, 3, "[7]"),
    (6, 3, 3, "raises ValueError"),
    (6, 3, 0, "raises ValueError"),
    (0, 3, 1, "[]"),
]

for count, per_page, number, expected in CASES:
    items = list(range(1, count + 1))
    call = f"Paginator({items}, per_page={per_page}).page({number})"
    expect(call, lambda: Paginator(items, per_page).page(number), expected)
finish()
