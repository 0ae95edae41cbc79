import type { ComponentChildren } from 'preact';

/** A small sign for a map, made of its id: the same map looks the same in every row, and games can be told apart. */
export function MapMark({ game, id }: { game: string; id: string }) {
  return (
    <svg class="map-mark" viewBox="0 0 42 32" aria-hidden="true">
      {(MARKS[game] ?? grid)(hash(id))}
    </svg>
  );
}

const MARKS: Readonly<Record<string, (bits: number) => ComponentChildren>> = {
  'beat-saber': grid,
  melee: stage,
  'rocket-league': pitch,
};

/** Beat Saber's four lanes and three layers, some cells in the colours of the two hands. */
function grid(bits: number): ComponentChildren {
  return Array.from({ length: 12 }, (_, i) => {
    const kind = KINDS[bits % 11] ?? 'empty';
    bits = mixed(bits);
    return <rect key={i} class={kind} x={2 + (i % 4) * 10} y={2 + Math.floor(i / 4) * 10} width="8" height="8" rx="2.5" />;
  });
}

/** Of eleven: a grid that is mostly empty stays calm in a long list. */
const KINDS = ['left', 'right', 'left', 'right'];

/** Melee: the ground and some platforms over it. */
function stage(bits: number): ComponentChildren {
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

/** Rocket League: the two halves of the pitch and the ball. */
function pitch(bits: number): ComponentChildren {
  return (
    <>
      <path class="left" d="M20 3H10L6 7v5H3v8h3v5l4 4h10z" />
      <path class="right" d="M22 3h10l4 4v5h3v8h-3v5l-4 4H22z" />
      <circle class="ball" cx={13 + (bits % 17)} cy={9 + ((bits >>> 8) % 15)} r="3" />
    </>
  );
}

/** The next bits. */
function mixed(bits: number): number {
  return Math.imul(bits ^ (bits >>> 7), 0x9e3779b1) >>> 0;
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}
