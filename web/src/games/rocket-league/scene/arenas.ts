import { at } from '../../../stage/columns';
import { FIELD, GOAL, OTHER_FIELDS } from '../rules';
import type { Game } from './data';

/** A wall: which way one looks to face it, in degrees from the x axis, and how far it is from the middle. */
export type Wall = [degrees: number, distance: number];
export type Corner = [x: number, y: number];

export interface Goal {
  /** Middle of the goal line. */
  x: number;
  y: number;
  /** The way in, in degrees from the x axis. */
  way: number;
  half: number;
  height: number;
  depth: number;
  /** The team that defends it. */
  team: 0 | 1;
  /** The ball falls through a ring. */
  ring?: true;
}

/** The shape of an arena, in uu. */
export interface Shape {
  name: 'standard' | 'hoops' | 'dropshot' | 'throwback' | 'wasteland' | 'arc' | 'double-goal' | 'found';
  walls: Wall[];
  height: number;
  /** Radius of the curve from the floor to the walls and from these to the ceiling. */
  ramp: number;
  goals: Goal[];
}

/** A quarter of the walls, and their mirror images. */
const around = (quarter: Wall[]): Wall[] => {
  const all = quarter.flatMap(([degrees, d]): Wall[] => [
    [degrees, d],
    [180 - degrees, d],
    [180 + degrees, d],
    [(360 - degrees) % 360, d],
  ]);
  return [...new Map(all)].sort((a, b) => a[0] - b[0]);
};

/** A goal and the other team's, across the middle. */
const both = (goal: Omit<Goal, 'team'>): Goal[] => [
  { ...goal, team: 1 },
  { ...goal, y: -goal.y, way: -goal.way, team: 0 },
];

const STANDARD_GOAL = { x: 0, y: FIELD.back, way: 90, ...GOAL, depth: 880 };
const STANDARD = { height: FIELD.ceiling, ramp: 256, goals: both(STANDARD_GOAL) };

/** In the corners of the standard field, where the wall is: x + y. */
const CORNER = 8064;

/** The standard field is what everybody knows of it. The others are measured: the furthest that cars and balls came in recorded
 * matches, by direction, and where the ball was at goals. */
const SHAPES: Record<Exclude<Shape['name'], 'found'>, Omit<Shape, 'name'>> = {
  standard: {
    ...STANDARD,
    walls: around([
      [0, FIELD.side],
      [45, CORNER / Math.SQRT2],
      [90, FIELD.back],
    ]),
  },
  wasteland: {
    ...STANDARD,
    walls: around([
      [0, 4540],
      [15, 4830],
      [30, 5345],
      [45, 5717],
      [90, 5120],
    ]),
  },
  arc: {
    ...STANDARD,
    walls: around([
      [0, 5120],
      [45, 5158],
      [90, 5120],
    ]),
  },
  throwback: {
    ...STANDARD,
    walls: around([
      [0, 4096],
      [45, 6968],
      [60, 7392],
      [90, 6910],
    ]),
    goals: both({ ...STANDARD_GOAL, y: 4911, depth: 420 }),
  },
  'double-goal': {
    ...STANDARD,
    height: 1910,
    walls: around([
      [0, 4184],
      [45, 5830],
      [90, 5225],
    ]),
    goals: [-1, 1].flatMap((side) => both({ x: side * 675, y: 4450, way: 90 + side * 45, half: 480, height: 560, depth: 420 })),
  },
  hoops: {
    height: 1820,
    ramp: 256,
    walls: around([
      [0, 2966],
      [45, 4102],
      [90, 3581],
    ]),
    goals: both({ x: 0, y: 2220, way: 90, half: 720, height: 385, depth: 1361, ring: true }),
  },
  dropshot: {
    height: 2020,
    ramp: 200,
    walls: around([
      [0, 5075],
      [30, 4606],
      [60, 5075],
      [90, 4606],
    ]),
    goals: [],
  },
};

