-- What is known of copies. Replays refer to it and not it to them: a row of `replays` ends with what may be long.

-- Of each replay what finds it again; sealed with the secret in `copies.secret`.
CREATE TABLE fingerprints (
    replay_key  INTEGER PRIMARY KEY REFERENCES replays (key) ON DELETE CASCADE,
    bytes       BLOB NOT NULL,     -- empty: not made yet
    is_compared INTEGER NOT NULL   -- 0: not yet, or not completely, compared with all others
);
INSERT INTO fingerprints (replay_key, bytes, is_compared) SELECT key, x'', 0 FROM replays;
CREATE INDEX fingerprints_to_compare ON fingerprints (replay_key) WHERE is_compared = 0;

-- Which secret the fingerprints are sealed with.
CREATE TABLE fingerprint_secret (
    number INTEGER PRIMARY KEY CHECK (number = 0),
    digest TEXT NOT NULL
);

-- Replays that agree. Which is the original is not written here: it follows from what both prove now.
CREATE TABLE copies (
    first_key  INTEGER NOT NULL REFERENCES replays (key) ON DELETE CASCADE,
    second_key INTEGER NOT NULL REFERENCES replays (key) ON DELETE CASCADE,
    found_at   BIGINT NOT NULL,    -- milliseconds since 1970
    comparison TEXT NOT NULL,      -- JSON: verdict, passages and reasons, as seen from the first
    PRIMARY KEY (first_key, second_key)
) WITHOUT ROWID;
CREATE INDEX copies_by_second ON copies (second_key);

-- Replays that are neither listed nor given out.
CREATE TABLE held (
    replay_key INTEGER PRIMARY KEY REFERENCES replays (key) ON DELETE CASCADE
);

-- What whoever runs the server decided about a replay.
CREATE TABLE reviews (
    replay_key  INTEGER PRIMARY KEY REFERENCES replays (key) ON DELETE CASCADE,
    is_held     INTEGER NOT NULL,  -- 0: accepted
    reviewed_at BIGINT NOT NULL    -- milliseconds since 1970
);
