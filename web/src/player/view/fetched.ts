import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';

/** A part of the page that is fetched as soon as it is wanted, and kept; null until it is there. */
export function useFetched<T>(isWanted: ReadonlySignal<unknown>, fetch: () => Promise<T>): T | null {
  const part = useSignal<T | null>(null);
  useSignalEffect(() => {
    if (isWanted.value) void fetch().then((module) => (part.value = module));
  });
  return part.value;
}
