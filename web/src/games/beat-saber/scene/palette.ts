import { Color } from 'three';
import type { Theme } from '../../../ui/theme';
import { MAX_CUT_SCORE } from '../rules';

export interface Palette {
  /** Left, right. */
  notes: [Color, Color];
  sabers: [Color, Color];
  sign: Color;
  bomb: Color;
  bombRim: Color;
  wall: Color;
  miss: Color;
  bad: Color;
  /** Round the marks of mistakes. */
  outline: Color;
  ghost: Color;
  visor: Color;
  platform: Color;
  accent: Color;
  /** For a cut of 115, then down the steps of judgementOf. */
  judgements: Color[];
}

const make = (
  p: Record<Exclude<keyof Palette, 'notes' | 'sabers' | 'judgements'>, string> & {
    notes: [string, string];
    sabers: [string, string];
    judgements: string[];
  },
): Palette => ({
  notes: [new Color(p.notes[0]), new Color(p.notes[1])],
  sabers: [new Color(p.sabers[0]), new Color(p.sabers[1])],
  sign: new Color(p.sign),
  bomb: new Color(p.bomb),
  bombRim: new Color(p.bombRim),
  wall: new Color(p.wall),
  miss: new Color(p.miss),
  bad: new Color(p.bad),
  outline: new Color(p.outline),
  ghost: new Color(p.ghost),
  visor: new Color(p.visor),
  platform: new Color(p.platform),
  accent: new Color(p.accent),
  judgements: p.judgements.map((colour) => new Color(colour)),
});

export const PALETTES: Record<Theme, Palette> = {
  dark: make({
    notes: ['#d81f33', '#1f7be0'],
    sabers: ['#ff3348', '#2f8dff'],
    sign: '#ffffff',
    bomb: '#12151c',
    bombRim: '#ff5a4e',
    wall: '#ff3b4e',
    miss: '#ff7d92',
    bad: '#ffa24d',
    outline: '#05060a',
    ghost: '#8f9ad6',
    visor: '#11131b',
    platform: '#151722',
    accent: '#a99bff',
    judgements: ['#fff1b8', '#a6f5cf', '#9fd0ff', '#c9c4f5', '#f0a9c6', '#ff8f7d'],
  }),
  light: make({
    notes: ['#d42337', '#1d6fd6'],
    sabers: ['#e01a33', '#0f6be0'],
    sign: '#ffffff',
    bomb: '#2a2e3a',
    bombRim: '#d8402f',
    wall: '#d8233c',
    miss: '#b81f3d',
    bad: '#9c5200',
    outline: '#ffffff',
    ghost: '#7b84b8',
    visor: '#2b2f3d',
    platform: '#fbfbfe',
    accent: '#5a43d0',
    judgements: ['#8a5a00', '#0c6b43', '#175b9e', '#4a3fa8', '#94265e', '#b0321f'],
  }),
};

const STEPS = [MAX_CUT_SCORE, 113, 110, 105, 100];

/** Which of a palette's judgement colours a cut earns; kinds of note with a lower best are compared as if whole. */
export function judgementOf(points: number, best: number): number {
  const value = best >= MAX_CUT_SCORE || best === 0 ? points : points + (MAX_CUT_SCORE - best);
  const step = STEPS.findIndex((least) => value >= least);
  return step < 0 ? STEPS.length : step;
}
