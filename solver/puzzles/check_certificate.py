"""A checker of certificates that trusts nothing but the rules: it imports nothing of the solver.

    python check_certificate.py CERTIFICATES.json.gz ...

A certificate states a position, a goal, the keys, and what is true of them. Its ``proof`` is a
string of digits: the answers, in the order in which this file asks for them, to "which card?"
wherever the side that is to prove something is to play. Against each answer every card of the other
side is tried. So an answer can be bad, but then the proof fails; it cannot make something false
true.

A file is compressed with gzip. Its first line is ``{"format": "manni certificates", "version": 2,
"certificates": N}``, each other line is a certificate:

``name``
    What it is about, for people.
``hands``
    The cards of forehand, middlehand and dealer, each a list of names such as ``"SA"``. Two to
    seven hands with the seats ``F D``, ``F 2 3 D`` and so on are checked too.
``leader``, ``table``
    Who led, and the cards on the table.
``contract``, ``declarer``
    The trump, ``NT`` or ``NULLO``; who declares where the others are partners, with a partner of
    his own ``"F 3"``: never more than half, and the seat of the goal is among them; else null.
``rules``
    ``order`` of the ranks, the lowest first; ``duties`` (``rise``, ``ruff``, ``overruff``);
    ``card_points`` by rank, ``trick_points``; whether the two others are ``partners``, every trick
    is ``claimed``, the seat ``avoids`` points.
``goal``, ``keys``
    As in a puzzle; the keys are a list of cards.
``verdict``, ``value``, ``works``
    What is proved; ``works`` are the first cards that work, null where they are not judged.
``strict``
    True, false, or null where it was not asked for.
``proof``
    The answers, a digit each (``0`` to ``9``, then ``a`` to ``z``).
``sha256``
    The check sum of the certificate without this key, as JSON with sorted keys.

"The seat takes at least so many tricks" is proved by a strategy: one card in every position to
which it leads, against every card that the other side may play. Where the seat is held to so many,
the two others have the strategy. Of equal cards (of one suit, worth the same, with no card of
another seat and none on the table between them) the lowest is looked at. A start of a trick that
comes twice, up to the names of cards and of suits that are not trumps, is proved once.

An answer is asked for only where there is more than one:

* The side whose strategy it is is to play: which of its cards, counted from 0, from spades to clubs
  and from the lowest up.
* Strictness, the defence has played: 1 if that let the solver do better than the goal (a gift),
  else 0. The solver is to play: the number of the only card that works, 0 if the goal can no
  longer be missed.
* The way to a dual, the solver has a choice: 1 if this is the dual, else 0. A dual: the first card
  that works, then the second, counted from the one after the first. On the way to a dual and on,
  before each card: which card is played. After the dual, the solver has played: 1 if that missed
  the goal, which ends the proof, else 0.

The claims are proved in this order: the value as the least, the value as the most; the first
cards, one of equal ones; then strictness, or the way to a dual. The verdict follows from them:
busted if the value misses the goal or a key does not work, else modest, else cooked, else sound.

Checked is all that is printed but the name: that every key is there once, none other, each in its
form; that the cards make a position; the value, what works, the verdict, strictness. Trusted are
Python, these lines, and the reader, who sees for himself whether position and rules are those he
means. What a file costs is bounded: a proof has STEPS, and MORE_STEPS for each answer it gives, a
line LONGEST characters, and after MOST_REFUSED bad certificates a file is not read on.
"""

import gzip
import hashlib
import json
import re
import signal
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

FORMAT, VERSION = "manni certificates", 2
SEATS = {count: "FMD" if count == 3 else f"F{'23456'[: count - 2]}D" for count in range(2, 8)}
SUITS, RANKS, DIGITS = "SHDC", "23456789TJQKA", "0123456789abcdefghijklmnopqrstuvwxyz"
STEPS, MORE_STEPS, LONGEST, MOST_REFUSED = 100_000, 32, 2_000_000, 100
TABLE, HOLDERS = 7, 8  # who holds a card that was played to the trick; all there can be
PLAYED = bytes(range(TABLE, 256, HOLDERS))

# A card is the number of its suit and its place among the cards in play of that suit, 0 lowest.
# A state is the cards in play, a row for each suit, the lowest first; who leads; the cards on the
# table in turn; how many the side still needs. A card in a row says what it is worth, by its place
# in Proof.worths, and who holds it: neighbours that are alike are equal, and names do not matter.
Card: TypeAlias = tuple[int, int]
State: TypeAlias = tuple[tuple[bytes, ...], int, tuple[Card, ...], int]

