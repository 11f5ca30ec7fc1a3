"""Packs a network for the engine. pack.py [hex.npz] [hex.net]: numpy alone. crates/net/src/weights.rs reads what it writes: the shape, then
every layer's weights and biases in half precision."""
import pathlib
import struct
import sys

import numpy as np

HERE = pathlib.Path(__file__).parent
source = sys.argv[1] if len(sys.argv) > 1 else HERE / "hex.npz"
target = sys.argv[2] if len(sys.argv) > 2 else HERE.parents[1] / "crates/games/src/hex/hex.net"
weights = np.load(source)
blocks = 1 + max(int(name.split(".")[1]) for name in weights.files if name.startswith("blocks."))
wide = [block for block in range(blocks) if f"blocks.{block}.wide.weight" in weights.files]
every = wide[0] + 1
assert wide == list(range(every - 1, blocks, every)), "blocks that see the whole board come at equal distances"
names = ["stem"]
for block in range(blocks):
    names += [f"blocks.{block}.first", f"blocks.{block}.second"] + [f"blocks.{block}.wide"] * (block in wide)
names += ["before", "around", "policy", "hidden", "value", "worth"]
channels, planes = weights["stem.weight"].shape[:2]
shape = [planes, channels, blocks, every, len(weights["before.bias"]), len(weights["hidden.bias"])]
assert len(weights.files) == 2 * len(names), "there is a layer that is not known here"
with open(target, "wb") as file:
    file.write(b"damier-n" + struct.pack("<6H", *shape))
    for name in names:
        for part in ("weight", "bias"):
            file.write(weights[f"{name}.{part}"].astype("<f2").tobytes())
