import type { Theme } from '../../ui/theme';

/** Colours of bodies and lines, distinct for people who see colours in other ways too. generic.css has the same for the page. */
const HUES: Record<Theme, readonly string[]> = {
  dark: ['#a99bff', '#54d6b0', '#f2bd5a', '#ff7d92', '#76b6ff', '#d58bff', '#b5d66a', '#ff9f6b'],
  light: ['#5a43d0', '#0f7a5f', '#8a5a00', '#c22846', '#1c66b8', '#9a2fc0', '#56701a', '#b04a10'],
};

export const hueCount = HUES.dark.length;
export const hueOf = (theme: Theme, index: number): string => HUES[theme][index % hueCount]!;
