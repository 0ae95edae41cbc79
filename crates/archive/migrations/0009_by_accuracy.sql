-- For lists in the order of accuracy.
CREATE INDEX replays_by_accuracy ON replays (accuracy, id);
