// Made by `npm run types` from what Rust serialises (crates/analysis): do not edit. docs/json.md says what the members mean.

export type Better = 'high' | 'low';

export type Block = { title: string; note: string | null; rows: Array<SheetRow> };

export type Cell = { text: string; aside: string | null; value: number | null; share: number | null };

export type Ending = { headline: string; lines: Array<EndingLine> };

export type EndingLine = { name: string; value: string; won: boolean };

export type Figure = { label: string; tone: Tone | null; cell: Cell };

export type Head = { figures: Array<Figure>; counts: Array<Figure> };

export type Listing = { title: string; columns: Array<ListingColumn>; sorted_by: number; rows: Array<SheetRow> };

export type ListingColumn = { head: string; meaning: string | null; is_falling: boolean };

export type Sheet = {
  head: Head;
  columns: Array<SheetColumn>;
  won: Array<number>;
  won_label: string;
  remark: string | null;
  blocks: Array<Block>;
  listings: Array<Listing>;
  terms: Array<Term>;
};

export type SheetColumn = { of: 'player'; index: number } | { of: 'team'; index: number } | { of: 'hand'; index: number };

export type SheetRow = { label: string; is_part: boolean; better: Better | null; cells: Array<Cell | null> };

export type Term = { term: string; meaning: string };

export type Tone = 'good' | 'bad';

export interface Questions {
  stats: { given: Record<string, never>; answer: unknown | null };
  sheet: { given: Record<string, never>; answer: Sheet | null };
  ending: { given: Record<string, never>; answer: Ending | null };
}
