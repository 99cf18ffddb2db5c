"""A group and what belongs to it: its people, its house rules, and who may open its book."""

from __future__ import annotations

import secrets
import unicodedata
import uuid
from typing import Any

from django.db import models
from django.db.models import Case, F, Value, When
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from ledger.book.who import NOBODY_ELSE, Who
from ledger.money.rounding import Rest, Rounding

LONGEST_NAME = 40
# Letters of a rule card that a group writes in its own words.
LONGEST_WORDS = 2_000
# The version of how open payments are projected. Raised when that changes: `migrate` makes them anew.
OPEN_LIST = 2
# The stored name of the placeholder; pages show it in the reader's language.
NOBODY = gettext_noop("Not accounted for")
# Characters as a database counts them: three letters, or signs that are put together of several.
LONGEST_INITIALS = 12

NOT_DRAWN = ("Cf", "Cs")  # joiners and directions, halves of characters


def new_code() -> str:
    """Return a random code for a group's address; knowing it opens nothing by itself.

    None begins like an option of a command, so that it can be named to one.
    """
    while (code := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return code


def name_key(name: str) -> str:
    """Return the key by which two names are compared: names that look the same are the same.

    Empty for a name of which nothing can be seen.
    """
    drawn = (ch for ch in unicodedata.normalize("NFKC", name) if unicodedata.category(ch) not in NOT_DRAWN)
    return unicodedata.normalize("NFKC", " ".join("".join(drawn).split()).casefold())


class GroupsHere(models.Manager["Group"]):
    """All groups but those that are still being brought in."""

    def get_queryset(self) -> models.QuerySet[Group]:
        return super().get_queryset().filter(is_arriving=False)


class Group(models.Model):
    """People who play together: one currency, one book, its house rules.

    `currency` is an ISO 4217 code, or empty for a group that plays for points only; `stake_cents` is what a
    point is worth in the currency's smallest unit. A group `is_arriving` while an import still writes it:
    nobody sees it before it is whole. It is removed at `leaves_at`, when an owner has asked for that; since
    `archived_at` it is only read. `changes` says what was changed of its settings, by whom and when: see
    `ledger.recording.settings`. Nights that end are rounded to `coin_cents`, and `rest_goes` says who has
    what is left over (see `Rounding`). `open_list` is the version by which the open payments were projected,
    0 before there were any, and with them `box_cents`, what lies in the kitty's box. Whoever only watches is
    shown money if `watchers_see_money`. The pad opens on the phone of whoever deals if `dealer_keeps_score`,
    else on every phone that may write. An owner who has said that one phone with the whole group on it is
    enough (`one_owner_is_fine`) is asked no more.
    `same_people` says which player each of those is by now who were merged into another: projected from
    `Merge`, never the truth itself. `seasons` are those that it defines. `purses` says
    of a player who pays together with another which that is: they are one payer in the list of payments.
    """

    key = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=LONGEST_NAME)
    currency = models.CharField(max_length=3, blank=True)
    stake_cents = models.PositiveIntegerField(default=0)
    points_first = models.BooleanField(default=False)
    started_at = models.DateTimeField(auto_now_add=True)
    is_arriving = models.BooleanField(default=False, editable=False)
    leaves_at = models.DateTimeField(null=True, editable=False)
    archived_at = models.DateTimeField(null=True, editable=False)
    changes = models.JSONField(default=list, editable=False)
    coin_cents = models.PositiveIntegerField(default=0)
    rest_goes = models.CharField(
        max_length=9, choices=[(rest.value, rest.value) for rest in Rest], default=Rest.NEAREST.value
    )
    open_list = models.PositiveSmallIntegerField(default=OPEN_LIST, editable=False)
    box_cents = models.BigIntegerField(default=0, editable=False)
    watchers_see_money = models.BooleanField(default=False)
    dealer_keeps_score = models.BooleanField(default=False)
    one_owner_is_fine = models.BooleanField(default=False, editable=False)
    same_people = models.JSONField(default=dict, editable=False)
    seasons = models.JSONField(default=list, editable=False)
    purses = models.JSONField(default=dict, editable=False)

    every = models.Manager()
    objects = GroupsHere()

    class Meta:
        default_manager_name = "objects"

    def __str__(self) -> str:
        return self.name

    @property
    def rounding(self) -> Rounding:
        """Return what the cents of a night that ends now are rounded to."""
        return Rounding(coin=self.coin_cents, rest=Rest(self.rest_goes))

    @property
    def who(self) -> Who:
        """Return which of its players are one person by now."""
        if not self.same_people:
            return NOBODY_ELSE
        return Who({int(player): person for player, person in self.same_people.items()})

    @property
    def payers(self) -> Who:
        """Return who pays for whom, of those who pay together."""
        if not self.purses:
            return NOBODY_ELSE
        who = self.who
        return Who({who.of(int(player)): who.of(other) for player, other in self.purses.items()})


