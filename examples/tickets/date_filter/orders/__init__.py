"""Orders of a shop, and reports on them."""
