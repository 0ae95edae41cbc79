// What the tables say of each player or team.
import type { Cell, Fact } from '../../../stats/Facts';
import { grouped } from '../../../ui/format';
import type { Who } from './people';
import type { Camera, Events, PlayerStats } from './statistics.types';

/** A number, of which more is better, or less, or neither. */
type Better = Fact['better'];

const number = (value: number, digits = 0): Cell => ({ text: digits > 0 ? value.toFixed(digits) : grouped(value), value });
const seconds = (value: number): string => `${value.toFixed(value < 9.95 ? 1 : 0)} s`;
/** A share of a whole, with the time it stands for. */
const share = (part: number, all: number): Cell | null =>
  all > 0 ? { text: `${Math.round((100 * part) / all)}%`, aside: seconds(part), share: part / all } : null;
const percent = (value: number): Cell => ({ text: `${Math.round(value)}%`, share: value / 100 });

type Rows = (name: string, cell: (who: Who) => Cell | null, better?: Better) => Fact;
const rowsOf =
  (columns: readonly Who[]): Rows =>
  (name, cell, better) => ({ name: name.trimStart(), part: name.startsWith(' '), cells: columns.map(cell), better });
/** Of a player; a team has none. */
const own =
  (cell: (stats: PlayerStats) => Cell | null) =>
  ({ stats }: Who): Cell | null =>
    stats ? cell(stats) : null;

export function core(columns: readonly Who[]): Fact[] {
  const row = rowsOf(columns);
  return [
    row('Score', ({ sums }) => number(sums.core.score), 'high'),
    row('Goals', ({ sums }) => number(sums.core.goals), 'high'),
    row('Assists', ({ sums }) => number(sums.core.assists), 'high'),
    row('Saves', ({ sums }) => number(sums.core.saves), 'high'),
    row('Shots', ({ sums }) => number(sums.core.shots), 'high'),
    row(' Shots that went in', ({ sums: { core } }) => (core.shots > 0 ? percent(core.shooting_percentage) : null)),
    row('Demolitions', ({ sums }) => number(sums.demo.inflicted), 'high'),
    row(' Demolished', ({ sums }) => number(sums.demo.taken), 'low'),
    row(
      'Goals against as the last',
      own(({ positioning }) => number(positioning.goals_against_while_last_defender)),
      'low',
    ),
  ];
}

export function ball(columns: readonly Who[], events: Events): Fact[] {
  const row = rowsOf(columns);
  const count = (list: readonly { player: number }[]) => (who: Who) =>
    number(list.filter(({ player }) => who.members.includes(player)).length);
  const played = (who: Who) => events.fifty_fifties.filter((fight) => who.members.includes(who.side === 0 ? fight.blue : fight.orange));
  const mates = columns.some(({ team, members }) => !team || members.length > 1);
  return [
    row(
      'Possession',
      ({ team }) => (team ? { ...number(team.stats.ball.possession_time), text: seconds(team.stats.ball.possession_time) } : null),
      'high',
    ),
    row(
      'Ball in the own half',
      ({ team }) => (team ? { ...number(team.stats.ball.time_in_side), text: seconds(team.stats.ball.time_in_side) } : null),
      'low',
    ),
    row('Touches', count(events.touches), 'high'),
    row(' Aerial', count(events.touches.filter(({ is_aerial }) => is_aerial)), 'high'),
    ...(mates && events.passes.length > 0 ? [row('Passes', count(events.passes), 'high')] : []),
    ...(events.dribbles.length > 0 ? [row('Dribbles', count(events.dribbles), 'high')] : []),
    row('50-50s', (who) => number(played(who).length)),
    row(' Won', (who) => number(played(who).filter(({ winner }) => winner === who.side).length), 'high'),
    row(
      'First at kick-offs',
      ({ members }) => number(events.kickoffs.filter(({ first }) => first !== undefined && members.includes(first)).length),
      'high',
    ),
    ...(events.items.length > 0 ? [row('Items used', count(events.items))] : []),
    ...(events.panels.length > 0
      ? [
          row(
            'Panels damaged',
            ({ members }) => number(events.panels.filter(({ player }) => player !== undefined && members.includes(player)).length),
            'high',
          ),
        ]
      : []),
  ];
}

