import { at } from '../../../stage/columns';
import { characterOf } from './characters';
import type { Game, Track } from './data';
import { isDead } from './states';

/** A stock lost. */
export interface Loss {
  time: number;
  track: Track;
  x: number;
  y: number;
  /** Direction of the beam, in radians: from the edge of the stage that the fighter left over. */
  turn: number;
  /** Stocks left. */
  left: number;
}

/** Every stock lost, at the frame of its first dead state. */
export function lossesOf(game: Game): Loss[] {
  const losses: Loss[] = [];
  for (const track of game.tracks) {
    let before = false;
    track.rows.forEach((row, index) => {
      if (row < 0) return;
      const state = at(game.frames, 'post.action_state_id', row);
      const dead = isDead(state);
      if (dead && !before) {
        losses.push({
          time: game.times[index]!,
          track,
          x: at(game.frames, 'post.position_x', row),
          y: at(game.frames, 'post.position_y', row),
          turn: state === 0 ? 0 : state === 1 ? -Math.PI / 2 : state === 2 ? Math.PI / 2 : Math.PI,
          left: at(game.frames, 'post.stocks_remaining', row),
        });
      }
      before = dead;
    });
  }
  return losses.sort((a, b) => a.time - b.time);
}

/** A hit that hurt: where, when and how much. */
export interface Hit {
  time: number;
  track: Track;
  x: number;
  y: number;
  damage: number;
}

export function hitsOf(game: Game): Hit[] {
  const hits: Hit[] = [];
  for (const track of game.tracks) {
    let before = NaN;
    track.rows.forEach((row, index) => {
      if (row < 0) return;
      const percent = at(game.frames, 'post.percent', row);
      if (percent > before + 0.5) {
        const height = characterOf(at(game.frames, 'post.internal_character_id', row)).height;
        const x = at(game.frames, 'post.position_x', row);
        const y = at(game.frames, 'post.position_y', row) + height * 0.55;
        hits.push({ time: game.times[index]!, track, x, y, damage: percent - before });
      }
      before = percent;
    });
  }
  return hits.sort((a, b) => a.time - b.time);
}
