// What the lists name, each with its time.
import { grouped } from '../../../ui/format';
import type { Events, RocketLeagueStatistics, Side } from './types';

/** One line of a list. `by` and `on` are players' indices. */
export interface Moment {
  time: number;
  side?: Side;
  by?: number;
  /** Joins the two. */
  sign?: string;
  on?: number;
  aside?: string;
}

/** Speeds are told in uu/s; the game shows them as this many km/h each. */
const KMH = 0.036;
const SIDES = ['blue', 'orange'] as const;

const LISTS: [string, (events: Events) => Moment[]][] = [
  [
    'Goals',
    ({ goals }) =>
      goals.map(({ time, team, player, ball_speed }) => ({
        time,
        side: team,
        by: player,
        aside: ball_speed > 0 ? `${grouped(ball_speed * KMH)} km/h` : undefined,
      })),
  ],
  ['Shots', ({ shots }) => shots.map(({ time, player, is_goal }) => ({ time, by: player, aside: is_goal ? 'goal' : undefined }))],
  ['Saves', ({ saves }) => saves.map(({ time, player }) => ({ time, by: player }))],
  ['Demolitions', ({ demolitions }) => demolitions.map(({ time, player, victim }) => ({ time, by: player, sign: '→', on: victim }))],
  [
    'Kick-offs',
    ({ kickoffs }) =>
      kickoffs.map(({ time, first, winner, goal }) => ({
        time,
        by: first,
        aside: goal !== undefined ? `goal for ${SIDES[goal]}` : winner !== undefined ? `to ${SIDES[winner]}` : 'even',
      })),
  ],
  [
    'Passes',
    ({ passes }) =>
      passes.map(({ time, player, receiver, distance }) => ({
        time,
        by: player,
        sign: '→',
        on: receiver,
        aside: `${grouped(distance)} uu`,
      })),
  ],
  [
    '50-50s',
    ({ fifty_fifties }) =>
      fifty_fifties.map(({ time, blue, orange, winner }) => ({
        time,
        by: blue,
        sign: '×',
        on: orange,
        aside: winner !== undefined ? `to ${SIDES[winner]}` : 'even',
      })),
  ],
  [
    'Aerials',
    ({ touches }) =>
      touches
        .filter(({ is_aerial }) => is_aerial)
        .map(({ time, player, ball_speed }) => ({ time, by: player, aside: `${grouped(ball_speed * KMH)} km/h` })),
  ],
  [
    'Dribbles',
    ({ dribbles }) => dribbles.map(({ time, player, end_time }) => ({ time, by: player, aside: `${(end_time - time).toFixed(1)} s` })),
  ],
  ['Flips', ({ flips }) => flips.map(({ time, player }) => ({ time, by: player }))],
  ['Items', ({ items }) => items.map(({ time, player, item }) => ({ time, by: player, aside: item }))],
  [
    'Panels',
    ({ panels }) =>
      panels
        .filter((panel) => panel.is_direct_hit)
        .map(({ time, player, is_open }) => ({ time, by: player, aside: is_open ? 'open' : 'damaged' })),
  ],
];

/** The lists that have something in them. */
export function listsOf(stats: RocketLeagueStatistics): { name: string; moments: Moment[] }[] {
  return LISTS.map(([name, of]) => ({ name, moments: of(stats.events) })).filter(({ moments }) => moments.length > 0);
}
