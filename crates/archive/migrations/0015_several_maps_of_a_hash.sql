-- Maps are told apart by their files, not by the hash that is over their levels alone: song and picture are not part of it, and may be others.
CREATE TABLE maps_kept AS SELECT * FROM maps;
CREATE TABLE map_matches_kept AS SELECT * FROM map_matches;
DROP TABLE map_matches;
DROP TABLE maps;

CREATE TABLE maps (
    key         INTEGER PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,       -- of its files, 32 hexadecimal digits; of maps that came before this step of the zip file
    hash        TEXT NOT NULL,              -- of its levels, as replays name it: 40 hexadecimal digits in upper case
    is_trusted  INTEGER NOT NULL,           -- 1: from the operator, or fetched by the server from where maps are published
    digest      TEXT NOT NULL UNIQUE,       -- SHA-256 of the zip file, 64 hexadecimal digits
    size        BIGINT NOT NULL,            -- bytes
    verified_at BIGINT NOT NULL,            -- when the zip file was last compared with its digest; milliseconds since 1970
    damage      TEXT,                       -- what is wrong with the zip file; NULL: nothing is known to be
    uploaded_at BIGINT NOT NULL,            -- milliseconds since 1970
    file_name   TEXT NOT NULL,
    text_folded TEXT NOT NULL,              -- everything free text looks at, lower case
    about       TEXT NOT NULL               -- JSON: song, mappers, difficulties
);

CREATE INDEX maps_by_hash         ON maps (hash, is_trusted DESC, key);
CREATE INDEX maps_by_verification ON maps (verified_at);
CREATE INDEX maps_damaged         ON maps (key) WHERE damage IS NOT NULL;

-- Replays beside the map that fits them: of those whose map is there.
CREATE TABLE map_matches (
    replay_key    INTEGER PRIMARY KEY REFERENCES replays (key) ON DELETE CASCADE,
    map_key       INTEGER NOT NULL REFERENCES maps (key) ON DELETE CASCADE,
    is_compared   INTEGER NOT NULL,         -- 0: not yet, by another version, or another map of the hash came
    listed        TEXT,                     -- JSON: without single notes, for lists
    found         TEXT,                     -- JSON: all that is kept
    score_verdict TEXT                      -- what motion and map together say of the score
);

CREATE INDEX map_matches_to_compare   ON map_matches (replay_key) WHERE is_compared = 0;
CREATE INDEX map_matches_of_map       ON map_matches (map_key);
CREATE INDEX map_matches_inconsistent ON map_matches (replay_key) WHERE score_verdict = 'inconsistent';

INSERT INTO maps (key, id, hash, is_trusted, digest, size, verified_at, damage, uploaded_at, file_name, text_folded, about)
    SELECT key, substr(digest, 1, 32), hash, 0, digest, size, verified_at, damage, uploaded_at, file_name, text_folded, about FROM maps_kept;
INSERT INTO map_matches (replay_key, map_key, is_compared, listed, found, score_verdict)
    SELECT replay_key, map_key, is_compared, listed, found, score_verdict FROM map_matches_kept;
DROP TABLE map_matches_kept;
DROP TABLE maps_kept;
