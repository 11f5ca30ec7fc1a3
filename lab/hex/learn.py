"""Learns Hex by playing against itself on one GPU. learn.py SECONDS [--start FILE] [--out FOLDER] [--rate STEP] ...

Thousands of games are played at once, each move chosen by a small tree search (search.cu). Every fourth move or so is searched more
deeply and becomes an example: the net learns the search's improved policy, the result of the game and what the move was worth.
"""
import argparse
import copy
import json
import math
import pathlib
import time

import numpy as np
import torch
import torch.nn.functional as F

from kernels import ROWS, Kernels, Search
from match import Rival, share_against
from net import Net

parser = argparse.ArgumentParser()
parser.add_argument("seconds", type=float)
parser.add_argument("--start", help="a checkpoint (npz) to go on from")
parser.add_argument("--out", default=".")
parser.add_argument("--rate", type=float, default=1e-3, help="the step size at first")
parser.add_argument("--last-rate", type=float, default=1e-4)
parser.add_argument("--channels", type=int, default=64)
parser.add_argument("--blocks", type=int, default=6)
parser.add_argument("--sizes", default="11:8192:55,13:4096:20,9:4096:8,16:2048:12,7:4096:5", help="size:games:share of the time")
parser.add_argument("--deep", type=int, nargs=2, default=[32, 16], help="simulations and cells considered for an example")
parser.add_argument("--quick", type=int, nargs=2, default=[6, 4], help="the same for other moves")
parser.add_argument("--deep-share", type=float, default=0.25)
parser.add_argument("--keep", type=int, default=300, help="how many rounds of examples are kept")
parser.add_argument("--batch", type=int, default=2048)
parser.add_argument("--reuse", type=float, default=4.0, help="how often an example is learned from")
parser.add_argument("--teacher", help="a net of plain convolutions (npz) that plays in our net's stead at first")
parser.add_argument("--taught", type=float, default=60, help="for so many seconds")
parser.add_argument("--rival", help="a net of plain convolutions (npz) to be measured against")
parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
args = parser.parse_args()
device, out = args.device, pathlib.Path(args.out)
half = torch.float16 if device == "cuda" else torch.float32
torch.manual_seed(int(time.time()))
torch.backends.cudnn.benchmark = True
torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True

net = Net(args.channels, args.blocks).to(device).to(memory_format=torch.channels_last)
if args.start:
    net.load_state_dict({name: torch.from_numpy(x.astype(np.float32)) for name, x in np.load(args.start).items()})
# What plays is a running mean of what learns.
mean = copy.deepcopy(net)
actor = copy.deepcopy(net).to(half).eval()
optimizer = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=3e-5, fused=device == "cuda")
kernels = Kernels(device)


teacher = Rival(args.teacher, device, half) if args.teacher else None


def see(planes):
    if teacher:
        worth, value = teacher.look(planes.to(half))
        return 6 * worth, value
    policy, value, _ = actor(planes.to(half))
    return policy, value


