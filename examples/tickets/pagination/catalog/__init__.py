"""The articles of a shop, as pages."""
