"""House rules: a new version for the group, and a line in the book of every night that is going on."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from ledger import limits
from ledger.book.sheet import EntryKind, Note
from ledger.models import Group, HouseRules, Membership, Session
from ledger.models.group import LONGEST_WORDS
from ledger.recording.writing import (
    Refused,
    WriteContext,
    check_room,
    clean_lines_of,
    going_on,
    held,
    keys_are_used_once,
    write,
)
from ledger.scoring import game_called
from ledger.scoring.differences import preset_like
from ledger.scoring.option import differing, read_rules


def write_rules(
    group: Group,
    game: str,
    preset: str,
    options: Mapping[str, Any],
    key: uuid.UUID,
    by: Membership | None,
    *,
    after: int | None = None,
) -> HouseRules:
    """Write new house rules, from the next hand on; the same rules, or the same key twice, write nothing.

    `preset` is kept only where the options are exactly the preset's. `after` is the version the teller saw.
    Raises HandRefused for rules nobody can play; Refused when others changed them meanwhile, or when a night
    that is going on cannot go on under them.
    """
    read = read_rules(game_called(game).rules, options)
    new = {"game": game, "preset": preset_like(game, options, preset), "options": differing(read)}
    with keys_are_used_once(), transaction.atomic():
        latest, before = _latest(group, key)
        if before is not None:
            if before.says != (new["game"], new["options"]):
                raise Refused("key_used", case="rules")
            return before
        if (latest.game, read_rules(game_called(latest.game).rules, latest.options)) == (game, read):
            return latest
        rules = _next(latest, key, by, after=after, **new)
        _tell_the_books(group, rules, WriteContext(key=key, after=0, by=by))
    return rules


def write_words(
    group: Group, words: str, key: uuid.UUID, by: Membership | None, *, after: int | None = None
) -> HouseRules:
    """Write the group's own words about its rules, as a new version of them; "" takes them away.

    No hand is counted by it, so nothing is told to the books. The same as before, or the same key twice,
    writes nothing. `after` is the version the teller saw. Raises Refused for a text that cannot be written
    down or is longer than LONGEST_WORDS, and when the rules were changed meanwhile.
    """
    words = clean_lines_of(words, case="words", fact="words", most=LONGEST_WORDS)
    with keys_are_used_once(), transaction.atomic():
        latest, before = _latest(group, key)
        if before is not None and before.words != words:
            raise Refused("key_used", case="rules")
        if before is None and latest.words != words:
            return _next(latest, key, by, after=after, words=words)
        return before or latest


def _latest(group: Group, key: uuid.UUID) -> tuple[HouseRules, HouseRules | None]:
    # The group's newest rules, and those that were written with this key before; the group is locked.
    held(group.pk)
    before = HouseRules.objects.filter(key=key).first()
    if before is not None and before.group_id != group.pk:
        raise Refused("key_used", case="rules")
    return HouseRules.objects.filter(group=group).latest("version"), before


def _next(
    latest: HouseRules, key: uuid.UUID, by: Membership | None, *, after: int | None = None, **other: Any
) -> HouseRules:
    # Write a version that differs from the latest in these fields.
    if after is not None and latest.version != after:
        raise Refused("rules_moved_on")
    check_room(latest.version + 1, limits.MOST_VERSIONS, case="versions")
    kept = {name: getattr(latest, name) for name in ("game", "preset", "options", "words")}
    new = {**kept, **other}
    return HouseRules.objects.create(
        group_id=latest.group_id, version=latest.version + 1, key=key, by=by, **new
    )


def take_back_rules(session: Session, change: Note, context: WriteContext) -> Mapping[str, Any]:
    """Put the rules before this change in force again, as a new version; return the line's facts.

    Another night that is going on forgets the change as well, or goes on under the new version if a hand was
    told in it since. What the group says in its own words stays. Whoever calls this has locked the group's
    row. Raises Refused when the rules were changed once more, or it is not known what they were.
    """
    group, was, told = session.group, change.facts.get("was"), change.facts["rules"]
    latest = HouseRules.objects.filter(group=group).latest("version")
    since = HouseRules.objects.filter(group=group, version__gt=told["version"]).values_list("game", "options")
    if was is None or any(one != (told["game"], told["options"]) for one in since):
        raise Refused("stays", case="rules")
    before = HouseRules.objects.get(group=group, version=was["version"])
    kept = {"game": before.game, "preset": before.preset, "options": before.options}
    rules = _next(latest, uuid.uuid5(context.key, "rules"), context.by, **kept)
    _tell_the_books(group, rules, context, told=session, undoes=told["version"])
    return {"then": _facts(rules)}


def _facts(rules: HouseRules) -> Mapping[str, Any]:
    return {"version": rules.version, "game": rules.game, "options": rules.options}


def _tell_the_books(
    group: Group,
    rules: HouseRules,
    context: WriteContext,
    *,
    told: Session | None = None,
    undoes: int = 0,
) -> None:
    # Write the rules into the book of each session that goes on, except `told`, which has them already. Other
    # writers wait meanwhile. If a session's last change is the version that this one undoes (`undoes`, 0 for
    # none), that change is undone instead.
    facts = _facts(rules)
    for session, sheet, line in going_on(group, context, but=told):
        last = sheet.last_change
        if undoes and last and last.facts.get("rules", {}).get("version") == undoes:
            write(session, EntryKind.UNDONE, {"of": last.entry, "then": facts}, line)
            continue
        if sheet.rules.game != rules.game:
            playing = game_called(sheet.rules.game).name
            other = game_called(rules.game).name
            raise Refused("night_keeps_game", fact="game", playing=playing, other=other)
        game = game_called(rules.game)
        if sheet.pot_points and not game.keeps_pot(read_rules(game.rules, rules.options)):
            raise Refused("pot_left", fact="pot", case="no_pot")
        was = {"version": sheet.rules.version, "game": sheet.rules.game, "options": sheet.rules.options}
        write(session, EntryKind.RULES, {"rules": facts, "was": was}, line)
