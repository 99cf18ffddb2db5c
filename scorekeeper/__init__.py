"""The pages: what people tap and read, and the Django project around them."""

__version__ = "0.3.0"
