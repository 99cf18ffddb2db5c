"""The book: what was played, what it is worth, who owes whom. It knows no request."""
