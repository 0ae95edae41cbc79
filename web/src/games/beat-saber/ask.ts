import { asking } from '../../decoder/ask';
import type { Questions } from './questions.types';

/** Asks what only replays of Beat Saber answer. */
export const ask = asking<Questions>();
