import type { ComponentChildren } from 'preact';
import { mixed } from '../bits';

/** The ground and some platforms over it. */
export function mark(bits: number): ComponentChildren {
  const kinds = [bits, mixed(bits)].map((bits) => (bits % 2 ? 'right' : 'left'));
  const [low, high] = [15 + (bits % 4), 6 + ((bits >>> 4) % 4)];
  const ground = 26 + ((bits >>> 8) % 3) * 4;
  return (
    <>
      <rect class="empty" x={21 - ground / 2} y="24" width={ground} height="6" rx="2.5" />
      <rect class={kinds[0]} x="7" y={low} width="9" height="3" rx="1.5" />
      <rect class={kinds[0]} x="26" y={low} width="9" height="3" rx="1.5" />
      {(bits >>> 12) % 3 > 0 && <rect class={kinds[1]} x="16.5" y={high} width="9" height="3" rx="1.5" />}
    </>
  );
}
