import { at } from '../../../stage/columns';
import type { Marker as AnyMarker } from '../../../stage/scene';
import type { Game } from './data';
import { kickoffsOf } from './director';
import { type Goal, speedText } from './goals';

/** The gravest last. */
export const MARKER_KINDS = ['kick-off', 'shot', 'save', 'demolition', 'goal-blue', 'goal-orange'] as const;

type Marker = AnyMarker<(typeof MARKER_KINDS)[number]>;

/** Goals, demolitions, saves, shots and kick-offs by time. */
export function markersOf(game: Game, goals: Goal[]): Marker[] {
  const nameOf = (index: number, other: string) => game.who.find((player) => player.index === index)?.name ?? other;
  const markers = goals.map(({ time, team, name, speed }): Marker => {
    const fast = speed > 0 ? `, ${speedText(speed)}` : '';
    return { time, kind: team === 0 ? 'goal-blue' : 'goal-orange', label: `Goal for ${team === 0 ? 'Blue' : 'Orange'}: ${name || 'nobody known'}${fast}` };
  });
  const { demolitions } = game;
  demolitions.time?.forEach((time: number, row: number) => {
    const [attacker, victim] = [nameOf(at(demolitions, 'attacker', row), 'Someone'), nameOf(at(demolitions, 'victim', row), 'someone')];
    markers.push({ time, kind: 'demolition', label: `${attacker} demolishes ${victim}` });
  });
  for (const time of kickoffsOf(game)) markers.push({ time, kind: 'kick-off', label: 'Kick-off' });
  for (const { name, scores } of game.who) {
    scores.slice(1).forEach((row, i) => {
      const more = (column: string) => at(game.player_scores, column, row) > at(game.player_scores, column, scores[i]!);
      const time = at(game.player_scores, 'time', row);
      if (more('saves')) markers.push({ time, kind: 'save', label: `Save: ${name}` });
      else if (more('shots') && !more('goals')) markers.push({ time, kind: 'shot', label: `Shot: ${name}` });
    });
  }
  return markers.sort((a, b) => a.time - b.time);
}
