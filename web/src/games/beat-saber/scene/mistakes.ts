import { type Color, Vector3 } from 'three';
import { lastAtOrBefore } from '../../../stage/times';
import type { Sign } from './atlas';
import type { Kit } from './kit';
import { Event, type Note } from './notes-model';
import type { Palette } from './palette';
import { type Cover, Sprites } from './sprites';

/** Long enough to be seen at full speed. */
export const MARK_SECONDS = 1.4;
const FADES_SECONDS = 0.5;
const SIZE = 0.6;
const WORD = 0.24;
/** How far its middle is above that of the mark. */
export const WORD_ABOVE = SIZE / 2 + WORD * 0.62;
/** A mistake so near to a later one shares its mark. */
const NEAR_M = 0.35;
/** So low or so near to the player, marks are behind the controls: they stand a little off there. */
const LOWEST = 0.8;
const NEAREST = -0.7;

export type MistakeKind = 'miss' | 'bad' | 'bomb' | 'wall';

/** Something that went wrong. `place` says where; it is asked for once it is shown. */
export interface Mistake {
  time: number;
  kind: MistakeKind;
  /** Null of a wall. */
  note: Note | null;
  place(): Vector3;
}

/** Each kind has a shape and a word, so that no reader depends on colours. */
export const SHAPES: Record<MistakeKind, Sign> = { miss: 'frame', bad: 'cross', bomb: 'burst', wall: 'ring' };
const KINDS: Partial<Record<Event, MistakeKind>> = { [Event.Miss]: 'miss', [Event.Bad]: 'bad', [Event.Bomb]: 'bomb' };

export const mistakeKindOf = (event: Event): MistakeKind | undefined => KINDS[event];

/** Marks where something went wrong: from that instant on, over all else. */
export class Mistakes {
  readonly sprites: Sprites;
  covers: Cover[] = [];
  /** The mistakes marked now: where they happened, and where the marks stand. */
  seen: { kind: MistakeKind; place: Vector3; at: Vector3; alpha: number }[] = [];
  private readonly times: Float64Array;

  constructor(
    private readonly mistakes: readonly Mistake[],
    kit: Kit,
  ) {
    this.sprites = new Sprites(kit, 128, true);
    this.times = Float64Array.from(mistakes, ({ time }) => time);
  }

  /** `ahead`: how many metres further off they stand, where one looks through the player's eyes and cut notes are below the picture. */
  update(time: number, palette: Palette, ahead: number): void {
    this.seen = [];
    this.covers = [];
    for (let i = lastAtOrBefore(this.times, time); i >= 0 && time - this.times[i]! < MARK_SECONDS; i--) {
      const { kind, note } = this.mistakes[i]!;
      const place = this.mistakes[i]!.place();
      const at = new Vector3(place.x, Math.max(LOWEST, place.y), Math.min(NEAREST, place.z) - ahead);
      if (this.seen.some((later) => later.at.distanceTo(at) < NEAR_M)) continue;
      const alpha = Math.min(1, (MARK_SECONDS - (time - this.times[i]!)) / FADES_SECONDS);
      this.seen.push({ kind, place, at, alpha });
      this.covers.push({ kind: 'mark', note, at, width: SIZE, height: SIZE, alpha });
      this.draw(kind, at, alpha, colourOf(kind, palette), palette.outline);
    }
  }

  private draw(kind: MistakeKind, at: Vector3, alpha: number, colour: Color, outline: Color): void {
    const { sprites } = this;
    // Dark round bright, and bright round dark: seen before anything.
    sprites.draw(`${SHAPES[kind]}-wide`, at, SIZE, outline, alpha * 0.85);
    sprites.draw(SHAPES[kind], at, SIZE, colour, alpha);
    const up = WORD_ABOVE / WORD;
    sprites.draw(`${kind}-wide`, at, WORD, outline, alpha * 0.85, { up });
    sprites.draw(kind, at, WORD, colour, alpha, { up });
  }
}

function colourOf(kind: MistakeKind, palette: Palette): Color {
  if (kind === 'bomb') return palette.bombRim;
  return kind === 'miss' ? palette.miss : kind === 'bad' ? palette.bad : palette.accent;
}
