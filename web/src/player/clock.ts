/** A stretch that plays over and over. */
export interface Loop {
  a: number;
  b: number;
}

export const SPEEDS = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

/** Seconds behind the edge from which time leaps instead of hurrying. */
const LONGEST_CHASE = 1;

/** Replay time. It moves only by the time that its caller passes, so a test can be the caller. */
export class Clock {
  time = 0;
  playing = false;
  speed = 1;
  loop: Loop | null = null;
  start = 0;
  end = 0;
  /** Replay seconds to a second at speed 1. */
  rate = 1;
  /** The replay is still being written: its end is where it has got to, and nothing to stop at. */
  growing = false;
  /** Time keeps so many seconds behind the end of a growing replay, whatever the speed; null: it does not. */
  edge: number | null = null;

  reset(start: number, end: number, rate: number): void {
    this.start = start;
    this.end = Math.max(start, end);
    this.rate = rate > 0 ? rate : 1;
    this.time = start;
    this.loop = null;
    this.playing = false;
    this.growing = false;
    this.edge = null;
  }

  /** The replay has become longer. */
  extend(end: number): void {
    this.end = Math.max(this.end, end);
  }

  seek(time: number): void {
    this.time = Math.min(Math.max(time, this.start), this.end);
  }

  /** A little ahead or back, and not over the end of the replay or of a loop. */
  nudge(seconds: number): void {
    const last = this.loop && this.time <= this.loop.b ? this.loop.b : this.end;
    this.time = Math.min(Math.max(this.time + seconds, this.start), last);
  }

  /** True if time moved or playing ended. */
  advance(seconds: number): boolean {
    if (!this.playing || seconds <= 0) return false;
    const pace = this.keepPace();
    const before = this.time;
    let after = before + seconds * pace * this.rate;
    // Someone who sought past the loop wants to see what is there: only running into its end turns back.
    if (this.loop && before <= this.loop.b && after >= this.loop.b) {
      const length = this.loop.b - this.loop.a;
      after = this.loop.a + ((after - this.loop.b) % length);
    }
    if (after >= this.end) {
      after = this.end;
      this.playing = this.growing;
    }
    this.time = after;
    return true;
  }

  /** At the edge, a little faster or slower than the world, so that pieces that come unevenly do not show. */
  private keepPace(): number {
    if (this.edge === null) return this.speed;
    const behind = this.end - this.edge - this.time;
    // After a stall it would take too long to run after it.
    if (behind > LONGEST_CHASE) this.time += behind;
    return behind > LONGEST_CHASE ? 1 : Math.min(1.5, Math.max(0.5, 1 + 0.5 * behind));
  }

  get atEnd(): boolean {
    return this.time >= this.end;
  }

  setSpeed(speed: number): void {
    this.speed = Math.min(4, Math.max(0.1, speed));
  }

  /** Null or a stretch too short to be meant clears the loop. */
  setLoop(loop: Loop | null): void {
    if (!loop) {
      this.loop = null;
      return;
    }
    const a = Math.max(this.start, Math.min(loop.a, loop.b));
    const b = Math.min(this.end, Math.max(loop.a, loop.b));
    this.loop = b - a >= 0.05 ? { a, b } : null;
  }
}

/** Next step up or down the ladder of speeds, from wherever one stands. */
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const steps = direction > 0 ? SPEEDS.filter((s) => s > speed + 1e-6) : SPEEDS.filter((s) => s < speed - 1e-6);
  return (direction > 0 ? steps[0] : steps.at(-1)) ?? speed;
}
