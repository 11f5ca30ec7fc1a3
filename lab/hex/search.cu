// Hex played by many games at once, each with a tree search of its own (Gumbel at the root, few simulations).
//
// A game belongs to one warp of a GPU. Compiled as C++ the same code runs with one lane, which is how it is checked: see check.py.
//
// A board is two sets of stones, each seen by its owner, who joins row 0 with the last row: bit c of row r. What the one sees
// at (r, c) the other sees at (c, r). The neighbours of a cell are left and right, above and above right, below and below left.

typedef unsigned short u16;
typedef unsigned char u8;

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define LANES 32
#define HERE __device__ __forceinline__
#define LANE (threadIdx.x & 31)
#define GAME (int)((blockIdx.x * blockDim.x + threadIdx.x) >> 5)
#define KERNEL(name, ...) extern "C" __global__ void name(__VA_ARGS__)
#define FOR_GAMES(B) const int g = GAME; if (g < (B))
#define SYNC __syncwarp()
HERE float warp_max(float x) { for (int d = 16; d; d >>= 1) x = fmaxf(x, __shfl_xor_sync(~0u, x, d)); return x; }
HERE float warp_sum(float x) { for (int d = 16; d; d >>= 1) x += __shfl_xor_sync(~0u, x, d); return x; }
HERE int warp_best(float x, int a) {
  for (int d = 16; d; d >>= 1) {
    const float y = __shfl_xor_sync(~0u, x, d); const int b = __shfl_xor_sync(~0u, a, d);
    if (y > x || (y == x && b < a)) { x = y; a = b; }
  }
  return a;
}
#else
#include <cmath>
#define LANES 1
#define HERE static inline
#define LANE 0
#define KERNEL(name, ...) extern "C" void name(__VA_ARGS__)
#define FOR_GAMES(B) for (int g = 0; g < (B); g++)
#define SYNC
#define __expf expf
HERE float warp_max(float x) { return x; }
HERE float warp_sum(float x) { return x; }
HERE int warp_best(float, int a) { return a; }
#endif

#define ROWS 16
#define BARRED (-1e4f)
#define DEEPEST 24

// Whether somebody's stones join the first row with the last one.
HERE bool joined(const u16* own, int n) {
  unsigned reach[ROWS];
  for (int r = 0; r < n; r++) { if (!own[r]) return false; reach[r] = 0; }
  reach[0] = own[0];
  for (bool more = true; more;) {
    more = false;
    for (int pass = 0; pass < 2; pass++)
      for (int i = 0; i < n; i++) {
        const int r = pass ? n - 1 - i : i;
        unsigned x = reach[r];
        if (r > 0) x |= reach[r - 1] | (reach[r - 1] >> 1);
        if (r + 1 < n) x |= reach[r + 1] | (reach[r + 1] << 1);
        x &= own[r];
        for (unsigned y = x;; x = y) { y |= ((x << 1) | (x >> 1)) & own[r]; if (y == x) break; }
        if (x != reach[r]) { reach[r] = x; more = true; }
      }
    if (reach[n - 1]) return true;
  }
  return false;
}

HERE bool has(const u16* stones, int r, int c) { return (stones[r] >> c) & 1; }

// Whether a cell is free; `own` and `other` are the stones as their owners see them, the cell is as the owner of `own` sees it.
HERE bool is_free(const u16* own, const u16* other, int r, int c) { return !has(own, r, c) && !has(other, c, r); }

// Writes what the net sees: the mover's stones and the other's, with the edges around, in half precision, channels last.
HERE void write_planes(const u16* board, int mover, int n, u16* x) {
  const u16 *own = board + mover * ROWS, *other = board + (1 - mover) * ROWS;
  const int side = n + 2;
  for (int i = LANE; i < side * side; i += LANES) {
    const int r = i / side - 1, c = i % side - 1;
    const bool row = r >= 0 && r < n, column = c >= 0 && c < n;
    const bool mine = row && column ? has(own, r, c) : !row && column;
    const bool theirs = row && column ? has(other, c, r) : row && !column;
    x[2 * i] = mine ? 0x3C00 : 0;
    x[2 * i + 1] = theirs ? 0x3C00 : 0;
  }
}

// The trees of all games, and what their searches share.
struct Trees {
  u16* boards;   // [game][node][2][ROWS]
  float* logits; // [game][node][cell]
  float* sums;   // [game][node][cell]: of what the mover at the node got
  u16* visits;   // [game][node][cell]
  short* children;  // [game][node][cell]
  float* values; // [game][node]: what the net expects for its mover
  u8* over;      // [game][node]: whether its mover has lost
  short* path;   // [game][DEEPEST][2]: node and cell
  int* ends;     // [game][3]: steps of the path, its last node, whether that node is new
  int n, nodes;
  float visit_scale, value_scale;
};
#define TREES u16* boards, float* logits, float* sums, u16* visits, short* children, float* values, u8* over, short* path, int* ends, int n, int nodes, float visit_scale, float value_scale
#define GATHERED const Trees t = { boards, logits, sums, visits, children, values, over, path, ends, n, nodes, visit_scale, value_scale }