class Games:
    """Games of one size, and the examples that come out of them."""

    def __init__(self, n, many):
        self.n, self.many = n, many
        self.search = Search(kernels, see, n, many, args.deep[0], device)
        self.opening = torch.zeros(many, dtype=torch.int32, device=device)
        self.began = torch.zeros(many, dtype=torch.int64, device=device)
        self.streak = torch.zeros(many, dtype=torch.int32, device=device)
        self.short = torch.zeros(many, dtype=torch.bool, device=device)
        keep = args.keep
        self.boards = torch.zeros(keep, many, 2, ROWS, dtype=torch.int16, device=device)
        self.movers = torch.zeros(keep, many, dtype=torch.int8, device=device)
        self.policies = torch.zeros(keep, many, n * n, dtype=torch.float16, device=device)
        self.moves = torch.zeros(keep, many, dtype=torch.int16, device=device)
        self.worths = torch.zeros(keep, many, dtype=torch.float16, device=device)
        # Who won: the seat, -1 while it is not known, -2 where nothing was kept.
        self.winners = torch.full((keep, many), -2, dtype=torch.int8, device=device)
        self.rounds = self.finished = self.plies = self.examples = 0
        self.begin(torch.arange(many, device=device))
        # So that not all games are at the same ply.
        self.opening += torch.randint(0, n, (many,), device=device, dtype=torch.int32)

    def begin(self, games):
        self.search.positions[games] = 0
        self.search.plies[games] = 0
        draw = torch.rand(len(games), device=device)
        self.opening[games] = 1 + (draw > 0.8).int() + (draw > 0.93).int() - (draw < 0.08).int()
        self.began[games] = self.rounds
        self.streak[games] = 0
        self.short[games] = torch.rand(len(games), device=device) < 0.85

    def ply(self, deep):
        search, n = self.search, self.n
        noise = -torch.log(-torch.log(torch.rand(self.many, n * n, device=device) * 0.999998 + 1e-6))
        if not deep:
            noise *= torch.where(search.plies < n, 0.8, 0.2)[:, None]
        search.noise.copy_(noise)
        search.run(*(args.deep if deep else args.quick))
        playing = search.plies >= self.opening
        if deep:
            at = self.rounds % args.keep
            self.boards[at].copy_(search.positions)
            self.movers[at].copy_(search.plies & 1)
            self.policies[at].copy_(search.policies)
            self.moves[at].copy_(search.moves)
            self.worths[at].copy_(search.worths)
            self.winners[at] = torch.where(playing, -1, -2).to(torch.int8)
            self.rounds += 1
        random = (torch.rand_like(search.policies) * search.legal()).argmax(1).int()
        search.moves.copy_(torch.where(playing, search.moves, random))
        mover = search.plies & 1
        first = torch.where(mover == 0, search.worths, 1 - search.worths)
        sure = playing & ((first > 0.985) | (first < 0.015))
        sign = torch.where(first > 0.5, 1, -1).int()
        self.streak = torch.where(sure & (self.streak * sign >= 0), self.streak + sign, 0)
        search.play()
        decided = self.short & (self.streak.abs() >= 6)
        won = search.won.bool()
        done = (won | decided).nonzero().squeeze(1)
        self.plies += self.many
        if len(done) == 0:
            return
        winner = torch.where(won, mover, torch.where(self.streak > 0, 0, 1))[done].to(torch.int8)
        ring = torch.arange(args.keep, device=device)
        ages = self.rounds - 1 - (self.rounds - 1 - ring) % args.keep
        mine = ages[:, None] >= self.began[done][None, :]
        old = self.winners[:, done]
        self.winners[:, done] = torch.where(mine & (old == -1), winner[None, :], old)
        self.finished += len(done)
        self.begin(done)

    def batch(self, size):
        n = self.n
        k = torch.randint(0, min(self.rounds, args.keep), (size,), device=device)
        g = torch.randint(0, self.many, (size,), device=device)
        winner, mover = self.winners[k, g].int(), self.movers[k, g].int()
        known = (winner >= 0).float()
        bits = (self.boards[k, g].int()[..., :n, None] >> torch.arange(n, device=device)) & 1
        rows = torch.arange(size, device=device)
        own, other = bits[rows, mover], bits[rows, 1 - mover].transpose(1, 2)
        x = torch.zeros(size, 2, n + 2, n + 2, device=device)
        x[:, 0, 0, 1:-1] = x[:, 0, -1, 1:-1] = x[:, 1, 1:-1, 0] = x[:, 1, 1:-1, -1] = 1
        x[:, 0, 1:-1, 1:-1], x[:, 1, 1:-1, 1:-1] = own.float(), other.float()
        policy, move = self.policies[k, g].float(), self.moves[k, g].long()
        barred = (own + other > 0).flatten(1)
        # Half a turn of the board is the same game.
        if torch.rand(()) < 0.5:
            x, policy, barred, move = x.flip(2, 3), policy.flip(1), barred.flip(1), n * n - 1 - move
        won = (winner == mover).float()
        expected = 0.75 * won + 0.25 * self.worths[k, g].float()
        return x.contiguous(memory_format=torch.channels_last), policy, barred, move, won, expected, known


