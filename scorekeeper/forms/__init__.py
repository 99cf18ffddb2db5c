"""From what a phone posts to what was told; one file per game's questions."""
