"""The network: one for all sizes of the board. Residual blocks without normalisation (their last layers begin at zero), some of which
see the whole board by its mean and its maximum; heads for the policy, for the value, and for what each cell is worth."""
import torch
import torch.nn as nn
import torch.nn.functional as F


def pooled(x):
    """The mean and the maximum of each channel over the board."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class Block(nn.Module):
    def __init__(self, channels, wide):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        self.wide = nn.Linear(2 * channels, channels) if wide else None
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, x):
        y = self.first(F.relu(x))
        if self.wide is not None:
            y = y + self.wide(pooled(F.relu(y)))[:, :, None, None]
        return x + self.second(F.relu(y))


class Net(nn.Module):
    """Takes planes with the edges around them, `[batch, 2, n + 2, n + 2]`, and returns logits of the policy, of the value and of each
    cell's worth, for the mover."""

    def __init__(self, channels=64, blocks=6):
        super().__init__()
        self.stem = nn.Conv2d(2, channels, 3)
        self.blocks = nn.ModuleList([Block(channels, i % 3 == 2) for i in range(blocks)])
        self.before = nn.Conv2d(channels, 32, 1)
        self.around = nn.Linear(2 * channels, 32)
        self.policy = nn.Conv2d(32, 1, 1)
        self.hidden = nn.Linear(2 * channels, 64)
        self.value = nn.Linear(64, 1)
        self.worth = nn.Conv2d(channels, 1, 1)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        x = F.relu(x)
        whole = pooled(x)
        policy = self.policy(F.relu(self.before(x) + self.around(whole)[:, :, None, None])).flatten(1)
        value = self.value(F.relu(self.hidden(whole))).squeeze(1)
        return policy, value, self.worth(x).flatten(1)
