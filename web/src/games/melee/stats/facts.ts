// What the tables say: statistics in, rows out.
import type { Cell, Fact } from '../../../stats/Facts';
import type {
  ActionCounts,
  AttackCount,
  Direction,
  Landings,
  MeleeStatistics,
  OpeningType,
  Overall,
  PlayerDetails,
  Ratio,
  Recovery,
  SuccessCount,
  Techs,
} from './statistics.types';

const count = (value: number): Cell => ({ text: String(value), value });
const mean = ({ ratio }: Ratio): Cell | null => (ratio === undefined ? null : { text: ratio.toFixed(1), value: ratio });
const part = (count: number, total: number): Cell | null =>
  total > 0 ? { text: `${Math.round((count / total) * 100)}%`, aside: `${count}/${total}`, share: count / total } : null;
const share = ({ count, total }: Ratio): Cell | null => part(count, total);
// Edge cancels take missed L-cancels away, also below nothing.
const success = ({ success, fail }: SuccessCount): Cell | null => part(success, success + Math.max(0, fail));
const frames = (count: number, total: number): Cell | null =>
  total > 0 ? { text: `${Math.round((count / total) * 100)}%`, share: count / total } : null;

export function overall(stats: MeleeStatistics): Fact[] {
  const { details } = stats;
  const of = (cell: (o: Overall) => Cell | null) => stats.overall.map(cell);
  const lost = (alone: boolean) =>
    of(({ playerIndex }) =>
      count(details.deaths.filter((d) => d.playerIndex === playerIndex && (!alone || d.killedBy === undefined)).length),
    );
  const perKill = (kind: OpeningType) =>
    details.players.map(({ openings }) => {
      const perKill = openings.find((o) => o.openingType === kind)?.openingsPerKill;
      return perKill === undefined ? null : { text: perKill.toFixed(1), value: perKill };
    });
  return [
    { name: 'Kills', cells: of((o) => count(o.killCount)), better: 'high' },
    { name: 'Stocks lost', cells: lost(false), better: 'low' },
    ...(details.deaths.some((death) => death.killedBy === undefined) ? [{ name: 'Self-destructs', part: true, cells: lost(true) }] : []),
    { name: 'Damage', cells: of((o) => ({ text: o.totalDamage.toFixed(1), value: o.totalDamage })), better: 'high' },
    { name: 'Openings', cells: of((o) => count(o.conversionCount)), better: 'high' },
    { name: 'Openings per kill', cells: of((o) => mean(o.openingsPerKill)), better: 'low' },
    { name: 'From neutral wins', part: true, cells: perKill('neutral-win') },
    { name: 'From counter hits', part: true, cells: perKill('counter-attack') },
    { name: 'From trades', part: true, cells: perKill('trade') },
    { name: 'Damage per opening', cells: of((o) => mean(o.damagePerOpening)), better: 'high' },
    { name: 'Conversions', cells: of((o) => share(o.successfulConversions)), better: 'high' },
    { name: 'Neutral wins', cells: of((o) => share(o.neutralWinRatio)), better: 'high' },
    { name: 'Counter hits', cells: of((o) => share(o.counterHitRatio)), better: 'high' },
    { name: 'Beneficial trades', cells: of((o) => share(o.beneficialTradeRatio)), better: 'high' },
    { name: 'Inputs per minute', cells: of((o) => mean(o.inputsPerMinute)) },
    { name: 'Digital', part: true, cells: of((o) => mean(o.digitalInputsPerMinute)) },
  ];
}

/** Rows of plain counts; those where nobody has any are left out. */
function counts(stats: MeleeStatistics, rows: [string, (a: ActionCounts) => number][]): Fact[] {
  return rows.flatMap(([name, of]) => {
    const values = stats.actionCounts.map(of);
    return values.every((value) => value === 0) ? [] : [{ name, cells: values.map(count) }];
  });
}

