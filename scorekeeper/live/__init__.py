"""Phones that watch: each hears that there is something new, as a number, and then asks its own page.

A view opens the door once, in a page thread (`views`); from then on a phone is served in the event loop
(`streams`), and one hub for all of them looks into the book (`hub`).
"""
