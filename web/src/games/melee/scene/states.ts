import type { PoseName } from './poses';

/** A fighter's action state: a pose that it holds, or something that moves. */
export type Action =
  | PoseName
  | 'walk'
  | 'run'
  | 'jump'
  | 'flip'
  | 'flipBack'
  | 'float'
  | 'tumble'
  | 'spin'
  | 'roll'
  | 'rollBack'
  | 'getUp'
  | 'getUpFront'
  | 'climbUp'
  | 'climbRoll'
  | 'ledgeJump'
  | 'hammer'
  | 'whirl'
  | 'away';

/** The mood of a state, for the effects around a body. */
export type Mood = 'attack' | 'special' | 'shield' | 'shine' | 'egg' | 'dodge' | 'hurt' | 'dizzy' | 'asleep' | 'frozen' | null;

interface Entry {
  action: Action;
  mood: Mood;
}

/** The game's action states by number: first and last, the body's motion, the effects around it. */
const STATES = `
0-3 spin
4-10 spin
11 away
12-14 wait
15-17 walk
18 wait
19 brake
20-22 run
23 brake
24 land
25-26 jump
27 flip
28 flipBack
29-34 float
35-37 helpless
38 tumble hurt
39-41 crouch
42-43 land
44-49 jab attack
50 rush attack
51-52 tiltHigh attack
53 tilt attack
54-55 tiltLow attack
56 tiltUp attack
57 tiltDown attack
58-59 smashHigh attack
60 smash attack
61-62 smashLow attack
63 smashUp attack
64 smashDown attack
65 neutral attack
66 forward attack
67 back attack
68 up attack
69 down attack
70-74 land
75-77 hurtHigh hurt
78-80 hurt hurt
81-83 hurtLow hurt
84-86 hurtAir hurt
87-90 flung hurt
91 spin hurt
92-93 stoop
94-95 smash attack
96 smashUp attack
97-99 smash attack
100 forward attack
101 back attack
102 up attack
103 down attack
104-109 smash attack
110 smashUp attack
111 smashDown attack
112-113 forward attack
114 up attack
115 down attack
116-119 smash attack
120-143 smash attack
144-147 soar
148-153 aim
154-157 soar
158-173 aim
174-177 carry
178-179 guard shield
180 guard
181-182 guard shield
183-184 lie
185 lie hurt
186 getUp
187 lieAttack attack
188 roll
189 rollBack
190 getUp
191-192 lieFront
193 lieFront hurt
194 getUpFront
195 lieFrontAttack attack
196 roll
197 rollBack
198 getUpFront
199 crouch
200 roll
201 rollBack
202-204 brace
205-206 flung dizzy
207-208 lie dizzy
209-211 dizzy dizzy
212-216 grab
217 pummel
218 grab
219 throwForward attack
220 throwBack attack
221 throwUp attack
222 throwDown attack
223-232 held
233 roll dodge
234 rollBack dodge
235 dodge dodge
236 airDodge dodge
237-238 hurt
239-243 flung hurt
244 fall
245-246 balance
247-250 hurt
251 balance
252-253 hang
254-255 climbUp
256-257 ledgeAttack attack
258-259 climbRoll dodge
260-263 ledgeJump
264-265 taunt
266-276 held
277 held egg
278-296 held
297-299 asleep asleep
300-304 held
305-306 soar
307-313 hammer
314-324 wait
325-326 brace frozen
327-330 held
331 held
332 held egg
333-334 held
335 lie
336-340 held
`;

const ENTRIES = new Map<number, Entry>();
for (const line of STATES.trim().split('\n')) {
  const [range, action, mood] = line.split(' ') as [string, Action, Mood | undefined];
  const [first, last = first] = range.split('-').map(Number);
  for (let state = first!; state <= last!; state++) ENTRIES.set(state, { action, mood: mood ?? null });
}

/** The first state that means another thing for each character. */
const OWN = 341;

/** The meaning of a letter of a character's own states, on the ground and in the air alike: specials by direction, then what is done in some. */
const SPECIALS: Record<string, Entry> = {
  n: { action: 'cast', mood: 'special' },
  s: { action: 'dash', mood: 'special' },
  h: { action: 'soar', mood: 'special' },
  l: { action: 'pound', mood: 'special' },
  // Arms out, or braced: tornadoes, counters, stone.
  w: { action: 'brace', mood: 'special' },
  // Rolled up: rollouts, the morph ball, the screw attack.
  o: { action: 'whirl', mood: 'special' },
  f: { action: 'bigPunch', mood: 'special' },
  k: { action: 'kick', mood: 'special' },
  z: { action: 'asleep', mood: 'asleep' },
  r: { action: 'brace', mood: 'shine' },
  g: { action: 'guard', mood: 'egg' },
  j: { action: 'jump', mood: null },
  t: { action: 'carry', mood: null },
  p: { action: 'taunt', mood: null },
  a: { action: 'smash', mood: 'attack' },
  b: { action: 'jab', mood: 'attack' },
  c: { action: 'grab', mood: null },
};

/** The action of a state; a character's own are a letter each. */
export const entryOf = (state: number, specials: string): Entry | undefined =>
  state < OWN ? ENTRIES.get(state) : SPECIALS[specials[state - OWN] ?? ''];

const within = (state: number, first: number, last: number) => state >= first && state <= last;

export const isDead = (state: number): boolean => state <= 10;
/** Not in play: waiting for the partner to lend a stock, or not yet there. */
export const isAway = (state: number): boolean => state === 11;
export const isReborn = (state: number): boolean => within(state, 12, 13);
/** Lost over the top and away into the sky. */
export const isStar = (state: number): boolean => within(state, 4, 10);
/** Hit, and not yet in control again. */
export const isHurt = (state: number): boolean => within(state, 75, 91);
/** Held in its shield by a hit on it. */
export const isShieldStunned = (state: number): boolean => state === 181;
/** Holds on to a ledge. */
export const isHanging = (state: number): boolean => within(state, 252, 253);
export const isBuried = (state: number): boolean => within(state, 294, 295);
