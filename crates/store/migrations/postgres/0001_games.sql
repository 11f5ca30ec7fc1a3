-- Games in succession between the same players. The rule says when it is over: `points:25`, `best:3`.
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    rule TEXT NOT NULL
);

-- A game that is played or was played. Times are milliseconds since 1970.
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    spec TEXT NOT NULL,
    start TEXT NOT NULL,
    created BIGINT NOT NULL,
    -- The time for all moves and the bonus for each, in seconds, as `300+5`; none without a clock.
    clock TEXT,
    -- How it ended off the board, as `WHO REASON`: a resignation, an agreement, a flag. The rules say the rest.
    ended TEXT,
    -- The moves that were taken back and may be played again, the next one first, parted by blanks.
    undone TEXT NOT NULL DEFAULT '',
    -- The place of the game in its match, from 0; and once it counts, what it was worth to First and to Second, in halves of a point.
    series TEXT REFERENCES matches (id),
    round BIGINT,
    worth_first BIGINT,
    worth_second BIGINT,
    -- How many moves it has and how many events: what guards its changes.
    ply BIGINT NOT NULL DEFAULT 0,
    seq BIGINT NOT NULL DEFAULT 0,
    -- When the clock that runs in it runs out; none where no clock runs.
    deadline BIGINT,
    -- When its last move was played; none before the first.
    played BIGINT,
    -- The game that followed by agreement.
    next TEXT REFERENCES games (id),
    -- Whether anybody may find the game in the lobby as long as a seat is free: 1, or 0.
    listed BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX games_by_play ON games (played) WHERE played IS NOT NULL;
CREATE INDEX games_listed ON games (created DESC) WHERE listed = 1;
CREATE UNIQUE INDEX games_by_round ON games (series, round) WHERE series IS NOT NULL;
CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;

-- Who sits where. `holder` is a hash of what his cookie holds; nobody holds an empty seat, nor one of an engine.
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    agent TEXT NOT NULL,
    name TEXT NOT NULL,
    holder TEXT,
    PRIMARY KEY (game, seat)
);

CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games (id),
    ply BIGINT NOT NULL,
    text TEXT NOT NULL,
    played BIGINT NOT NULL,
    PRIMARY KEY (game, ply)
);

-- The plies before which a player was given a hint.
CREATE TABLE hints (
    game TEXT NOT NULL REFERENCES games (id),
    ply BIGINT NOT NULL,
    PRIMARY KEY (game, ply)
);

-- What players who sit apart offer each other: a draw, to take moves back, another game. An offer belongs to the ply before which
-- it was made; one a kind and game stands.
CREATE TABLE offers (
    game TEXT NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL,
    seat BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    PRIMARY KEY (game, kind)
);

-- What players say to each other.
CREATE TABLE messages (
    game TEXT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    text TEXT NOT NULL,
    said BIGINT NOT NULL,
    PRIMARY KEY (game, number)
);

-- What happened in a game since it was begun, from 1.
CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id),
    seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    json TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, seq)
);

-- The games that a holder finds among his own, the newest first; of two equally new ones that with the higher number.
CREATE TABLE shelves (
    number BIGINT GENERATED ALWAYS AS IDENTITY,
    holder TEXT NOT NULL,
    game TEXT NOT NULL REFERENCES games (id),
    since BIGINT NOT NULL,
    PRIMARY KEY (holder, game)
);
CREATE INDEX shelves_by_time ON shelves (holder, since DESC);
