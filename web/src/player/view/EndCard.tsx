import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Player } from '../player';
import { useFetched } from './fetched';
import type { OpenPage } from './page';
import type { ResultProps } from './Result';

/** The result, of a replay that has been watched to its end, and what comes next; moving on from there ends its use. */
export function EndCard({ player, page }: { player: Player; page: OpenPage }) {
  const { ended } = player.playback;
  const Result = useSignal<ComponentType<ResultProps> | null>(null);
  // Fetched then.
  const show = () => void import('./Result').then((module) => ended.peek() && (Result.value = module.Result));
  useEffect(() => player.events.on('ended', show), []);
  useSignalEffect(() => {
    if (!ended.value) Result.value = null;
  });
  const Next = useFetched(player.queue.upcoming, () => import('./NextGame'));
  const next = player.queue.upcoming.value;
  if (!player.scene.value || page.ui.value !== 'all') return null;
  const card = next && Next && <Next.NextGame player={player} next={next} />;
  if (!Result.value) return card;
  return (
    <Result.value player={player} onStats={() => (page.stats.value = true)} onClose={() => (Result.value = null)}>
      {card}
    </Result.value>
  );
}
