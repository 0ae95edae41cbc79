import type { Game } from '../game';
import { mark } from './mark';

export const pong: Game = {
  id: 'pong',
  name: 'Pong',
  modes: [],
  search: { everything: 'Search players', fields: { player: ['Player', 'Name'] } },
  formats: [{ id: 'pong', name: 'Pong Replay', shortName: 'Pong', extension: '.pong' }],
  colours: { game: 'light-dark(#1f6f4a, #5fd39a)' },
  mark,
  scene: async () => (await import('./scene')).kind,
  stats: async () => (await import('./stats/PongStats')).PongStats,
};