class Tombstone(models.Model):
    """The trace of a group that was removed: that there was one, and when it went. No name, no people.

    `group` is the id it had; ids are never given twice.
    """

    group = models.BigIntegerField(unique=True)
    nights = models.PositiveIntegerField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"group {self.group}, removed {self.at:%Y-%m-%d}"


class Colour(models.TextChoices):
    """Colours behind a player's initials; the stylesheet has a shade of each for both themes."""

    BRICK = "brick"
    AMBER = "amber"
    OLIVE = "olive"
    GREEN = "green"
    TEAL = "teal"
    BLUE = "blue"
    VIOLET = "violet"
    ROSE = "rose"


class Player(models.Model):
    """A person in a group, who may or may not ever sign in.

    `initials` and `colour` are empty where nobody chose them: then they follow from the name and the place.
    `is_placeholder` marks the player to whom a notebook books what the totals of a night lack
    (`ledger.standings.players`).
    """

    group = models.ForeignKey(Group, models.PROTECT, related_name="players")
    name = models.CharField(max_length=LONGEST_NAME)
    name_key = models.TextField(editable=False)
    is_placeholder = models.BooleanField(default=False, editable=False)
    initials = models.CharField(max_length=LONGEST_INITIALS, blank=True)
    colour = models.CharField(max_length=8, choices=Colour.choices, blank=True)
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("group", "name_key"), name="one_player_of_a_name_in_a_group"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        """Return the name on pages, which the placeholder has in the reader's language."""
        return gettext(NOBODY) if self.is_placeholder else self.name


def shown_name(of: str = "") -> Case:
    """Return the expression of players' names on pages; `of` is the path to the player: "player__"."""
    is_placeholder = When(**{f"{of}is_placeholder": True}, then=Value(gettext(NOBODY)))
    return Case(is_placeholder, default=F(f"{of}name"))


class Role(models.TextChoices):
    """The rights of a membership: an owner everything, a scorer write hands, a watcher read."""

    OWNER = "owner"
    SCORER = "scorer"
    WATCHER = "watcher"


class Membership(models.Model):
    """A guest's (one browser's) way into a group, and perhaps which of its players that is.

    `link` is the one it came by. Its role lasts until `role_until`; from then on it only watches. One that
    was removed (`removed_at`) is no guest's any more: its `guest` is an id that nobody has, so that no query
    can take it for somebody's, and `guest_was` whom it is given back to. What it wrote keeps its writer.
    `last_seen` is written every few minutes at most, and None where nobody ever came. `changes` is how often
    it was changed, the last time by `last_key`. `has_said_who` is set when the question whose phone it is was
    answered, also with nobody's; `player_confirmed` when an owner has confirmed the answer.
    """

    group = models.ForeignKey(Group, models.PROTECT, related_name="memberships")
    guest = models.UUIDField()
    role = models.CharField(max_length=8, choices=Role.choices)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    player_confirmed = models.BooleanField(default=False)
    has_said_who = models.BooleanField(default=False)
    since = models.DateTimeField(auto_now_add=True)
    link = models.ForeignKey("AccessLink", models.SET_NULL, null=True, related_name="members")
    role_until = models.DateTimeField(null=True)
    last_seen = models.DateTimeField(null=True, default=timezone.now)
    removed_at = models.DateTimeField(null=True)
    guest_was = models.UUIDField(null=True)
    changes = models.PositiveIntegerField(default=0)
    last_key = models.UUIDField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("group", "guest"), name="one_membership_of_a_guest_in_a_group"),
        )
        indexes = (models.Index(fields=("guest",), name="memberships_of_a_guest"),)

    def __str__(self) -> str:
        return f"{self.role} of {self.group}"

    @property
    def role_now(self) -> Role:
        if self.role_until is not None and self.role_until <= timezone.now():
            return Role.WATCHER
        return Role(self.role)

    @property
    def is_player_confirmed(self) -> bool:
        """Return whether an owner stands for it that this phone is its player's: an owner's own word is
        enough.
        """
        return self.player_id is not None and (self.player_confirmed or self.role == Role.OWNER)

    @property
    def sees_money(self) -> bool:
        """Return whether it is shown what the group plays for, and who owes whom."""
        return self.role_now != Role.WATCHER or self.group.watchers_see_money


