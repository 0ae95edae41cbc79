import type { ReadonlySignal } from '@preact/signals';
import { setHitVolume } from '../song/choices';
import { Volume } from '../song/Volume';

/** Whether cuts are heard, and how loud. `volume`: 0 if they are not. */
export function Tools({ volume, toggle }: { volume: ReadonlySignal<number>; toggle(): void }) {
  return (
    <Volume
      label={volume.value === 0 ? 'Hit sounds on' : 'Hit sounds off'}
      slider="Loudness of hit sounds"
      volume={volume.value}
      above
      onToggle={toggle}
      onVolume={setHitVolume}
    >
      <rect x="3" y="6.5" width="7" height="7" rx="1.5" />
    </Volume>
  );
}
