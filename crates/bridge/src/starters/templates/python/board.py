"""What a message `turn` says, in pieces that are easy to use. The README shows how moves are written, and lists the
facts of each game."""


class Move:
    """A legal move, taken apart."""

    def __init__(self, text):
        self.text = text  # the whole text, which is your answer
        self.start = None  # where it begins; None for a move without places, such as a pass or the end of a turn
        self.end = None  # where it ends; None where it ends nowhere, because the piece leaves the board
        self.how = ""  # the rest: a piece that is promoted to, or how it goes (`>`, `^`, `!`)
        sign = max(text.find(">"), text.find("^"))
        dash = text.find("-", 1)
        if sign > 0:
            self.start, self.how, self.end = text[:sign], text[sign], text[sign + 1 :]
        elif len(text) > 1 and text.endswith("!"):
            self.start, self.how = text[:-1], "!"
        elif 0 < dash < len(text) - 1:
            self.start, self.end = text[:dash], text[dash + 1 :]
        elif len(text) in (4, 5) and text[1].isdigit():
            self.start, self.end, self.how = text[:2], text[2:4], text[4:]


class Area:
    """An area of a map."""

    def __init__(self, fact):
        self.seat = fact["seat"]
        self.dice = fact["dice"]
        self.neighbours = fact["neighbours"]


class Board:
    """The position in which you are asked."""

    def __init__(self, turn):
        self.seat = turn["seat"]  # yours, from 0
        self.legal = [Move(text) for text in turn.get("legal", [])]  # your moves
        self.pieces = {item["cell"]: item["piece"] for item in turn["board"]}  # what stands where
        self.owners = {item["cell"]: item.get("seat") for item in turn["board"]}  # whose it is; None: nobody's
        self.facts = turn.get("facts", {})  # what the pieces do not show, by name
        areas = self.facts.get("areas", [])
        self.areas = {fact["area"]: Area(fact) for fact in areas}  # the map, by the numbers of the areas

    def cells_of(self, seat):
        """The cells with pieces of a seat."""
        return [cell for cell, owner in self.owners.items() if owner == seat]

    def takes(self, move):
        """Whether a move takes what stands where it ends."""
        owner = self.owners.get(move.end)
        return owner is not None and owner != self.seat
