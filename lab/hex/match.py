"""Measures a net against a rival of plain convolutions on 11 x 11: from every first cell, with both colours."""
import numpy as np
import torch
import torch.nn.functional as F

from kernels import Search


class Rival:
    """Plays the cell with the highest logit of a net whose normalisation is folded into its convolutions."""

    def __init__(self, file, device, dtype=torch.float32):
        self.w = {name: torch.from_numpy(x.astype(np.float32)).to(device, dtype) for name, x in np.load(file).items()}

    def look(self, x):
        """Returns the logits of what each cell and what the position is worth."""
        w = self.w
        x = F.relu(F.conv2d(x, w["stem.w"], w["stem.b"]))
        block = 0
        while f"{block}a.w" in w:
            y = F.relu(F.conv2d(x, w[f"{block}a.w"], w[f"{block}a.b"], padding=1))
            x = F.relu(x + F.conv2d(y, w[f"{block}b.w"], w[f"{block}b.b"], padding=1))
            block += 1
        whole = torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)
        return F.conv2d(x, w["q.w"], w["q.b"]).flatten(1), F.linear(whole, w["v.w"], w["v.b"]).squeeze(1)

    def __call__(self, x):
        return self.look(x)[0]


@torch.no_grad()
def share_against(actor, file, kernels, device, simulations=0, n=11):
    """Returns the share of games that the net wins, by its policy alone or by a search without noise."""
    rival, half, dtype = Rival(file, device), n * n, next(actor.parameters()).dtype

    def see(planes):
        policy, value, _ = actor(planes.to(dtype))
        return policy, value

    # The net plays First in one half of the games; both halves begin with each cell once, played for First.
    search = Search(kernels, see, n, 2 * half, max(simulations, 1), device)
    seats = torch.arange(2 * half, device=device) // half
    search.moves.copy_(torch.arange(half, device=device).int().repeat(2))
    search.play()
    alive = torch.ones(2 * half, dtype=torch.bool, device=device)
    wins = 0
    while alive.any():
        search.run(simulations, 16) if simulations else search.launch("begin", search.positions, search.plies, search.planes)
        x = search.planes.permute(0, 3, 1, 2).float()
        if simulations:
            # The planes are those of the last node that was looked at: the rival needs those of the root.
            search.launch("begin", search.positions, search.plies, search.planes)
            x = search.planes.permute(0, 3, 1, 2).float()
            ours = search.moves.clone()
        free = ((x[:, 0] + x[:, 1])[:, 1:-1, 1:-1] == 0).flatten(1)
        both = lambda look: look(x) + look(x.flip(2, 3)).flip(1)
        if not simulations:
            ours = both(lambda y: F.log_softmax(see(y)[0].float(), 1)).masked_fill(~free, -1e9).argmax(1).int()
        theirs = both(rival).masked_fill(~free, -1e9).argmax(1).int()
        mine = (search.plies & 1) == seats
        search.moves.copy_(torch.where(alive, torch.where(mine, ours, theirs), -1))
        search.play()
        won = search.won.bool() & alive
        wins += int((won & mine).sum())
        alive &= ~won
    return wins / (2 * half)
