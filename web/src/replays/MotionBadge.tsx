import { type MotionSummary, motionSentences, motionWords } from './motion';

/** Whether the motion fits what the replay says, in a word or two; nothing where that is not judged. */
export function MotionBadge({ motion }: { motion?: MotionSummary | null }) {
  if (!motion) return null;
  return (
    <span class="motion-level" data-state={motion.verdict} title={motionSentences(motion)}>
      {motionWords(motion)}
    </span>
  );
}
