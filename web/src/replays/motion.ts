/** Whether the motion of a replay fits what it says, in short (docs/server.md). */
export interface MotionSummary {
  verdict: 'consistent' | 'inconsistent' | 'not-enough-data';
  checked: number;
  notes_off: number;
  suggests: string | null;
  reason: string | null;
}

const WORDS = { consistent: 'motion fits', inconsistent: 'motion does not fit', 'not-enough-data': 'motion not judged' };

export const motionWords = ({ verdict }: MotionSummary): string => WORDS[verdict];

/** The verdict in sentences. */
export function motionSentences({ checked, notes_off, suggests, reason }: MotionSummary): string {
  const fit = `${checked - notes_off} of ${checked} good cuts follow from the recorded motion.`;
  return reason ?? [fit, suggests].filter(Boolean).join(' ');
}
