"""A group's settings: its name, what it plays for, and whether it is put away.

Every section stands by itself: a form in forms.py, a view that writes it through `ledger.recording`, a
template of its own that page.html includes, and the words for its changes in presenter.py (`WORDS`, and
`HIDDEN` for putting it back). What it changes is a field of the group, written by
`ledger.recording.settings.change`.
"""
