import type { ComponentType } from 'preact';
import type { Camera, Color } from 'three';
import type { CloseUp, CloseUpProps, CloseUps, Marker } from '../../../stage/scene';
import { lastAtOrBefore } from '../../../stage/times';
import { LAYERS, MISTAKES, PATTERNS } from '../rules';
import { type Data, column } from './data';
import type { Effects } from './effects';
import { hitAt, type Target } from './hit-test';
import { mistakeKindOf, WORD_ABOVE } from './mistakes';
import type { NoteCloseUp } from './note-close-up';
import { Event, type Note } from './notes-model';
import type { NotesView } from './notes';
import { NOTE_SIZE } from './sizes';

/** The last instant at which a note is whole is so long before its event, in seconds. */
const WHOLE = 0.002;
/** Slow motion goes from so long before the cut to so long after it. */
const BEFORE = 0.35;
const AFTER = 0.25;
const LANES = 4;

/** The notes and bombs that a replay has events of, each to be looked at closely. */
export class NoteCloseUps implements CloseUps {
  readonly noun = 'note';
  /** By time. */
  private readonly notes: Note[];
  private readonly times: Float64Array;

  constructor(
    played: readonly Note[],
    private readonly columns: Data['notes'],
    private readonly drawn: NotesView,
    private readonly effects: Effects,
    /** A note's colour now. */
    private readonly colourOf: (note: Note) => Color,
  ) {
    this.notes = played.filter(({ eventTime }) => Number.isFinite(eventTime)).sort((a, b) => a.eventTime - b.eventTime);
    this.times = Float64Array.from(this.notes, ({ eventTime }) => eventTime);
  }

  at(x: number, y: number, eye: Camera): CloseUp | null {
    const hit = hitAt([...this.signs(), ...this.things()], x, y, eye);
    return hit && this.closeUp(hit);
  }

  of({ time, moment: { kind } }: Marker): CloseUp | null {
    const note = this.notes.find(({ eventTime, event }) => eventTime === time && mistakeKindOf(event) === kind.name);
    return note ? this.closeUp(note) : null;
  }

  near(time: number): CloseUp | null {
    const i = lastAtOrBefore(this.times, time);
    const [before, after] = [this.notes[i], this.notes[i + 1]];
    const isAfter = after && (!before || after.eventTime - time < time - before.eventTime);
    const note = isAfter ? after : before;
    return note ? this.closeUp(note) : null;
  }

  beside({ id }: CloseUp, direction: 1 | -1, kin: boolean): CloseUp | null {
    const at = this.notes.findIndex(({ row }) => row === id);
    const own = this.notes[at];
    for (let i = at + direction; own && this.notes[i]; i += direction) {
      if (!kin || this.notes[i]!.color === own.color) return this.closeUp(this.notes[i]!);
    }
    return null;
  }

  async body(): Promise<ComponentType<CloseUpProps>> {
    return (await import('../cut/CutCard')).CutCard;
  }

  private closeUp(note: Note): NoteCloseUp {
    const { event, eventTime, time, points, maxPoints } = note;
    // A miss is noticed behind the player.
    const instant = event === Event.Miss ? Math.min(time, eventTime) : eventTime;
    return {
      id: note.row!,
      time: instant - WHOLE,
      around: { start: instant - BEFORE, end: eventTime + AFTER },
      title: [nameOf(note, this.value('direction', note)), this.placeOf(note)].filter(Boolean).join(', '),
      outcome: event === Event.Good ? `${points} of ${maxPoints}` : MISTAKE_OF[event]!,
      kin: note.color === null ? '' : `${SIDES[note.color]} hand`,
      note,
      mistake: mistakeKindOf(event),
      moment: this.effects.momentOf(note),
      colour: this.colourOf(note),
    };
  }

  private value(name: string, { row }: Note): number {
    return column(this.columns, name)[row!]!;
  }

  /** In words; nothing outside of the grid, where there are none. */
  private placeOf(note: Note): string {
    const [lane, layer] = [this.value('line', note), LAYERS[this.value('layer', note)]];
    return layer && lane >= 0 && lane < LANES ? `lane ${lane + 1}, ${layer.toLowerCase()}` : '';
  }

  /** Marks and points, which stand before all else. */
  private signs(): Target<Note>[] {
    return this.effects.covers.flatMap(({ kind, note, at, width, height }) => {
      if (!note || kind === 'half') return [];
      const up = kind === 'mark' ? WORD_ABOVE : 0;
      return [{ of: note, at, width, height: height + up, up: up / 2, isSign: true }];
    });
  }

  private things(): Target<Note>[] {
    const halves = this.effects.covers.filter(({ kind }) => kind === 'half');
    return [
      ...halves.map(({ note, at, width, height }) => ({ of: note!, at, width, height })),
      ...this.drawn.seen
        .filter(({ note }) => note.row !== null)
        .map(({ note, position }) => ({ of: note, at: position, width: NOTE_SIZE, height: NOTE_SIZE })),
    ];
  }
}

const MISTAKE_OF: Partial<Record<Event, string>> = {
  [Event.Miss]: MISTAKES.Miss,
  [Event.Bad]: MISTAKES.Bad,
  [Event.Bomb]: MISTAKES.Bomb,
};
const SIDES = ['Left', 'Right'];
const SHAPES = { note: 'note', head: 'chain head', link: 'chain link', bomb: 'bomb' } as const;

function nameOf({ shape, color }: Note, direction: number): string {
  if (color === null) return 'Bomb';
  const of = PATTERNS.find(({ place: [member, at] }) => member === 'directions' && at === direction);
  const asked = shape === 'link' ? '' : (of?.label.toLowerCase() ?? '');
  return [`${SIDES[color]} ${SHAPES[shape]}`, asked].filter(Boolean).join(', ');
}
