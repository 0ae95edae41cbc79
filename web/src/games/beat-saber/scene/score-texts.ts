import { Vector3 } from 'three';
import { lastAtOrBefore } from '../../../stage/times';
import type { Cell } from './atlas';
import type { Kit } from './kit';
import { Event, type Note } from './notes-model';
import { judgementOf, type Palette } from './palette';
import { type Cover, Sprites } from './sprites';

const SECONDS = 0.6;
/** How fast one goes when the next comes in its lane. */
const GIVES_WAY_SECONDS = 0.08;
const SIZE = 0.27;
/** Widths of a digit, in heights of its cell. */
const DIGIT = 0.56;
/** On the floor before the player, where no note comes by: from here to there. */
const NEAR = { y: 0.34, z: -1.5 };
const FAR = { y: 0.28, z: -2.9 };
/** Notes so near to each other across are of one lane. */
const LANE = 0.45;

interface Shown {
  note: Note;
  until: number;
}

/** The points of cuts: in each lane the last one alone, so that none lies on another. */
export class ScoreTexts {
  readonly sprites: Sprites;
  covers: Cover[] = [];
  private readonly shown: Shown[];
  private readonly times: Float64Array;
  private readonly at = new Vector3();

  constructor(byEvent: readonly Note[], kit: Kit) {
    this.sprites = new Sprites(kit, 96);
    // Links give the same whatever one does.
    const notes = byEvent.filter((note) => note.event === Event.Good && note.shape !== 'link');
    this.shown = notes.map((note, i) => {
      let next = i + 1;
      while (next < notes.length && notes[next]!.eventTime - note.eventTime < SECONDS && Math.abs(notes[next]!.x - note.x) > LANE) next++;
      const following = notes[next]?.eventTime ?? Infinity;
      // Of those that come almost together only the last is read.
      const fades = following - note.eventTime > 2 * GIVES_WAY_SECONDS ? GIVES_WAY_SECONDS : 0;
      return { note, until: Math.min(note.eventTime + SECONDS, following + fades) };
    });
    this.times = Float64Array.from(notes, (note) => note.eventTime);
  }

  update(time: number, palette: Palette, still: boolean): void {
    this.covers = [];
    for (let i = lastAtOrBefore(this.times, time); i >= 0 && time - this.times[i]! < SECONDS; i--) {
      const { note, until } = this.shown[i]!;
      if (time < until) this.draw(note, time - note.eventTime, until - time, palette, still);
    }
  }

  private draw(note: Note, age: number, left: number, palette: Palette, still: boolean): void {
    const share = still ? 0.4 : 1 - (1 - age / SECONDS) ** 2;
    const alpha = Math.min(1, age / 0.04, left / GIVES_WAY_SECONDS);
    this.at.set(note.x, NEAR.y + (FAR.y - NEAR.y) * share, NEAR.z + (FAR.z - NEAR.z) * share);
    const colour = palette.judgements[judgementOf(note.points, note.maxPoints)]!;
    const digits = String(note.points);
    this.covers.push({ kind: 'text', note, at: this.at.clone(), width: SIZE * DIGIT * digits.length, height: SIZE * 0.75, alpha });
    [...digits].forEach((digit, i) => {
      this.sprites.draw(digit as Cell, this.at, SIZE, colour, alpha, { across: (i - (digits.length - 1) / 2) * DIGIT });
    });
  }
}
