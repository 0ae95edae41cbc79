import type { Game } from '../game';
import { DIFFICULTIES, difficultyName } from './difficulty';
import { mark } from './mark';

export const beatSaber: Game = {
  id: 'beat-saber',
  name: 'Beat Saber',
  compares: true,
  modes: ['Standard', 'OneSaber', 'NoArrows', '90Degree', '360Degree', 'Lawless'],
  difficulties: DIFFICULTIES,
  search: {
    everything: 'Search maps, mappers, players',
    fields: {
      player: ['Player', 'Name or id'],
      map: ['Map', 'Title or hash'],
      difficulty: ['Difficulty', 'Any difficulty'],
      mode: ['Mode', 'Any mode'],
    },
  },
  formats: [
    { id: 'bsor', name: 'BS Open Replay', shortName: 'Beat Saber', extension: '.bsor', maps: true },
    { id: 'bsor2', name: 'BS Open Replay 2', shortName: 'BSOR 2', extension: '.bsor', module: 'draft', maps: true },
    { id: 'scoresaber', name: 'ScoreSaber replay', shortName: 'ScoreSaber', extension: '.dat', module: 'further' },
    { id: 'scoresaber-json', name: 'Legacy ScoreSaber replay', shortName: 'legacy ScoreSaber', extension: '.json', module: 'further' },
  ],
  colours: { game: 'var(--accent)' },
  mark,
  difficultyName,
  scene: async () => (await import('./scene')).kind,
  stats: async () => (await import('./stats/BeatSaberStats')).BeatSaberStats,
};
