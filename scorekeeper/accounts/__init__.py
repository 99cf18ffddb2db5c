"""Accounts, where ACCOUNTS=1 switches them on: somebody's groups on every phone. Not imported otherwise.

An account is a guest as every phone is one, with an id that no cookie holds: the phone's cookie names a
session in the database, and that names its account. So a session that is ended opens nothing from the next
request on.
"""

# django-allauth checks passwords and does the passkeys' ceremony. The rest of it would break promises:
# - usersessions and Django's sessions keep the cookie's value in the book, so a copy of the book lets in;
#   they keep network addresses, and say when a phone was seen only by a write with each page.
# - mfa's recovery codes stand in the book as the seed that they are computed from, and people have theirs on
#   paper already; its second step goes on after the password was changed elsewhere.
# - its views write a session when the link of a letter is merely looked at, as previews of links do; they
#   send a letter for each account of a family, answer without htmx, and count guesses in a cache, which
#   processes do not share.
