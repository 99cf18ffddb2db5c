"""Other ways to rank the same season, or all nights: how the winner changes with the way one counts."""
