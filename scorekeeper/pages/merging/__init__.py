"""Two players who are one person: looked at beforehand, said, and undone at any time."""
