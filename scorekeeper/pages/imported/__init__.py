"""What came with one import of an old notebook, and taking all of it out again."""
