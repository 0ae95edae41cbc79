import { at, type Columns } from '../../../../stage/columns';
import { lastAtOrBefore } from '../../../../stage/times';
import type { Jump } from '../jump';

/** How fast notes come over time: straight lines between the rows of the table. */
export class Pace {
  private readonly times: Float64Array;

  constructor(private readonly paces: Columns) {
    this.times = Float64Array.from(paces.time ?? []);
  }

  set(time: number, jump: Jump): void {
    if (this.times.length === 0) return;
    const row = Math.max(0, lastAtOrBefore(this.times, time));
    const next = Math.min(row + 1, this.times.length - 1);
    const lasts = this.times[next]! - this.times[row]!;
    const share = lasts > 0 ? Math.min(1, Math.max(0, (time - this.times[row]!) / lasts)) : 0;
    const value = (name: string): number => at(this.paces, name, row) + (at(this.paces, name, next) - at(this.paces, name, row)) * share;
    jump.distance = value('jump_distance');
    jump.half = jump.distance / (2 * value('speed'));
  }
}
