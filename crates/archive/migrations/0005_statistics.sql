-- Statistics that somebody asked for, to be given out again. Nothing is lost with them: they follow from the originals.
CREATE TABLE statistics (
    replay_key INTEGER PRIMARY KEY REFERENCES replays (key) ON DELETE CASCADE,
    kept_at    BIGINT NOT NULL,    -- milliseconds since 1970
    size       INTEGER NOT NULL,   -- bytes of `json`
    definition TEXT NOT NULL,      -- by which version, and with which options of formats, they were worked out
    json       TEXT NOT NULL
);

-- The oldest go first where there are too many.
CREATE INDEX statistics_by_age ON statistics (kept_at, size);
