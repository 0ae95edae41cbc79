import { Group } from 'three';
import { at } from '../../../stage/columns';
import { MISSED_TECHS, TECHS } from '../rules';
import { characterOf } from './characters';
import type { Game, Track } from './data';
import type { Palette } from './palette';
import { become, coloured, Glyph, glyph, type Quad, recent, show, sized } from './shapes';

/** How well somebody landed, or met a wall. */
export type MarkKind = 'L-cancel' | 'missed L-cancel' | 'tech' | 'missed tech';

export interface Mark {
  time: number;
  track: Track;
  kind: MarkKind;
  x: number;
  y: number;
  /** Half the height of who is in the air, at a wall or a ceiling; 0 on the ground. */
  up: number;
}

const SECONDS = 0.4;
/** As the column has it. */
const L_CANCELS: Record<number, MarkKind> = { 1: 'L-cancel', 2: 'missed L-cancel' };

/** Each frame on which an L-cancel or a tech is done or missed. */
export function marksOf(game: Game): Mark[] {
  const marks: Mark[] = [];
  for (const track of game.tracks) {
    let [stateBefore, cancelBefore] = [-1, 0];
    track.rows.forEach((row, index) => {
      if (row < 0) return;
      const read = (name: string) => at(game.frames, `post.${name}`, row);
      const add = (kind: MarkKind) => {
        const up = read('is_airborne') === 1 ? characterOf(read('internal_character_id')).height / 2 : 0;
        marks.push({ time: game.times[index]!, track, kind, x: read('position_x'), y: read('position_y'), up });
      };
      const [state, cancel] = [read('action_state_id'), read('l_cancel_status')];
      if (cancel !== cancelBefore && L_CANCELS[cancel]) add(L_CANCELS[cancel]);
      if (state !== stateBefore && includes(TECHS, state)) add('tech');
      if (state !== stateBefore && includes(MISSED_TECHS, state)) add('missed tech');
      [stateBefore, cancelBefore] = [state, cancel];
    });
  }
  return marks.sort((a, b) => a.time - b.time);
}

const includes = (states: readonly number[], state: number): boolean => states.includes(state);

/** Short marks at the feet of who lands: sparks and rings of what was done, puffs and broken rings of what was missed. */
export class Marks {
  readonly group = new Group();
  marks: Mark[] = [];
  /** Those of the picture. */
  now: Mark[] = [];
  private readonly quads: Quad[] = Array.from({ length: 4 }, () => glyph(Glyph.ring, 5));

  constructor(game: Game) {
    this.group.add(...this.quads);
    this.use(game);
  }

  use(game: Game): void {
    this.marks = marksOf(game);
  }

  update(time: number, palette: Palette): void {
    this.now = recent(this.marks, time, SECONDS);
    show(this.quads, this.now, (quad, mark) => draw(quad, mark, (time - mark.time) / SECONDS, palette));
  }

  dispose(): void {
    for (const quad of this.quads) quad.material.dispose();
  }
}

/** `age`: from 0 to 1. */
function draw(quad: Quad, { kind, x, y, up }: Mark, age: number, palette: Palette): void {
  const [good, wide] = [kind === 'L-cancel' || kind === 'tech', Math.sqrt(age)];
  coloured(quad, good ? palette.success : palette.miss, Math.min(1, 2 * (1 - age)));
  quad.position.set(x, y + up, 0.4);
  if (kind === 'tech' || kind === 'missed tech') {
    const size = 5 + 5 * wide;
    sized(become(quad, good ? Glyph.ring : Glyph.brokenRing), size, up ? size : size * 0.26);
  } else if (good) sized(become(quad, Glyph.burst), 4 + 4.5 * wide, 1.1 + 0.5 * wide);
  else {
    sized(become(quad, Glyph.puff), 3 + 2 * wide, 1.8 + 0.6 * wide);
    quad.position.y += 0.8 + 1.6 * age;
  }
}
