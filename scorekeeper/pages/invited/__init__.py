"""What is behind a link that lets phones into a group: one page with one button."""
