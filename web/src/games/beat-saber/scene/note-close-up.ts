import type { Color } from 'three';
import type { CloseUp } from '../../../stage/scene';
import type { Moment } from './effects';
import type { MistakeKind } from './mistakes';
import type { Note } from './notes-model';

/** A note to look at, with what drawings of it go by. */
export interface NoteCloseUp extends CloseUp {
  note: Note;
  /** Undefined of a good cut. */
  mistake?: MistakeKind;
  /** Where it was when it was cut, and how turned. */
  moment: Moment;
  /** As it is drawn. */
  colour: Color;
}
