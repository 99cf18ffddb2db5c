"""What is written about a hand."""

from __future__ import annotations

from django import forms

from ledger.sheet import LONGEST_REMARK
from scorekeeper.http.forms import Guarded


class RemarkForm(Guarded):
    """A few words about a hand; none take away what stood there."""

    text = forms.CharField(required=False)
    most = LONGEST_REMARK

    def again(self, *, newest: int) -> RemarkForm:
        """The same with what was typed, for somebody who sees now what was written meanwhile."""
        return RemarkForm(newest=newest, initial={"text": self.data.get("text", "")})
