"""The e-mail address of an account, if it wants one: given, confirmed by a letter, taken away."""
