import type { Motion } from './record.types';

/** Whether the motion of a replay fits what it says, in short (docs/server.md). */
export type MotionSummary = Pick<Motion, 'verdict' | 'checked' | 'notes_off' | 'suggests' | 'reason'>;

const WORDS: Record<string, string> = {
  consistent: 'motion fits',
  inconsistent: 'motion does not fit',
  'not-enough-data': 'motion not judged',
};

export const motionWords = ({ verdict }: MotionSummary): string => WORDS[verdict] ?? verdict;

/** The verdict in sentences. */
export function motionSentences({ checked, notes_off, suggests, reason }: MotionSummary): string {
  const fit = `${checked - notes_off} of ${checked} good cuts follow from the recorded motion.`;
  return reason ?? [fit, suggests].filter(Boolean).join(' ');
}