export function movement(stats: MeleeStatistics): Fact[] {
  return counts(stats, [
    ['Wavedashes', (a) => a.wavedashCount],
    ['Wavelands', (a) => a.wavelandCount],
    ['Dash dances', (a) => a.dashDanceCount],
    ['Edge cancels', (a) => a.edgeCancelCount.success],
    ['Rolls', (a) => a.rollCount],
    ['Spot dodges', (a) => a.spotDodgeCount],
    ['Air dodges', (a) => a.airDodgeCount],
    ['Ledge grabs', (a) => a.ledgegrabCount],
    ['Taunts', (a) => a.tauntCount],
  ]);
}

export function attacks(stats: MeleeStatistics): Fact[] {
  const sum =
    (...names: (keyof AttackCount)[]) =>
    (a: ActionCounts) =>
      names.reduce((all, name) => all + a.attackCount[name], 0);
  return [
    ...counts(stats, [
      ['Jabs', sum('jab1', 'jab2', 'jab3', 'jabm')],
      ['Dash attacks', sum('dash')],
      ['Tilts', sum('ftilt', 'utilt', 'dtilt')],
      ['Smashes', sum('fsmash', 'usmash', 'dsmash')],
      ['Aerials', sum('nair', 'fair', 'bair', 'uair', 'dair')],
    ]),
    { name: 'Grabs', cells: stats.actionCounts.map((a) => success(a.grabCount)) },
    ...counts(stats, [
      ['Throws forward', (a) => a.throwCount.forward],
      ['Throws back', (a) => a.throwCount.back],
      ['Throws up', (a) => a.throwCount.up],
      ['Throws down', (a) => a.throwCount.down],
    ]).map((fact) => ({ ...fact, part: true })),
  ];
}

export function lCancels(stats: MeleeStatistics): Fact[] {
  const aerials: [string, keyof Landings][] = [
    ['Nair', 'nair'],
    ['Fair', 'fair'],
    ['Bair', 'bair'],
    ['Uair', 'uair'],
    ['Dair', 'dair'],
  ];
  return [
    { name: 'All', cells: stats.actionCounts.map((a) => success(a.lCancelCount)), better: 'high' },
    ...aerials.map(([name, aerial]) => ({
      name,
      part: true,
      cells: stats.details.players.map(({ landings }) => success(landings[aerial])),
    })),
  ];
}

export function techs(stats: MeleeStatistics): Fact[] {
  const ground = stats.actionCounts.map(({ groundTechCount: t }) => {
    const done = t.neutral + t.in + t.away;
    return part(done, done + t.fail);
  });
  const options: [string, keyof Techs][] = [
    ['In place', 'inPlace'],
    ['Towards', 'towards'],
    ['Away', 'away'],
    ['Missed', 'missed'],
    ['Wall', 'wall'],
    ['Wall jump', 'wallJump'],
    ['Ceiling', 'ceiling'],
    ['Missed wall', 'missedWall'],
    ['Get up', 'getUp'],
    ['Get-up attack', 'getUpAttack'],
    ['Roll towards', 'rollTowards'],
    ['Roll away', 'rollAway'],
  ];
  const cell = ({ techs }: PlayerDetails, tech: keyof Techs): Cell | null => {
    const { count: times, punished } = techs[tech];
    return times === 0 ? null : { ...count(times), ...(punished > 0 && { aside: `${punished} punished` }) };
  };
  return [
    { name: 'On the ground', cells: ground, better: 'high' },
    ...options.map(([name, tech]) => ({
      name,
      part: true,
      cells: stats.details.players.map((player) => cell(player, tech)),
    })),
  ];
}

