"""One page a folder: views.py, forms.py, presenter.py. A page knows no other page."""
