-- A browser is known by one cookie, and seats are held by it: `holder` is a hash of what the cookie holds. Nobody holds an empty seat,
-- nor one of an engine. Games begun before had a cookie each: their seats are held by its token, as `token TOKEN`, until
-- whoever still has that cookie comes.
ALTER TABLE seats ADD COLUMN holder TEXT;
UPDATE seats SET holder = 'token ' || token WHERE agent = 'human';
ALTER TABLE seats DROP COLUMN token;

-- The games that a holder finds among his own, the newest first.
CREATE TABLE shelves (
    holder TEXT NOT NULL,
    game TEXT NOT NULL REFERENCES games (id),
    since BIGINT NOT NULL,
    PRIMARY KEY (holder, game)
);
CREATE INDEX shelves_by_time ON shelves (holder, since DESC);

-- Games in succession between the same players. The rule says when it is over: `points:25`, `best:3`.
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    rule TEXT NOT NULL
);
-- The place of a game in its match, from 0; and once it counts, what it was worth to First and to Second, in halves of a point.
ALTER TABLE games ADD COLUMN series TEXT REFERENCES matches (id);
ALTER TABLE games ADD COLUMN round BIGINT;
ALTER TABLE games ADD COLUMN worth_first BIGINT;
ALTER TABLE games ADD COLUMN worth_second BIGINT;
CREATE UNIQUE INDEX games_by_round ON games (series, round) WHERE series IS NOT NULL;
