const RANKS: [number, string][] = [
  [1, 'SSS'],
  [0.9, 'SS'],
  [0.8, 'S'],
  [0.65, 'A'],
  [0.5, 'B'],
  [0.35, 'C'],
  [0.2, 'D'],
];

/** The game's letters. */
export function rank(accuracy: number): string {
  return RANKS.find(([least]) => accuracy >= least)?.[1] ?? 'E';
}
