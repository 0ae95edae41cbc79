import type { Replay } from '../../../decoder';
import type { Motion, NoteDifference, Observation, Off, Passed } from '../questions.types';

/** A note that is off. */
export interface OffNote {
  note: number;
  time: number;
  ways: Off[];
}

/** What is off, by note, with the times of the notes. */
export async function offNotesOf(replay: Replay, { off }: Motion): Promise<OffNote[]> {
  const [times] = await replay.numbers(['notes.event_time']);
  const notes = new Map<number, Off[]>();
  for (const way of off) notes.set(way.note, [...(notes.get(way.note) ?? []), way]);
  return [...notes].map(([note, ways]) => ({ note, time: times![note] ?? 0, ways }));
}

const OFF: Record<string, [name: string, unit: string]> = {
  'event-time': ['no frame of its time', 's'],
  'time-deviation': ['how early it was', 's'],
  'normal-length': ['length of the plane’s normal', ''],
  'cut-normal': ['plane of the cut', '°'],
  'saber-direction': ['way of the saber', '°'],
  'cut-point': ['point of the cut', 'm'],
  'before-cut-rating': ['swing before it, other than was swung', ''],
  'after-cut-rating': ['swing after it, other than was swung', ''],
  'cut-distance': ['distance from the note’s middle', 'm'],
  'note-place': ['place of the note', 'm'],
  'cut-side': ['side of the note’s middle', 'm'],
  'cut-angle': ['angle of the cut', '°'],
  'cut-dir-deviation': ['angle from the arrow', '°'],
  'cut-direction': ['the wrong way, beyond what counts', '°'],
  'cut-flags': ['good, and yet not by what it says', ''],
  'saber-type': ['the other saber’s note', ''],
  'out-of-reach': ['the blade passed the note', 'm'],
  'met-before': ['the blade met the note a frame before', 'm'],
};

const OBSERVED: Record<string, [name: string, unit: string]> = {
  'frame-gap': ['No frame', 's'],
  teleport: ['Elsewhere in the next frame', 'm'],
  acceleration: ['Faster than a body can', 'm/s²'],
  'constant-rate': ['Frames at one rate', 's'],
  'frozen-pose': ['Does not move at all', 's'],
  'smooth-motion': ['Moves without tremor', 's'],
  'repeated-swing': ['The same swing again', 'm'],
  'even-timing': ['Cuts all as early or late', 's'],
  'song-speed': ['By its frames, the song ran at', '×'],
};

const amount = (by: number | null, unit: string): string => (by === null ? 'no number' : `${Number(by.toPrecision(3))} ${unit}`.trim());

/** The verdict in sentences. */
export const verdictText = ({ finding, said, notByMap }: Motion): string => [finding, ...said, notByMap].filter(Boolean).join(' ');

/** What is off, and by how much. */
export function wayText({ what, by }: Off): string {
  const [name, unit] = OFF[what] ?? [what, ''];
  return `${name}: ${amount(by, unit)}`;
}

const PASSED = {
  bomb: 'A blade went through a bomb',
  wall: 'The head was in a wall',
  miss: 'Counts as missed, and was cut',
};

/** What the replay leaves out of its map, and how far inside it was. */
export const passedText = ({ what, by }: Passed): string => `${PASSED[what] ?? what}: ${amount(by, 'm')}`;

const PARTS = { head: 'head', left: 'left hand', right: 'right hand' };

/** What was observed, of what, and how much. */
export function observationText({ what, part, by }: Observation): string {
  const [name, unit] = OBSERVED[what] ?? [what, ''];
  return `${name}${part ? `, ${PARTS[part]}` : ''}: ${amount(by, unit)}`;
}

/** In which way a note differs, as text. */
export function differenceText({ note, points: [recorded, recomputed], why, off }: NoteDifference): string {
  if (note === null) return 'In the map, and not in the replay';
  const ways = off.map((what) => OFF[what]?.[0] ?? what);
  const points = `${recorded} → ${recomputed} points`;
  return [points, ...ways, why].filter(Boolean).join('; ');
}
