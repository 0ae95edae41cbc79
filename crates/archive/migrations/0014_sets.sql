-- When, and as which game of a match, a replay was played, as JSON; NULL of those that nobody has looked at for it yet.
ALTER TABLE replays ADD COLUMN occasion TEXT;
-- Nobody plays against anybody there, and when they were played is known.
UPDATE replays SET occasion = '{}' WHERE sides = '[]' AND started_at IS NOT NULL;
DROP INDEX replays_without_sides;
CREATE INDEX replays_without_occasion ON replays (key) WHERE occasion IS NULL;

-- Which games somebody played, by when they began: games of the same people in a row are a set.
CREATE TABLE appearances (
    game       TEXT NOT NULL,
    person     TEXT NOT NULL,
    began_at   BIGINT NOT NULL,                    -- seconds since 1970
    replay_key INTEGER NOT NULL REFERENCES replays (key) ON DELETE CASCADE,
    PRIMARY KEY (game, person, began_at, replay_key)
) WITHOUT ROWID;
CREATE INDEX appearances_by_replay ON appearances (replay_key);
