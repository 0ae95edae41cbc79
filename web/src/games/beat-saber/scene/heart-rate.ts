import { signal } from '@preact/signals';
import type { Columns } from '../../../stage/columns';
import { lastAtOrBefore } from '../../../stage/times';
import { column } from './data';

/** The player's heart rate, which a mod may record. */
export class HeartRate {
  /** Beats a minute; null before the first, and in most replays. */
  readonly bpm = signal<number | null>(null);
  private readonly times: Float64Array;

  constructor(private readonly beats: Columns) {
    this.times = Float64Array.from(column(beats, 'time'));
  }

  update(time: number): void {
    const bpm = column(this.beats, 'bpm')[lastAtOrBefore(this.times, time)];
    // Mods write 0 where the sensor says nothing.
    this.bpm.value = bpm !== undefined && bpm > 0 ? bpm : null;
  }
}
