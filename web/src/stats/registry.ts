import type { StatsPanel } from './types';

/** Each game's panel is a chunk of its own, fetched when someone first asks for it. */
const panels: Record<string, () => Promise<StatsPanel>> = {
  'beat-saber': async () => (await import('./beat-saber/BeatSaberStats')).BeatSaberStats,
  melee: async () => (await import('./melee/MeleeStats')).MeleeStats,
  'rocket-league': async () => (await import('./rocket-league/RocketLeagueStats')).RocketLeagueStats,
};

export function statsPanel(game: string): Promise<StatsPanel> | undefined {
  return panels[game]?.();
}
