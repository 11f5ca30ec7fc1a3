-- How many moves a game has and how many events: what guards its changes. When the clock that runs in it runs out, in milliseconds
-- since 1970; none where no clock runs.
ALTER TABLE games ADD COLUMN ply BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN seq BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN deadline BIGINT;
-- When its last move was played; none before the first.
ALTER TABLE games ADD COLUMN played BIGINT;
UPDATE games SET ply = (SELECT COUNT(*) FROM moves WHERE moves.game = games.id),
    played = (SELECT MAX(moves.played) FROM moves WHERE moves.game = games.id);
CREATE INDEX games_by_play ON games (played) WHERE played IS NOT NULL;
CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;

-- What happened in a game since it was begun, from 1. Games begun before have the events that came after.
CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id),
    seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    json TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