def learn(games):
    x, policy, barred, move, won, expected, known = games.batch(args.batch)
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        logits, value, worth = net(x)
    logp = F.log_softmax(logits.float().masked_fill(barred, -1e4), 1)
    mean_of = lambda each: (each * known).sum() / known.sum().clamp(min=1)
    losses = [
        mean_of(-(policy * logp).sum(1)),
        mean_of(F.binary_cross_entropy_with_logits(value.float(), expected, reduction="none")),
        mean_of(F.binary_cross_entropy_with_logits(worth.float().gather(1, move[:, None]).squeeze(1), won, reduction="none")),
    ]
    loss = losses[0] + losses[1] + 0.3 * losses[2]
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
    return losses


@torch.no_grad()
def follow(steps):
    keep = min(0.999, 1 - 1 / (1 + steps / 4))
    torch._foreach_lerp_(list(mean.parameters()), list(net.parameters()), 1 - keep)
    if steps % 10 == 0:
        for a, b in zip(actor.parameters(), mean.parameters()):
            a.copy_(b)


def save():
    np.savez(out / "hex.npz", **{name: x.half().cpu().numpy() for name, x in mean.state_dict().items()})


begun = time.time()
kinds = [tuple(map(int, kind.split(":"))) for kind in args.sizes.split(",")]
groups = [Games(n, many) for n, many, _ in kinds]
clock = torch.tensor([0.0] * len(kinds))
share = torch.tensor([float(kind[2]) for kind in kinds])
credit, steps, told, log = 0.0, 0, time.time() - begun, []
print(json.dumps({"ready": round(told, 1), "weights": sum(p.numel() for p in net.parameters())}), flush=True)
while (spent := time.time() - begun) < args.seconds:
    part = spent / args.seconds
    for group in optimizer.param_groups:
        group["lr"] = (args.last_rate + (args.rate - args.last_rate) * 0.5 * (1 + math.cos(math.pi * part))) * min(1, (steps + 1) / 200)
    if teacher and spent > args.taught:
        teacher = None
        for group in groups:
            group.search.graphs.clear()
    # The size that is furthest behind its share of the time.
    place = int((clock / share).argmin())
    games, before = groups[place], time.time()
    for _ in range(8):
        deep = torch.rand(()).item() < args.deep_share
        games.ply(deep)
        if deep:
            games.examples += games.many
            credit += games.many * args.reuse / args.batch
    ready = [group for group in groups if group.finished > group.many]
    while credit >= 1 and ready:
        credit -= 1
        weights = torch.tensor([float(group.examples) for group in ready])
        losses = learn(ready[int(torch.multinomial(weights, 1))])
        steps += 1
        follow(steps)
    credit = min(credit, 50.0)
    if device == "cuda":
        torch.cuda.synchronize()
    clock[place] += time.time() - before
    if spent - told > 30 and steps:
        told = spent
        line = {"seconds": round(spent), "steps": steps, "games": {g.n: g.finished for g in groups}, "plies": {g.n: g.plies for g in groups},
                "policy": round(losses[0].item(), 3), "value": round(losses[1].item(), 3), "worth": round(losses[2].item(), 3)}
        if args.rival:
            line["share"] = round(share_against(actor, args.rival, kernels, device), 3)
        log.append(line)
        print(json.dumps(line), flush=True)
        save()
save()
if args.rival:
    for simulations in (0, 32):
        result = share_against(actor, args.rival, kernels, device, simulations)
        log.append({"simulations": simulations, "share": result})
        print(json.dumps(log[-1]), flush=True)
(out / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in log))
