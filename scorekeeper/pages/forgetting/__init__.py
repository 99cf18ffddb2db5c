"""A player’s name forgotten, while the seat and the sums stay."""
