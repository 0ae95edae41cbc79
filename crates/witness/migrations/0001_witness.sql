-- What a server has witnessed. Unlike the index, none of it can be made again: it is never changed but where a session goes on.

-- The keys that challenges and receipts are signed with. The last one signs.
CREATE TABLE server_keys (
    number INTEGER PRIMARY KEY,
    public BLOB NOT NULL UNIQUE,
    -- PKCS#8, PEM.
    secret TEXT NOT NULL,
    since INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
    id BLOB PRIMARY KEY,
    key BLOB NOT NULL,
    client TEXT NOT NULL,
    challenge BLOB NOT NULL,
    issued INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    -- The last message that was answered; NULL before the first.
    message BLOB,
    number INTEGER NOT NULL DEFAULT 0,
    chunks INTEGER NOT NULL DEFAULT 0,
    hash BLOB,
    time REAL NOT NULL DEFAULT 0,
    received INTEGER,
    is_closed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX sessions_open ON sessions (is_closed, expires);
CREATE INDEX sessions_key ON sessions (key, is_closed);
CREATE INDEX sessions_client ON sessions (client, is_closed);

-- Every answer that was given.
CREATE TABLE receipts (
    message BLOB PRIMARY KEY,
    session BLOB NOT NULL REFERENCES sessions (id),
    receipt BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The transparency log: entries by their number, and the hashes of its tree as RFC 6962 has them.
CREATE TABLE log_entries (
    number INTEGER PRIMARY KEY,
    -- What it is of: no two entries are of the same.
    subject BLOB NOT NULL UNIQUE,
    entry BLOB NOT NULL
) STRICT;
CREATE TABLE log_hashes (
    number INTEGER PRIMARY KEY,
    hash BLOB NOT NULL
) STRICT;
CREATE TABLE log_key (
    number INTEGER PRIMARY KEY CHECK (number = 0),
    name TEXT NOT NULL,
    secret BLOB NOT NULL
) STRICT;

-- Messages about keys: rotations that were accepted, revocations, rotations of the server's own.
CREATE TABLE key_messages (
    number INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    message BLOB NOT NULL,
    received INTEGER NOT NULL
) STRICT;

-- What accepted replays proved when they came.
CREATE TABLE proofs (
    digest BLOB PRIMARY KEY,
    -- 0 unmarked, 1 signed, 2 witnessed.
    level INTEGER NOT NULL,
    report TEXT NOT NULL,
    -- The digest of what proves it: a reel, or the file with its mark.
    source BLOB NOT NULL,
    entry INTEGER NOT NULL REFERENCES log_entries (number)
) STRICT, WITHOUT ROWID;