export function position(stats: MeleeStatistics): Fact[] {
  const { players, recoveries } = stats.details;
  const of = (cell: (p: PlayerDetails) => Cell | null) => players.map(cell);
  const control = (member: 'controlFrames' | 'offStageFrames' | 'ledgeFrames') =>
    of(({ stageControl }) => (stageControl ? frames(stageControl[member], stageControl.frames) : null));
  const ended = (...outcomes: Recovery['outcome'][]) =>
    of(({ playerIndex }) => {
      const own = recoveries.filter((recovery) => recovery.playerIndex === playerIndex);
      return own.length === 0 ? null : count(own.filter(({ outcome }) => outcomes.includes(outcome)).length);
    });
  return [
    { name: 'Stage control', cells: control('controlFrames'), better: 'high' },
    { name: 'Off the stage', cells: control('offStageFrames') },
    { name: 'On a ledge', cells: control('ledgeFrames') },
    { name: 'Recoveries', cells: of((p) => part(p.recoverySuccessCount, p.recoveryCount)), better: 'high' },
    { name: 'To the ledge', part: true, cells: ended('ledge') },
    { name: 'To the stage', part: true, cells: ended('stage') },
    { name: 'Edgeguards', cells: of((p) => part(p.edgeguardSuccessCount, p.edgeguardCount)), better: 'high' },
  ];
}

/** Kills by the last move, each with the percents it killed at, then by the side of the screen. */
export function kills(stats: MeleeStatistics): Fact[] {
  const { deaths } = stats.details;
  const killed = deaths.filter((death) => death.killedBy !== undefined);
  const by = (cell: (own: typeof deaths) => Cell | null) =>
    stats.players.map(({ playerIndex }) => cell(killed.filter((death) => death.killedBy === playerIndex)));
  const moves = [...new Set(killed.map((death) => death.moveName ?? 'Grab'))];
  const directions: [string, Direction][] = [
    ['Off the top', 'up'],
    ['Off the left', 'left'],
    ['Off the right', 'right'],
    ['Off the bottom', 'down'],
  ];
  return [
    ...moves.map((name) => ({
      name,
      cells: by((own) => {
        const percents = own.filter((death) => (death.moveName ?? 'Grab') === name).map(({ percent }) => Math.floor(percent));
        return percents.length === 0 ? null : { ...count(percents.length), aside: `at ${percents.join(', ')}%` };
      }),
    })),
    ...directions.map(([name, direction]) => ({
      name,
      part: true,
      cells: by((own) => {
        const there = own.filter((death) => death.direction === direction).length;
        return there === 0 ? null : count(there);
      }),
    })),
  ];
}

/** What each move did, the most damaging first, by all players' damage. */
export function moves(stats: MeleeStatistics): Fact[] {
  const { players } = stats.details;
  const sums = new Map<number, { name: string; damage: number }>();
  for (const { moveId, moveName, damage } of players.flatMap((player) => player.moves)) {
    sums.set(moveId, { name: moveName, damage: (sums.get(moveId)?.damage ?? 0) + damage });
  }
  const most = Math.max(1, ...players.flatMap((player) => player.moves.map((move) => move.damage)));
  return [...sums]
    .sort(([, a], [, b]) => b.damage - a.damage)
    .map(([id, { name }]) => ({
      // Several numbers have no name of their own.
      name: name === 'Unknown' ? `Move ${id}` : name,
      cells: players.map((player) => {
        const move = player.moves.find(({ moveId }) => moveId === id);
        if (!move) return null;
        return { text: `${move.damage.toFixed(1)}%`, aside: `${move.count}×`, share: Math.max(0, move.damage) / most };
      }),
    }));
}

/** Against each opponent, where there is more than one. */
export function versus(stats: MeleeStatistics): Fact[] {
  if (stats.players.length <= 2) return [];
  return stats.players.flatMap((opponent) => {
    const of = (cell: (v: PlayerDetails['versus'][0]) => Cell) =>
      stats.details.players.map((player) => {
        const against = player.versus.find((v) => v.opponentIndex === opponent.playerIndex);
        return against ? cell(against) : null;
      });
    return [
      { name: `On ${opponent.name} (${opponent.port})`, cells: of((v) => ({ text: `${v.damage.toFixed(0)}%`, value: v.damage })) },
      { name: `Openings on ${opponent.port}`, part: true, cells: of((v) => count(v.conversionCount)) },
      { name: `Kills on ${opponent.port}`, part: true, cells: of((v) => count(v.killCount)) },
    ];
  });
}
