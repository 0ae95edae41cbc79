import { at, type Columns } from '../../../../stage/columns';
import { lastAtOrBefore } from '../../../../stage/times';
import { Lane } from '../lane';

/** Seconds before the first note of a lane that a camera is on the way to it at most, and stands before it. */
const [ON_THE_WAY, THERE] = [0.8, 0.25];

/** In which lane notes come, by the map's notes. */
export class Turns {
  private readonly times: Float64Array;

  constructor(private readonly notes: Columns) {
    this.times = Float64Array.from(notes.time ?? []);
  }

  /** The lane that is played, as cameras follow it: they turn between notes. */
  laneAt(time: number): Lane {
    const before = lastAtOrBefore(this.times, time + THERE);
    const next = before + 1;
    const there = at(this.notes, 'rotation', Math.min(next, this.times.length - 1));
    const here = before < 0 ? there : at(this.notes, 'rotation', before);
    if (next >= this.times.length || here === there) return Lane.at(here);
    const arrives = this.times[next]! - THERE;
    const leaves = Math.max(arrives - ON_THE_WAY, (this.times[before] ?? -Infinity) - THERE);
    const share = Math.min(1, Math.max(0, (time - leaves) / (arrives - leaves || 1)));
    return Lane.at(here + shortWay(there - here) * share * share * (3 - 2 * share));
  }
}

/** Degrees of a turn that is no more than half a circle. */
const shortWay = (degrees: number): number => degrees - 360 * Math.round(degrees / 360);
