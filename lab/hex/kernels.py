"""The kernels of search.cu: on a GPU by CuPy, elsewhere compiled as C++ (slow; to check them)."""
import ctypes
import pathlib
import subprocess
import tempfile

import numpy as np
import torch

SOURCE = pathlib.Path(__file__).with_name("search.cu")
NAMES = ["begin", "descend", "carry", "decide", "play"]
ROWS = 16
DEEPEST = 24


class Kernels:
    def __init__(self, device):
        self.gpu = device == "cuda"
        if self.gpu:
            import cupy
            self.cupy = cupy
            module = cupy.RawModule(code=SOURCE.read_text(), options=("--std=c++17",))
            self.functions = {name: module.get_function(name) for name in NAMES}
        else:
            library = pathlib.Path(tempfile.mkdtemp()) / "search.so"
            command = ["g++", "-O2", "-std=c++17", "-shared", "-fPIC", "-x", "c++", str(SOURCE), "-o", str(library)]
            subprocess.run(command, check=True)
            loaded = ctypes.CDLL(str(library))
            self.functions = {name: getattr(loaded, name) for name in NAMES}

    def launch(self, name, games, *arguments):
        """Runs a kernel over all games; `games` is its last argument."""
        if self.gpu:
            pack = {int: np.int32, float: np.float32}
            packed = tuple(np.uint64(x.data_ptr()) if torch.is_tensor(x) else pack[type(x)](x) for x in (*arguments, games))
            with self.cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
                self.functions[name](((games + 3) // 4,), (128,), packed)
        else:
            pack = {int: ctypes.c_int, float: ctypes.c_float}
            packed = [ctypes.c_void_p(x.data_ptr()) if torch.is_tensor(x) else pack[type(x)](x) for x in (*arguments, games)]
            self.functions[name](*packed)


def visits_wanted(considered, simulations):
    """How many visits the root's next cell has, by the number of cells considered: sequential halving."""
    table = torch.zeros(considered + 1, simulations, dtype=torch.int16)
    for many in range(considered + 1):
        if many <= 1:
            table[many] = torch.arange(simulations)
            continue
        halvings, sequence, visits, left = (many - 1).bit_length(), [], [0] * many, many
        while len(sequence) < simulations:
            for _ in range(max(1, simulations // (halvings * left))):
                sequence += visits[:left]
                for i in range(left):
                    visits[i] += 1
            left = max(2, left // 2)
        table[many] = torch.tensor(sequence[:simulations])
    return table


class Search:
    """Searches for many games of one size at once. `see` maps planes to logits of policy and value."""

    def __init__(self, kernels, see, n, games, most, device, visit_scale=50.0, value_scale=0.5):
        self.kernels, self.see, self.n, self.games, self.device, self.nodes = kernels, see, n, games, device, most + 1
        cells, nodes = n * n, self.nodes
        new = lambda *shape, dtype: torch.zeros(*shape, dtype=dtype, device=device)
        self.positions = new(games, 2, ROWS, dtype=torch.int16)
        self.plies = new(games, dtype=torch.int32)
        self.noise = new(games, cells, dtype=torch.float32)
        self.planes = new(games, n + 2, n + 2, 2, dtype=torch.float16)
        self.moves = new(games, dtype=torch.int32)
        self.won = new(games, dtype=torch.uint8)
        self.policies = new(games, cells, dtype=torch.float32)
        self.worths = new(games, dtype=torch.float32)
        self.logits = new(games, nodes, cells, dtype=torch.float32)
        self.trees = (
            new(games, nodes, 2, ROWS, dtype=torch.int16), self.logits, new(games, nodes, cells, dtype=torch.float32),
            new(games, nodes, cells, dtype=torch.int16), new(games, nodes, cells, dtype=torch.int16),
            new(games, nodes, dtype=torch.float32), new(games, nodes, dtype=torch.uint8),
            new(games, DEEPEST, 2, dtype=torch.int16), new(games, 3, dtype=torch.int32), n, nodes, visit_scale, value_scale,
        )
        self.graphs, self.tables = {}, {}

    def launch(self, name, *arguments):
        self.kernels.launch(name, self.games, *self.trees, *arguments)

    def look(self):
        policy, value = self.see(self.planes.permute(0, 3, 1, 2))
        self.launch("carry", self.plies, policy.float().contiguous(), value.float().contiguous())

    def search(self, simulations, considered):
        table = self.tables[simulations, considered]
        self.launch("begin", self.positions, self.plies, self.planes)
        self.look()
        for simulation in range(simulations):
            self.launch("descend", self.plies, self.noise, table, considered, simulations, simulation, self.planes)
            self.look()
        self.launch("decide", self.noise, self.moves, self.policies, self.worths)

    @torch.no_grad()
    def run(self, simulations, considered):
        """Searches the positions: `moves`, `policies`, `worths`. The whole search is one graph of the GPU's."""
        key = (simulations, considered)
        if key not in self.tables:
            self.tables[key] = visits_wanted(considered, simulations).to(self.device)
        if self.device != "cuda":
            return self.search(simulations, considered)
        if key not in self.graphs:
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                self.search(simulations, considered)
            torch.cuda.current_stream().wait_stream(stream)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self.search(simulations, considered)
            self.graphs[key] = graph
        self.graphs[key].replay()

    def play(self):
        """Plays `moves` and sets `won`."""
        self.kernels.launch("play", self.games, self.positions, self.plies, self.moves, self.won, self.n)

    def legal(self):
        """The free cells as the movers see them, after a search."""
        return self.logits[:, 0] > -9e3
