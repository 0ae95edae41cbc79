import { Icon } from '../../ui/icons';
import { Tool } from '../../ui/Tool';
import { keepsPitch, muted, setVolume, volume } from './choices';
import { Volume } from './Volume';

/** The controls of a song. */
export function Tools() {
  const pitch = keepsPitch.value ? 'Let the pitch change with the speed' : 'Keep the pitch at every speed';
  return (
    <>
      <Volume
        label={muted.value ? 'Sound on' : 'Sound off'}
        slider="Volume"
        volume={muted.value ? 0 : volume.value}
        onToggle={() => (muted.value = !muted.value)}
        onVolume={setVolume}
      >
        <path d="M3.5 8v4h3l4 3.5v-11l-4 3.5z" />
      </Volume>
      <Tool
        label={pitch}
        pressed={keepsPitch.value}
        onClick={() => (keepsPitch.value = !keepsPitch.value)}
        icon={
          <Icon>
            <path d="M7.5 15V5l8-1.5v9.5" />
            <circle cx="5.5" cy="15" r="2" />
            <circle cx="13.5" cy="13" r="2" />
          </Icon>
        }
      />
    </>
  );
}
