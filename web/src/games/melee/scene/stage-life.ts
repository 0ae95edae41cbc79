import { Color, Group } from 'three';
import { at } from '../../../stage/columns';
import { FIRST_FRAME, type Game } from './data';
import type { Palette } from './palette';
import { become, coloured, Glyph, glyph, type Quad, sized } from './shapes';

const WOOD = new Color('#6b4a33');
const LEAF = new Color('#3f7d46');
const STREAKS = 14;

/** A value that holds until the next row, frame by frame. */
function held(game: Game, table: 'whispy' | 'stadium', column: string, start: number) {
  const { frame = [] } = game[table];
  const values = new Uint8Array(game.times.length);
  let value = start;
  for (let index = 0, row = 0; index < values.length; index++) {
    for (; row < frame.length && frame[row]! - FIRST_FRAME <= index; row++) value = at(game[table], column, row);
    values[index] = value;
  }
  return values;
}

/** The tree of Dream Land, and its wind. */
export class Whispy {
  readonly group = new Group();
  /** 0 none, 1 left, 2 right. */
  private wind = new Uint8Array(0);
  private readonly tree: [quad: Quad, colour: Color][] = [];
  private readonly face = glyph(Glyph.face, 1);
  private readonly streaks: Quad[] = Array.from({ length: STREAKS }, () => glyph(Glyph.bolt, 2));

  constructor() {
    const add = (kind: number, colour: Color, x: number, y: number, w: number, h: number) => {
      const quad = sized(glyph(kind, 1), w, h);
      quad.position.set(x, y, -8);
      this.tree.push([quad, colour]);
    };
    add(Glyph.disc, LEAF, -17, 62, 24, 19);
    add(Glyph.disc, LEAF, 17, 62, 24, 19);
    add(Glyph.disc, LEAF, 0, 72, 26, 20);
    add(Glyph.line, WOOD, 0, 28, 11, 28);
    this.group.add(...this.tree.map(([quad]) => quad), this.face, ...this.streaks);
  }

  use(game: Game): void {
    this.wind = held(game, 'whispy', 'direction', 0);
  }

  at(index: number): string {
    return ['none', 'left', 'right'][this.wind[index] ?? 0] ?? 'none';
  }

  update(time: number, index: number, palette: Palette): void {
    const wind = this.wind[index] ?? 0;
    for (const [quad, colour] of this.tree) coloured(quad, colour, 0.4);
    const way = wind === 1 ? -1 : 1;
    sized(this.face, 10, 11).position.set(wind === 0 ? 0 : way * 4, 28, -7.9);
    coloured(this.face, WOOD, 0.75);
    this.streaks.forEach((streak, i) => {
      streak.visible = wind !== 0;
      // Away from the tree, each at its own height and pace.
      const far = (i * 37.7 + time * (70 + (i % 5) * 16)) % 95;
      sized(streak, 5 + (i % 3) * 2, 0.5).position.set(way * (10 + far), 3 + ((i * 13.3) % 34), 1);
      coloured(streak, palette.flash, 0.5 * Math.min(1, far / 15) * (1 - far / 95));
    });
  }

  dispose(): void {
    for (const quad of [...this.tree.map(([quad]) => quad), this.face, ...this.streaks]) quad.material.dispose();
  }
}

/** What Stadium turns into, by the number in the file: [name, glyph on the screen, colour]. */
const FORMS: Record<number, [name: string, glyph: number, colour: string]> = {
  3: ['fire', Glyph.flame, '#ff8a45'],
  4: ['grass', Glyph.crescent, '#6fd06a'],
  5: ['normal', Glyph.halved, '#ff5560'],
  6: ['rock', Glyph.box, '#b59a78'],
  9: ['water', Glyph.disc, '#4c9dff'],
};
export const NORMAL = 5;
/** First and last number of the grounds of each form. */
const GROUNDS: [first: number, last: number, form: number][] = [
  [0, 17, 3],
  [19, 33, 4],
  [34, 36, NORMAL],
  [37, 50, 6],
  [55, 70, 9],
  [114, 122, 9],
];
const MOVE_FRAMES = 60;

/** Pokémon Stadium's forms, frame by frame, and the screen that announces them. */
export class Stadium {
  readonly group = new Group();
  /** The form whose ground is there, and how far it is up, 0 to 255. */
  private form = new Uint8Array(0);
  private up = new Uint8Array(0);
  private shown = new Uint8Array(0);
  private readonly screen = sized(glyph(Glyph.line, 1), 30, 17);
  private readonly sign = glyph(Glyph.halved, 1);

  constructor() {
    this.screen.position.set(0, 62, -12);
    this.sign.position.set(0, 62, -11.9);
    this.group.add(this.screen, this.sign);
  }

  use(game: Game): void {
    const count = game.times.length;
    this.form = new Uint8Array(count).fill(NORMAL);
    this.up = new Uint8Array(count).fill(255);
    this.shown = this.form;
    if (game.stadium.frame?.length) {
      this.shown = held(game, 'stadium', 'transformation', NORMAL);
      this.follow(held(game, 'stadium', 'event', 0));
    } else this.guess(game);
  }

  at(index: number): string {
    return FORMS[this.form[index]!]?.[0] ?? 'normal';
  }

  formAt(index: number): [form: number, up: number] {
    return [this.form[index] ?? NORMAL, (this.up[index] ?? 255) / 255];
  }

  update(index: number, palette: Palette): void {
    const [, kind, colour] = FORMS[this.shown[index] ?? NORMAL] ?? FORMS[NORMAL]!;
    coloured(this.screen, palette.line, 0.28);
    sized(become(this.sign, kind), 9, 9);
    coloured(this.sign, new Color(colour), 0.55);
    this.sign.rotation.z = kind === Glyph.flame ? -Math.PI / 2 : 0;
  }

  dispose(): void {
    this.screen.material.dispose();
    this.sign.material.dispose();
  }

  /** Steps: 2 begins, 3 on the screen, 4 the old ground goes down, 5 the new one comes up, 6 is up, 0 over. */
  private follow(steps: Uint8Array<ArrayBuffer>): void {
    let old = NORMAL;
    let since = 0;
    steps.forEach((step, index) => {
      if (step !== steps[index - 1]) since = index;
      const part = Math.min(1, (index - since) / MOVE_FRAMES);
      const next = this.shown[index]!;
      this.form[index] = step === 2 || step === 3 || step === 4 ? old : next;
      this.up[index] = 255 * (step === 4 ? 1 - part : step === 5 ? part : 1);
      if (step === 6 || step === 0) old = next;
    });
  }

  /** Files before 3.18 do not have this: a form is there from when it is first stood on until it is last. */
  private guess(game: Game): void {
    let [last, form] = [0, NORMAL];
    for (let index = 0; index < this.form.length; index++) {
      for (const { rows } of game.tracks) {
        const row = rows[index]!;
        if (row < 0 || at(game.frames, 'post.is_airborne', row) !== 0) continue;
        const id = at(game.frames, 'post.last_ground_id', row);
        const found = GROUNDS.find(([first, end]) => id >= first && id <= end)?.[2];
        if (found === undefined) continue;
        if (found === form) this.form.fill(form, last, index + 1);
        [last, form] = [index, found];
        this.form[index] = found;
      }
    }
  }
}
