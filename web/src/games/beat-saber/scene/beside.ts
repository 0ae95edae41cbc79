import type { Description } from '../../../decoder';

/** So many plays are shown beside the first: each has a colour. */
export const MOST_BESIDE = 3;

/** Whether two replays are plays of the same difficulty of a map. Plays of different ones have nothing to compare. */
export function isOfSameMap(one: Description, other: Description): boolean {
  const facts = ({ game, map, mode }: Description) => [game, map?.id?.toLowerCase(), map?.difficulty, mode];
  const [here, there] = [facts(one), facts(other)];
  return here.every((fact, i) => fact === there[i]);
}
