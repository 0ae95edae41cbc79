import { useComputed } from '@preact/signals';
import type { Player } from '../player';
import { useFetched } from './fetched';

/** The notices about a file. */
export function Notices({ player }: { player: Player }) {
  const refusal = player.refusal.value;
  const replay = player.replay.value;
  // Fetched when there is something.
  const isDamaged = () => player.replay.value?.meta.diagnostics.some(({ severity }) => severity === 'error');
  const hasNotice = useComputed(() => player.refusal.value !== null || isDamaged());
  const Notice = useFetched(hasNotice, () => import('./Notice'));
  return (
    <div class="notices">
      {refusal?.isOfMap && Notice && <Notice.MapNotice refusal={refusal} onClose={() => player.dismissRefusal()} />}
      {refusal && !refusal.isOfMap && Notice && <Notice.RefusalNotice refusal={refusal} onClose={() => player.dismissRefusal()} />}
      {replay && !player.playback.growing.value && Notice && <Notice.RecoveredNotice key={replay} meta={replay.meta} />}
    </div>
  );
}
