import type { Game } from '../game';
import { mark } from './mark';

export const melee: Game = {
  id: 'melee',
  name: 'Super Smash Bros. Melee',
  modes: ['ranked', 'unranked', 'direct', 'online', 'versus'],
  search: {
    everything: 'Search characters, players, codes, stages',
    fields: {
      player: ['Player', 'Name or code'],
      opponent: ['Opponent', 'Name or code'],
      character: ['Character', 'As in Fox'],
      map: ['Stage', 'As in Battlefield'],
      mode: ['Mode', 'Any mode'],
    },
  },
  formats: [{ id: 'slp', name: 'Slippi', shortName: 'Slippi', extension: '.slp' }],
  colours: { game: 'light-dark(#1c7340, #5fce8b)' },
  mark,
  scene: async () => (await import('./scene')).kind,
  stats: async () => (await import('./stats/MeleeStats')).MeleeStats,
};