/** Maps that are not standard, by the beginnings of their names. */
const MAPS: [RegExp, Exclude<Shape['name'], 'found'>][] = [
  [/^hoops/, 'hoops'],
  [/^shattershot/, 'dropshot'],
  [/^throwback/, 'throwback'],
  [/^wasteland(_night|_grs)?_p/, 'wasteland'],
  [/^arc_(darc_)?p/, 'arc'],
  [/^labs_doublegoal/, 'double-goal'],
];

/** As the table has it; maps that have a name beside their own id are standard; of others and odd ones, the extent seen in play if that does not fit the
 * standard field. */
export function shapeOf(map: string, name: string, game: Pick<Game, 'cars' | 'ball'>): Shape {
  const entry = MAPS.find(([pattern]) => pattern.test(map.toLowerCase()));
  if (entry) return { name: entry[1], ...SHAPES[entry[1]] };
  if (name && name !== map && !OTHER_FIELDS.some((begin) => map.toLowerCase().startsWith(begin)))
    return { name: 'standard', ...SHAPES.standard };
  const places = placesOf(game);
  const out = places.filter(([x, y, z]) => isOutside(Math.abs(x), Math.abs(y), z)).length;
  return out > places.length * STRAYS ? found(places) : { name: 'standard', ...SHAPES.standard };
}

type Place = [x: number, y: number, z: number];

const placesOf = (game: Pick<Game, 'cars' | 'ball'>): Place[] =>
  [game.cars, game.ball].flatMap((body) =>
    Array.from(
      { length: body.time?.length ?? 0 },
      (_, row): Place => [at(body, 'position.x', row), at(body, 'position.y', row), at(body, 'position.z', row)],
    ),
  );

/** Such a part of the places may be outside of the standard field, and all of them by so much. */
const STRAYS = 0.002;
const MARGIN = 40;
const isOutside = (x: number, y: number, z: number) =>
  x > FIELD.side + MARGIN ||
  x + y > CORNER + MARGIN * 2 ||
  z > FIELD.ceiling + MARGIN ||
  (y > FIELD.back + MARGIN && (x > GOAL.half || y > FIELD.back + STANDARD_GOAL.depth || z > GOAL.height));

/** Directions looked into, and how much of a car's middle is missing to where its wheels are. */
const DIRECTIONS = 24;
const WHEELS = 15;

function found(seen: Place[]): Shape {
  const walls = Array.from({ length: DIRECTIONS }, (_, i): Wall => {
    const degrees = (i * 360) / DIRECTIONS;
    const [cos, sin] = facing(degrees);
    return [degrees, WHEELS + seen.reduce((most, [x, y]) => Math.max(most, x * cos + y * sin), 0)];
  });
  const height = WHEELS + seen.reduce((most, [, , z]) => Math.max(most, z), 500);
  return { name: 'found', walls, height, ramp: 0, goals: [] };
}

/** How far the field goes from the middle, across and along. */
export function sizeOf({ walls }: Shape): [wide: number, long: number] {
  const corners = within(walls);
  return [Math.max(...corners.map(([x]) => x)), Math.max(...corners.map(([, y]) => y))];
}

export const facing = (degrees: number): [cos: number, sin: number] => [
  Math.cos((degrees * Math.PI) / 180),
  Math.sin((degrees * Math.PI) / 180),
];

/** The corners within some walls, drawn in by `inset`; `from` is the area to cut, by default everything. */
export function within(
  walls: Wall[],
  inset = 0,
  from: Corner[] = [
    [-1e5, -1e5],
    [1e5, -1e5],
    [1e5, 1e5],
    [-1e5, 1e5],
  ],
): Corner[] {
  return walls.reduce((corners, [degrees, distance]) => {
    const [cos, sin] = facing(degrees);
    const past = ([x, y]: Corner) => x * cos + y * sin - (distance - inset);
    return corners.flatMap((a, i): Corner[] => {
      const b = corners[(i + 1) % corners.length]!;
      const [da, db] = [past(a), past(b)];
      const kept: Corner[] = da <= 0 ? [a] : [];
      if (da > 0 === db > 0) return kept;
      const t = da / (da - db);
      return [...kept, [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]];
    });
  }, from);
}
