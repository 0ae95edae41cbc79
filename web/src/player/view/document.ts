import { type ReadonlySignal, useSignalEffect } from '@preact/signals';
import type { Player } from '../player';

/** Puts what is shown into the document: its title, and data that style sheets go by. */
export function useDocument(player: Player, shown: ReadonlySignal<boolean>, stats: ReadonlySignal<boolean>): void {
  useSignalEffect(() => {
    const { dataset } = document.documentElement;
    dataset.quiet = String(!shown.value);
    dataset.stats = String(stats.value && player.scene.value !== null);
  });
  useSignalEffect(() => {
    const caption = player.scene.value?.caption;
    document.title = caption ? `${[caption.title, caption.line].filter(Boolean).join(' – ')} · Ghostreel` : 'Ghostreel player';
  });
}
