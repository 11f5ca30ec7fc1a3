"""Writes vectors.jsonl: counts and random games of Tic-tac-toe, by an implementation that shares no code with rules.rs.

    python3 vectors.py > vectors.jsonl
"""

import json
import random

CELLS = [file + rank for file in "abc" for rank in "123"]
LINES = [[file + rank for rank in "123"] for file in "abc"]
LINES += [[file + rank for file in "abc"] for rank in "123"]
LINES += [["a1", "b2", "c3"], ["a3", "b2", "c1"]]


def owner(moves, cell):
    return "first" if moves.index(cell) % 2 == 0 else "second"


def result(moves):
    for line in LINES:
        owners = {owner(moves, cell) if cell in moves else None for cell in line}
        if owners in ({"first"}, {"second"}):
            return owners.pop()
    return "draw" if len(moves) == 9 else "unfinished"


def legal(moves):
    return [cell for cell in CELLS if cell not in moves] if result(moves) == "unfinished" else []


def perft(moves, depth):
    return 1 if depth == 0 else sum(perft(moves + [cell], depth - 1) for cell in legal(moves))


def write(kind, **values):
    print(json.dumps({"game": "tic-tac-toe", "variant": "", "kind": kind, **values}, separators=(",", ":")))


for depth in range(1, 10):
    write("perft", depth=depth, nodes=perft([], depth))
random.seed(1)
for length in [9] * 20 + [4]:
    moves, counts = [], []
    while len(moves) < length and legal(moves):
        counts.append(len(legal(moves)))
        moves.append(random.choice(legal(moves)))
    write("game", moves=moves, counts=counts, result=result(moves), score=None)
