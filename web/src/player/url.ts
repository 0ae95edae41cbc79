import { type CameraPoint, type Eye, readPath, writePath } from '../stage/camera-path';
import type { Loop } from './clock';

/** The parts of the page over the picture: all of it, the game's own numbers and names, or nothing. */
export type Ui = 'all' | 'hud' | 'none';

/** The parameters of a link to the player. */
export interface UrlState {
  /** A server's replay id, or the address of a file on the same origin. */
  replay: string | null;
  /** The address of a zip file with its map. */
  map: string | null;
  /** Replays to show beside it, each named as `replay` is. */
  others: string[];
  sample: boolean;
  /** The endpoint of a server that follows a game, empty for the one that the page came from. */
  live: string | null;
  /** Key of a file that the library page left in the browser. */
  local: string | null;
  time: number | null;
  speed: number | null;
  camera: string | null;
  /** Where a camera that the hand moves is, and what it looks at. */
  eye: Eye | null;
  /** The points that the free camera goes through. */
  path: readonly CameraPoint[];
  loop: Loop | null;
  autoplay: boolean | null;
  /** `clock=manual`: time moves only through `ghostreel.step`. */
  manual: boolean;
  /** `ui=hud`, `ui=none`: for embedding. */
  ui: Ui;
}

export function readUrl(search: string): UrlState {
  const query = new URLSearchParams(search);
  const number = (name: string): number | null => {
    const text = query.get(name);
    const value = text === null || text.trim() === '' ? NaN : Number(text);
    return Number.isFinite(value) ? value : null;
  };
  const autoplay = query.get('autoplay');
  return {
    replay: query.get('replay') || null,
    map: query.get('map') || null,
    others: query.getAll('with').filter(Boolean),
    sample: query.has('sample'),
    live: query.get('live'),
    local: query.get('local') || null,
    time: number('t'),
    speed: number('speed'),
    camera: query.get('cam'),
    eye: readEye(query.get('eye')),
    path: readPath(query.get('path')),
    loop: readLoop(query.get('loop')),
    autoplay: autoplay === null ? null : autoplay !== '0' && autoplay !== 'false',
    manual: query.get('clock') === 'manual',
    ui: (['hud', 'none'] as const).find((ui) => ui === query.get('ui')) ?? 'all',
  };
}

/** `12.5,20` or `12.5-20`. */
function readLoop(text: string | null): Loop | null {
  const match = /^(-?[\d.]+)[,-](-?[\d.]+)$/.exec(text ?? '');
  if (!match) return null;
  const loop = { a: Number(match[1]), b: Number(match[2]) };
  return Number.isFinite(loop.a) && Number.isFinite(loop.b) ? loop : null;
}

/** Six numbers with commas between. */
function readEye(text: string | null): Eye | null {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  return numbers.length === 6 && numbers.every(Number.isFinite) ? (numbers as Eye) : null;
}

const rounded = (value: number): string => String(Math.round(value * 1000) / 1000);

/** The query that brings someone else to the same picture; defaults are left out. */
export function writeUrl(
  search: string,
  state: {
    replay: string | null;
    map?: string | undefined;
    others: readonly string[];
    sample: boolean;
    live: string | null;
    local: string | null;
    /** Null: wherever it is now. */
    time: number | null;
    speed: number;
    camera: string;
    eye: Eye | null;
    path: readonly CameraPoint[];
    loop: Loop | null;
  },
  defaults: { camera: string },
): string {
  const query = new URLSearchParams(search);
  const put = (name: string, value: string | null) => (value === null ? query.delete(name) : query.set(name, value));
  put('replay', state.replay);
  put('map', state.map ?? null);
  query.delete('with');
  for (const other of state.others) query.append('with', other);
  put('sample', state.sample ? '' : null);
  put('live', state.live);
  put('local', state.local);
  put('t', state.time === null ? null : rounded(state.time));
  put('speed', state.speed === 1 ? null : rounded(state.speed));
  put('cam', state.camera === defaults.camera ? null : state.camera);
  put('eye', state.eye?.map(rounded).join(',') ?? null);
  put('path', writePath(state.path) || null);
  put('loop', state.loop && `${rounded(state.loop.a)},${rounded(state.loop.b)}`);
  // `?sample=` is right but `?sample` is what people type; commas need no escaping in a query.
  return `?${query
    .toString()
    .replace(/(^|&)(sample|live)=(?=&|$)/g, '$1$2')
    .replaceAll('%2C', ',')}`;
}
