import type { Replay } from '../../../decoder';
import type { Marker as AnyMarker } from '../../../stage/scene';
import { FPS, type Game } from './data';
import type { Hit, Loss } from './fighters';

/** The gravest last. */
export const MARKER_KINDS = ['hit', 'combo', 'kill', 'stock'] as const;

type Marker = AnyMarker<(typeof MARKER_KINDS)[number]>;

/** What the event lane needs of the statistics; names are slippi-js's. */
export interface Statistics {
  conversions: Run[];
  combos: Run[];
}

interface Run {
  /** Whom it was done to, and by whom. */
  playerIndex: number;
  lastHitBy: number | null;
  startFrame: number;
  startPercent: number;
  currentPercent: number;
  endPercent: number | null;
  moves: { moveName: string }[];
  didKill: boolean;
}

/** Hits further apart than this, in seconds, are different stories. */
const GAP = 1.25;
/** Damage worth a mark of its own where there are no statistics. */
const BIG = 30;
/** Moves that make a combo. */
const COMBO = 3;

/** What the decoder counts; none where it cannot. */
export async function statisticsOf(replay: Replay): Promise<Statistics | null> {
  const stats = (await replay.stats().catch(() => null)) as Partial<Statistics> | null;
  return stats?.conversions && stats.combos ? { conversions: stats.conversions, combos: stats.combos } : null;
}

/** Stocks lost, conversions and combos by time. */
export function markersOf(game: Game, losses: Loss[], hits: Hit[], stats: Statistics | null): Marker[] {
  const stocks = losses
    .filter((loss) => !loss.track.follower)
    .map(({ time, track }): Marker => ({ time, kind: 'stock', label: `${nameOf(game, track.port)} loses a stock` }));
  const runs = stats && (stats.conversions.length > 0 || game.who.length <= 2) ? runsOf(game, stats) : blowsOf(game, hits);
  return [...stocks, ...runs].sort((a, b) => a.time - b.time);
}

/** By character, or where two are alike, by name. */
function nameOf({ who }: Game, port: number | null): string {
  const player = who[port ?? -1];
  if (!player) return 'Nobody';
  const alike = who.filter((other) => other.character === player.character).length > 1;
  return player.character && !alike ? player.character : player.name;
}

/** Conversions, and combos that begin where no conversion does. */
function runsOf(game: Game, { conversions, combos }: Statistics): Marker[] {
  const key = (run: Run) => run.playerIndex * 1e6 + run.startFrame;
  const known = new Set(conversions.map(key));
  const marker = (run: Run, what: string): Marker => {
    const damage = Math.max(0, (run.endPercent ?? run.currentPercent) - run.startPercent);
    const last = run.moves.at(-1)?.moveName ?? '';
    const many = run.moves.length;
    return {
      time: run.startFrame / FPS,
      kind: run.didKill ? 'kill' : many >= COMBO ? 'combo' : 'hit',
      label: `${nameOf(game, run.lastHitBy)}: ${many}-${what}, ${Math.round(damage)} %${run.didKill ? `, kill with ${last.toLowerCase()}` : ''}`,
    };
  };
  return [
    ...conversions.map((run) => marker(run, 'hit conversion')),
    ...combos.filter((run) => run.moves.length >= COMBO && !known.has(key(run))).map((run) => marker(run, 'move combo')),
  ];
}

/** Runs of hits that hurt. */
function blowsOf(game: Game, hits: Hit[]): Marker[] {
  const markers: Marker[] = [];
  for (const track of game.tracks.filter((track) => !track.follower)) {
    let [first, last, sum] = [0, -Infinity, 0];
    const close = () => {
      if (sum >= BIG) markers.push({ time: first, kind: 'hit', label: `${nameOf(game, track.port)} takes ${Math.round(sum)} %` });
      sum = 0;
    };
    for (const { time, damage } of hits.filter((hit) => hit.track === track)) {
      if (time - last > GAP) {
        close();
        first = time;
      }
      sum += damage;
      last = time;
    }
    close();
  }
  return markers;
}
