"""A year of a group, and of a player, on one page: to look back at, to print and to show to others."""
