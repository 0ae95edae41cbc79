import { Color } from 'three';
import type { Theme } from '../../ui/theme';

export interface Palette {
  /** By port. */
  ports: Color[];
  ground: Color;
  edge: Color;
  line: Color;
  visor: Color;
  flash: Color;
  horizon: string;
  glow: string;
}

type Names = Record<Exclude<keyof Palette, 'ports'>, string> & { ports: string[] };

const make = (p: Names): Palette => ({
  ports: p.ports.map((port) => new Color(port)),
  ground: new Color(p.ground),
  edge: new Color(p.edge),
  line: new Color(p.line),
  visor: new Color(p.visor),
  flash: new Color(p.flash),
  horizon: p.horizon,
  glow: p.glow,
});

export const PALETTES: Record<Theme, Palette> = {
  dark: make({
    ports: ['#ff5560', '#4c9dff', '#ffc93d', '#45d483'],
    ground: '#3b4757',
    edge: '#7fe8d8',
    line: '#5c6a80',
    visor: '#10141c',
    flash: '#ffffff',
    horizon: '#15222b',
    glow: '#123338',
  }),
  light: make({
    ports: ['#d8293c', '#2272d9', '#c98a00', '#12894d'],
    ground: '#d3dde6',
    edge: '#0b7f72',
    line: '#8c99ab',
    visor: '#ffffff',
    flash: '#101820',
    horizon: '#dbe6ea',
    glow: '#cfe9e6',
  }),
};
