import type { NumericArray, Replay } from '../../../decoder';
import { type Columns, columnsOf } from '../../../stage/columns';

export interface Data {
  frames: Columns;
  notes: Columns;
  pauses: Columns;
  score: Columns;
  heart_rate: Columns;
}

const POSE = ['head', 'left', 'right'].flatMap((part) => [
  ...['x', 'y', 'z'].map((axis) => `${part}.pos.${axis}`),
  ...['x', 'y', 'z', 'w'].map((axis) => `${part}.rot.${axis}`),
]);

const WANTED: Record<keyof Data, string[]> = {
  frames: ['time', 'playable', ...POSE],
  notes: [
    'note_id',
    'event_time',
    'event_type',
    'has_cut',
    'garbage_cut',
    'points',
    'max_points',
    'line',
    'layer',
    'direction',
    'cut.saber_dir.x',
    'cut.saber_dir.y',
    'cut.saber_dir.z',
    'cut.cut_point.x',
    'cut.cut_point.y',
    'cut.cut_point.z',
    'cut.cut_normal.x',
    'cut.cut_normal.y',
    'cut.cut_normal.z',
  ],
  pauses: ['time', 'duration'],
  score: ['time', 'score', 'max_score', 'accuracy', 'rank', 'combo', 'max_combo', 'multiplier', 'multiplier_progress', 'energy'],
  heart_rate: ['time', 'bpm'],
};

/** One trip to the decoder for everything; a table that the file lacks is a table without rows. */
export async function load(replay: Replay): Promise<Data> {
  const data: Data = await columnsOf(replay, WANTED);
  for (const table of Object.keys(WANTED) as (keyof Data)[]) {
    for (const column of WANTED[table]) data[table][column] ??= NOTHING;
  }
  return data;
}

const NOTHING = new Float64Array(0);

/** A column that is known to have been asked for. */
export function column(columns: Columns, name: string): NumericArray {
  return columns[name] ?? NOTHING;
}
