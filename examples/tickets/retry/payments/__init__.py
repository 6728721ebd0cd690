"""Payments through a provider that is not always there."""
