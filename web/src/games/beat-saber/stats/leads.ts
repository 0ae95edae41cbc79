import { at, valueAt } from '../../../stage/columns';
import type { Play } from '../plays';

/** By how much others are ahead of the first play: a row for each time at which the score of any of them changes. */
export interface Leads {
  time: number[];
  /** Of each other play. */
  points: number[][];
  /** As `points`, in accuracy; null while one of the two has no accuracy that means much. */
  accuracy: (number | null)[][];
}

/** How one play stands. */
interface Standing {
  points: number;
  accuracy: number | null;
}

/** The first so many notes swing the accuracy to and fro; of short plays a quarter. */
const UNSETTLED = 30;

export function leadsOf([first, ...others]: readonly Play[]): Leads {
  if (!first) return { time: [], points: [], accuracy: [] };
  const walks = [first, ...others].map(({ score }) => ({ score, rows: rowsOf(score), next: 0 }));
  const time = [...new Set(walks.flatMap(({ score, rows }) => rows.map((row) => at(score, 'time', row))))].sort((a, b) => a - b);
  const leads: Leads = { time, points: others.map(() => []), accuracy: others.map(() => []) };
  for (const now of time) {
    const [own, ...theirs] = walks.map((walk): Standing => {
      const { score, rows } = walk;
      while (walk.next < rows.length && at(score, 'time', rows[walk.next]!) <= now) walk.next++;
      const row = rows[walk.next - 1];
      if (row === undefined) return { points: 0, accuracy: null };
      const settled = walk.next > Math.min(UNSETTLED, rows.length >> 2);
      return { points: at(score, 'score', row), accuracy: settled ? valueAt(score, 'accuracy', row) : null };
    });
    theirs.forEach(({ points, accuracy }, i) => {
      leads.points[i]!.push(points - own!.points);
      leads.accuracy[i]!.push(accuracy === null || own!.accuracy === null ? null : accuracy - own!.accuracy);
    });
  }
  return leads;
}

/** The rows whose times rise: a damaged file may hold any number for a time. */
function rowsOf(score: Play['score']): number[] {
  let last = -Infinity;
  return Array.from({ length: score.time?.length ?? 0 }, (_, row) => row).filter((row) => {
    const time = at(score, 'time', row);
    if (!Number.isFinite(time) || time < last) return false;
    last = time;
    return true;
  });
}
