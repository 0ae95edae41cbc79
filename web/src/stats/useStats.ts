import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { Moment, Replay } from '../decoder';

/** A game that is followed is counted anew no more often than this. */
const REFRESH_MILLIS = 2000;

export type Loaded<Statistics> = { stats: Statistics; moments: Moment[] } | { trouble: string } | null;

/** The statistics that the decoder computes, and the moments; null until they are there. */
export function useStats<Statistics>(replay: Replay, length: ReadonlySignal<number>): Loaded<Statistics> {
  const [loaded, setLoaded] = useState<Loaded<Statistics>>(null);
  useEffect(() => {
    let gone = false;
    const show = (value: Loaded<Statistics>) => !gone && setLoaded(value);
    setLoaded(null);
    let [timer, counted] = [0, length.peek()];
    const count = () => {
      [timer, counted] = [0, length.peek()];
      Promise.all([replay.stats(), replay.moments()]).then(
        ([stats, moments]) => show({ stats: stats as Statistics, moments }),
        (error: unknown) => show({ trouble: error instanceof Error ? error.message : String(error) }),
      );
    };
    count();
    const stop = length.subscribe((now) => {
      if (now !== counted && timer === 0) timer = window.setTimeout(count, REFRESH_MILLIS);
    });
    return () => {
      gone = true;
      clearTimeout(timer);
      stop();
    };
  }, [replay]);
  return loaded;
}
