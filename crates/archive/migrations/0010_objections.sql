-- What those who uploaded replays that are held object to that, for whoever runs the server.
CREATE TABLE objections (
    replay_key INTEGER PRIMARY KEY REFERENCES replays (key) ON DELETE CASCADE,
    reason     TEXT NOT NULL,
    made_at    BIGINT NOT NULL  -- milliseconds since 1970
);
