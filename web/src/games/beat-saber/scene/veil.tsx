import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { Icon } from '../../../ui/icons';
import { Tool } from '../../../ui/Tool';
import type { Note } from './notes-model';

/** Shares of the way from the jump's start to the head: up to the first, arrows and dots are fully seen, and from the second on not at all. */
const [FADES, GONE] = [0.3, 0.7];

/** Whether notes look as the player saw them lasts as long as the page. */
const asPlayed = signal(true);

/** How much of a note is seen. */
export interface Look {
  /** Whether its cube is drawn. */
  body: boolean;
  /** How much of its arrow or dot, 0 to 1. */
  sign: number;
}

const WHOLE: Look = { body: true, sign: 1 };

/** The notes and arrows that the modifiers Ghost Notes and Disappearing Arrows hide. Bombs and cut halves are seen all the same. */
export class Veil {
  private readonly hasGhosts: boolean;
  private readonly arrowsFade: boolean;
  private first = -Infinity;

  constructor(modifiers: readonly string[]) {
    this.hasGhosts = modifiers.includes('GN');
    this.arrowsFade = modifiers.includes('DA');
  }

  /** Of Ghost Notes, the game shows those that come first whole. */
  begin(notes: readonly Note[]): void {
    this.first = notes.reduce((first, { shape, time }) => (shape === 'bomb' ? first : Math.min(first, time)), Infinity);
  }

  /** `way`: the share of the way that the note has come. */
  lookOf({ time }: Note, way: number): Look {
    if (!asPlayed.peek()) return WHOLE;
    const isGhost = this.hasGhosts && time > this.first;
    const sign = isGhost || this.arrowsFade ? Math.min(1, Math.max(0, (GONE - way) / (GONE - FADES))) : 1;
    return { body: !isGhost, sign };
  }

  /** Buttons for the dock, after the existing ones. */
  toolsWith(Others: ComponentType | undefined, changed: () => void): ComponentType {
    return function Tools() {
      const label = asPlayed.value ? 'Show notes whole' : 'Show notes as the player saw them';
      return (
        <>
          {Others && <Others />}
          <Tool
            label={label}
            pressed={!asPlayed.value}
            onClick={() => {
              asPlayed.value = !asPlayed.value;
              changed();
            }}
            icon={
              <Icon>
                <rect x="3.5" y="3.5" width="13" height="13" rx="2.5" stroke-dasharray={asPlayed.value ? '2.6 2.6' : undefined} />
                <path d="M7 7.5h6L10 11z" />
              </Icon>
            }
          />
        </>
      );
    };
  }
}
