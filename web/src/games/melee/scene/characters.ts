/** How a character is built, in parts of its height. Shapes are our own: limbs, a head and a few marks to know it by. */
export interface Build {
  leg: number;
  arm: number;
  /** Radii. */
  head: number;
  hip: number;
  chest: number;
  limb: number;
}

export interface Character {
  name: string;
  /** In game units. */
  height: number;
  /** Of a full shield, and where its middle is from the feet, towards where the character looks. */
  shield: { radius: number; x: number; y: number };
  build: Build;
  /** Colour of head and marks. */
  accent: string;
  /** Letters of EXTRAS in figure.ts. */
  extras: string;
  /** What its own states from 341 on are, a letter each: n, s, h, l: specials by direction; r: a reflector; g: guard; j: jump; t: throw; p: taunt;
   * a: attack; c: catch. */
  specials: string;
}

const build = (leg: number, arm: number, head: number, hip: number, chest: number, limb: number): Build => ({
  leg,
  arm,
  head,
  hip,
  chest,
  limb,
});

/** Tall, middling, stout, heavy, round, on fours. */
const BUILDS: Record<string, Build> = {
  t: build(0.46, 0.42, 0.115, 0.085, 0.12, 0.045),
  m: build(0.42, 0.4, 0.145, 0.095, 0.115, 0.052),
  s: build(0.29, 0.36, 0.2, 0.15, 0.15, 0.07),
  h: build(0.33, 0.5, 0.135, 0.16, 0.22, 0.08),
  r: build(0.16, 0.34, 0.4, 0.38, 0.38, 0.1),
  q: build(0.22, 0.3, 0.25, 0.2, 0.18, 0.07),
};

// prettier-ignore
const ROWS: [
  id: number,
  name: string,
  height: number,
  shield: number,
  x: number,
  y: number,
  build: string,
  accent: string,
  extras: string,
  specials: string,
][] = [
  [0, 'Mario', 10, 11.825, 2.724, 9.003, 's', '#e3b08a', 'co', '.2n2s2h2l2'],
  [1, 'Fox', 11, 13.8, 2.724, 9.003, 'm', '#d98a3a', 'emT', 'n6s6h7r10p6'],
  [2, 'Captain Falcon', 14, 14.55, 0.2, 10.447, 't', '#3a3f6e', 'fw', '.6n2s4h4l6h'],
  [3, 'Donkey Kong', 16, 17.75, 2.724, 9.003, 'h', '#b98b62', 'M', '.3t9.t8n10s2h2l3'],
  [4, 'Kirby', 9, 13.524, 0, 4.828, 'r', '#f6a9c0', '', 'j10a2n3.11n.n.n3.4n.n.2s2h8l6.139'],
  [5, 'Bowser', 16, 21.562, 2.724, 9.003, 'h', '#c8a24a', 'xiMt', 'n6s12h2l3'],
  [6, 'Link', 11, 14.182, 2.724, 9.003, 'm', '#d9c06a', 'pS', 'a.2n6s6h2l2c2'],
  [7, 'Sheik', 11, 16.275, 0.541, 6.969, 'm', '#e6d7a8', 'wk', 'n8s6h.h2.hl4'],
  [8, 'Ness', 10, 13.75, 2.724, 9.003, 's', '#c9564a', 'cb', 'a7n8s2h9l4.l4.'],
  [9, 'Peach', 14, 13.656, 1.111, 7.556, 't', '#f0d36b', 'kdn', '.3a8n2s2.s4h4l4.2'],
  [10, 'Popo', 10, 12.362, 2.724, 9.003, 's', '#8fa8e8', 'uH', 'n2s4h2.h7l2s2h2.2h'],
  [11, 'Nana', 9, 12.362, 2.724, 9.003, 's', '#f0a0b8', 'uH', 'n2s4h2.h7l2s2h2.2h'],
  [12, 'Pikachu', 9, 10.8, 2.724, 9.003, 'q', '#f2d24a', 'Ez', 'n2s2.s7h6l8'],
  [13, 'Samus', 14, 14.3, 2.724, 9.003, 't', '#d8893a', 'fgD', 'l2n6s4h2l2c2'],
  [14, 'Yoshi', 11, 6.3, 2.724, 9.003, 's', '#8fd468', 'Nt', 'g5n2.n.n2.n.s8h2l3'],
  [15, 'Jigglypuff', 9, 12.337, 0, 4.828, 'r', '#f2b8c8', 'y', 'j5n16.s2h4l4'],
  [16, 'Mewtwo', 15, 16.25, 2.724, 9.003, 't', '#c9b8d8', 'yL', 'n10s2h6l2'],
  [17, 'Luigi', 11, 13.438, 2.724, 9.003, 'm', '#e3b08a', 'co', 'n2s12h2l2'],
  [18, 'Marth', 14, 13.512, 0.893, 7.257, 't', '#4a62b8', 'kCS', 'n8s18h2l4'],
  [19, 'Zelda', 11, 14.963, 0.541, 6.969, 'm', '#c9985a', 'kdn', 'n2s6h.h2.hl4'],
  [20, 'Young Link', 10, 11.16, 2.724, 9.003, 's', '#d9c06a', 'pS', 'ap2n6s6h2l2c2'],
  [21, 'Dr. Mario', 10, 11.825, 2.724, 9.003, 's', '#e3b08a', 'oR', 'p.n2s2h2l2'],
  [22, 'Falco', 11, 13.75, 2.724, 9.003, 'm', '#3f66c9', 'qBT', 'n6s6h7r10p6'],
  [23, 'Pichu', 9, 12.15, 2.724, 9.003, 'q', '#f4e08a', 'Ez', 'n2s2.s7h6l8'],
  [24, 'Mr. Game & Watch', 10, 10.965, 0, 4.828, 'm', '#20242c', 'o', 'a9.3n2s18h2l6'],
  [25, 'Ganondorf', 15, 16.2, 0.2, 10.447, 't', '#7a5a48', 'kC', '.6n2s4h4l6h'],
  [26, 'Roy', 14, 12.69, 0.893, 7.257, 't', '#c9483a', 'qCS', 'n8s18h2l4'],
  [32, 'Sandbag', 11, 12, 0, 7, 'r', '#d8cfae', '', ''],
];

const spelled = (text: string) => text.replace(/(.)(\d+)/g, (_, letter: string, times: string) => letter.repeat(Number(times)));

const characterFrom = ([, name, height, radius, x, y, kind, accent, extras, specials]: (typeof ROWS)[number]): Character => ({
  name,
  height: height * 1.2,
  shield: { radius, x, y },
  build: BUILDS[kind]!,
  accent,
  extras,
  specials: spelled(specials),
});

const BY_ID = new Map(ROWS.map((row) => [row[0], characterFrom(row)]));
const STRANGER = characterFrom([-1, 'Character', 12, 13, 0, 8, 'm', '#b8b8b8', '', '']);

export const characterOf = (id: number): Character => BY_ID.get(id) ?? STRANGER;
