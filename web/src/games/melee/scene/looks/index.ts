import { type Drawing, lookOf } from '../drawing';
import type { Look, Outfit } from '../look';
import { marth, roy } from './fire-emblem';
import { ganondorf, link, sheik, youngLink, zelda } from './hyrule';
import { bowser, donkeyKong, drMario, luigi, mario, peach, yoshi } from './mushroom-kingdom';
import { captainFalcon, gameAndWatch, kirby, nana, ness, popo, samus, sandbag, stranger } from './others';
import { jigglypuff, mewtwo, pichu, pikachu } from './pokemon';
import { falco, fox } from './star-fox';

/** By the number that a frame has for its character. */
const DRAWINGS: Record<number, Drawing> = {
  0: mario,
  1: fox,
  2: captainFalcon,
  3: donkeyKong,
  4: kirby,
  5: bowser,
  6: link,
  7: sheik,
  8: ness,
  9: peach,
  10: popo,
  11: nana,
  12: pikachu,
  13: samus,
  14: yoshi,
  15: jigglypuff,
  16: mewtwo,
  17: luigi,
  18: marth,
  19: zelda,
  20: youngLink,
  21: drMario,
  22: falco,
  23: pichu,
  24: gameAndWatch,
  25: ganondorf,
  26: roy,
  31: bowser,
  32: sandbag,
};

const looks = new Map<string, Look>();

/** Worked out when an outfit is first seen. */
export function lookAs(id: number, outfit: Outfit): Look {
  const known = DRAWINGS[id] ? id : -1;
  const key = [known, outfit.costume, outfit.shade].join();
  let look = looks.get(key);
  if (!look) looks.set(key, (look = lookOf(DRAWINGS[known] ?? stranger, outfit)));
  return look;
}
