"""The pages: what people tap and read, and the Django project around them."""
