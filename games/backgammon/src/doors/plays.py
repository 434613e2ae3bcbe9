"""Plays as Ludarium and other programs write them."""
import collections

NAMES = {"bar": "25", "off": "0", "pass": "0/0"}


def read(play):
    """The ways of a play such as 24/18*(2),13/7*/5 or 24/18 13/7: lists of places."""
    for part in NAMES.get(play, play).lower().replace(",", " ").replace("*", "").split():
        way, _, count = part.rstrip(")").partition("(")
        yield from [[int(NAMES.get(place, place)) for place in way.split("/")]] * int(count or 1)


def effect(ways, blots):
    """What ways change: the checkers that leave and reach places, and the blots on which they stop."""
    change, hits = collections.Counter(), set()
    for start, *stops in ways:
        change[start] -= 1
        change[stops[-1]] += 1
        hits |= blots.intersection(stops)
    return {place: count for place, count in change.items() if count}, hits


def find(turn, ways):
    """The legal play that goes these ways; `None` where there is none."""
    theirs = turn["facts"]["checkers"][1 - turn["seat"]]
    blots = {25 - point for point, count in enumerate(theirs, 1) if count == 1}
    change, hits = effect(ways, blots)
    plays = [(play, effect(read(play), blots)) for play in turn["legal"]]
    fitting = [play for play, (same, _) in plays if same == change]
    exact = [play for play, found in plays if found == (change, hits)]
    return (exact + fitting + [None])[0]
