import type { Passage } from '../replays/copies';
import { clockText } from '../ui/format';

/** The second of B that shows what a second of A shows. */
export function inB({ fromA, toA, fromB, toB }: Passage, time: number): number {
  const length = toA - fromA;
  return length > 0 ? fromB + ((time - fromA) / length) * (toB - fromB) : fromB;
}

const stretchText = (from: number, to: number): string => `${clockText(from)} – ${clockText(to)}`;

/** Where a passage is in both, e.g. `0:10 – 0:50 · 0:12 – 0:52`. */
export const placesText = ({ fromA, toA, fromB, toB }: Passage): string => `${stretchText(fromA, toA)} · ${stretchText(fromB, toB)}`;

/** The changes in a passage, if there are any. */
export function changesOf({ speed, mirrored }: Passage): string[] {
  const pace = Number(speed.toFixed(3));
  return [...(pace === 1 ? [] : [`${pace} × as fast`]), ...(mirrored ? ['mirrored'] : [])];
}
