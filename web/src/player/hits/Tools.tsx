import type { ReadonlySignal } from '@preact/signals';
import { setHitVolume } from '../song/choices';
import { Volume } from '../song/Volume';

interface Props {
  /** The name of the sounds, if they are no hits. */
  label: string | undefined;
  /** 0 if nothing is heard. */
  volume: ReadonlySignal<number>;
  toggle(): void;
}

/** Whether cuts, or what else a scene has sounds of, are heard, and how loud. */
export function Tools({ label, volume, toggle }: Props) {
  const sounds = label ?? 'Hit sounds';
  return (
    <Volume
      label={`${sounds} ${volume.value === 0 ? 'on' : 'off'}`}
      slider={`Loudness of ${sounds.toLowerCase()}`}
      volume={volume.value}
      above
      onToggle={toggle}
      onVolume={setHitVolume}
    >
      {label ? <path d="M3.5 8v4h3l4 3.5v-11l-4 3.5z" /> : <rect x="3" y="6.5" width="7" height="7" rx="1.5" />}
    </Volume>
  );
}
