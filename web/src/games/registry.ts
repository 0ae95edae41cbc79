import type { SceneKind } from '../stage/scene';
import type { StatsPanel } from '../stats/types';

/** Each game's scene is a chunk of its own, fetched when a replay of it turns up. */
const kinds: Record<string, () => Promise<SceneKind>> = {
  'beat-saber': async () => (await import('./beat-saber/scene')).kind,
  melee: async () => (await import('./melee/scene')).kind,
  'rocket-league': async () => (await import('./rocket-league/scene')).kind,
};

export function sceneKind(game: string): Promise<SceneKind> | undefined {
  return kinds[game]?.();
}

/** Each game's panel is a chunk of its own, fetched when someone first asks for it. */
const panels: Record<string, () => Promise<StatsPanel>> = {
  'beat-saber': async () => (await import('./beat-saber/stats/BeatSaberStats')).BeatSaberStats,
  melee: async () => (await import('./melee/stats/MeleeStats')).MeleeStats,
  'rocket-league': async () => (await import('./rocket-league/stats/RocketLeagueStats')).RocketLeagueStats,
};

export function statsPanel(game: string): Promise<StatsPanel> | undefined {
  return panels[game]?.();
}
