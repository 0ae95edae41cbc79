import type { ComponentChildren } from 'preact';
import { mixed } from '../bits';

/** Four lanes and three layers, some cells in the colours of the two hands. */
export function mark(bits: number): ComponentChildren {
  return Array.from({ length: 12 }, (_, i) => {
    const kind = KINDS[bits % 11] ?? 'empty';
    bits = mixed(bits);
    return <rect key={i} class={kind} x={2 + (i % 4) * 10} y={2 + Math.floor(i / 4) * 10} width="8" height="8" rx="2.5" />;
  });
}

/** Of eleven: a grid that is mostly empty stays calm in a long list. */
const KINDS = ['left', 'right', 'left', 'right'];
