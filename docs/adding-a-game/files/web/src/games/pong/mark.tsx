import type { ComponentChildren } from 'preact';

/** The paddles and the ball. */
export function mark(bits: number): ComponentChildren {
  return (
    <>
      <path class="left" d={`M5 ${4 + (bits % 13)}v11h4v-11z`} />
      <path class="right" d={`M33 ${4 + ((bits >>> 8) % 13)}v11h4v-11z`} />
      <circle class="ball" cx={14 + ((bits >>> 16) % 14)} cy="16" r="3" />
    </>
  );
}
