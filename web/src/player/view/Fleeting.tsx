import { type Signal, useSignalEffect } from '@preact/signals';

const TOAST_MILLIS = 2200;
const JUMP_MILLIS = 600;

/** A message of the player, shown for a moment. */
export function Toast({ text }: { text: Signal<string> }) {
  useFading(text, '', TOAST_MILLIS);
  if (!text.value) return null;
  return (
    <p class="toast glass" aria-hidden="true">
      {text.value}
    </p>
  );
}

/** How many seconds two taps at a side jumped; 0: none. */
export function Jump({ seconds }: { seconds: Signal<number> }) {
  useFading(seconds, 0, JUMP_MILLIS);
  if (seconds.value === 0) return null;
  return (
    <div class="jump num" data-side={Math.sign(seconds.value)} aria-hidden="true">
      {seconds.value > 0 ? '+' : '−'}
      {Math.abs(seconds.value)} s
    </div>
  );
}

/** Goes back to nothing so long after it was set. */
function useFading<T>(value: Signal<T>, nothing: T, millis: number): void {
  useSignalEffect(() => {
    if (value.value === nothing) return;
    const timer = setTimeout(() => (value.value = nothing), millis);
    return () => clearTimeout(timer);
  });
}
