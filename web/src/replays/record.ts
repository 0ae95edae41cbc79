import type { Replay, Side } from './api.types';
import { answerOf } from './ask';

/** A replay as the server lists it. */
export type ReplayRecord = Replay;

export const titleOf = (record: ReplayRecord): string => record.map?.name || record.file_name;

/** Names of all who played. */
export const playersOf = (record: ReplayRecord): string => record.players.map(({ name }) => name || 'Unnamed player').join(', ');

/** The players of a side. */
export const namesOf = ({ players }: Side): string => players.map(({ name }) => name || 'Unnamed player').join(', ');

/** The players of a side with their characters. */
export const sideText = ({ players }: Side): string =>
  players
    // Whoever has no name goes by the character.
    .map(({ name, character, person }) => [name || 'Unnamed player', character && person !== null && `(${character})`])
    .map((parts) => parts.filter(Boolean).join(' '))
    .join(', ');

/** Null if the server has no such replay. */
export const recordOf = async (id: string): Promise<ReplayRecord | null> => answerOf<ReplayRecord>(`api/replays/${id}`, 'digest');
