-- What motion and map together say of the score, where the two are compared.
ALTER TABLE map_matches ADD COLUMN score_verdict TEXT
    GENERATED ALWAYS AS (CASE WHEN listed ->> '$.score' IS NOT NULL THEN listed ->> '$.verdict' END) VIRTUAL;

CREATE INDEX map_matches_inconsistent ON map_matches (replay_key) WHERE score_verdict = 'inconsistent';
