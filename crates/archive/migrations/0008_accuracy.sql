-- The share of the possible points that were made, of games that are about points.
ALTER TABLE replays ADD COLUMN accuracy REAL;

-- Those that are there get theirs when their motion is judged once more.
UPDATE motions SET is_judged = 0;
