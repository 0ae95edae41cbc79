-- Who played against whom, and what came of it, as JSON; NULL of those that nobody has looked at for it yet.
ALTER TABLE replays ADD COLUMN sides TEXT;
CREATE INDEX replays_without_sides ON replays (key) WHERE sides IS NULL;

-- Their characters are searched for, too.
CREATE TRIGGER replays_reworded AFTER UPDATE OF text_folded ON replays BEGIN
    DELETE FROM trigrams WHERE rowid = old.key;
    INSERT INTO trigrams (rowid, players, map, text)
    VALUES (new.key, new.players_folded, new.map_folded, new.text_folded);
END;
