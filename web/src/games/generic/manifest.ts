import type { Views } from '../game';

/** Views of reels of any game: only the columns' own descriptions are known. */
export const generic: Views = {
  scene: async () => (await import('./scene')).kind,
  stats: async () => (await import('./stats/ReelStats')).ReelStats,
};
