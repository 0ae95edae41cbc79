import { Icon } from '../../ui/icons';
import { Tool } from '../../ui/Tool';
import { keepsPitch, muted, setVolume, volume } from './choices';
import './song.css';

/** The controls of a song. */
export function Tools() {
  const percent = muted.value ? 0 : Math.round(volume.value * 100);
  const sound = muted.value ? 'Sound on' : 'Sound off';
  const pitch = keepsPitch.value ? 'Let the pitch change with the speed' : 'Keep the pitch at every speed';
  return (
    <>
      <span class="sound">
        <Tool
          label={sound}
          onClick={() => (muted.value = !muted.value)}
          icon={
            <Icon>
              <path d="M3.5 8v4h3l4 3.5v-11l-4 3.5z" />
              {muted.value ? <path d="m13 8 4 4m0-4-4 4" /> : <path d="M13 7.5a3.5 3.5 0 0 1 0 5M15 5.5a6.5 6.5 0 0 1 0 9" />}
            </Icon>
          }
        />
        <input
          type="range"
          class="volume"
          aria-label="Volume"
          aria-valuetext={`${percent} %`}
          title={`Volume: ${percent} %`}
          max={100}
          step={5}
          value={percent}
          onInput={({ currentTarget }) => setVolume(Number(currentTarget.value) / 100)}
        />
      </span>
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
