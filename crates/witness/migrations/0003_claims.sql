-- What others proved of a replay that was here already: nothing of it changes what the replay proved when it was accepted.
CREATE TABLE claims (
    digest BLOB NOT NULL,
    -- The player's key, as text.
    key TEXT NOT NULL,
    -- 1 signed, 2 witnessed.
    level INTEGER NOT NULL,
    -- When a server had what binds all of it, in milliseconds since 1970; null if none did.
    bound INTEGER,
    report TEXT NOT NULL,
    source BLOB NOT NULL,
    entry INTEGER NOT NULL REFERENCES log_entries (number),
    PRIMARY KEY (digest, key)
) STRICT, WITHOUT ROWID;
