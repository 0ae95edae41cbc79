import type { Player } from '../player';

/** Whether the picture is live, and the way there. */
export function LiveBadge({ player }: { player: Player }) {
  const live = player.live.value;
  if (!live) return null;
  if (!live.connected) return <p class="live-badge">Reconnecting…</p>;
  if (live.stalled && player.playback.growing.value && player.playback.atEdge.value) {
    return (
      <p class="live-badge" data-at="still" role="status" title="The game is paused, or its recorder has stopped">
        Nothing is coming
      </p>
    );
  }
  if (player.playback.growing.value && player.playback.atEdge.value) {
    return (
      <p class="live-badge" data-at="edge" role="status">
        Live
      </p>
    );
  }
  if (live.phase === 'waiting' && !player.playback.growing.value) return <p class="live-badge">Waiting for the next game</p>;
  const label = player.playback.growing.value ? 'Back to live' : 'Next game';
  return (
    <button type="button" class="btn quiet live-badge" title={`${label} (End)`} onClick={() => player.goLive()}>
      {label}
    </button>
  );
}
