"""What can go wrong with a payment."""


class PaymentError(Exception):
    """The provider refused; asking again will not help."""


class TemporaryError(PaymentError):
    """The provider could not answer; asking again may help."""
