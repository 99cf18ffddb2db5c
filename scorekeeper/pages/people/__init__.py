"""Who may open the group: links with their QR codes, the phones that were let in, and whose this phone is.

`showing.py` draws the page, which views.py opens and `links.py` and `phones.py` write to.
"""
