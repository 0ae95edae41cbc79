//! Statistics of replays, under the names that each game's field uses.
