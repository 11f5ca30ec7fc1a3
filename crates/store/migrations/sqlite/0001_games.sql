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
    undone TEXT NOT NULL DEFAULT ''
);

-- Who sits where. The token lets its holder move for the seat.
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    agent TEXT NOT NULL,
    name TEXT NOT NULL,
    token TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);

CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games (id),
    ply BIGINT NOT NULL,
    text TEXT NOT NULL,
    played BIGINT NOT NULL,
    PRIMARY KEY (game, ply)
);
