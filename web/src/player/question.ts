import { signal } from '@preact/signals';

/** Where further plays of the map on the stage are shown. */
export type Where = 'beside' | 'instead';

/** A question to the reader. */
interface Question {
  /** How many plays it is about. */
  count: number;
  /** Whether there is room for them beside those that are shown. */
  fits: boolean;
  /** Null: nowhere. */
  answer(where: Where | null): void;
}

/** The one that is asked now. */
export const question = signal<Question | null>(null);

/** Asks where plays are shown. One that was asked before is answered with nowhere. */
export function askWhere(about: Omit<Question, 'answer'>): Promise<Where | null> {
  question.peek()?.answer(null);
  return new Promise((resolve) => {
    const asked: Question = {
      ...about,
      answer(where) {
        if (question.peek() === asked) question.value = null;
        resolve(where);
      },
    };
    question.value = asked;
  });
}
