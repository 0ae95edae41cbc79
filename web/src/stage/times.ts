/** Index of the last element at or before `time`, -1 if all are later. */
export const lastAtOrBefore = (times: ArrayLike<number>, time: number): number => lastAt(times.length, (i) => times[i]!, time);

/** The last of `count` rising times that is not after `time`; −1 if there is none. */
export function lastAt(count: number, timeOf: (index: number) => number, time: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeOf(middle) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
