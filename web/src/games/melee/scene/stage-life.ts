import { Color, Group } from 'three';
import { at } from '../../../stage/columns';
import { WINDS } from '../rules';
import { type Game, heldRows } from './data';
import type { Palette } from './palette';
import { become, coloured, Glyph, glyph, type Quad, sized } from './shapes';

const WOOD = new Color('#6b4a33');
const LEAF = new Color('#3f7d46');
const STREAKS = 14;

/** The tree of Dream Land, and its wind. */
export class Whispy {
  readonly group = new Group();
  private game: Game | null = null;
  private rows = new Int32Array(0);
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
    this.game = game;
    this.rows = heldRows(game, game.whispy);
  }

  at(index: number): string {
    return WINDS[this.windAt(index)] ?? WINDS[0];
  }

  private windAt(index: number): number {
    return this.game ? at(this.game.whispy, 'direction', this.rows[index] ?? -1) : 0;
  }

  update(time: number, index: number, palette: Palette): void {
    const wind = this.windAt(index);
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

const NORMAL = 5;
/** The forms of Stadium, by the number in the file: [name, glyph on the screen, colour]. */
const FORMS: Record<number, [name: string, glyph: number, colour: string]> = {
  3: ['fire', Glyph.flame, '#ff8a45'],
  4: ['grass', Glyph.crescent, '#6fd06a'],
  [NORMAL]: ['normal', Glyph.halved, '#ff5560'],
  6: ['rock', Glyph.box, '#b59a78'],
  9: ['water', Glyph.disc, '#4c9dff'],
};
const NUMBERS = Object.keys(FORMS).map(Number);

/** Pokémon Stadium's forms, frame by frame, and the screen that announces them. */
export class Stadium {
  readonly group = new Group();
  private game: Game | null = null;
  private rows = new Int32Array(0);
  private readonly screen = sized(glyph(Glyph.line, 1), 30, 17);
  private readonly sign = glyph(Glyph.halved, 1);

  constructor() {
    this.screen.position.set(0, 62, -12);
    this.sign.position.set(0, 62, -11.9);
    this.group.add(this.screen, this.sign);
  }

  use(game: Game): void {
    this.game = game;
    this.rows = heldRows(game, game.stadium_forms);
  }

  private read(index: number, column: string, none: number): number {
    const row = this.rows[index] ?? -1;
    return row < 0 ? none : at(this.game!.stadium_forms, column, row);
  }

  /** The form that is up the most. */
  at(index: number): string {
    const up = (form: number) => this.upAt(index, form);
    return FORMS[NUMBERS.reduce((most, form) => (up(form) > up(most) ? form : most), NORMAL)]![0];
  }

  /** The part of its height that a form's ground has. */
  upAt(index: number, form: number): number {
    return this.read(index, FORMS[form]![0], form === NORMAL ? 1 : 0);
  }

  isKnown(index: number): boolean {
    return this.read(index, 'is_known', 1) === 1;
  }

  /** Where somebody stands on a blade of the windmill. */
  bladeAt(index: number): [x: number, y: number] | null {
    const x = this.read(index, 'blade_x', NaN);
    return Number.isNaN(x) ? null : [x, this.read(index, 'blade_y', NaN)];
  }

  update(index: number, palette: Palette): void {
    const [, kind, colour] = FORMS[this.read(index, 'announced', NORMAL)] ?? FORMS[NORMAL]!;
    coloured(this.screen, palette.line, 0.28);
    sized(become(this.sign, kind), 9, 9);
    coloured(this.sign, new Color(colour), 0.55);
    this.sign.rotation.z = kind === Glyph.flame ? -Math.PI / 2 : 0;
  }

  dispose(): void {
    this.screen.material.dispose();
    this.sign.material.dispose();
  }
}