# The form of a value: a pattern, a type, a range of numbers, a dictionary of forms, several of
# these, or the form of what a list has, at most so many, nothing twice.
NONE, SEAT, CARD, POINTS = type(None), "[FM2-6D]", "[SHDC][2-9TJQKA]", range(101)
RULES = {
    "order": f"(?:([{RANKS}])(?!.*\\1)){{{len(RANKS)}}}",
    "duties": ["rise|ruff|overruff", 3],
    "partners": bool,
    "claimed": bool,
    "card_points": dict,
    "trick_points": POINTS,
    "avoids": bool,
}
CERTIFICATE = {
    "name": (NONE, str),
    "hands": [[CARD, 26], 7],
    "leader": SEAT,
    "table": [CARD, 6],
    "contract": "[SHDC]|NT|NULLO",
    "declarer": (NONE, f"{SEAT}(?: {SEAT})*"),
    "rules": RULES,
    "goal": f"{SEAT} (?:0|[1-9][0-9]{{0,8}})[+-]",
    "keys": [CARD, 26],
    "verdict": "sound|cooked|busted|modest",
    "value": int,
    "works": (NONE, [CARD, 26]),
    "strict": (NONE, bool),
    "proof": "[0-9a-z]*",
    "sha256": "[0-9a-f]{64}",
}
HEAD = {"format": FORMAT, "version": range(VERSION, VERSION + 1), "certificates": range(10**9)}


class Refused(ValueError):
    """What a certificate says is not proved by it."""


