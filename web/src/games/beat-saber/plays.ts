import { signal } from '@preact/signals';
import type { Columns } from '../../stage/columns';

/** A play, with the table of its running score. */
export interface Play {
  name: string;
  /** As on the stage; null of the first. */
  colour: string | null;
  score: Columns;
}

/** The plays that are shown beside each other, the first one first; none while one stands alone. */
export const plays = signal<readonly Play[]>([]);
