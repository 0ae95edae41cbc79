import type { NumericArray, Replay } from '../../../decoder';

/** The replay's tables as the scene reads them: column name → numbers. */
export type Columns = Record<string, NumericArray>;

export interface Data {
  frames: Columns;
  notes: Columns;
  walls: Columns;
  heights: Columns;
  pauses: Columns;
  score: Columns;
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
    'spawn_time',
    'event_type',
    'has_cut',
    'scoring_type',
    'line',
    'layer',
    'color',
    'direction',
    'bomb',
    'garbage_cut',
    'points',
    'max_points',
    'cut.saber_speed',
    'cut.saber_type',
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
  walls: ['event_time', 'exit_time', 'line', 'type', 'width'],
  heights: ['time', 'height'],
  pauses: ['time', 'duration'],
  score: [
    'time',
    'score',
    'max_score',
    'accuracy',
    'combo',
    'max_combo',
    'multiplier',
    'multiplier_progress',
    'energy',
    'mistake',
  ],
};

/** One trip to the decoder for everything; a table that the file lacks is a table without rows. */
export async function load(replay: Replay): Promise<Data> {
  const names = Object.entries(WANTED).flatMap(([table, columns]) =>
    columns.filter((column) => replay.has(`${table}.${column}`)).map((column) => `${table}.${column}`),
  );
  const buffers = await replay.numbers(names);
  const data: Data = { frames: {}, notes: {}, walls: {}, heights: {}, pauses: {}, score: {} };
  for (const table of Object.keys(WANTED) as (keyof Data)[]) {
    for (const column of WANTED[table]) data[table][column] = NOTHING;
  }
  names.forEach((name, i) => {
    const dot = name.indexOf('.');
    data[name.slice(0, dot) as keyof Data][name.slice(dot + 1)] = buffers[i]!;
  });
  return data;
}

const NOTHING = new Float64Array(0);

/** A column that is known to have been asked for. */
export function column(columns: Columns, name: string): NumericArray {
  return columns[name] ?? NOTHING;
}
