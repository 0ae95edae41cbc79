import type { ComponentChildren } from 'preact';

/** `a, b or c`. */
export function either(items: readonly ComponentChildren[]): ComponentChildren {
  const before = (i: number) => (i === 0 ? '' : i < items.length - 1 ? ', ' : ' or ');
  return items.map((item, i) => [before(i), item]);
}
