import type { SceneKind } from './scene';

/** Each game's scene is a chunk of its own, fetched when a replay of it turns up. */
const kinds: Record<string, () => Promise<SceneKind>> = {
  'beat-saber': async () => (await import('./beat-saber')).kind,
  melee: async () => (await import('./melee')).kind,
  'rocket-league': async () => (await import('./rocket-league')).kind,
};

export function sceneKind(game: string): Promise<SceneKind> | undefined {
  return kinds[game]?.();
}
