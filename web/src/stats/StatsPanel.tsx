import type { StatsPanelProps } from './types';

export function StatsPanel({ replay }: StatsPanelProps) {
  return <p>{replay.meta.players[0]?.name}</p>;
}