class HouseRules(models.Model):
    """A game and the options that differ from its defaults; numbered versions, never changed.

    `key` comes from the phone: the same change sent twice is one version. A group's first rules have neither
    key nor writer, they were written with the group. `words` is what the group says besides in its own words,
    line by line; no hand is counted by it.
    """

    group = models.ForeignKey(Group, models.PROTECT, related_name="rules")
    version = models.PositiveIntegerField()
    game = models.CharField(max_length=40)
    preset = models.CharField(max_length=40, blank=True)
    options = models.JSONField(default=dict)
    words = models.TextField(max_length=LONGEST_WORDS, blank=True, default="")
    key = models.UUIDField(unique=True, null=True)
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    written_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("version",)
        constraints = (
            models.UniqueConstraint(fields=("group", "version"), name="one_version_of_rules_in_a_group"),
        )

    def __str__(self) -> str:
        return f"{self.group}: rules {self.version}"

    @property
    def says(self) -> tuple[str, dict[str, Any]]:
        """Return the game and the options: two versions that say the same are played alike."""
        return self.game, self.options

    @property
    def writer(self) -> str:
        """Return the name of the player who wrote it, "" where nobody is known."""
        return self.by.player.name if self.by and self.by.player else ""


LONGEST_HANDLE = 40


class Service(models.TextChoices):
    """A payment service with links of its own."""

    VENMO = "venmo", "Venmo"
    PAYPAL = "paypal", "PayPal"
    CASH_APP = "cashapp", "Cash App"


class PaymentHandle(models.Model):
    """A player's name at a payment service; empty once it was taken away."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="handles")
    service = models.CharField(max_length=8, choices=Service.choices)
    handle = models.CharField(max_length=LONGEST_HANDLE, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player", "service"), name="one_handle_of_a_player_at_a_service"),
        )

    def __str__(self) -> str:
        return f"{self.player} at {self.service}: {self.handle}"


class AccessLink(models.Model):
    """An address that lets phones into a group, as `role`, until it is turned off or its time is up.

    Its secret is nowhere stored, only its `digest` (SHA-256, in hexadecimal): whoever gave it can say it
    again by `nonce`. One that is good `once` lets one phone in. Of a link to keep score that ends, the role
    lasts as long as the link: who came by it only watches afterwards. `came` counts the phones that came by
    it. `key` is that of the form that made it; `changes` how often it was changed since, the last time by
    `last_key`.
    """

    group = models.ForeignKey(Group, models.PROTECT, related_name="links")
    key = models.UUIDField(unique=True)
    role = models.CharField(max_length=8, choices=Role.choices)
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    nonce = models.UUIDField(default=uuid.uuid4)
    digest = models.CharField(max_length=64, unique=True)
    once = models.BooleanField(default=False)
    # No constraint: a group that is removed loses its members first, and these point at its links.
    made_by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+", db_constraint=False)
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    came = models.PositiveIntegerField(default=0)
    changes = models.PositiveIntegerField(default=0)
    last_key = models.UUIDField(null=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.role} of {self.group}"

    @property
    def is_open_now(self) -> bool:
        is_over = self.expires_at is not None and self.expires_at <= timezone.now()
        is_spent = self.once and self.came > 0
        return self.revoked_at is None and not is_over and not is_spent


class Merge(models.Model):
    """“Mike is Michael”: from then on `player` is `into`, everywhere; what `undoes` another takes it back.

    Nothing in ink is changed by it: whoever reads looks up who is who (`Group.who`). `key` comes from the
    phone: the same sent twice is written once. A group's are numbered 1, 2, 3, …
    """

    key = models.UUIDField(primary_key=True)
    group = models.ForeignKey(Group, models.PROTECT, related_name="merges")
    number = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    into = models.ForeignKey(Player, models.PROTECT, related_name="+")
    undoes = models.OneToOneField("self", models.PROTECT, null=True, related_name="undone_by")
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("group", "number"), name="one_merge_of_a_number_in_a_group"),
        )

    def __str__(self) -> str:
        is_one = "is not" if self.undoes_id else "is"
        return f"{self.group}: {self.player} {is_one} {self.into}"


class SharedYear(models.Model):
    """An address that opens the page of a year, until it is switched off.

    Of a group's year `player` is None. Its secret is nowhere stored, only its `digest`, as of an
    `AccessLink`; without `shows_names` the page says initials. There is one row for a page: switched on anew
    it has another secret. `changes` is how often it was changed, the last time by `last_key`.
    """

    group = models.ForeignKey(Group, models.PROTECT, related_name="+")
    year = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    nonce = models.UUIDField(default=uuid.uuid4)
    digest = models.CharField(max_length=64, unique=True)
    shows_names = models.BooleanField(default=False)
    is_on = models.BooleanField(default=True)
    # No constraint: a group that is removed loses its members first, and these point at them.
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+", db_constraint=False)
    at = models.DateTimeField()
    changes = models.PositiveIntegerField(default=0)
    last_key = models.UUIDField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("group", "year"),
                condition=models.Q(player=None),
                name="one_address_of_a_year_of_a_group",
            ),
            models.UniqueConstraint(
                fields=("group", "year", "player"), name="one_address_of_a_year_of_a_player"
            ),
        )

    def __str__(self) -> str:
        return f"{self.year} of {self.player or self.group}"
