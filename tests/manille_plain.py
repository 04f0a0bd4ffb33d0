"""The games of Manille once more, from their rules in words, of records as they are written down.

Nothing of the project is used: who may play what, who wins a trick, what each marks, when a game
is over and who has won it.
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

RANKS = "789JQKAT"
LETTERS = {2: "FD", 3: "FMD", 4: "F23D", 5: "F234D", 6: "F2345D", 7: "F23456D"}
EVERY_TRICK = {
    **{"manille-3": 53, "manille-4": 34, "decouverte": 38, "dix-sept-3": 70, "dix-sept-4": 68},
    **{"envers-3": 70, "envers-4": 68, "envers-5": 66},
    **{"encheres-sans": 70, "encheres-petite": 70, "encheres-grande": 69},
    **{"encheres-4": 68, "encheres-5": 66, "encheres-6": 65, "encheres-7": 64},
}
PAR = {"manille-3": 17, "manille-4": 34, "decouverte": 38}
GOALS = {"manille": 34, "decouverte": 38, "encheres": 150, "envers": 100, "dix-sept": 100}
MISERES = {"petite-misere": 32, "misere-sur-table": 42, "grande-misere": 52}


def points(card: str) -> int:
    """Return what a card counts: a ten five, an ace four, down to the jack's one."""
    return max(0, RANKS.index(card[1]) - 2)


def height(card: str, trick: Sequence[str], trump: str) -> tuple[int, int]:
    """Return how high a card stands in a trick."""
    suit = 2 if card[0] == trump else int(card[0] == trick[0][0])
    return suit, RANKS.index(card[1]) if suit else 0


def ahead(trick: Sequence[str], trump: str) -> int:
    """Return which card of a trick begun is winning."""
    return max(range(len(trick)), key=lambda at: height(trick[at], trick, trump))


def allowed(
    hand: Sequence[str], trick: Sequence[str], trump: str, owes: bool = True
) -> Sequence[str]:
    """Return what may be played: to follow, and where a foe is to be beaten to rise and ruff."""
    if not trick:
        return hand
    may = [card for card in hand if card[0] == trick[0][0]] or hand
    best = height(trick[ahead(trick, trump)], trick, trump)
    return [card for card in may if owes and height(card, trick, trump) > best] or may


def marks(
    code: str, taken: Sequence[int], declarer: int | None, bid: str | None, turned: str | None
) -> list[Any]:
    """Return what each seat marks for what the seats took."""
    game, *options = code.split("+")
    dealer, all_taken = len(taken) - 1, sum(taken)
    sides = [{at, (at + 2) % 4} if game == "manille-4" else {at} for at in range(len(taken))]
    took = [sum(taken[each] for each in side) for side in sides]
    if bid is not None and declarer is not None:
        own, worth = took[declarer], MISERES.get(bid, EVERY_TRICK[game])
        made = own == (0 if "misere" in bid else all_taken)
        if bid.isdigit():
            worth, made = int(bid), own >= int(bid)
            worth = own if made and "realised" in options else worth
        if "au-coup" in options:
            each = -17 if made else 17
            return [-each * dealer if side == {declarer} else each for side in sides]
        made ^= game.startswith("envers")  # where who marks has the worse of it
        return [worth * (made is (declarer in side)) for side in sides]
    if "au-coup" in options:
        short = sum(max(0, 17 - own) for own in taken)
        over = sum(max(0, own - 17) for own in taken)
        return [own - 17 if own <= 17 else Fraction(short * (own - 17), over) for own in taken]
    if game not in PAR:
        return took
    if game == "manille-3":  # whatever lies in the talon
        took = [70 if own == all_taken else own for own in took]
    extra = (
        0 if turned is None or game == "decouverte" or "no-tourne" in options else points(turned)
    )
    each_side = zip(took, sides, strict=True)
    return [max(0, own - PAR[game]) + extra * (dealer in side) for own, side in each_side]


def sheet(code: str, rows: Iterable[Sequence[Any]]) -> tuple[list[Any], list[int]]:
    """Return the totals of marks by player, and who has won; nobody while it is played on."""
    game, *options = code.split("+")
    numbers = [44 if own == "muette" else int(own) for own in options if own in ("muette", "44")]
    numbers += [int(own) for own in options if own.isdigit()]
    goal = (*numbers, GOALS[re.sub(r"-[^-]*$", "", game) if game != "dix-sept" else game])[0]
    totals = []
    rounds = []
    winners = set()
    anew = True
    for row in rows:
        assert not winners, "the game was over"
        had = [0] * len(row) if anew else totals
        players, belle = set(range(len(row))), len(rounds) == 2
        counting = {
            each
            for each in players
            if not (belle and each not in rounds[0] | rounds[1])  # « la belle » is theirs
            and not (game.startswith("dix-sept") and "au-coup" not in options and had[each] >= goal)
        }
        totals = [had[each] + row[each] * (each in counting) for each in sorted(players)]
        there = {each for each in players if totals[each] >= (54 if belle else goal)}
        most = {each for each in players if totals[each] == max(totals)}
        anew = bool(there) and "match" in options
        if "au-coup" in options or not there:
            continue
        if anew:
            rounds.append(most)
            winners = (set(), rounds[0] & most, most)[len(rounds) - 1]
        elif game.startswith("envers"):
            winners = players - most
        elif not game.startswith("dix-sept"):
            winners = most
        elif len(there) >= len(players) - 1:
            least = min(totals[each] for each in counting)
            winners = {each for each in players if each not in counting or totals[each] > least}
    return totals, sorted(winners)


