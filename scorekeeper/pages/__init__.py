"""Pages in six areas, a module a page. No page imports another page."""
