import type { ReplayProof } from './api.types';

/** The level in a word or two, with the share that was witnessed, and the faults. */
export function levelOf({ level, share, findings }: ReplayProof, held = false): string {
  const words = level === 'witnessed' ? `${level} ${Math.floor(share * 100)} %` : level;
  const kinds = new Set(findings.map(({ kind }) => kind));
  return [words, ...kinds, ...(held ? ['held'] : [])].join(', ');
}

/** The class that gives a level its colour; `wrong` whatever the level if something is. */
export const stateOf = ({ level, findings }: ReplayProof, held = false): string => (held || findings.length > 0 ? 'wrong' : level);

const MEANINGS: Record<string, string> = {
  witnessed:
    'A server received its signatures, piece by piece, while its time went on. That does not show who played it, or whether it was played before.',
  signed: 'It is signed with a key, and was not changed since.',
  unmarked: 'Nothing proves who made it, or when.',
};

/** The level in sentences, a line each. */
export function explanationOf({ level, findings }: ReplayProof, held = false): string {
  const wrong = findings.map(({ kind, detail }) => `${kind}: ${detail}`);
  return [...(held ? ['It is taken for a copy: kept, but neither listed nor given out.'] : []), ...wrong, MEANINGS[level] ?? level].join(
    '\n',
  );
}
