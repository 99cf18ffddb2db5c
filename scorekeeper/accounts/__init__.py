"""Accounts, where ACCOUNTS=1 switches them on: one's groups on every phone. Nothing of it is imported else.

django-allauth checks passwords and passkeys; the pages are our own. An account is a guest as every phone is
one, with an id that no cookie holds: the phone's cookie names a session in the database, and that names its
account. So a session that is ended opens nothing from the next request on.
"""
