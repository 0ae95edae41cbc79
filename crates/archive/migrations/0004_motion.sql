-- Whether the motion of replays fits what they say: of those whose motion is judged.
CREATE TABLE motions (
    replay_key INTEGER PRIMARY KEY REFERENCES replays (key) ON DELETE CASCADE,
    is_judged  INTEGER NOT NULL,   -- 0: not yet, or by another version
    verdict    TEXT,               -- consistent, inconsistent or not-enough-data
    listed     TEXT,               -- JSON: without what is off and what was observed, for lists
    motion     TEXT                -- JSON: all that is kept
);
INSERT INTO motions (replay_key, is_judged) SELECT key, 0 FROM replays WHERE format = 'bsor';

-- Nearly all replays are in neither, so that an upload costs no page more on a disk that is nearly full.
CREATE INDEX motions_to_judge     ON motions (replay_key) WHERE is_judged = 0;
CREATE INDEX motions_inconsistent ON motions (replay_key) WHERE verdict = 'inconsistent';

-- Which version of the check they were judged by.
CREATE TABLE motion_version (
    number  INTEGER PRIMARY KEY CHECK (number = 0),
    version INTEGER NOT NULL
);
