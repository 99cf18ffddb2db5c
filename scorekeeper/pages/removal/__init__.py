"""A group removed by its owner, with thirty days to change their mind."""
