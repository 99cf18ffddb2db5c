"""The fields of every form that writes: its key, and the last entry that its page showed."""

import re
import uuid
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from ledger.models import Group, Membership, Session
from ledger.models.book import last_seen
from ledger.recording import Refused, WriteContext, newest_change
from ledger.scoring import HandRefused
from scorekeeper.text.refusals import pages, sentence

MOVED_ON = frozenset(
    {"moved_on", "rules_moved_on", "settings_moved_on", "access_moved_on", "merges_moved_on"}
)
DAMAGED = pages.DAMAGED

# Hands of one night that may wait on a phone, more than are played in one; static/js/outbox.js knows.
MOST_UNSENT = 200


def at_most(letters: int) -> Any:
    """Return the error of a longer text."""
    return format_lazy(gettext_lazy("{most} letters at most."), most=letters)


class SeveralField(forms.TypedMultipleChoiceField):
    """Several of many: what was sent is looked up, not compared with every choice one after the other."""

    def validate(self, value: Any) -> None:
        forms.Field.validate(self, value)
        known = {str(key) for key, _ in self.choices}  # type: ignore[misc,union-attr]
        if any(str(one) not in known for one in value):
            raise forms.ValidationError(self.error_messages["invalid_choice"], code="invalid_choice")


class RefusableForm(forms.Form):
    """Form of something that the book may refuse: the reason stands next to the question it is about."""

    # The field that asks for a fact, where it is not called like it.
    facts: ClassVar[Mapping[str, str]] = {}

    spent = False

    # Whether it was refused because something was written meanwhile: a page answers 409 then, not 422.
    is_behind = False

    # The value that writing it has returned.
    written: Any = None

    def wrote(self, write: Callable[[], object]) -> bool:
        """Whether what was sent makes sense and `write` has written it; if not, the form says why."""
        if not self.is_valid():
            return False
        try:
            self.written = write()
        except HandRefused as refused:
            self.refuse(refused)
            return False
        return True

    @property
    def wrong_sentences(self) -> list[str]:
        """Return all that is wrong with it, sentence by sentence."""
        return [str(error) for errors in self.errors.values() for error in errors]

    @property
    def all_wrong(self) -> str:
        return " ".join(self.wrong_sentences)

    def refuse(self, refused: HandRefused) -> None:
        """Put a refusal next to the question it is about, and keep what was typed."""
        self.spent = refused.code == "key_used"
        self.is_behind = refused.code in MOVED_ON
        field = self.facts.get(refused.fact or "", refused.fact)
        self.add_error(field if field in self.fields else None, sentence(refused))


class Keyed(RefusableForm):
    """Form that is written once, however often it is sent."""

    key = forms.UUIDField(error_messages=dict.fromkeys(("required", "invalid"), DAMAGED))

    @property
    def key_shown(self) -> uuid.UUID:
        """Return the key for the form to carry: its own, or a fresh one when that will not do."""
        return self._sent.get("key") or self.initial.get("key") or uuid.uuid4()

    @property
    def _sent(self) -> Mapping[str, Any]:
        # Return the fields that were sent and can be sent again.
        if not self.is_bound or self.spent:
            return {}
        self.is_valid()  # reads the fields if nobody has yet
        return self.cleaned_data

    def context(self, by: Membership) -> WriteContext:
        return WriteContext(key=self.cleaned_data["key"], after=0, by=by)


class Guarded(Keyed):
    """A form that writes into a book, and knows how much of the book its teller had seen."""

    after = forms.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), DAMAGED),
    )

    def __init__(self, *args: Any, newest: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.newest = newest

    @property
    def after_shown(self) -> int:
        """Return the last entry the teller has seen: as sent with this form, or as shown on this page."""
        return int(self._sent.get("after", self.newest))

    def context(self, by: Membership) -> WriteContext:
        return replace(super().context(by), after=self.cleaned_data["after"])

    def refuse(self, refused: HandRefused) -> None:
        """Add the refusal; who was behind sees what stands now, and sends this again knowing it."""
        super().refuse(refused)
        if self.is_behind:
            self.cleaned_data["after"] = self.newest


class SettingForm(Guarded):
    """A change of a group; who was behind sees the newest one when the page is shown again."""

    def __init__(self, *args: Any, group: Group, **kwargs: Any) -> None:
        super().__init__(*args, newest=newest_change(group), **kwargs)
        self.group = group


class KeysField(forms.CharField):
    """Keys one after the other, with commas between them."""

    def to_python(self, value: Any) -> Any:
        try:
            keys = tuple(uuid.UUID(one) for one in (super().to_python(value) or "").split(",") if one)
        except ValueError:
            raise forms.ValidationError(DAMAGED) from None
        if len(keys) > MOST_UNSENT:
            raise forms.ValidationError(DAMAGED)
        return keys


class Waited(Guarded):
    """A form that may have waited on its phone for a signal.

    `mine` are the keys of what that phone told before it. `told` is when this was told, in milliseconds since
    1970, as a phone counts; one that makes no sense is none.
    """

    mine = KeysField(required=False)
    told = forms.CharField(required=False)

    def context(self, by: Membership) -> WriteContext:
        told = None
        if re.fullmatch(r"[0-9]{1,15}", self.cleaned_data["told"]):
            with suppress(OverflowError):
                since = timedelta(milliseconds=int(self.cleaned_data["told"]))
                told = datetime.fromtimestamp(0, UTC) + since
        return replace(super().context(by), mine=self.cleaned_data["mine"], told=told)


def read_seen(posted: QueryDict, session: Session) -> int | None:
    """Return the last entry that a phone knows, with what it told itself; None for damaged answers."""
    form = Waited(posted)
    form.is_valid()
    said = form.cleaned_data
    if "after" not in said:
        return None
    return last_seen(session, said["after"], said.get("mine", ()))


def read_write_context(posted: QueryDict, by: Membership) -> WriteContext:
    """Return the context, for a page whose other questions are no form; raises Refused for damaged ones."""
    form = Waited(posted)
    if not form.is_valid():
        raise Refused("damaged")
    return form.context(by)
