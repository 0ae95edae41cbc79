import { computed, type ReadonlySignal } from '@preact/signals';
import type { Hit, Span } from '../../../stage/scene';
import type { Touch } from '../stats/statistics.types';
import { carAt, type Game, type Player } from './data';
import { againAt, type GoalReplay, type Story } from './goals';
import { Pose } from './pose';
import { boostsOf } from './tank';

/** A touch that changes the ball's velocity by so much, in uu/s, is as loud as any; the softest is not softer than this. */
const HARDEST = 3500;
const SOFTEST = 0.15;
/** Boost is heard as swells, one after the other. */
const SWELL = 0.11;
/** Of boost, beside all else: of the player who is followed, and of each where nobody is. */
const OWN = 0.5;
const ANYBODY = 0.14;
/** Heights of swells one after the other: the same one again and again would flutter. */
const PITCHES = [1, 1.13, 0.92, 1.06, 0.87];

/** Of boost: whose it is. */
interface Sound extends Hit {
  player?: Player;
}

/** The audible sounds of a match, by the player who is followed at a time. The sounds are worked out once for all who may be followed. */
export function heardOf(
  game: Game,
  story: Story,
  touches: ReadonlySignal<readonly Touch[]>,
): (watchedAt: (time: number) => Player | null) => Hit[] {
  const sounds = computed(() => soundsOf(game, story, touches.value));
  return (watchedAt) =>
    sounds.value.flatMap(({ player, ...sound }) => {
      if (!player) return [sound];
      const watched = watchedAt(sound.time);
      return watched && watched !== player ? [] : [{ ...sound, loudness: watched ? OWN : ANYBODY }];
    });
}

/** All sounds of a match: touches, goals, destroyed cars, and everybody's boost. */
function soundsOf(game: Game, story: Story, touches: readonly Touch[]): Sound[] {
  const sounds: Sound[] = [
    ...touches.map(({ time, hit }): Sound => ({ time, sound: 'touch', loudness: loudnessOf(hit), pitch: 0.9 + 0.2 * loudnessOf(hit) })),
    ...story.goals.map(({ time }): Sound => ({ time, sound: 'goal', loudness: 1 })),
    ...Array.from(game.demolitions.time ?? [], (time): Sound => ({ time, sound: 'demolition', loudness: 0.9 })),
    ...game.who.flatMap((player) => boostsOf(player.boost).flatMap((span) => swellsOf(player, span))),
  ];
  return [...sounds, ...story.goalReplays.flatMap((goalReplay) => heardAgain(sounds, goalReplay))];
}

const loudnessOf = (hit: number): number => Math.min(1, Math.max(SOFTEST, hit / HARDEST));

const pose = new Pose();

const swellsOf = (player: Player, { start, end }: Span): Sound[] =>
  Array.from(
    { length: Math.max(1, Math.ceil((end - start) / SWELL)) },
    (_, i): Sound => ({ time: start + i * SWELL, sound: 'boost', pitch: PITCHES[i % PITCHES.length]!, player }),
  ).filter(({ time }) => carAt(player, time, pose));

/** The sounds in a goal replay. */
const heardAgain = (sounds: readonly Sound[], goalReplay: GoalReplay): Sound[] =>
  sounds.flatMap((sound) => {
    const time = againAt(goalReplay, sound.time);
    return time === null ? [] : [{ ...sound, time }];
  });
