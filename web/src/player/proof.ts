import { fetched, idOf, type Source } from './sources';

/** What a replay proved when its server accepted it (docs/server.md). */
export interface Proof {
  level: 'unmarked' | 'signed' | 'witnessed';
  /** The key that it is signed with. */
  key: string | null;
  /** How much of the session was witnessed, from 0 to 1. */
  share: number;
  /** What is wrong. */
  findings: { kind: string; detail: string }[];
  /** Why the level is what it is, a sentence each. */
  reasons: string[];
}

/** What the server says of a replay that came from it; null of any other. */
export async function proofOf(source: Source): Promise<Proof | null> {
  const id = idOf(source);
  const response = id && (await fetched(`api/replays/${id}/proof`));
  return response ? ((await response.json()) as Proof) : null;
}

/** The level in a word or two, with the share that was witnessed. */
export function levelOf({ level, share, findings }: Proof): string {
  const words = level === 'witnessed' ? `${level} ${Math.floor(share * 100)} %` : level;
  return findings.length > 0 ? `${words}, ${findings[0]!.kind}` : words;
}
