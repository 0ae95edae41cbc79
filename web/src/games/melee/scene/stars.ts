import { Color, Group } from 'three';
import { at } from '../../../stage/columns';
import { type Game, indexAt } from './data';
import type { Loss } from './events';
import { isStar } from './states';
import { become, coloured, Glyph, glyph, type Quad, sized } from './shapes';

const TWINKLE_SECONDS = 0.8;
const WHITE = new Color('#fff6d8');

/** Where somebody who was sent into the sky is last seen: a star twinkles there. */
interface Twinkle {
  time: number;
  x: number;
  y: number;
}

/** Those of the losses that a beam is shot for: fighters sent into the sky or falling towards the picture go without. */
export const withBeams = (game: Game, losses: readonly Loss[]): Loss[] =>
  losses.filter(({ track, time }) => !isStar(at(game.frames, 'post.action_state_id', track.rows[indexAt(game, time)]!)));

/** States of fighters that fly into the sky, not towards the picture. */
const INTO_THE_SKY = [4, 5];

/** Each time that a fighter in the sky loses the stock, which is when it can no longer be seen. */
export function twinklesOf(game: Game): Twinkle[] {
  const twinkles: Twinkle[] = [];
  for (const { rows } of game.tracks) {
    rows.forEach((row, index) => {
      const before = rows[index - 1] ?? -1;
      if (row < 0 || before < 0 || !INTO_THE_SKY.includes(at(game.frames, 'post.action_state_id', row))) return;
      const read = (name: string, of: number) => at(game.frames, `post.${name}`, of);
      if (read('stocks_remaining', row) >= read('stocks_remaining', before)) return;
      twinkles.push({ time: game.times[index]!, x: read('position_x', row), y: read('position_y', row) });
    });
  }
  return twinkles;
}

/** The stars in the sky. */
export class Stars {
  readonly group = new Group();
  twinkles: Twinkle[] = [];
  /** How many twinkle. */
  now = 0;
  private readonly quads: Quad[] = Array.from({ length: 2 }, () => glyph(Glyph.star, 3));

  constructor(game: Game) {
    this.group.add(...this.quads);
    this.use(game);
  }

  use(game: Game): void {
    this.twinkles = twinklesOf(game);
  }

  update(time: number): void {
    const now = this.twinkles.filter((twinkle) => twinkle.time <= time && time < twinkle.time + TWINKLE_SECONDS);
    this.now = now.length;
    this.quads.forEach((star, i) => {
      const twinkle = now[i];
      star.visible = twinkle !== undefined;
      if (!twinkle) return;
      const age = (time - twinkle.time) / TWINKLE_SECONDS;
      const size = 9 * Math.sin(Math.PI * Math.min(1, age * 1.1 + 0.12));
      sized(become(star, Glyph.star, age * 2), Math.max(0.1, size), Math.max(0.1, size)).position.set(twinkle.x, twinkle.y + 8, -0.6);
      coloured(star, WHITE, 0.95);
    });
  }

  dispose(): void {
    for (const star of this.quads) star.material.dispose();
  }
}
