import type { Span } from '../../../stage/scene';
import type { Player } from '../../player';
import { witnessedOf } from '../../witnessed';

interface LaneProps {
  player: Player;
  /** Where the bar begins, in seconds of the replay, and how long it is. */
  start: number;
  length: number;
}

/** The witnessed stretches of the replay, below the bar. */
export function WitnessLane({ player, start, length }: LaneProps) {
  const witnessed = stretchesOf(player);
  if (!witnessed) return null;
  const texts = witnessed.map((stretch) => `${player.playback.timeText(stretch.start)} to ${player.playback.timeText(stretch.end)}`);
  const share = (seconds: number) => `${(seconds / length) * 100}%`;
  return (
    <div class="witness-lane" role="img" aria-label={`Witnessed: ${texts.join(', ')}`}>
      {witnessed.map((stretch) => (
        <div
          key={stretch.start}
          class="witnessed"
          style={{ left: share(stretch.start - start), width: share(stretch.end - stretch.start) }}
        />
      ))}
    </div>
  );
}

/** Whether the moment that is pointed at was witnessed. */
export function WitnessTip({ player, time }: { player: Player; time: number }) {
  const witnessed = stretchesOf(player);
  if (!witnessed) return null;
  const isWitnessed = witnessed.some((stretch) => stretch.start <= time && time <= stretch.end);
  return (
    <span class="tip-proof" data-witnessed={isWitnessed}>
      {isWitnessed ? 'witnessed' : 'not witnessed'}
    </span>
  );
}

function stretchesOf(player: Player): readonly Span[] | null {
  const proof = player.proof.value;
  return proof && witnessedOf(proof, player.scene.value!.span);
}
