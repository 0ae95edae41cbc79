import { useEffect, useState } from 'preact/hooks';
import type { NumericArray, Replay } from '../../../decoder';

/** How accuracy, combo and energy went: a row for each note or wall. */
export type Course = Record<(typeof NAMES)[number], NumericArray>;

const NAMES = ['time', 'accuracy', 'combo', 'energy'] as const;

/** Null until it is there; read again whenever `counted`, the statistics, are others. */
export function useCourse(replay: Replay, counted: unknown): { course: Course } | { trouble: string } | null {
  const [loaded, setLoaded] = useState<ReturnType<typeof useCourse>>(null);
  useEffect(() => {
    let gone = false;
    const show = (value: typeof loaded) => !gone && setLoaded(value);
    replay.numbers(NAMES.map((name) => `score.${name}`)).then(
      (columns) => show({ course: Object.fromEntries(NAMES.map((name, i) => [name, columns[i]!])) as Course }),
      (error: unknown) => show({ trouble: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      gone = true;
    };
  }, [replay, counted]);
  return loaded;
}
