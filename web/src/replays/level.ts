import type { Finding } from './api.types';

/** A badge's part of a proof. */
export interface Shown {
  level: string;
  label: string;
  meaning: string;
  share: number;
  findings: readonly Finding[];
}

/** Said of a replay that is held as a copy, until somebody has looked at it. */
export const HELD = 'Hidden until the server’s owner decides.';

/** The level in a word or two, with the share that was witnessed, and the faults. A fault is all there is to say of a replay without a level. */
export function levelOf({ level, label, share, findings }: Shown, held = false): string {
  const faults = [...new Set(findings.map(({ label }) => label))];
  if (held) faults.push('hidden');
  if (level === 'unmarked' && faults.length > 0) return faults.join(', ');
  return [level === 'witnessed' ? `${label} ${Math.floor(share * 100)} %` : label, ...faults].join(', ');
}

/** The class that gives a level its colour; `wrong` whatever the level if something is. */
export const stateOf = ({ level, findings }: Shown, held = false): string => (held || findings.length > 0 ? 'wrong' : level);

/** The level in sentences, a line each. */
export function explanationOf({ findings, meaning }: Shown, held = false): string {
  const wrong = findings.map(({ label, detail }) => (detail.startsWith(label) ? detail : `${label}: ${detail}`));
  return [...(held ? [HELD] : []), ...wrong, meaning].join('\n');
}
