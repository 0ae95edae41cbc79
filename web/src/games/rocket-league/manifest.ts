import type { Game } from '../game';
import { mark } from './mark';

export const rocketLeague: Game = {
  id: 'rocket-league',
  name: 'Rocket League',
  modes: [
    'ranked-duels',
    'ranked-doubles',
    'ranked-standard',
    'unranked-duels',
    'unranked-doubles',
    'unranked-standard',
    'private',
    'offline',
  ],
  search: {
    everything: 'Search players, arenas, playlists, 2v2',
    fields: {
      player: ['Player', 'Name or id'],
      opponent: ['With or against', 'Name or id'],
      map: ['Arena', 'As in Mannfield'],
      mode: ['Playlist', 'Any playlist'],
    },
  },
  formats: [
    {
      id: 'replay',
      name: 'Rocket League Replay',
      shortName: 'Rocket League',
      extension: '.replay',
      inference: true,
      options: [{ name: 'rocket-league-attributes', extension: '.tsv' }],
    },
  ],
  // The two sides are its teams.
  colours: { game: 'light-dark(#b0490a, #ff9a52)', left: 'light-dark(#1a68c4, #4ba3ff)', right: 'light-dark(#c9580f, #ff9a52)' },
  mark,
  scene: async () => (await import('./scene')).kind,
  stats: async () => (await import('./stats/RocketLeagueStats')).RocketLeagueStats,
};
