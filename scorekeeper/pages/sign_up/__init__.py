"""Making an account: a name and a password, and what this phone opens comes along."""
