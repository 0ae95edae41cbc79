import { at } from '../../../stage/columns';
import type { Game, Player, Track } from './data';

/** A player whose car is gone for no longer than this is destroyed, or about to come, in seconds. */
const WITHOUT_CAR = 5;
/** Keys of a team. */
const KEYS = 4;

const startOf = ({ columns, rows }: Track): number => at(columns, 'time', rows[0]!);

/** Whether a player takes part at a time. */
export const isHere = ({ tracks }: Player, time: number): boolean =>
  tracks.some((track) => startOf(track) <= time + WITHOUT_CAR && track.end >= time - WITHOUT_CAR);

/** Whether a player took part before a time, and does no longer. */
export const hasLeft = (player: Player, time: number): boolean => !isHere(player, time) && player.tracks.some(({ end }) => end < time);

/** The most players of one team who have a car at once: so many a team has while nobody is missing. */
export function teamSizeOf({ who }: Game): number {
  const isThere = ({ tracks }: Player, time: number) => tracks.some((track) => startOf(track) <= time && time < track.end);
  const atOnce = ({ team }: Player, time: number) => who.filter((other) => other.team === team && isThere(other, time)).length;
  return Math.max(0, ...who.flatMap((player) => player.tracks.map((track) => atOnce(player, startOf(track)))));
}

/** The keys of those who are here, by place in `who`: 1 to 4 are blue, 5 to 8 orange. Without teams all eight are everybody's. */
export function keysAt({ who }: Game, time: number): Map<number, number> {
  const taken = new Map<number, number>();
  const keys = new Map<number, number>();
  who.forEach((player, place) => {
    if (!isHere(player, time)) return;
    const before = taken.get(player.team) ?? 0;
    taken.set(player.team, before + 1);
    const isOfTeams = player.team === 0 || player.team === 1;
    if (before < (isOfTeams ? KEYS : 2 * KEYS)) keys.set(place, 1 + before + (player.team === 1 ? KEYS : 0));
  });
  return keys;
}
