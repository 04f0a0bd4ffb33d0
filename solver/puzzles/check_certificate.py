"""A checker of certificates that trusts nothing but the rules: it imports nothing of the solver.

    python check_certificate.py CERTIFICATES.json.gz ...

A certificate states a position, a goal, the keys, and what is true of them: the verdict, the
first cards that reach the goal, what the seat of the goal takes in best play and whether the
puzzle is strictly sound. Its ``proof`` is a string of digits: the answers, in the order in
which this file asks for them, to "which card?" wherever the side that is to prove something is
to play. Against each answer every card of the other side is tried. So an answer can be bad, but
then the proof fails; it cannot make something false true. docs/certificates.md has the format.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
import zlib
from collections.abc import Callable, Sequence
from typing import Any

FORMAT, VERSION = "manni certificates", 1
SEATS, SUITS, RANKS, DIGITS = "FMD", "SHDC", 13, "0123456789abcdefghijklmnopqrstuvwxyz"
MOST_POSITIONS = 4_000_000
"""A limit to the memory: a position takes about a hundred bytes."""

State = tuple[tuple[int, int, int], int, tuple[int, ...], int]
"""Hands as sets of bits, who leads, the cards on the table, how many the seat still needs."""


class Refused(Exception):
    """What a certificate says is not proved by it."""


class Proof:
    """What a certificate says of its puzzle; ``ask`` answers in place of its digits.

    A card is 13 times its suit and its height, 0 lowest. The seat of the goal and the two
    others play for the same tricks, or points: what follows calls "high" the side that wants
    them to be many for the seat. In a contract in which they are avoided that is the others.
    """

    def __init__(self, said: dict[str, Any], ask: Callable[..., int] | None = None) -> None:
        self.said, self.ask = said, ask or self._digit
        rules = said["rules"]
        self.order, self.duties = str(rules["order"]), frozenset(rules["duties"])
        self.points = [int(rules["card_points"].get(rank, 0)) for rank in self.order]
        self.trick_points = int(rules["trick_points"])
        if len(self.order) != RANKS or set(self.order) != set("23456789TJQKA"):
            raise Refused("the order of ranks is not one")
        if min(*self.points, self.trick_points) < 0:
            raise Refused("cards or tricks are worth less than nothing")
        contract = said["contract"]
        self.trump = SUITS.index(contract) if contract in tuple(SUITS) else None
        if self.trump is None and contract not in ("NT", "NULLO"):
            raise Refused(f"{contract!r} is no contract")
        goal = said["goal"].split()
        self.seat, self.at_least = SEATS.index(goal[0]), {"+": True, "-": False}[goal[1][-1]]
        avoided = contract == "NULLO" or bool(rules["avoids"])
        others = {0, 1, 2} - {self.seat}
        self.high = others if avoided else {self.seat}
        self.solver = self.high if self.at_least else {0, 1, 2} - self.high
        # Of partners neither is bound where the other is winning; the third is the declarer.
        self.partners = others if rules["partners"] else set()
        if self.partners and said["declarer"] != SEATS[self.seat]:
            raise Refused("the goal is not the declarer's, who plays against two partners")
        if rules["claimed"]:
            self.partners = set()
        table = tuple(map(self.card, said["table"]))
        leader = SEATS.index(said["leader"])
        self.start: State = self._hands(leader, table), leader, table, int(goal[1][:-1])
        if self.start[3] > self.left(self.start):
            raise Refused("the goal speaks of more than there is")
        self.proved: dict[bool, set[int]] = {True: set(), False: set()}
        self.sound: dict[bool, set[int]] = {True: set(), False: set()}
        self.asked = 0

    def check(self) -> None:
        """Raise Refused unless everything that is said is proved."""
        said, start = self.said, self.start
        value, verdict = int(said["value"]), said["verdict"]
        self.prove((*start[:3], value), True)
        self.prove((*start[:3], value), False)
        goal, works = start[3], said["works"]
        keys = list(map(self.card, said["keys"]))
        is_reached = value >= goal if self.at_least else value <= goal
        good: list[list[int]] = []
        if works is not None:
            groups = self.groups(start) if self.mover(start) in self.solver else []
            good = [
                group for group in groups if any(self.named(group)[0] in each for each in works)
            ]
            for group in groups:
                self.reached(self.after(start, group[0]), group in good)
            if sorted(map(sorted, works)) != sorted(sorted(self.named(group)) for group in good):
                raise Refused("the cards that work are not groups of equal cards")
            if any(all(key not in group for group in groups) for key in keys):
                raise Refused("the key cannot be played")
        elif keys or said["strict"] is not None:
            raise Refused("it is not said which cards work")
        if not is_reached or any(all(key not in group for group in good) for key in keys):
            true = "busted"
        elif value != goal and not self.is_all(goal):
            true = "modest"
        else:
            is_cooked = keys and any(not set(keys) & set(group) for group in good)
            true = "cooked" if is_cooked else "sound"
        if verdict != true:
            raise Refused(f"the verdict is {true}, not {verdict}")
        if said["strict"] is not None and true not in ("sound", "cooked"):
            raise Refused(f"it is {true}: it cannot be strictly sound or not")
        if said["strict"] is True:
            self.is_strict(start, False)
        elif said["strict"] is False:
            self.has_dual(start, said["dual"], said["miss"])
        if self.ask == self._digit and self.asked != len(said["proof"]):
            raise Refused("the proof goes on after its end")

    def is_all(self, goal: int) -> bool:
        """Return whether nothing is better: one trick loses a misère, or a claim of all."""
        if self.said["rules"]["claimed"]:
            return not self.at_least and goal == self.left(self.start) - 1
        is_misere = self.said["rules"]["partners"] and self.said["contract"] == "NULLO"
        return bool(is_misere) and self.at_least and goal == 1

    def prove(self, state: State, high: bool) -> None:
        """Prove that the seat takes at least what it needs (high), or at most so much."""
        needed, left = state[3], self.left(state)
        if needed <= 0 if high else needed >= left:
            return
        if needed > left if high else needed < 0:
            raise Refused("a strategy fails")
        if packed(state) in self.proved[high]:
            return
        groups = self.groups(state)
        if (self.mover(state) in self.high) is high:
            groups = [groups[self.choose(len(groups), "card", state, high)]]
        for group in groups:
            self.prove(self.after(state, group[0]), high)
        self.proved[high].add(packed(state))
        if len(self.proved[high]) > MOST_POSITIONS:
            raise Refused(f"more than {MOST_POSITIONS:,} positions would have to be walked through")

    def reached(self, state: State, is_reached: bool, better: int = 0) -> None:
        """Prove that the goal, or so much better, is reached from a state on, or is missed."""
        needed = state[3] + (better if self.at_least else -better)
        missed_by = 0 if is_reached else -1 if self.at_least else 1
        self.prove((*state[:3], needed + missed_by), is_reached is self.at_least)

    def is_strict(self, state: State, is_plain: bool) -> None:
        """Prove that one card, up to equals, works wherever the goal can still be missed.

        The goal is reached in the state. ``is_plain`` says that it must not be possible to
        miss it any more. A card of the defence that lets the solver do better is a gift;
        what comes after it does not matter.
        """
        needed, left = state[3], self.left(state)
        if needed <= 0 if self.at_least else needed >= left:
            return
        if needed > left if self.at_least else needed < 0:
            raise Refused("the goal can be missed where all is said to be plain")
        if packed(state) in self.sound[is_plain]:
            return
        groups = self.groups(state)
        if self.mover(state) not in self.solver:
            for group in groups:
                child = self.after(state, group[0])
                if self.choose(2, "gift", child):
                    self.reached(child, True, 1)
                else:
                    self.is_strict(child, is_plain)
        else:
            has_choice = len(groups) > 1 and not is_plain
            only = self.choose(len(groups) + 1, "only", state) if has_choice else 0
            for number, group in enumerate(groups, 1):
                child = self.after(state, group[0])
                if only not in (0, number):
                    self.reached(child, False)
                else:
                    self.is_strict(child, is_plain or (has_choice and not only))
        self.sound[is_plain].add(packed(state))

    def has_dual(self, state: State, line: Sequence[str], miss: Sequence[str]) -> None:
        """Prove that after ``line`` two cards work, and that ``miss`` from there misses the goal.

        The solver plays right up to the last card of ``miss``, and the defence makes no gift.
        """
        if not miss:
            raise Refused("it is not said how the goal can be missed")
        for number, name in enumerate((*line, *miss)):
            card, groups = self.card(name), self.groups(state)
            if not any(card in group for group in groups):
                raise Refused(f"{name} cannot be played on the way to two cards that work")
            if number == len(line):
                if self.mover(state) not in self.solver or len(groups) < 2:
                    raise Refused("the solver has no choice where two cards are to work")
                first = self.choose(len(groups), "works", state, 0)
                second = first + 1 + self.choose(len(groups) - 1 - first, "works", state, first + 1)
                self.reached(self.after(state, groups[first][0]), True)
                self.reached(self.after(state, groups[second][0]), True)
            solves, state = self.mover(state) in self.solver, self.after(state, card)
            if number == len(line) + len(miss) - 1:
                self.reached(state, False)
            else:
                self.reached(state, solves, 0 if solves else 1)

    def choose(self, options: int, *why: Any) -> int:
        """Return the answer to a question; one with a single answer is not asked."""
        if options < 1:
            raise Refused("there is nothing to choose from")
        return self.ask(options, *why) if options > 1 else 0

    def _digit(self, options: int, *_: Any) -> int:
        if self.asked == len(self.said["proof"]):
            raise Refused("the proof ends too early")
        digit = DIGITS.index(self.said["proof"][self.asked])
        self.asked += 1
        if digit >= options:
            raise Refused(f"the proof chooses {digit} of {options}")
        return digit

    def mover(self, state: State) -> int:
        """Return the seat to play."""
        return (state[1] + len(state[2])) % 3

    def left(self, state: State) -> int:
        """Return what the tricks to come are worth, that in progress included."""
        hands, leader, table, _ = state
        cards = hands[0] | hands[1] | hands[2] | sum(1 << card for card in table)
        worth = self.trick_points * hands[(leader + 2) % 3].bit_count()
        return worth + sum(self.points[card % RANKS] for card in bits(cards))

    def groups(self, state: State) -> list[list[int]]:
        """Return the cards that may be played, those that are equal together.

        Equal cards are of one suit and worth the same, with none of another seat and none on
        the table between them: exchanging them changes no trick.
        """
        hands, _, table, _ = state
        legal, groups, last = self.legal(state), list[list[int]](), None
        for card in bits(hands[0] | hands[1] | hands[2] | sum(1 << card for card in table)):
            if not legal >> card & 1:
                last = None
                continue
            kind = card // RANKS, self._worth(card)
            if kind != last:
                groups.append([])
            groups[-1].append(card)
            last = kind
        return groups

    def legal(self, state: State) -> int:
        """Return the cards that may be played, as a set of bits."""
        hands, leader, table, _ = state
        mover = self.mover(state)
        hand = hands[mover]
        if not table:
            return hand
        following = hand & suit_bits(table[0] // RANKS)
        best = self.winner(table)
        if {mover, (leader + best) % 3} == self.partners:
            return following or hand
        top = table[best]
        higher = hand & suit_bits(top // RANKS) & ~((2 << top) - 1)
        if following:
            can_rise = "rise" in self.duties and top // RANKS == table[0] // RANKS
            return (can_rise and higher) or following
        if top // RANKS == self.trump:
            return ("overruff" in self.duties and higher) or hand
        trumps = 0 if self.trump is None else hand & suit_bits(self.trump)
        return ("ruff" in self.duties and trumps) or hand

    def winner(self, table: Sequence[int]) -> int:
        """Return the place in a trick of the card that is winning it."""
        best = 0
        for place, card in enumerate(table):
            same = card // RANKS == table[best] // RANKS
            if card > table[best] if same else card // RANKS == self.trump:
                best = place
        return best

    def after(self, state: State, card: int) -> State:
        """Return the state after a card."""
        (first, second, third), leader, table, needed = state
        gone = ~(1 << card)
        hands, table = (first & gone, second & gone, third & gone), (*table, card)
        if len(table) < 3:
            return hands, leader, table, needed
        winner = (leader + self.winner(table)) % 3
        worth = self.trick_points + sum(map(self._worth, table))
        return hands, winner, (), needed - worth if winner == self.seat else needed

    def card(self, name: str) -> int:
        """Return the card of a name such as ``"SA"``."""
        return SUITS.index(name[0]) * RANKS + self.order.index(name[1:])

    def named(self, group: Sequence[int]) -> list[str]:
        """Return the names of cards."""
        return [SUITS[card // RANKS] + self.order[card % RANKS] for card in group]

    def _worth(self, card: int) -> int:
        return self.points[card % RANKS]

    def _hands(self, leader: int, table: tuple[int, ...]) -> tuple[int, int, int]:
        """Return the hands; refuse cards that are there twice and hands of the wrong length."""
        cards = [list(map(self.card, hand)) for hand in self.said["hands"]]
        dealt = {len(cards[seat]) + ((seat - leader) % 3 < len(table)) for seat in range(3)}
        several = [card for hand in cards for card in hand] + list(table)
        if len(set(several)) < len(several) or len(dealt) > 1 or len(table) > 2 or 0 in dealt:
            raise Refused("the hands are no position")
        first, second, third = (sum(1 << card for card in hand) for hand in cards)
        return first, second, third


def packed(state: State) -> int:
    """Return a state as one number: millions of them are to be remembered."""
    (first, second, third), leader, table, needed = state
    cards = 0
    for card in table:
        cards = cards << 6 | card + 1
    return first | second << 52 | third << 104 | leader << 156 | cards << 158 | needed << 170


def bits(cards: int) -> list[int]:
    """Return the cards of a set of bits, the lowest first."""
    return [card for card in range(len(SUITS) * RANKS) if cards >> card & 1]


def suit_bits(suit: int) -> int:
    """Return all cards of a suit."""
    return (1 << RANKS) - 1 << RANKS * suit


def digest(said: dict[str, Any]) -> str:
    """Return the check sum of a certificate, which is of everything else that is in it."""
    rest = {key: value for key, value in said.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def check(said: dict[str, Any]) -> Proof:
    """Return what was proved. Raises Refused where something is not, or not as it was written."""
    try:
        if said["sha256"] != digest(said):
            raise Refused("it was changed after it was written")
        proof = Proof(said)
        proof.check()
    except (KeyError, IndexError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise Refused(f"it is no certificate: {error!r}") from None
    return proof


def read(path: str) -> list[dict[str, Any]]:
    """Return the certificates of a file. Raises Refused where it is not whole."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            head, *certificates = map(json.loads, file)
        if (head["format"], head["version"]) != (FORMAT, VERSION):
            raise Refused("the file is of another format or version")
        if head["certificates"] != len(certificates):
            raise Refused(f"{len(certificates)} certificates, not {head['certificates']}")
    except (EOFError, ValueError, KeyError, TypeError, zlib.error, gzip.BadGzipFile) as error:
        raise Refused(f"the file is not whole: {error!r}") from None
    return certificates


