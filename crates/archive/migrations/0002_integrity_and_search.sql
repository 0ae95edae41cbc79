-- What is known of each original's health, all that a list shows in one row, and an index for parts of names.
-- From here on the SQL is SQLite's own: its JSON functions and FTS5.

-- `key` is what the trigrams refer to; without one of its own, VACUUM may number the rows anew.
CREATE TABLE replays_new (
    key                INTEGER PRIMARY KEY,
    id                 TEXT NOT NULL UNIQUE,       -- first 32 hexadecimal digits of the digest
    digest             TEXT NOT NULL UNIQUE,       -- SHA-256 of the original, 64 hexadecimal digits
    size               BIGINT NOT NULL,            -- bytes
    verified_at        BIGINT NOT NULL,            -- when the original was last compared with its digest; milliseconds since 1970
    damage             TEXT,                       -- what is wrong with the original; NULL: nothing is known to be
    players_folded     TEXT NOT NULL,              -- names in lower case, a line each
    map_folded         TEXT NOT NULL,
    text_folded        TEXT NOT NULL,              -- everything free text looks at, lower case
    file_name          TEXT NOT NULL,
    game               TEXT NOT NULL,
    format             TEXT NOT NULL,
    version            TEXT NOT NULL,
    map_name           TEXT,
    map_id             TEXT,
    map_author         TEXT,
    map_difficulty     TEXT,
    mode               TEXT,
    started_at         BIGINT,                     -- seconds since 1970
    duration_s         DOUBLE PRECISION NOT NULL,
    score              BIGINT,
    uploaded_at        BIGINT NOT NULL,            -- milliseconds since 1970
    delete_token_hash  TEXT NOT NULL,              -- SHA-256 of the token, never the token; empty: there is none
    players            TEXT NOT NULL,              -- JSON array of [id, name], in the file's own order
    diagnostic_count   INTEGER NOT NULL,
    diagnostics_listed TEXT NOT NULL,              -- JSON array: the first few, for lists
    diagnostics        TEXT NOT NULL               -- JSON array: all; last, for it may be long
);

INSERT INTO replays_new (
    id, digest, size, verified_at, players_folded, map_folded, text_folded, file_name, game, format, version,
    map_name, map_id, map_author, map_difficulty, mode, started_at, duration_s, score, uploaded_at,
    delete_token_hash, players, diagnostic_count, diagnostics_listed, diagnostics
)
SELECT
    id, digest, size, 0,
    COALESCE((SELECT group_concat(name_folded, char(10))
              FROM (SELECT name_folded FROM players WHERE replay_id = replays.id ORDER BY position)), ''),
    map_folded, text_folded, file_name, game, format, version,
    map_name, map_id, map_author, map_difficulty, mode, started_at, duration_s, score, uploaded_at,
    delete_token_hash,
    (SELECT json_group_array(json_array(player_id, name))
     FROM (SELECT player_id, name FROM players WHERE replay_id = replays.id ORDER BY position)),
    json_array_length(diagnostics),
    (SELECT json_group_array(json(value)) FROM (SELECT value FROM json_each(diagnostics) LIMIT 4)),
    diagnostics
FROM replays
ORDER BY uploaded_at, id;

-- Names are found in the row itself; this is for ids, which are looked for as a whole.
CREATE TABLE player_ids (
    player_id  TEXT NOT NULL,
    replay_key INTEGER NOT NULL REFERENCES replays_new (key) ON DELETE CASCADE,
    PRIMARY KEY (player_id, replay_key)
) WITHOUT ROWID;

INSERT OR IGNORE INTO player_ids (player_id, replay_key)
SELECT players.player_id, replays_new.key
FROM players JOIN replays_new ON replays_new.id = players.replay_id
WHERE players.player_id IS NOT NULL;

DROP TABLE players;
DROP TABLE replays;
ALTER TABLE replays_new RENAME TO replays;

CREATE INDEX player_ids_by_replay ON player_ids (replay_key);

-- The id breaks ties, so that pages never skip or repeat.
CREATE INDEX replays_by_upload   ON replays (uploaded_at, id);
CREATE INDEX replays_by_start    ON replays (started_at, id);
CREATE INDEX replays_by_score    ON replays (score, id);
CREATE INDEX replays_by_duration ON replays (duration_s, id);

CREATE INDEX replays_of_game   ON replays (game, uploaded_at, id);
CREATE INDEX replays_of_format ON replays (format, uploaded_at, id);
CREATE INDEX replays_of_mode   ON replays (mode, uploaded_at, id);
CREATE INDEX replays_on_map    ON replays (map_id, uploaded_at, id);

CREATE INDEX replays_by_verification ON replays (verified_at);
CREATE INDEX replays_damaged         ON replays (id) WHERE damage IS NOT NULL;

-- Which rows hold a part of a name, from three characters on. It holds no text itself.
CREATE VIRTUAL TABLE trigrams USING fts5 (
    players, map, text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);

INSERT INTO trigrams (rowid, players, map, text) SELECT key, players_folded, map_folded, text_folded FROM replays;

CREATE TRIGGER replays_added AFTER INSERT ON replays BEGIN
    INSERT INTO trigrams (rowid, players, map, text)
    VALUES (new.key, new.players_folded, new.map_folded, new.text_folded);
END;

CREATE TRIGGER replays_removed AFTER DELETE ON replays BEGIN
    DELETE FROM trigrams WHERE rowid = old.key;
END;