HERE long row_of(const Trees& t, int g, int node) { return ((long)g * t.nodes + node) * t.n * t.n; }

// What the search knows of a node: how much completed values weigh, what cells without visits are worth, how many visits it had.
struct Summary { float scale, mixed, total, most; };

HERE Summary summary(const Trees& t, int g, int node) {
  const long at = row_of(t, g, node);
  const int cells = t.n * t.n;
  float top = BARRED, most = 0, total = 0;
  for (int a = LANE; a < cells; a += LANES) {
    top = fmaxf(top, t.logits[at + a]);
    most = fmaxf(most, (float)t.visits[at + a]);
    total += t.visits[at + a];
  }
  top = warp_max(top); most = warp_max(most); total = warp_sum(total);
  float share = 0, worth = 0;
  for (int a = LANE; a < cells; a += LANES)
    if (t.visits[at + a]) {
      const float p = __expf(t.logits[at + a] - top);
      share += p; worth += p * t.sums[at + a] / t.visits[at + a];
    }
  share = warp_sum(share); worth = warp_sum(worth);
  const float value = t.values[(long)g * t.nodes + node];
  const float mixed = total > 0 ? (value + total * worth / fmaxf(share, 1e-20f)) / (1 + total) : value;
  return { (t.visit_scale + most) * t.value_scale, mixed, total, most };
}

// The logit of a cell with what the search found added.
HERE float improved(const Trees& t, long at, int a, const Summary& s) {
  const u16 visits = t.visits[at + a];
  return t.logits[at + a] + s.scale * (visits ? t.sums[at + a] / visits : s.mixed);
}

// The cell to look at next, below the root: visits are to follow the improved policy.
HERE int inner_choice(const Trees& t, int g, int node) {
  const long at = row_of(t, g, node);
  const int cells = t.n * t.n;
  const Summary s = summary(t, g, node);
  float top = -1e30f;
  for (int a = LANE; a < cells; a += LANES) top = fmaxf(top, improved(t, at, a, s));
  top = warp_max(top);
  float sum = 0;
  for (int a = LANE; a < cells; a += LANES) sum += __expf(improved(t, at, a, s) - top);
  sum = warp_sum(sum);
  float best = -1e30f; int choice = 1 << 20;
  for (int a = LANE; a < cells; a += LANES) {
    if (t.logits[at + a] <= BARRED) continue;
    const float x = __expf(improved(t, at, a, s) - top) / sum - t.visits[at + a] / (1 + s.total);
    if (x > best) { best = x; choice = a; }
  }
  return warp_best(best, choice);
}

// The cell at the root with so many visits whose noisy improved logit is highest.
HERE int root_choice(const Trees& t, int g, const float* noise, int wanted, const Summary& s) {
  const long at = row_of(t, g, 0);
  float best = -1e30f; int choice = 1 << 20;
  for (int a = LANE; a < t.n * t.n; a += LANES) {
    if (t.logits[at + a] <= BARRED || t.visits[at + a] != wanted) continue;
    const float x = noise[(long)g * t.n * t.n + a] + improved(t, at, a, s);
    if (x > best) { best = x; choice = a; }
  }
  return warp_best(best, choice);
}

HERE void clear_node(const Trees& t, int g, int node) {
  const long at = row_of(t, g, node);
  for (int a = LANE; a < t.n * t.n; a += LANES) { t.sums[at + a] = 0; t.visits[at + a] = 0; t.children[at + a] = -1; }
}

// Begins a search of the positions: the roots, for the net to look at.
KERNEL(begin, TREES, const u16* positions, const int* plies, u16* planes, int games) {
  GATHERED;
  FOR_GAMES(games) {
    u16* board = t.boards + (long)g * nodes * 2 * ROWS;
    for (int i = LANE; i < 2 * ROWS; i += LANES) board[i] = positions[(long)g * 2 * ROWS + i];
    clear_node(t, g, 0);
    if (LANE == 0) { t.over[(long)g * nodes] = 0; t.ends[3 * g] = 0; t.ends[3 * g + 1] = 0; t.ends[3 * g + 2] = 1; }
    SYNC;
    write_planes(board, plies[g] & 1, n, planes + (long)g * 2 * (n + 2) * (n + 2));
  }
}

