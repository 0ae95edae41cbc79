import { at, valueAt } from '../../../stage/columns';
import { FIRST_FRAME, FRAME_RATE } from '../rules';
import { type Character, characterOf } from './characters';
import { type Game, lastRow, type Track } from './data';
import { moodOf } from './pose';
import { isAway, isDead, isHurt, isReborn, isShieldStunned, isStar, type Mood } from './states';

/** A fighter that is further away a frame later was put there. */
export const LEAP = 18;

export interface Fighter {
  track: Track;
  character: Character;
  x: number;
  y: number;
  facing: number;
  percent: number;
  stocks: number;
  state: number;
  /** Radius of the shield in units; 0: none. */
  shield: number;
  /** Cannot act for a hit on its shield. */
  shieldStun: boolean;
  mood: Mood;
  /** Frames of hitstun that are left, 0 for none. */
  hitstun: number;
  /** Frozen by a hit: its own, one that it takes, or one on its shield. */
  hitlag: boolean;
  /** 1 invulnerable, 2 intangible. */
  untouchable: number;
  dead: boolean;
  /** In the picture. */
  visible: boolean;
}

/** A fighter at a time: places glide from frame to frame, everything else is the frame's. */
export function fighterAt(game: Game, track: Track, time: number, index: number): Fighter {
  const { frames } = game;
  const row = track.rows[index] ?? -1;
  const here = lastRow(track, index);
  const read = (name: string) => at(frames, `post.${name}`, here);
  const state = read('action_state_id');
  const next = row < 0 ? -1 : (track.rows[index + 1] ?? -1);
  let [x, y] = [read('position_x'), read('position_y')];
  const part = Math.min(1, Math.max(0, time * FRAME_RATE - FIRST_FRAME - index));
  if (next >= 0 && part > 1e-4) {
    const dx = at(frames, 'post.position_x', next) - x;
    const dy = at(frames, 'post.position_y', next) - y;
    if (Math.hypot(dx, dy) < LEAP) [x, y] = [x + dx * part, y + dy * part];
  }
  const dead = isDead(state);
  const character = characterOf(read('internal_character_id'), game.who[track.port]?.outfit);
  const mood = moodOf(state, character);
  const flags2 = read('state_bit_flags_2');
  return {
    track,
    character,
    x,
    y,
    facing: read('facing_direction') < 0 ? -1 : 1,
    percent: read('percent'),
    stocks: read('stocks_remaining'),
    state,
    shield: mood === 'shield' ? shieldRadius(character, read('shield_size'), valueAt(frames, 'pre.trigger', here) ?? 0) : 0,
    shieldStun: isShieldStunned(state),
    mood,
    hitstun: hitstunOf(game, here, state),
    hitlag: (flags2 & 0x20) !== 0 || read('hitlag_remaining') > 0,
    untouchable: Math.max(read('hurtbox_collision_state'), (flags2 & 4) !== 0 || isReborn(state) ? 1 : 0),
    dead,
    visible: row >= 0 && (!dead || isStar(state)) && !isAway(state),
  };
}

/** Old files do not have it: there whoever reels is in it. */
function hitstunOf({ frames }: Game, row: number, state: number): number {
  if (!frames['post.state_bit_flags_4']) return isHurt(state) ? 1 : 0;
  return (at(frames, 'post.state_bit_flags_4', row) & 2) !== 0 ? Math.max(1, at(frames, 'post.misc_action_state', row)) : 0;
}

/** Smaller the more it has taken and the more firmly the trigger is held. */
function shieldRadius(character: Character, health: number, trigger: number): number {
  const press = Math.min(1, Math.max(0.3, trigger || 1));
  const part = (health / 60) * (1 - (0.5 * (press - 0.3)) / 0.7);
  return character.shield.radius * (0.15 + 0.85 * part);
}
