"""A season of a group: added, changed, removed, and put back from the list of what was changed."""
