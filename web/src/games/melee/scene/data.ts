import type { Replay } from '../../../decoder';
import { at, type Columns, columnsOf, noColumns, valueAt } from '../../../stage/columns';
import { FIRST_FRAME, FRAME_RATE } from '../rules';
import type { Outfit } from './look';

/** One fighter's rows in `frames`. Nana is one of her own, at Popo's port. */
export interface Track {
  port: number;
  follower: boolean;
  /** Row of `frames` by frame − FIRST_FRAME; −1 where the fighter is not in play. */
  rows: Int32Array;
}

/** The player in a port, by Game Start. */
export interface Player {
  port: number;
  name: string;
  character: string;
  /** 0 red, 1 blue, 2 green. */
  /** Null where there are no teams. */
  team: number | null;
  outfit: Outfit;
  stocks: number;
}

type Tables = Record<keyof typeof WANTED, Columns>;

export interface Game extends Tables {
  /** Played in teams. */
  teams: boolean;
  /** By port; an unused port has none. */
  who: Player[];
  tracks: Track[];
  times: Float64Array;
  /** Names of action states: below the character that has it, null of all, by number. */
  stateNames: Map<number | null, Map<number, string>>;
  /** First row of `items` at or after a frame, by frame − FIRST_FRAME; one longer than there are frames. */
  itemRows: Int32Array;
}

const WANTED = {
  frames: [
    'frame',
    'port',
    'follower',
    'stands',
    'pre.joystick_x',
    'pre.joystick_y',
    'pre.c_stick_x',
    'pre.c_stick_y',
    'pre.trigger',
    'pre.physical_buttons',
    'pre.physical_l_trigger',
    'pre.physical_r_trigger',
    'post.internal_character_id',
    'post.action_state_id',
    'post.action_state_counter',
    'post.position_x',
    'post.position_y',
    'post.facing_direction',
    'post.percent',
    'post.shield_size',
    'post.stocks_remaining',
    'post.state_bit_flags_2',
    'post.state_bit_flags_4',
    'post.misc_action_state',
    'post.l_cancel_status',
    'post.hurtbox_collision_state',
    'post.is_airborne',
    'post.last_ground_id',
    'post.hitlag_remaining',
  ],
  items: [
    'frame',
    'type_id',
    'facing_direction',
    'velocity_x',
    'velocity_y',
    'position_x',
    'position_y',
    'spawn_id',
    'missile_type',
    'charge_power',
    'owner',
  ],
  players: ['port', 'team', 'costume', 'shade', 'stocks'],
  action_states: ['id', 'character'],
  fod_heights: ['frame', 'left', 'right', 'is_left_known', 'is_right_known'],
  whispy: ['frame', 'direction'],
  stadium_forms: ['frame', 'announced', 'normal', 'fire', 'grass', 'rock', 'water', 'blade_x', 'blade_y', 'is_known'],
};

/** One trip to the decoder for everything; a column that the file's version lacks is an empty one. */
export async function load(replay: Replay): Promise<Game> {
  const texts = ['players.name', 'players.character_name', 'action_states.name'];
  const [tables, codes, lists] = await Promise.all([
    columnsOf(replay, WANTED),
    replay.numbers(texts),
    Promise.all(texts.map((name) => replay.dict(name))),
  ]);
  const [called, characters, states] = lists.map((list, i) => Array.from(codes[i]!, (code) => list[code]!));
  return gameOf(tables, called, characters, replay.meta.details.teams === true, states);
}

export const empty = (): Tables => noColumns(WANTED);

