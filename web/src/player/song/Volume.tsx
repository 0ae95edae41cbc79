import type { ComponentChildren } from 'preact';
import { Icon } from '../../ui/icons';
import { Tool } from '../../ui/Tool';
import './song.css';

interface Props {
  /** The button's action. */
  label: string;
  slider: string;
  /** 0 to 1; 0 when off. */
  volume: number;
  /** The slider comes out above the button, even with little room. */
  above?: boolean;
  /** The waves in the icon. */
  children: ComponentChildren;
  onToggle(): void;
  onVolume(volume: number): void;
}

/** Whether something is heard, and how loud. */
export function Volume({ label, slider, volume, above = false, children, onToggle, onVolume }: Props) {
  const percent = Math.round(volume * 100);
  return (
    <span class={above ? 'sound above' : 'sound'}>
      <Tool
        label={label}
        onClick={onToggle}
        icon={
          <Icon>
            {children}
            {percent === 0 ? <path d="m13 8 4 4m0-4-4 4" /> : <path d="M13 7.5a3.5 3.5 0 0 1 0 5M15 5.5a6.5 6.5 0 0 1 0 9" />}
          </Icon>
        }
      />
      <input
        type="range"
        class="volume"
        aria-label={slider}
        aria-valuetext={`${percent} %`}
        title={`${slider}: ${percent} %`}
        max={100}
        step={5}
        value={percent}
        onInput={({ currentTarget }) => onVolume(Number(currentTarget.value) / 100)}
      />
    </span>
  );
}
