import { FIGHTERS } from '../rules';
import { lookAs } from './looks';
import type { Look, Outfit } from './look';

export interface Character {
  name: string;
  /** From the ground to the top of its stance, hat and ears among it, in game units. The sizes of the game's models are unknown: these are by the look. */
  height: number;
  /** Of a full shield, and where its middle is from the feet, towards where the character looks. */
  shield: { radius: number; x: number; y: number };
  readonly look: Look;
  /** Colour of its head in signs as small as a stock. */
  accent: string;
  /** Has ears or hair that stand up. */
  eared: boolean;
  /** Its own states from 341 on, a letter each; states.ts says what the letters mean. */
  specials: string;
}

type Fighter = (typeof FIGHTERS)[keyof typeof FIGHTERS];

type Row<Name> = [name: Name, height: number, shield: number, x: number, y: number, accent: string, specials: string];

// prettier-ignore
const ROWS: Row<Fighter>[] = [
  ['Mario', 10.6, 11.825, 2.724, 9.003, '#e3b08a', '.2n2s2h2w2'],
  ['Fox', 12.6, 13.8, 2.724, 9.003, '#d98a3a', 'n6s6h7r10p6'],
  ['Captain Falcon', 14.6, 14.55, 0.2, 10.447, '#3a3f6e', '.6f2s4h4k6h'],
  ['Donkey Kong', 14.6, 17.75, 2.724, 9.003, '#b98b62', '.3t9.t8n10s2h2l3'],
  ['Kirby', 8.2, 13.524, 0, 4.828, '#f6a9c0', 'j10a2n3.11n.n.n3.4n.n.2s2h8w6.139'],
  ['Bowser', 16.5, 21.562, 2.724, 9.003, '#c8a24a', 'n6s12h2l3'],
  ['Link', 13.4, 14.182, 2.724, 9.003, '#d9c06a', 'a.2n6s6h2l2c2'],
  ['Sheik', 13.4, 16.275, 0.541, 6.969, '#e6d7a8', 'n8s6h.h2.hl4'],
  ['Ness', 10, 13.75, 2.724, 9.003, '#c9564a', 'a7n8s2h9l4.l4.'],
  ['Peach', 14.6, 13.656, 1.111, 7.556, '#f0d36b', '.3a8n2s2.s4h4l4.2'],
  ['Popo', 10, 12.362, 2.724, 9.003, '#8fa8e8', 'n2s4h2.h7l2s2h2.2h'],
  ['Nana', 10, 12.362, 2.724, 9.003, '#f0a0b8', 'n2s4h2.h7l2s2h2.2h'],
  ['Pikachu', 9.6, 10.8, 2.724, 9.003, '#f2d24a', 'n2s2.s7h6w8'],
  ['Samus', 14.4, 14.3, 2.724, 9.003, '#d8893a', 'o2n6s4o2o2c2'],
  ['Yoshi', 12.4, 6.3, 2.724, 9.003, '#8fd468', 'g2.g2n2.n.n2.n.g8h2l3'],
  ['Jigglypuff', 9, 12.337, 0, 4.828, '#f2b8c8', 'j5o16.s2p4z4'],
  ['Mewtwo', 15, 16.25, 2.724, 9.003, '#c9b8d8', 'n10s2h6l2'],
  ['Luigi', 12.4, 13.438, 2.724, 9.003, '#e3b08a', 'n2s12h2w2'],
  ['Marth', 14, 13.512, 0.893, 7.257, '#4a62b8', 'n8b18h2w4'],
  ['Zelda', 13.6, 14.963, 0.541, 6.969, '#c9985a', 'w2s6h.h2.hl4'],
  ['Young Link', 10.6, 11.16, 2.724, 9.003, '#d9c06a', 'ap2n6s6h2l2c2'],
  ['Dr. Mario', 10.6, 11.825, 2.724, 9.003, '#e3b08a', 'p.n2s2h2w2'],
  ['Falco', 13.4, 13.75, 2.724, 9.003, '#3f66c9', 'n6s6h7r10p6'],
  ['Pichu', 8.4, 12.15, 2.724, 9.003, '#f4e08a', 'n2s2.s7h6w8'],
  ['Mr. Game & Watch', 11.4, 10.965, 0, 4.828, '#20242c', 'a9.3n2s18h2l6'],
  ['Ganondorf', 15.6, 16.2, 0.2, 10.447, '#7a5a48', '.6f2s4h4k6h'],
  ['Roy', 14, 12.69, 0.893, 7.257, '#c9483a', 'n8b18h2w4'],
  // Almost twice as large as Bowser, whose states he has.
  ['Giga Bowser', 31, 40.5, 5.117, 16.914, '#c8a24a', 'n6s12h2l3'],
  ['Sandbag', 11, 12, 0, 7, '#d8cfae', ''],
];

const spelled = (text: string) => text.replace(/(.)(\d+)/g, (_, letter: string, times: string) => letter.repeat(Number(times)));

/** Those with ears, horns or hair that stand up. */
const EARED = new Set([1, 12, 15, 16, 22, 23, 26]);

const characterFrom = (id: number, [name, height, radius, x, y, accent, specials]: Row<string>, outfit: Outfit): Character => {
  const look = lookAs(id, outfit);
  return {
    name,
    height: height * 1.2,
    shield: { radius, x, y },
    look,
    accent: look.main ? `#${look.main.getHexString()}` : accent,
    eared: EARED.has(id),
    specials: spelled(specials),
  };
};

const STRANGER: Row<string> = ['Character', 12, 13, 0, 8, '#b8b8b8', ''];
const BY_ID = new Map(
  Object.entries(FIGHTERS).flatMap(([id, name]) => {
    const row = ROWS.find((row) => row[0] === name);
    return row ? [[Number(id), row]] : [];
  }),
);
const USUAL: Outfit = { costume: 0, shade: 0 };
const characters = new Map<string, Character>();

/** A character by the number that a frame has for it, worked out when its outfit is first seen. */
export function characterOf(id: number, outfit = USUAL): Character {
  const row = BY_ID.get(id);
  const key = row ? [id, outfit.costume, outfit.shade].join() : '';
  let character = characters.get(key);
  if (!character) characters.set(key, (character = characterFrom(row ? id : -1, row ?? STRANGER, row ? outfit : USUAL)));
  return character;
}
