-- What players who sit apart offer each other: a draw, to take moves back, another game. An offer belongs to the ply before which
-- it was made; one a kind and game stands.
CREATE TABLE offers (
    game TEXT NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL,
    seat BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    PRIMARY KEY (game, kind)
);
-- The game that followed by agreement.
ALTER TABLE games ADD COLUMN next TEXT REFERENCES games (id);
-- Whether anybody may find the game in the lobby as long as a seat is free.
ALTER TABLE games ADD COLUMN listed BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_listed ON games (created DESC) WHERE listed = 1;
-- What players say to each other.
CREATE TABLE messages (
    game TEXT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    text TEXT NOT NULL,
    said BIGINT NOT NULL,
    PRIMARY KEY (game, number)
);
