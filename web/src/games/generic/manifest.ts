import type { Views } from '../game';

/** Views of reels of any game: what its columns say about themselves is all that is known. */
export const generic: Views = {
  scene: async () => (await import('./scene')).kind,
  stats: async () => (await import('./stats/ReelStats')).ReelStats,
};