// Goes down each tree to a new node. `wanted`: [considered + 1][simulations], the visits that the root's next cell has.
KERNEL(descend, TREES, const int* plies, const float* noise, const short* wanted, int considered, int simulations, int simulation,
       u16* planes, int games) {
  GATHERED;
  FOR_GAMES(games) {
    const int cells = n * n;
    int node = 0, depth = 0, fresh = 0;
    while (depth < DEEPEST && !t.over[(long)g * nodes + node]) {
      int a;
      if (depth == 0) {
        const long at = row_of(t, g, 0);
        float legal = 0;
        for (int b = LANE; b < cells; b += LANES) legal += t.logits[at + b] > BARRED;
        const int free_cells = (int)warp_sum(legal), m = free_cells < considered ? free_cells : considered;
        const Summary s = summary(t, g, 0);
        a = root_choice(t, g, noise, wanted[m * simulations + simulation], s);
        if (a >= cells) a = inner_choice(t, g, 0);
      } else a = inner_choice(t, g, node);
      if (LANE == 0) { t.path[((long)g * DEEPEST + depth) * 2] = node; t.path[((long)g * DEEPEST + depth) * 2 + 1] = a; }
      const long at = row_of(t, g, node);
      const int child = t.children[at + a];
      if (child < 0) {
        const int made = simulation + 1, mover = (plies[g] + depth) & 1;
        const u16* from = t.boards + ((long)g * nodes + node) * 2 * ROWS;
        u16* to = t.boards + ((long)g * nodes + made) * 2 * ROWS;
        for (int i = LANE; i < 2 * ROWS; i += LANES) to[i] = from[i] | (i == mover * ROWS + a / n ? 1 << (a % n) : 0);
        SYNC;
        const bool won = joined(to + mover * ROWS, n);
        clear_node(t, g, made);
        if (LANE == 0) { t.children[at + a] = made; t.over[(long)g * nodes + made] = won; }
        SYNC;
        node = made; depth++; fresh = 1;
        break;
      }
      node = child; depth++;
    }
    if (LANE == 0) { t.ends[3 * g] = depth; t.ends[3 * g + 1] = node; t.ends[3 * g + 2] = fresh; }
    write_planes(t.boards + ((long)g * nodes + node) * 2 * ROWS, (plies[g] + depth) & 1, n, planes + (long)g * 2 * (n + 2) * (n + 2));
  }
}

// Takes what the net says of the new nodes, and carries it up.
KERNEL(carry, TREES, const int* plies, const float* net_logits, const float* net_values, int games) {
  GATHERED;
  FOR_GAMES(games) {
    const int cells = n * n, depth = t.ends[3 * g], node = t.ends[3 * g + 1], fresh = t.ends[3 * g + 2];
    const long at = row_of(t, g, node), here = (long)g * nodes + node;
    const int mover = (plies[g] + depth) & 1;
    const float seen = t.over[here] ? 0.f : 1.f / (1.f + __expf(-net_values[g]));
    if (fresh) {
      const u16* board = t.boards + here * 2 * ROWS;
      for (int a = LANE; a < cells; a += LANES)
        t.logits[at + a] = is_free(board + mover * ROWS, board + (1 - mover) * ROWS, a / n, a % n)
          ? fmaxf(net_logits[(long)g * cells + a], -60.f) : BARRED;
      if (LANE == 0) t.values[here] = seen;
    }
    if (LANE == 0) {
      float value = seen;
      for (int d = depth - 1; d >= 0; d--) {
        value = 1.f - value;
        const short* step = t.path + ((long)g * DEEPEST + d) * 2;
        const long edge = row_of(t, g, step[0]) + step[1];
        t.sums[edge] += value; t.visits[edge]++;
      }
    }
    SYNC;
  }
}

// Ends a search: the move to play, the improved policy, and what the mover may expect.
KERNEL(decide, TREES, const float* noise, int* moves, float* policies, float* worths, int games) {
  GATHERED;
  FOR_GAMES(games) {
    const int cells = n * n;
    const long at = row_of(t, g, 0);
    const Summary s = summary(t, g, 0);
    const int move = root_choice(t, g, noise, (int)s.most, s);
    float top = -1e30f;
    for (int a = LANE; a < cells; a += LANES) if (t.logits[at + a] > BARRED) top = fmaxf(top, improved(t, at, a, s));
    top = warp_max(top);
    float sum = 0;
    for (int a = LANE; a < cells; a += LANES) if (t.logits[at + a] > BARRED) sum += __expf(improved(t, at, a, s) - top);
    sum = warp_sum(sum);
    for (int a = LANE; a < cells; a += LANES)
      policies[(long)g * cells + a] = t.logits[at + a] > BARRED ? __expf(improved(t, at, a, s) - top) / sum : 0.f;
    if (LANE == 0) {
      moves[g] = move;
      worths[g] = t.visits[at + move] ? t.sums[at + move] / t.visits[at + move] : s.mixed;
    }
  }
}

// Plays a move in each game, seen by its mover, and says who has won: 1 if the mover has. A move below 0 is none.
KERNEL(play, u16* positions, int* plies, const int* moves, u8* won, int n, int games) {
  FOR_GAMES(games) {
    if (LANE == 0) {
      const int a = moves[g];
      won[g] = 0;
      if (a >= 0) {
        u16* own = positions + ((long)g * 2 + (plies[g] & 1)) * ROWS;
        own[a / n] |= 1 << (a % n);
        plies[g]++;
        won[g] = joined(own, n);
      }
    }
  }
}
