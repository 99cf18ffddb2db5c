"""Modules of the games: the questions of a game's pad under a group's rules, and the facts of the answers.

A game's module is called like the game and has `asks(rules, active, answers)`, `told(pad)` and
`told_before(told, seats)`; `scorekeeper.pad.state` finds it by that name.
"""
