-- The key that a message revokes; x'' if it revokes none. NULL: nobody has looked yet.
ALTER TABLE key_messages ADD COLUMN revokes BLOB;
CREATE INDEX key_messages_revokes ON key_messages (revokes);

-- To find sessions that ended long ago, and their receipts.
CREATE INDEX sessions_ended ON sessions (is_closed, received);
CREATE INDEX receipts_of_session ON receipts (session);
