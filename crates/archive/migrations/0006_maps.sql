-- Maps that replays are played on, each as the zip file that was uploaded. Nothing is lost with these rows but names and moments: the
-- rest follows from the files.
CREATE TABLE maps (
    key         INTEGER PRIMARY KEY,
    hash        TEXT NOT NULL UNIQUE,       -- of its levels, as replays name it: 40 hexadecimal digits in upper case
    digest      TEXT NOT NULL UNIQUE,       -- SHA-256 of the zip file, 64 hexadecimal digits
    size        BIGINT NOT NULL,            -- bytes
    verified_at BIGINT NOT NULL,            -- when the zip file was last compared with its digest; milliseconds since 1970
    damage      TEXT,                       -- what is wrong with the zip file; NULL: nothing is known to be
    uploaded_at BIGINT NOT NULL,            -- milliseconds since 1970
    file_name   TEXT NOT NULL,
    text_folded TEXT NOT NULL,              -- everything free text looks at, lower case
    about       TEXT NOT NULL               -- JSON: song, mappers, difficulties
);

CREATE INDEX maps_by_verification ON maps (verified_at);
CREATE INDEX maps_damaged         ON maps (key) WHERE damage IS NOT NULL;

-- Replays beside their maps: of those whose map is there.
CREATE TABLE map_matches (
    replay_key  INTEGER PRIMARY KEY REFERENCES replays (key) ON DELETE CASCADE,
    map_key     INTEGER NOT NULL REFERENCES maps (key) ON DELETE CASCADE,
    is_compared INTEGER NOT NULL,           -- 0: not yet, or by another version
    listed      TEXT,                       -- JSON: without single notes, for lists
    found       TEXT                        -- JSON: all that is kept
);

CREATE INDEX map_matches_to_compare ON map_matches (replay_key) WHERE is_compared = 0;
CREATE INDEX map_matches_of_map     ON map_matches (map_key);

-- By which version of the comparison.
CREATE TABLE map_match_version (
    number  INTEGER PRIMARY KEY CHECK (number = 0),
    version INTEGER NOT NULL
);
