import type { Marker } from '../scene';
import { at, type Game } from './data';

/** Goals, demolitions, saves, shots and kick-offs by time. */
export function markersOf(game: Game): Marker[] {
  const markers: Marker[] = [];
  const nameOf = (index: number, other: string) => game.who.find((player) => player.index === index)?.name ?? other;
  const each = (table: 'goals' | 'demolitions' | 'scoreboard', made: (row: number) => Omit<Marker, 'time'> | null) => {
    game[table].time?.forEach((time: number, row: number) => {
      const marker = made(row);
      if (marker) markers.push({ time, ...marker });
    });
  };
  each('goals', (row) => {
    const team = at(game.goals, 'team', row) === 0 ? 'Blue' : 'Orange';
    return { kind: 'kill', label: `Goal for ${team}: ${nameOf(at(game.goals, 'player', row), 'nobody known')}` };
  });
  each('demolitions', (row) => ({
    kind: 'bomb',
    label: `${nameOf(at(game.demolitions, 'attacker', row), 'Someone')} demolishes ${nameOf(at(game.demolitions, 'victim', row), 'someone')}`,
  }));
  let before = '';
  each('scoreboard', (row) => {
    const state = game.states[at(game.scoreboard, 'state', row)] ?? '';
    const begins = state === 'Active' && before === 'Countdown';
    before = state;
    return begins ? { kind: 'pause', label: 'Kick-off' } : null;
  });
  for (const { name, scores } of game.who) {
    scores.slice(1).forEach((row, i) => {
      const more = (column: string) => at(game.player_scores, column, row) > at(game.player_scores, column, scores[i]!);
      const time = at(game.player_scores, 'time', row);
      if (more('saves')) markers.push({ time, kind: 'combo', label: `Save: ${name}` });
      else if (more('shots') && !more('goals')) markers.push({ time, kind: 'hit', label: `Shot: ${name}` });
    });
  }
  return markers.sort((a, b) => a.time - b.time);
}
