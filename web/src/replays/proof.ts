import type { Proven } from './api.types';
import { answerOf } from './ask';

/** The proof of a replay when its server accepted it (docs/server.md); null if the server knows no such replay. */
export const proofOf = async (id: string): Promise<Proven | null> => answerOf<Proven>(`api/replays/${id}/proof`, 'covered');
