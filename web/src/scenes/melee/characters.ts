/** Rough sizes, in game units, by the id that frames carry. Shapes are our own: a height, a girth and whether there are ears. */
export interface Character {
  name: string;
  height: number;
  /** Of a full shield, and where its middle is from the feet, towards where the character looks. */
  shield: { radius: number; x: number; y: number };
  /** Half the width, as a part of the height. */
  girth: number;
  ears: boolean;
}

// prettier-ignore
const ROWS: [id: number, name: string, height: number, shield: number, x: number, y: number, girth: number, ears: 0 | 1][] = [
  [0, 'Mario', 10, 11.825, 2.724, 9.003, 0.34, 0],
  [1, 'Fox', 11, 13.8, 2.724, 9.003, 0.27, 1],
  [2, 'Captain Falcon', 14, 14.55, 0.2, 10.447, 0.27, 0],
  [3, 'Donkey Kong', 16, 17.75, 2.724, 9.003, 0.36, 0],
  [4, 'Kirby', 9, 13.524, 0, 4.828, 0.48, 0],
  [5, 'Bowser', 16, 21.562, 2.724, 9.003, 0.4, 0],
  [6, 'Link', 11, 14.182, 2.724, 9.003, 0.27, 0],
  [7, 'Sheik', 11, 16.275, 0.541, 6.969, 0.27, 0],
  [8, 'Ness', 10, 13.75, 2.724, 9.003, 0.34, 0],
  [9, 'Peach', 14, 13.656, 1.111, 7.556, 0.27, 0],
  [10, 'Popo', 10, 12.362, 2.724, 9.003, 0.36, 0],
  [11, 'Nana', 9, 12.362, 2.724, 9.003, 0.36, 0],
  [12, 'Pikachu', 9, 10.8, 2.724, 9.003, 0.38, 1],
  [13, 'Samus', 14, 14.3, 2.724, 9.003, 0.3, 0],
  [14, 'Yoshi', 11, 6.3, 2.724, 9.003, 0.31, 0],
  [15, 'Jigglypuff', 9, 12.337, 0, 4.828, 0.48, 1],
  [16, 'Mewtwo', 15, 16.25, 2.724, 9.003, 0.25, 1],
  [17, 'Luigi', 11, 13.438, 2.724, 9.003, 0.36, 1],
  [18, 'Marth', 14, 13.512, 0.893, 7.257, 0.27, 0],
  [19, 'Zelda', 11, 14.963, 0.541, 6.969, 0.27, 0],
  [20, 'Young Link', 10, 11.16, 2.724, 9.003, 0.27, 0],
  [21, 'Dr. Mario', 10, 11.825, 2.724, 9.003, 0.32, 0],
  [22, 'Falco', 11, 13.75, 2.724, 9.003, 0.27, 1],
  [23, 'Pichu', 9, 12.15, 2.724, 9.003, 0.4, 1],
  [24, 'Mr. Game & Watch', 10, 10.965, 0, 4.828, 0.27, 0],
  [25, 'Ganondorf', 15, 16.2, 0.2, 10.447, 0.3, 0],
  [26, 'Roy', 14, 12.69, 0.893, 7.257, 0.27, 0],
  [32, 'Sandbag', 11, 12, 0, 7, 0.27, 0],
];

const BY_ID = new Map(
  ROWS.map(([id, name, height, radius, x, y, girth, ears]): [number, Character] => [
    id,
    { name, height: height * 1.15, shield: { radius, x, y }, girth, ears: ears === 1 },
  ]),
);
const STRANGER: Character = { name: 'Character', height: 13, shield: { radius: 13, x: 0, y: 8 }, girth: 0.3, ears: false };

export const characterOf = (id: number): Character => BY_ID.get(id) ?? STRANGER;
