"""One page a folder. A page knows no other page."""
