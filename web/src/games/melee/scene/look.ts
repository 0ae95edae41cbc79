import type { Color } from 'three';
import type { Pose } from './poses';

/** Where a part of a body is fastened. Each has a direction of its own that points ahead while the fighter stands. */
export const JOINTS = ['hip', 'chest', 'head', 'drape', 'tail', 'far-hand', 'far-foot', 'foot', 'hand', 'blade'] as const;
export type JointName = (typeof JOINTS)[number];

/** The order of painting: later layers cover earlier ones. Cloth, hair and tails are loose: they hang as they like. */
export const LAYERS = ['loose', 'behind', 'far arm', 'far leg', 'near leg', 'trunk', 'head', 'near arm'] as const;
export type Layer = (typeof LAYERS)[number];

/** A ball, or a bar between two balls, from its joint in hundredths of the body's height. */
export interface Part {
  joint: JointName;
  layer: Layer;
  /** Counts lines around parts within a layer. */
  outline: number;
  colour: Color;
  from: [x: number, y: number, radius: number];
  to: [x: number, y: number, radius: number];
}

/** One half of a limb: its colour and its radius in hundredths of the height. */
export interface Bone {
  colour: Color;
  radius: number;
}

/** A player's costume. */
export interface Outfit {
  /** Index among the costumes of the character; 0 is the usual one. */
  costume: number;
  /** 0 normal, 1 light, 2 dark: of players who wear the same. */
  shade: number;
}

/** How a character looks: its proportions, its colours, and the things fastened to joints. Shapes are our own. */
export interface Look {
  /** All in hundredths of the height: lengths of leg, arm, hip to chest, chest to the middle of the head; how far shoulders and hips are to
   * each side. */
  leg: number;
  arm: number;
  trunk: number;
  neck: number;
  shoulder: number;
  hip: number;
  /** Upper half, lower half, hand or foot; a foot is so long. */
  arms: [Bone, Bone, Bone];
  legs: [Bone, Bone, Bone];
  footLength: number;
  parts: Part[];
  /** That the costume is known by; null of the usual one. */
  main: Color | null;
  /** Of the line around parts. */
  ink: Color | null;
  /** Degrees that a weapon at rest points up. */
  blade: number;
  /** Strikes with a hand, or with what it holds, where others kick. */
  handed: boolean;
  stance: Pose;
  gait: Gait;
  /** How high its stance is. */
  tall: number;
  /** How far from its middle its body ends, from where it strikes. */
  girth: number;
}

/** How one runs: with swinging arms, arms behind, on all fours, or not at all but through the air. */
export type Gait = 'pump' | 'trail' | 'fours' | 'glide';
