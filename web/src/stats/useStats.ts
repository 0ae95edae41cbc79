import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { Moment, Replay } from '../decoder';
import { ask } from '../decoder/ask';
import type { Sheet } from '../decoder/questions.types';

export type Loaded<Statistics> = { stats: Statistics; sheet: Sheet; moments: Moment[] } | { trouble: string } | null;

/** The statistics that the decoder computes, also as people read them, and the moments; null until they are there. `counts`: see `StatsPanelProps`. */
export function useStats<Statistics>(replay: Replay, counts: ReadonlySignal<number>): Loaded<Statistics> {
  const [loaded, setLoaded] = useState<Loaded<Statistics>>(null);
  useEffect(() => {
    let gone = false;
    const show = (value: Loaded<Statistics>) => !gone && setLoaded(value);
    setLoaded(null);
    const count = () => {
      Promise.all([ask(replay, 'stats'), ask(replay, 'sheet'), replay.moments()]).then(
        ([stats, sheet, moments]) => show({ stats: stats as Statistics, sheet: sheet!, moments }),
        (error: unknown) => show({ trouble: error instanceof Error ? error.message : String(error) }),
      );
    };
    // Now, and whenever it changes.
    const stop = counts.subscribe(count);
    return () => {
      gone = true;
      stop();
    };
  }, [replay]);
  return loaded;
}
