-- The plies before which a player was given a hint.
CREATE TABLE hints (
    game TEXT NOT NULL REFERENCES games (id),
    ply BIGINT NOT NULL,
    PRIMARY KEY (game, ply)
);
