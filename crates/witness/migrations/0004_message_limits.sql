-- Who signed a message about keys, and who sent it: no key and no client may send more than some.
ALTER TABLE key_messages ADD COLUMN signer BLOB;
ALTER TABLE key_messages ADD COLUMN client TEXT;
CREATE INDEX key_messages_signer ON key_messages (signer);
CREATE INDEX key_messages_client ON key_messages (client, received);
