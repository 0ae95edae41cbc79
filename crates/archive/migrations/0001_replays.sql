-- One row for each original. Written only after the original is on disk, deleted before it.
-- Kept to what SQLite and Postgres both understand.
CREATE TABLE replays (
    id                TEXT PRIMARY KEY NOT NULL,  -- first 32 hexadecimal digits of the digest
    digest            TEXT NOT NULL UNIQUE,       -- SHA-256 of the original, 64 hexadecimal digits
    size              BIGINT NOT NULL,            -- bytes
    file_name         TEXT NOT NULL,
    game              TEXT NOT NULL,
    format            TEXT NOT NULL,
    version           TEXT NOT NULL,
    map_name          TEXT,
    map_id            TEXT,
    map_author        TEXT,
    map_difficulty    TEXT,
    mode              TEXT,
    started_at        BIGINT,                     -- seconds since 1970
    duration_s        DOUBLE PRECISION NOT NULL,
    score             BIGINT,
    uploaded_at       BIGINT NOT NULL,            -- milliseconds since 1970
    diagnostics       TEXT NOT NULL,              -- JSON array
    delete_token_hash TEXT NOT NULL,              -- SHA-256 of the token, never the token
    map_folded        TEXT NOT NULL,              -- lower case, for substring search
    text_folded       TEXT NOT NULL               -- everything free text looks at, lower case
);

CREATE TABLE players (
    replay_id   TEXT NOT NULL REFERENCES replays (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL,                 -- place in the file's own order
    player_id   TEXT,
    name        TEXT NOT NULL,
    name_folded TEXT NOT NULL,                    -- lower case, for substring search
    PRIMARY KEY (replay_id, position)
);

-- The id breaks ties, so that pages never skip or repeat.
CREATE INDEX replays_by_upload   ON replays (uploaded_at, id);
CREATE INDEX replays_by_start    ON replays (started_at, id);
CREATE INDEX replays_by_score    ON replays (score, id);
CREATE INDEX replays_by_duration ON replays (duration_s, id);

CREATE INDEX replays_of_game   ON replays (game, uploaded_at, id);
CREATE INDEX replays_of_format ON replays (format, uploaded_at, id);
CREATE INDEX replays_of_mode   ON replays (mode, uploaded_at, id);
CREATE INDEX replays_on_map    ON replays (map_id, uploaded_at, id);

CREATE INDEX players_by_id   ON players (player_id, replay_id);
CREATE INDEX players_by_name ON players (name_folded, replay_id);
