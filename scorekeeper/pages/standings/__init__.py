"""How everybody stands in one game: places by points, by hand, by night and as skat leagues do."""