# Records ------------------------------------------------------------------------------


def read(text: str) -> list[dict[str, str]]:
    """Return the deals of a file by their tags, and as ``cards`` what was played."""
    deals = []
    for block in text.split("\n\n"):
        if tags := dict(re.findall(r'^\[(\w+) "(.*)"\]$', block, re.MULTILINE)):
            cards = re.findall(r"^(?:[SHDC][7-9JQKAT] ?)+$", block, re.MULTILINE)
            deals.append(tags | {"cards": " ".join(cards)})
    return [deal for deal in deals if "Deal" in deal]


def bidding(said: Sequence[str], letters: str) -> tuple[str, str]:
    """Return who declares and what is bid after an auction, in which each goes higher."""
    ladder = {"petite-misere": 32.5, "misere-sur-table": 42.5, "grande-misere": 52.5}
    ladder |= {"general": 100, "misere-supreme": 101}
    left, at, stands, who = [*letters], 0, 0.0, ""
    for call in said:
        assert left != [who], "the others have passed"
        if call == "pass":
            del left[at]
        else:
            rank = ladder.get(call) or float(call)
            assert rank > stands
            stands, bid, who, at = rank, call, left[at], at + 1
        at %= len(left) or 1
    assert left == [who]
    return who, bid


def taken(deal: dict[str, str]) -> list[int]:
    """Return what each seat takes in a deal; each card is one that may be played."""
    game = deal["Variant"].partition("+")[0]
    dealt = deal["Deal"].removeprefix("F:").split()
    letters = LETTERS[len(dealt)]
    hands = []
    for own in dealt:
        suits = zip("SHDC", own.split("."), strict=True)
        hands.append([[suit + rank] for suit, ranks in suits for rank in ranks])
    if "Piles" in deal:
        piles = [own.split(", ") for own in deal["Piles"].removeprefix("F:").split(" / D:")]
        hands = [[pile.split() for pile in own] for own in piles]
    who, bid = deal.get("Declarer", ""), deal.get("Bid", "")
    leader = 0
    if game.startswith("encheres"):
        assert bidding(deal["Auction"].split(), letters) == (who, bid)
        leader = letters.index(who)
    assert bid or not who
    trump = deal["Contract"]
    assert "Turned" not in deal or deal["Turned"][0] == trump
    assert ("misere" in bid) is (trump == "NULLO")
    won, trick, at = [0] * len(hands), [], leader
    surprise = deal.get("Surprise", "").split()
    if surprise and trump != "NULLO":
        away = re.findall(r"[SHDC][7-9JQKAT]\b", deal.get("Discard", "")) or surprise
        hand = [[card] for card in surprise] + hands[leader]
        hands[leader] = [pile for pile in hand if pile[0] not in away]
        won[leader] = ("talon-declarer" in deal["Variant"]) * sum(map(points, away))

    def foes(one: int, other: int) -> bool:
        if game == "manille-4":
            return bool((one - other) % 2)
        return not game.startswith("encheres") or letters.find(who) in (one, other)

    for card in deal["cards"].split():
        hand = hands[at]
        owes = bool(trick) and foes(at, (leader + ahead(trick, trump)) % len(hands))
        may = allowed([pile[0] for pile in hand if pile], trick, trump, owes)
        assert card in may, (card, may)
        trick.append(card)
        at = (at + 1) % len(hands)
        next(pile for pile in hand if card in pile[:1]).remove(card)
        if len(trick) == len(hands):
            at = leader = (leader + ahead(trick, trump)) % len(hands)
            won[at] += 1 + (trump != "NULLO") * sum(map(points, trick))
            trick = []
    assert not any(any(hand) for hand in hands)
    return won


def score(text: str) -> tuple[list[Any], list[int]]:
    """Return totals and winners of a game from its record alone, of players in playing order."""
    rows = []
    for number, deal in enumerate(deals := read(text)):
        won = taken(deal)
        letters, dealer = LETTERS[len(won)], number - 1
        if "Dealer" in (first := deals[0]):
            dealer += 1 + first["Players"].split(", ").index(first["Dealer"])
        assert deal["Result"] == " ".join(
            f"{seat}:{own}" for seat, own in zip(letters, won, strict=True)
        )
        who = letters.index(deal["Declarer"]) if "Declarer" in deal else None
        own = marks(deal["Variant"], won, who, deal.get("Bid"), deal.get("Turned"))
        rows.append([own[(player - dealer - 1) % len(won)] for player in range(len(won))])
    return sheet(deals[0]["Variant"], rows)
