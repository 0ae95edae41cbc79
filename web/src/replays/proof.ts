import type { Proven } from './api.types';
import { answerOf } from './ask';

/** What a replay proved when its server accepted it (docs/server.md); null if the server knows no such replay. */
export const proofOf = async (id: string): Promise<Proven | null> => answerOf<Proven>(`api/replays/${id}/proof`, 'covered');
