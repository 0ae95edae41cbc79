import { Color } from 'three';
import type { Theme } from '../../../ui/theme';

export interface Palette {
  /** Blue, orange. */
  teams: [Color, Color];
  floor: Color;
  line: Color;
  ball: Color;
  pad: Color;
  /** The text on the floor. */
  ink: Color;
  horizon: string;
}

const make = (
  blue: string,
  orange: string,
  floor: string,
  line: string,
  ball: string,
  pad: string,
  ink: string,
  horizon: string,
): Palette => ({
  teams: [new Color(blue), new Color(orange)],
  floor: new Color(floor),
  line: new Color(line),
  ball: new Color(ball),
  pad: new Color(pad),
  ink: new Color(ink),
  horizon,
});

export const PALETTES: Record<Theme, Palette> = {
  dark: make('#2f86ff', '#ff8b2b', '#141c26', '#8fa3bd', '#e9edf3', '#ffc64a', '#ffd98a', '#16202e'),
  light: make('#1b67d8', '#d96208', '#dfe6ec', '#74859b', '#fdfdfd', '#d08a00', '#6b4700', '#dde5ee'),
};