export function boost(columns: readonly Who[]): Fact[] {
  const row = rowsOf(columns);
  const pads = (taken: number, stolen: number): Cell => ({ ...number(taken), aside: `${stolen} stolen` });
  const tank =
    (part: 'time_boost_0_25' | 'time_boost_25_50' | 'time_boost_50_75' | 'time_boost_75_100') =>
    ({ sums: { boost } }: Who) =>
      share(boost[part], boost.time_boost_0_25 + boost.time_boost_25_50 + boost.time_boost_50_75 + boost.time_boost_75_100);
  return [
    row('Used per minute', ({ sums }) => number(sums.boost.bpm)),
    row('Collected per minute', ({ sums }) => number(sums.boost.bcpm)),
    row('Mean amount', ({ sums, members }) => number(sums.boost.avg_amount / Math.max(1, members.length))),
    row('Collected', ({ sums }) => number(sums.boost.amount_collected)),
    row(' Stolen', ({ sums }) => number(sums.boost.amount_stolen), 'high'),
    row('Big pads', ({ sums }) => pads(sums.boost.count_collected_big, sums.boost.count_stolen_big)),
    row('Small pads', ({ sums }) => pads(sums.boost.count_collected_small, sums.boost.count_stolen_small)),
    row('Wasted at pads', ({ sums }) => number(sums.boost.amount_overfill), 'low'),
    row('Used while supersonic', ({ sums }) => number(sums.boost.amount_used_while_supersonic), 'low'),
    row('Empty', ({ sums }) => ({ ...number(sums.boost.time_zero_boost), text: seconds(sums.boost.time_zero_boost) }), 'low'),
    row('Full', ({ sums }) => ({ ...number(sums.boost.time_full_boost), text: seconds(sums.boost.time_full_boost) })),
    row('Tank 0 to 25', tank('time_boost_0_25')),
    row(' 25 to 50', tank('time_boost_25_50')),
    row(' 50 to 75', tank('time_boost_50_75')),
    row(' 75 to 100', tank('time_boost_75_100')),
  ];
}

export function movement(columns: readonly Who[]): Fact[] {
  const row = rowsOf(columns);
  const speed =
    (part: 'time_slow_speed' | 'time_boost_speed' | 'time_supersonic_speed') =>
    ({ sums: { movement: m } }: Who) =>
      share(m[part], m.time_slow_speed + m.time_boost_speed + m.time_supersonic_speed);
  const height =
    (part: 'time_ground' | 'time_low_air' | 'time_high_air') =>
    ({ sums: { movement: m } }: Who) =>
      share(m[part], m.time_ground + m.time_low_air + m.time_high_air);
  return [
    row(
      'Mean speed, uu/s',
      own(({ movement }) => number(movement.avg_speed)),
      'high',
    ),
    row('Distance, 1,000 uu', ({ sums }) => number(sums.movement.total_distance / 1000)),
    row('Slow', speed('time_slow_speed')),
    row('At boost speed', speed('time_boost_speed')),
    row('Supersonic', speed('time_supersonic_speed')),
    row('On the ground', height('time_ground')),
    row('Low in the air', height('time_low_air')),
    row('High in the air', height('time_high_air')),
    row('Powerslides', ({ sums: { movement: m } }) => ({ ...number(m.count_powerslide), aside: seconds(m.time_powerslide) })),
  ];
}

export function positioning(columns: readonly Who[], hasMates: boolean): Fact[] {
  const row = rowsOf(columns);
  const third =
    (part: 'time_defensive_third' | 'time_neutral_third' | 'time_offensive_third') =>
    ({ sums: { positioning: p } }: Who) =>
      share(p[part], p.time_defensive_third + p.time_neutral_third + p.time_offensive_third);
  const mate = (name: string, cell: (stats: PlayerStats) => Cell) => (hasMates ? [row(name, own(cell))] : []);
  return [
    row('Own third', third('time_defensive_third')),
    row('Middle third', third('time_neutral_third')),
    row('Other third', third('time_offensive_third')),
    row('Own half', ({ sums: { positioning: p } }) => share(p.time_defensive_half, p.time_defensive_half + p.time_offensive_half)),
    row('Behind the ball', ({ sums: { positioning: p } }) => share(p.time_behind_ball, p.time_behind_ball + p.time_infront_ball)),
    ...mate('Last of the team', ({ positioning }) => percent(positioning.percent_most_back)),
    ...mate('First of the team', ({ positioning }) => percent(positioning.percent_most_forward)),
    ...mate('Nearest to the ball', ({ positioning }) => percent(positioning.percent_closest_to_ball)),
    ...mate('Farthest from it', ({ positioning }) => percent(positioning.percent_farthest_from_ball)),
    row(
      'To the ball, uu',
      own(({ positioning }) => number(positioning.avg_distance_to_ball)),
    ),
    row(
      ' In possession',
      own(({ positioning }) => number(positioning.avg_distance_to_ball_possession)),
    ),
    row(
      ' Not in possession',
      own(({ positioning }) => number(positioning.avg_distance_to_ball_no_possession)),
    ),
    ...mate('To team mates, uu', ({ positioning }) => number(positioning.avg_distance_to_mates)),
  ];
}

export function settings(columns: readonly Who[]): Fact[] {
  const row = rowsOf(columns);
  const camera = (name: string, part: keyof Camera, digits = 0) =>
    row(name, ({ player }) => (player ? { text: player.camera[part].toFixed(digits) } : null));
  return [
    row('Car', ({ player }) => (player?.car_name ? { text: player.car_name } : null)),
    camera('Field of view, °', 'fov'),
    camera('Camera’s distance', 'distance'),
    camera('Height', 'height'),
    camera('Angle, °', 'pitch'),
    camera('Stiffness', 'stiffness', 2),
    camera('Swivel speed', 'swivel_speed', 1),
    camera('Transition speed', 'transition_speed', 1),
    row('Steering sensitivity', ({ player }) => (player ? { text: player.steering_sensitivity.toFixed(2) } : null)),
  ];
}
