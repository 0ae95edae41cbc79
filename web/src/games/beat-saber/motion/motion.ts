import type { Replay } from '../../../decoder';
import type { Motion, NoteDifference, Observation, Discrepancy, Omission } from '../questions.types';
import { OBSERVED, OFF, PARTS, PASSED } from '../rules';

/** A note that is off. */
export interface OffNote {
  note: number;
  time: number;
  ways: Discrepancy[];
}

/** The discrepancies, by note, with the times of the notes. */
export async function offNotesOf(replay: Replay, { off }: Motion): Promise<OffNote[]> {
  const [times] = await replay.numbers(['notes.event_time']);
  const notes = new Map<number, Discrepancy[]>();
  for (const way of off) notes.set(way.note, [...(notes.get(way.note) ?? []), way]);
  return [...notes].map(([note, ways]) => ({ note, time: times![note] ?? 0, ways }));
}

const amount = (by: number | null, unit: string): string => (by === null ? 'no number' : `${Number(by.toPrecision(3))} ${unit}`.trim());

type Label = readonly [name: string, unit: string];

/** A label, and its unit. A verdict that a server kept may be of another version. */
const labelOf = (labels: Readonly<Record<string, Label>>, what: string): Label => labels[what] ?? [what, ''];

/** The verdict in sentences. */
export const verdictText = ({ finding, said, notByMap }: Motion): string => [finding, ...said, notByMap].filter(Boolean).join(' ');

/** The discrepancy, and by how much. */
export function wayText({ what, by }: Discrepancy): string {
  const [name, unit] = labelOf(OFF, what);
  return `${name}: ${amount(by, unit)}`;
}

/** The omission, and how far inside it was. */
export const omissionText = ({ what, by }: Omission): string => `${PASSED[what] ?? what}: ${amount(by, 'm')}`;

/** The observation: its kind, its part, and how much. */
export function observationText({ what, part, by }: Observation): string {
  const [name, unit] = labelOf(OBSERVED, what);
  return `${name}${part ? `, ${PARTS[part]}` : ''}: ${amount(by, unit)}`;
}

/** In which way a note differs, as text. */
export function differenceText({ note, points: [recorded, recomputed], why, off }: NoteDifference): string {
  if (note === null) return 'In the map, and not in the replay';
  const ways = off.map((what) => labelOf(OFF, what)[0]);
  const points = `${recorded} → ${recomputed} points`;
  return [points, ...ways, why].filter(Boolean).join('; ');
}
