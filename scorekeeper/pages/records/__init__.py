"""The records of a game, and its badges: few, funny and true, with the nights and hands behind them."""
