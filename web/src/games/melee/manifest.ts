import type { Game } from '../game';
import { mark } from './mark';

export const melee: Game = {
  id: 'melee',
  name: 'Super Smash Bros. Melee',
  modes: ['ranked', 'unranked', 'direct', 'online', 'versus'],
  formats: [{ id: 'slp', name: 'Slippi', shortName: 'Slippi', extension: '.slp' }],
  colours: { game: 'light-dark(#1c7340, #5fce8b)' },
  mark,
  scene: async () => (await import('./scene')).kind,
  stats: async () => (await import('./stats/MeleeStats')).MeleeStats,
};