export function gameOf(tables: Tables, names: string[] = [], characters: string[] = [], teams = false, states: string[] = []): Game {
  const { frames, items, players } = tables;
  const frame = frames.frame ?? new Int32Array(0);
  const count = frame.length === 0 ? 1 : frame[frame.length - 1]! - FIRST_FRAME + 1;
  const tracks = new Map<number, Track>();
  for (let row = 0; row < frame.length; row++) {
    const port = at(frames, 'port', row);
    const follower = at(frames, 'follower', row) === 1;
    const key = port * 2 + Number(follower);
    let track = tracks.get(key);
    if (!track) tracks.set(key, (track = { port, follower, rows: new Int32Array(count).fill(-1) }));
    const index = frame[row]! - FIRST_FRAME;
    if (index >= 0) track.rows[index] = row;
  }
  const itemRows = new Int32Array(count + 1);
  const itemFrame = items.frame ?? [];
  for (let index = 0, row = 0; index <= count; index++) {
    while (row < itemFrame.length && itemFrame[row]! - FIRST_FRAME < index) row++;
    itemRows[index] = row;
  }
  const who: Player[] = [];
  for (const { port } of tracks.values())
    who[port] = { port, name: `Player ${port + 1}`, character: '', team: null, outfit: { costume: 0, shade: 0 }, stocks: 4 };
  names.forEach((name, row) => {
    const read = (column: string) => at(players, column, row);
    const port = read('port');
    who[port] = {
      port,
      name,
      character: characters[row] ?? '',
      team: valueAt(players, 'team', row),
      outfit: { costume: read('costume'), shade: read('shade') },
      stocks: read('stocks'),
    };
  });
  shadeTwins(who);
  const stateNames: Game['stateNames'] = new Map();
  states.forEach((name, row) => {
    const character = valueAt(tables.action_states, 'character', row);
    if (!stateNames.has(character)) stateNames.set(character, new Map());
    stateNames.get(character)!.set(at(tables.action_states, 'id', row), name);
  });
  return {
    ...tables,
    stateNames,
    // Modes for one set the switch too.
    teams: teams && new Set(who.map((player) => player.team)).size > 1,
    who,
    tracks: [...tracks].sort((a, b) => a[0] - b[0]).map(([, track]) => track),
    times: Float64Array.from({ length: count }, (_, i) => (i + FIRST_FRAME) / FRAME_RATE),
    itemRows,
  };
}

/** Of two who would look the same the second is lighter, as the game has it where it lets players choose so. */
function shadeTwins(who: readonly Player[]): void {
  const seen = new Set<string>();
  for (const { character, outfit } of who.filter((player) => player?.character)) {
    const looks = () => [character, outfit.costume, outfit.shade].join();
    while (seen.has(looks()) && outfit.shade < 2) outfit.shade++;
    seen.add(looks());
  }
}

/** The row of a frame, or the last before it: numbers stay when a fighter is out. Before the first, the first. */
export function lastRow(track: Track, index: number): number {
  for (let i = index; i >= 0; i--) if (track.rows[i]! >= 0) return track.rows[i]!;
  return track.rows.find((row) => row >= 0) ?? 0;
}

/** The name of the state in a row of `frames`. Only some of a character's own have no name. */
export function stateName({ frames, stateNames }: Game, row: number): string {
  const id = at(frames, 'post.action_state_id', row);
  const of = (character: number | null) => stateNames.get(character)?.get(id);
  return of(null) ?? of(at(frames, 'post.internal_character_id', row)) ?? `Special ${id}`;
}

/** Rows that hold until the next one: the row at each frame, −1 before the first. */
export function heldRows(game: Game, columns: Columns): Int32Array<ArrayBuffer> {
  const frame = columns.frame ?? [];
  const rows = new Int32Array(game.times.length);
  for (let index = 0, row = -1; index < rows.length; index++) {
    while (row + 1 < frame.length && frame[row + 1]! - FIRST_FRAME <= index) row++;
    rows[index] = row;
  }
  return rows;
}

/** The frame at a time, counted from the first. Times are frame / 60, which is not always exact. */
export function indexAt(game: Game, time: number): number {
  return Math.min(game.times.length - 1, Math.max(0, Math.floor(time * FRAME_RATE - FIRST_FRAME + 1e-6)));
}
