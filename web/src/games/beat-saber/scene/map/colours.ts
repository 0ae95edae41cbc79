import { signal } from '@preact/signals';
import { Color } from 'three';
import type { Replay } from '../../../../decoder';
import type { Palette } from '../palette';

/** The map's own, ours, or a pair that people of every kind of sight can distinguish. */
export type Choice = 'map' | 'usual' | 'contrast';

const NAMES = [
  'left_color',
  'right_color',
  'wall_color',
  'first_light_color',
  'second_light_color',
  'first_boosted_light_color',
  'second_boosted_light_color',
];
/** Orange and blue differ in brightness, too. */
const CONTRAST = ['#ffa51f', '#0a5bd0'] as const;

/** Which colours are chosen lasts as long as the page. */
const choice = signal<Choice>('map');

export class Colours {
  readonly choice = choice;

  /** Those of the map, in the order of `NAMES`; null where it says nothing. */
  constructor(private readonly own: (Color | null)[]) {}

  static async load(replay: Replay): Promise<Colours> {
    const texts = await Promise.all(NAMES.map((name) => (replay.has(`map.${name}`) ? replay.dict(`map.${name}`) : [])));
    return new Colours(texts.map(([text]) => (text ? new Color(text) : null)));
  }

  palette(usual: Palette): Palette {
    const [left, right, wall] = this.own;
    if (this.choice.peek() === 'usual') return usual;
    if (this.choice.peek() === 'contrast') {
      const pair = CONTRAST.map((colour) => new Color(colour)) as [Color, Color];
      return { ...usual, notes: pair, sabers: pair };
    }
    const pair = (colours: [Color, Color]): [Color, Color] => [left ?? colours[0], right ?? colours[1]];
    return { ...usual, notes: pair(usual.notes), sabers: pair(usual.sabers), wall: wall ?? usual.wall };
  }

  state(usual: Palette): Record<string, unknown> {
    const { notes, wall } = this.palette(usual);
    return { choice: this.choice.peek(), left: hex(notes[0]), right: hex(notes[1]), wall: hex(wall) };
  }

  /** Of lights, as the table numbers them. */
  lights(usual: Palette): Color[] {
    const { sabers } = this.palette(usual);
    const own = this.choice.peek() === 'map' ? this.own.slice(3) : [];
    return [0, 1, 2, 3].map((color) => own[color] ?? sabers[color % 2 === 0 ? 0 : 1]).concat(WHITE);
  }
}

const hex = (colour: Color): string => `#${colour.getHexString()}`;
const WHITE = new Color('#ffffff');
