-- Whether the motion of replays fits what they say: of those whose motion is judged.
CREATE TABLE motions (
    replay_key INTEGER PRIMARY KEY REFERENCES replays (key) ON DELETE CASCADE,
    version    INTEGER NOT NULL,   -- of what it was worked out by; 0: not yet
    verdict    TEXT,               -- consistent, inconsistent or not-enough-data
    listed     TEXT,               -- JSON: without what is off and what was observed, for lists
    motion     TEXT                -- JSON: all that is kept
);
INSERT INTO motions (replay_key, version) SELECT key, 0 FROM replays WHERE format = 'bsor';
CREATE INDEX motions_by_version ON motions (version, replay_key);
CREATE INDEX motions_by_verdict ON motions (verdict, replay_key);
