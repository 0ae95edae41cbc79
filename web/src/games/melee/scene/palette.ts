import { Color } from 'three';
import type { Theme } from '../../../ui/theme';
import { teamHue } from '../teams';
import type { Game } from './data';

export interface Palette {
  /** By port. */
  ports: Color[];
  /** How much of a port's colour is in the rim around a figure: darker where the sky is bright. */
  rim: number;
  ground: Color;
  edge: Color;
  line: Color;
  visor: Color;
  flash: Color;
  /** Lines around figures: in hitstun, and where hits go through. */
  hitstun: Color;
  intangible: Color;
  /** Of L-cancels and techs. */
  success: Color;
  miss: Color;
  horizon: string;
  glow: string;
}

type Names = Record<Exclude<keyof Palette, 'ports' | 'rim'>, string> & { ports: string[]; rim: number };

const make = (p: Names): Palette => ({
  ports: p.ports.map((port) => new Color(port)),
  rim: p.rim,
  ground: new Color(p.ground),
  edge: new Color(p.edge),
  line: new Color(p.line),
  visor: new Color(p.visor),
  flash: new Color(p.flash),
  hitstun: new Color(p.hitstun),
  intangible: new Color(p.intangible),
  success: new Color(p.success),
  miss: new Color(p.miss),
  horizon: p.horizon,
  glow: p.glow,
});

export const PALETTES: Record<Theme, Palette> = {
  dark: make({
    ports: ['#ff5560', '#4c9dff', '#ffc93d', '#45d483'],
    rim: 1,
    ground: '#3b4757',
    edge: '#7fe8d8',
    line: '#5c6a80',
    visor: '#10141c',
    flash: '#ffffff',
    hitstun: '#ff8a2e',
    intangible: '#8fd8ff',
    success: '#eafff2',
    miss: '#ff5b4d',
    horizon: '#15222b',
    glow: '#123338',
  }),
  light: make({
    ports: ['#d8293c', '#2272d9', '#c98a00', '#12894d'],
    rim: 0.6,
    ground: '#d3dde6',
    edge: '#0b7f72',
    line: '#8c99ab',
    visor: '#ffffff',
    flash: '#101820',
    hitstun: '#e06a00',
    intangible: '#1a8bd0',
    success: '#067a52',
    miss: '#c02818',
    horizon: '#dbe6ea',
    glow: '#cfe9e6',
  }),
};

/** Index of a player's colour among those of the ports: the port's own, or in teams that of the team. */
export const hueOf = (game: Game, port: number): number => (game.teams ? teamHue(game.who[port]?.team ?? 0) - 1 : port % 4);

/** A theme's palette with the colours of these players by port, and a stage's hue; of two in one team the second is lighter. */
export function paletteOf(game: Game, theme: Theme, tint: number): Palette {
  const palette = PALETTES[theme];
  const tinted = (colour: Color | string) => {
    const { s, l } = new Color(colour).getHSL({ h: 0, s: 0, l: 0 });
    return new Color().setHSL(tint, s, l);
  };
  const seen = new Set<number>();
  const ports = game.who.map(({ port, outfit: { shade } }) => {
    const hue = hueOf(game, port);
    const light = shade === 1 || (shade === 0 && seen.has(hue)) ? 0.1 : shade === 2 ? -0.12 : 0;
    seen.add(hue);
    return palette.ports[hue]!.clone().offsetHSL(0, 0, light);
  });
  return {
    ...palette,
    ports,
    ground: tinted(palette.ground),
    edge: tinted(palette.edge),
    horizon: `#${tinted(palette.horizon).getHexString()}`,
    glow: `#${tinted(palette.glow).getHexString()}`,
  };
}
