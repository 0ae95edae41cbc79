import type { ComponentChildren } from 'preact';

/** The two halves of the pitch and the ball. */
export function mark(bits: number): ComponentChildren {
  return (
    <>
      <path class="left" d="M20 3H10L6 7v5H3v8h3v5l4 4h10z" />
      <path class="right" d="M22 3h10l4 4v5h3v8h-3v5l-4 4H22z" />
      <circle class="ball" cx={13 + (bits % 17)} cy={9 + ((bits >>> 8) % 15)} r="3" />
    </>
  );
}