class Proof:
    """What a certificate says of its puzzle; ``ask`` answers in place of its digits.

    The side of the goal, its seat and whoever is its partner, and the rest play for the same
    tricks, or points: "high" is the side that wants them to be many for that of the goal. Where
    they are avoided that is the rest.
    """

    def __init__(self, claim: dict[str, Any], ask: Callable[..., int] | None = None) -> None:
        self.claim, self.ask, self.digits = claim, ask, iter(claim.get("proof", ""))
        self.rules, self.known, self.steps = claim["rules"], set[bytes](), STEPS
        hands, table, points = claim["hands"], claim["table"], self.rules["card_points"]
        self.count, letters = len(hands), SEATS.get(len(hands), "")
        self.trick_points: int = self.rules["trick_points"]
        contract, (seat, goal) = claim["contract"], claim["goal"].split()
        named = (claim["declarer"] or seat).split()
        if not {claim["leader"], seat, *named} <= {*letters}:
            raise Refused("the hands are not of two to seven seats, or a seat is none of theirs")
        self.trump = ("NT", "NULLO", *SUITS).index(contract) - 2  # none if it is below 0
        self.at_least, self.side = goal[-1] == "+", {*map(letters.index, named)}
        everyone, lead = {*range(self.count)}, letters.index(claim["leader"])
        rest = everyone - self.side
        self.high = rest if contract == "NULLO" or self.rules["avoids"] else self.side
        self.solver = self.high if self.at_least else everyone - self.high
        # Of partners none is bound where another is winning.
        spared = self.rules["partners"] and not self.rules["claimed"]
        self.partners = (self.side, rest) if spared else ()
        if (claim["declarer"] is not None) is not self.rules["partners"]:
            raise Refused("somebody declares where there are partners, and nowhere else")
        is_side = seat in named and 2 * len(named) <= self.count
        if not is_side or named != [letter for letter in letters if letter in named]:
            raise Refused("the goal is not that of the side that declares, no more than half")
        if not points.keys() <= {*RANKS} or not all(
            fits(number, POINTS) for number in points.values()
        ):
            raise Refused("card points are not of the ranks, or not 0 to 100")
        holder = {name: seat for seat, held in enumerate(hands) for name in held}
        holder |= {name: (lead + at) % self.count for at, name in enumerate(table)}
        order, self.worths = self.rules["order"], sorted(set[int]((0, *points.values())))
        self.names = [[suit + rank for rank in order if suit + rank in holder] for suit in SUITS]
        if sum(map(len, (*hands, table))) != len(holder):
            raise Refused("a card is there twice")
        dealt = {
            len(hands[place]) + ((place - lead) % self.count < len(table)) for place in everyone
        }
        if len(table) >= self.count or len(dealt) > 1 or 0 in dealt:
            raise Refused("the hands are no position")
        codes = {rank: HOLDERS * self.worths.index(points.get(rank, 0)) for rank in order}
        rows = tuple(bytes(codes[name[1]] + holder[name] for name in row) for row in self.names)
        cards = {name: (suit, at) for suit in range(4) for at, name in enumerate(self.names[suit])}
        self.start: State = rows, lead, (), int(goal[:-1])
        for suit, at in map(cards.__getitem__, table):
            row = self.start[0][suit]
            lowest = next(low for low in range(at + 1) if len({*row[low : at + 1]}) == 1)
            if (suit, lowest) not in self.cards(self.start):
                raise Refused("a card on the table might not be played")
            self.start = self.after(self.start, (suit, at))
        if self.start[3] > self.left(self.start):
            raise Refused("the goal is more than there is")

    def check(self) -> None:
        """Raise Refused unless everything that is said is proved."""
        claim, start, goal = self.claim, self.start, self.start[3]
        value, keys, works = claim["value"], set(claim["keys"]), set(claim["works"] or ())
        self.prove((*start[:3], value), True)
        self.prove((*start[:3], value), False)
        cards, groups = self.cards(start), list[set[str]]()  # of equal first cards, by name
        if claim["works"] is not None and self.mover(start) in self.solver:
            for suit, at in cards:
                row = start[0][suit]
                end = next((end for end in range(at, len(row)) if row[end] != row[at]), len(row))
                groups.append(set(self.names[suit][at:end]))
                self.reached(self.after(start, (suit, at)), not groups[-1].isdisjoint(works))
        good = [names for names in groups if names & works]
        if set().union(*good) != works:
            raise Refused("the cards that work are not groups of equal cards")
        if not keys <= set().union(*groups):
            raise Refused("a key cannot be played, or no first card is judged")
        # One trick loses a misère, or a claim of all: then nothing is better than the goal.
        if self.rules["claimed"]:
            is_all = not self.at_least and goal == self.left(start) - 1
        else:
            is_misere = self.rules["partners"] and claim["contract"] == "NULLO"
            is_all = is_misere and self.at_least and goal == 1
        if (value < goal if self.at_least else value > goal) or not keys <= works:
            true = "busted"
        elif value != goal and not is_all:
            true = "modest"
        else:
            true = "cooked" if keys and not all(names & keys for names in good) else "sound"
        if claim["verdict"] != true:
            raise Refused(f"the verdict is {true}, not {claim['verdict']}")
        if claim["strict"] is not None and true not in ("sound", "cooked"):
            raise Refused(f"it is {true}: it cannot be strictly sound or not")
        if claim["strict"] is not None:
            {True: self.is_strict, False: self.has_dual}[claim["strict"]](start)
        if next(self.digits, None) is not None:
            raise Refused("the proof goes on after its end")

    def prove(self, state: State, high: bool) -> None:
        """Prove that the seat takes at least what it needs (high), or at most so much."""
        if self.is_settled(state, high) or self.is_known(state, f"high {high}"):
            return
        cards = self.cards(state)
        if (self.mover(state) in self.high) is high:
            cards = [cards[self.choose(len(cards), "card", state, high)]]
        for card in cards:
            self.prove(self.after(state, card), high)

    def reached(self, state: State, is_reached: bool, better: int = 0) -> None:
        """Prove that the goal, or so much better, is reached from a state on, or is missed."""
        more = better - (not is_reached)
        needed = state[3] + (more if self.at_least else -more)
        self.prove((*state[:3], needed), is_reached is self.at_least)

    def is_strict(self, state: State, is_plain: bool = False) -> None:
        """Prove that one card, up to equals, works wherever the goal can still be missed.

        The goal is reached in the state. ``is_plain`` says that it must not be possible to miss it
        any more. What comes after a gift, a card of the defence that lets the solver do better,
        does not matter.
        """
        if self.is_settled(state, self.at_least) or self.is_known(state, f"strict {is_plain}"):
            return
        after, solves, only = self.following(state), self.mover(state) in self.solver, 0
        if solves and len(after) > 1 and not is_plain:
            only = self.choose(len(after) + 1, "only", state)
            is_plain = not only
        for number, child in enumerate(after, 1):
            if not solves and self.choose(2, "gift", child):
                self.reached(child, True, 1)
            elif only in (0, number):
                self.is_strict(child, is_plain)
            else:
                self.reached(child, False)

    def has_dual(self, state: State) -> None:
        """Prove that at some turn two cards work, and that the goal can still be missed then.

        Up to the card that misses it the solver plays what works, and the defence makes no gift.
        """
        is_found = is_missed = False
        while not is_missed:
            after, solves = self.following(state), self.mover(state) in self.solver
            if solves and len(after) > 1 and not is_found and self.choose(2, "dual", state):
                is_found, first = True, self.choose(len(after) - 1, "works", state, 0)
                second = first + 1 + self.choose(len(after) - 1 - first, "works", state, first + 1)
                self.reached(after[first], True)
                self.reached(after[second], True)
            state = after[self.choose(len(after), "on", state)]
            is_missed = solves and is_found and self.choose(2, "missed", state) == 1
            self.reached(state, solves and not is_missed, 0 if solves else 1)

    def is_settled(self, state: State, high: bool) -> bool:
        """Return whether the count alone decides that it is so; refuse if that it is not."""
        self.steps -= 1
        if self.steps < 0:
            raise Refused(f"more than {STEPS:,} steps, and {MORE_STEPS} for each answer")
        needed, left = state[3], self.left(state)
        if needed > left if high else needed < 0:
            raise Refused("a strategy fails")
        return needed <= 0 if high else needed >= left

    def is_known(self, state: State, claim: str) -> bool:
        """Return whether a claim was met before where a trick begins, whatever the suits' names.

        What is met first is walked through before the proof ends, or the proof is refused.
        """
        rows, leader, table, needed = state
        if table:
            return False
        trumps = rows[self.trump] if self.trump >= 0 else b""
        plain = sorted(row for suit, row in enumerate(rows) if suit != self.trump)
        key = PLAYED[:1].join((f"{claim} {leader} {needed}".encode(), trumps, *plain))
        is_known = key in self.known
        self.known.add(key)
        return is_known

    def choose(self, options: int, *why: Any) -> int:
        """Return the answer to a question; one with a single answer is not asked."""
        if options == 1:
            return 0
        self.steps += MORE_STEPS
        if self.ask:
            return self.ask(options, *why)
        digit = next(self.digits, None)
        if digit not in tuple(DIGITS[:options]):
            raise Refused(f"the proof says {digit} where there are {options} answers")
        return DIGITS.index(digit)

    def mover(self, state: State) -> int:
        """Return the seat to play."""
        return (state[1] + len(state[2])) % self.count

    def left(self, state: State) -> int:
        """Return what the tricks to come are worth, that in progress included."""
        cards = b"".join(state[0]) if self.worths[-1] else ()
        points = sum(self.worths[card // HOLDERS] for card in cards)
        return points + self.trick_points * (sum(map(len, state[0])) // self.count)

    def following(self, state: State) -> list[State]:
        """Return the states after each card that may be played, of equal ones the lowest."""
        return [self.after(state, card) for card in self.cards(state)]

    def cards(self, state: State) -> list[Card]:
        """Return the cards that may be played, of equal ones the lowest."""
        rows, leader, table, _ = state
        mover, duties = self.mover(state), self.rules["duties"]
        hand = [
            (suit, at)
            for suit, row in enumerate(rows)
            for at, card in enumerate(row)
            if card % HOLDERS == mover and (not at or row[at - 1] != card)
        ]
        if not table:
            return hand
        led, (best, top) = table[0][0], self.best(table)
        following = [card for card in hand if card[0] == led]
        winning = (leader + table.index((best, top))) % self.count
        if any({mover, winning} <= side for side in self.partners):
            return following or hand
        higher = [card for card in hand if card[0] == best and card[1] > top]
        if following:
            return ("rise" in duties and best == led and higher) or following
        if best == self.trump:
            return ("overruff" in duties and higher) or hand
        return ("ruff" in duties and [card for card in hand if card[0] == self.trump]) or hand

    def best(self, table: Sequence[Card]) -> Card:
        """Return the card that is winning a trick."""
        return max(table, key=lambda card: (card[0] == self.trump, card[0] == table[0][0], card))

    def after(self, state: State, card: Card) -> State:
        """Return the state after a card."""
        rows, leader, table, needed = state
        (suit, at), table = card, (*table, card)
        row = bytearray(rows[suit])
        row[at] |= TABLE
        rows = (*rows[:suit], bytes(row), *rows[suit + 1 :])
        if len(table) < self.count:
            return rows, leader, table, needed
        winner = (leader + table.index(self.best(table))) % self.count
        if winner in self.side:
            points = (self.worths[rows[suit][at] // HOLDERS] for suit, at in table)
            needed -= self.trick_points + sum(points)
        return tuple(row.translate(None, PLAYED) for row in rows), winner, (), needed


def digest(data: dict[str, Any]) -> str:
    """Return the check sum of a certificate, which is of everything else that is in it."""
    rest = {key: value for key, value in data.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def fits(value: Any, form: Any) -> bool:
    """Return whether a value has a form, or one of several."""
    if isinstance(form, tuple):
        return any(fits(value, item) for item in form)
    if isinstance(form, range):
        return type(value) is int and value in form
    if {type(value)} != {form if isinstance(form, type) else type(form)}:
        return False
    if isinstance(form, list):
        each_fits = (fits(item, form[0]) and value.count(item) == 1 for item in value)
        return len(value) <= form[1] and all(each_fits)
    if isinstance(form, dict):
        return value.keys() == form.keys() and all(fits(value[key], form[key]) for key in form)
    return not isinstance(form, str) or bool(re.fullmatch(form, value))


def parse(line: str) -> Any:
    """Return what a line of JSON says. Raises Refused where a key is there twice."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            raise Refused("it is no certificate: a key is there twice")
        return fields

    return json.loads(line, object_pairs_hook=once)


def check(data: Any) -> Proof:
    """Return what was proved. Raises Refused where something is not, or not as it was written."""
    if type(data) is not dict or data.keys() != CERTIFICATE.keys():
        raise Refused("it is no certificate: other keys are wanted")
    for key, form in CERTIFICATE.items():
        if not fits(data[key], form):
            raise Refused(f"it is no certificate: {key} is not in its form")
    if data["sha256"] != digest(data):
        raise Refused("it was changed after it was written")
    proof = Proof(data)
    proof.check()
    return proof


def read(path: str) -> Iterator[str]:
    """Yield the certificates of a file, a line each. Raises Refused where it is not whole."""
    try:
        with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
            head = parse(file.readline(LONGEST))
            if not fits(head, HEAD):
                raise Refused(f"its first line begins no file of {FORMAT}, version {VERSION}")
            for left in range(head["certificates"], -1, -1):
                line = file.readline(LONGEST)
                if len(line) == LONGEST:
                    raise Refused(f"a line of more than {LONGEST:,} characters")
                if bool(line) is not bool(left):
                    raise Refused(f"its certificates are not {head['certificates']:,}")
                if line:
                    yield line
    except Refused:
        raise
    except (EOFError, RecursionError, ValueError, zlib.error, gzip.BadGzipFile) as error:
        raise Refused(f"the file is not whole: {error}") from None


def main(paths: Sequence[str]) -> int:
    """Check files; return 0 if all they say is proved, 2 where there is none."""
    if not paths:
        print("usage: python check_certificate.py CERTIFICATES.json.gz ...", file=sys.stderr)
        return 2
    refused = 0
    for path in paths:
        name, before = path if path.isprintable() else ascii(path), refused
        try:
            for number, line in enumerate(read(path), 1):
                try:
                    proof = check(parse(line))
                    answer = f"proved: {describe(proof.claim)}, {len(proof.known)} positions"
                except (RecursionError, ValueError) as error:
                    refused += 1
                    answer = f"REFUSED: {error}"
                print(f"{name}: {number}: {answer}")
                if refused == before + MOST_REFUSED:
                    raise Refused(f"{MOST_REFUSED} of it are refused: it is not read on")
        except (Refused, OSError) as error:
            refused += 1
            print(f"{name}: REFUSED: {error}")
    return 1 if refused else 0


def describe(claim: dict[str, Any]) -> str:
    """Return what a certificate says, all but its proof."""
    rest = {key: value for key, value in claim.items() if key not in ("proof", "sha256")}
    goal, contract, verdict = claim["goal"], claim["contract"], claim["verdict"]
    return f"{json.dumps(claim['name'])}: {goal} in {contract} is {verdict}: {json.dumps(rest)}"


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):  # whose reader has left ends without a word
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main(sys.argv[1:]))
