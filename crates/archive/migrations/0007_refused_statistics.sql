-- Of a replay that has no statistics, why: `json` is then the error, and nobody works them out in vain again.
ALTER TABLE statistics ADD COLUMN is_refused INTEGER NOT NULL DEFAULT 0;