def main(paths: Sequence[str]) -> int:
    """Check files; return 0 if all they say is proved."""
    refused = 0
    for path in paths:
        try:
            for number, said in enumerate(read(path), 1):
                try:
                    proof = check(said)
                except Refused as error:
                    refused += 1
                    print(f"{path}: {number}: REFUSED: {error}")
                    continue
                print(f"{path}: {number}: proved: {told(said)}; {walked(proof)} positions")
        except (Refused, OSError) as error:
            refused += 1
            print(f"{path}: REFUSED: {error}")
    return 1 if refused else 0


def told(said: dict[str, Any]) -> str:
    """Return in words what a certificate says."""
    place = f"{'; '.join(map(' '.join, said['hands']))}, {said['leader']} leads"
    place += f" (on the table {' '.join(said['table'])})" if said["table"] else ""
    strict = {None: "", True: ", strictly", False: ", not strictly"}[said["strict"]]
    keys = ", ".join(said["keys"]) or "none"
    works = ", ".join("/".join(group) for group in said["works"] or ()) or "none told"
    return (
        f"{said['name'] or 'a puzzle'}: {said['goal']} in {said['contract']} is {said['verdict']}"
        f"{strict}, value {said['value']}, key {keys}, cards that work: {works}; {place}"
    )


def walked(proof: Proof) -> int:
    """Return how many positions were walked through."""
    return sum(map(len, (*proof.proved.values(), *proof.sound.values())))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
