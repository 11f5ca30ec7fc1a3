"""Checks search.cu against a plain search in Python, and its rules against plain flooding. check.py [cuda]"""
import math
import sys

import torch

from kernels import ROWS, Kernels, Search, visits_wanted


def joined(stones, n):
    """Whether cells (row, column) join the first row with the last one."""
    reach = [cell for cell in stones if cell[0] == 0]
    seen = set(reach)
    while reach:
        r, c = reach.pop()
        for cell in ((r, c - 1), (r, c + 1), (r - 1, c), (r - 1, c + 1), (r + 1, c), (r + 1, c - 1)):
            if cell in stones and cell not in seen:
                seen.add(cell)
                reach.append(cell)
    return any(r == n - 1 for r, _ in seen)


class Board:
    """Two sets of cells, each as its owner sees them."""

    def __init__(self, n, stones=(frozenset(), frozenset()), ply=0):
        self.n, self.stones, self.ply = n, stones, ply

    def free(self):
        own, other = self.stones[self.ply & 1], self.stones[1 - self.ply & 1]
        return [a for a in range(self.n ** 2) if divmod(a, self.n) not in own and divmod(a, self.n)[::-1] not in other]

    def after(self, a):
        stones = list(self.stones)
        stones[self.ply & 1] = stones[self.ply & 1] | {divmod(a, self.n)}
        return Board(self.n, tuple(stones), self.ply + 1)

    def lost(self):
        """Whether who has just moved has won."""
        return joined(self.stones[1 - self.ply & 1], self.n)

    def planes(self):
        n, own, other = self.n, self.stones[self.ply & 1], self.stones[1 - self.ply & 1]
        x = torch.zeros(2, n + 2, n + 2)
        x[0, 0, 1:-1] = x[0, -1, 1:-1] = 1
        x[1, 1:-1, 0] = x[1, 1:-1, -1] = 1
        for r, c in own:
            x[0, r + 1, c + 1] = 1
        for r, c in other:
            x[1, c + 1, r + 1] = 1
        return x


class Node:
    def __init__(self, board, see):
        self.board, self.children = board, {}
        self.over = board.lost()
        self.free = board.free()
        logits, value = see(board.planes()[None])
        self.logits = {a: max(logits[0, a].item(), -60.0) for a in self.free}
        self.value = 0.0 if self.over else 1 / (1 + math.exp(-value[0].item()))
        self.visits = dict.fromkeys(self.free, 0)
        self.sums = dict.fromkeys(self.free, 0.0)

    def improved(self, visit_scale, value_scale):
        top, total = max(self.logits.values()), sum(self.visits.values())
        p = {a: math.exp(self.logits[a] - top) for a in self.free}
        seen = [a for a in self.free if self.visits[a]]
        mixed = self.value
        if total:
            worth = sum(p[a] * self.sums[a] / self.visits[a] for a in seen) / max(sum(p[a] for a in seen), 1e-20)
            mixed = (self.value + total * worth) / (1 + total)
        scale = (visit_scale + max(self.visits.values())) * value_scale
        return {a: self.logits[a] + scale * (self.sums[a] / self.visits[a] if self.visits[a] else mixed) for a in self.free}


def softmax(logits):
    top = max(logits.values())
    p = {a: math.exp(x - top) for a, x in logits.items()}
    return {a: x / sum(p.values()) for a, x in p.items()}


def plain_search(board, see, noise, simulations, considered, scales):
    root = Node(board, see)
    table = visits_wanted(considered, simulations)[min(considered, len(root.free))]
    choose = lambda wanted: max((a for a in root.free if root.visits[a] == wanted), key=lambda a: noise[a] + root.improved(*scales)[a])
    for simulation in range(simulations):
        node, path = root, []
        while not node.over:
            if node is root:
                a = choose(table[simulation].item())
            else:
                p, total = softmax(node.improved(*scales)), sum(node.visits.values())
                a = max(node.free, key=lambda a: p[a] - node.visits[a] / (1 + total))
            path.append((node, a))
            if a not in node.children:
                node.children[a] = Node(node.board.after(a), see)
                node = node.children[a]
                break
            node = node.children[a]
        value = node.value
        for node, a in reversed(path):
            value = 1 - value
            node.visits[a] += 1
            node.sums[a] += value
    return choose(max(root.visits.values())), softmax(root.improved(*scales))


def main():
    device = "cuda" if "cuda" in sys.argv[1:] else "cpu"
    torch.manual_seed(5)
    kernels = Kernels(device)
    n, games, simulations, considered = 4, 24, 40, 6
    weights, bias = torch.randn(2 * (n + 2) ** 2, n * n + 1), torch.randn(n * n + 1)
    weights, bias = {"cpu": weights, device: weights.to(device)}, {"cpu": bias, device: bias.to(device)}

    def see(planes):
        out = planes.float().contiguous().flatten(1) @ weights[planes.device.type] * 0.5 + bias[planes.device.type]
        return out[:, :-1], out[:, -1]

    search = Search(kernels, see, n, games, simulations, device)
    boards = [Board(n) for _ in range(games)]
    plies = wins = 0
    while boards[0] is not None and plies < n * n:
        noise = torch.rand(games, n * n)
        search.noise.copy_(noise)
        search.run(simulations, considered)
        moves, policies = search.moves.cpu(), search.policies.cpu()
        for g, board in enumerate(boards):
            move, policy = plain_search(board, see, noise[g], simulations, considered, (50.0, 0.5))
            assert (search.legal()[g].nonzero().flatten().tolist()) == board.free()
            for a in range(n * n):
                assert abs(policies[g, a].item() - policy.get(a, 0.0)) < 2e-3, (g, plies, a, policies[g, a], policy)
            assert move == moves[g].item(), (g, plies, move, moves[g])
        # What is played is drawn, so that positions of all kinds come up.
        drawn = torch.multinomial(policies * 0 + search.legal().cpu().float(), 1).flatten()
        search.moves.copy_(drawn)
        search.play()
        plies += 1
        for g in range(games):
            boards[g] = boards[g].after(drawn[g].item())
            assert bool(search.won[g]) == boards[g].lost(), (g, plies)
            if boards[g].lost():
                wins += 1
                boards[g] = Board(n)
                search.positions[g] = 0
                search.plies[g] = 0
    for size in (5, 11, 16):
        play = Search(kernels, None, size, 200, 1, device)
        boards, done = [Board(size) for _ in range(200)], 0
        for _ in range(size * size):
            moves = torch.tensor([board.free()[torch.randint(len(board.free()), ()).item()] for board in boards])
            play.moves.copy_(moves)
            play.play()
            boards = [board.after(a) for board, a in zip(boards, moves.tolist())]
            ends = [g for g, board in enumerate(boards) if bool(play.won[g]) or board.lost()]
            for g in ends:
                assert bool(play.won[g]) and boards[g].lost()
                boards[g], play.positions[g], play.plies[g] = Board(size), torch.zeros(2, ROWS, dtype=torch.int16), 0
                done += 1
            if done > 200:
                break
    print(f"searches agree over {plies} plies of {games} games, {wins} wins; rules over three sizes")


if __name__ == "__main__":
    main()
