import type { Replay } from '.';
import type { Questions } from './questions.types';
import type { Parameters } from './types';

/** Asks replays questions whose types Rust has written, as those of a game. */
export const asking =
  <All extends { [Q in keyof All]: { given: Parameters; answer: unknown } }>() =>
  <Q extends keyof All & string>(replay: Replay, question: Q, given?: All[Q]['given']): Promise<All[Q]['answer']> =>
    replay.ask(question, given);

/** Asks what replays of every game answer. */
export const ask = asking<Questions>();
