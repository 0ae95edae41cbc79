/** The conditions of the list. The page's address and the API use the same names; '' means no condition. */
export interface Filters {
  q: string;
  game: string;
  format: string;
  player: string;
  opponent: string;
  character: string;
  map: string;
  difficulty: string;
  mode: string;
  from: string;
  to: string;
  sort: string;
}

export type FilterName = keyof Filters;

export const DEFAULT_SORT = '-uploaded_at';

export const NO_FILTERS: Filters = {
  q: '',
  game: '',
  format: '',
  player: '',
  opponent: '',
  character: '',
  map: '',
  difficulty: '',
  mode: '',
  from: '',
  to: '',
  sort: DEFAULT_SORT,
};

export const FILTER_NAMES = Object.keys(NO_FILTERS) as FilterName[];

export const SORTS: readonly { value: string; label: string }[] = [
  { value: '-uploaded_at', label: 'Last added' },
  { value: 'uploaded_at', label: 'First added' },
  { value: '-started_at', label: 'Last played' },
  { value: 'started_at', label: 'First played' },
  { value: '-score', label: 'Highest score' },
  { value: 'score', label: 'Lowest score' },
  { value: '-accuracy', label: 'Highest accuracy' },
  { value: 'accuracy', label: 'Lowest accuracy' },
  { value: '-duration', label: 'Longest' },
  { value: 'duration', label: 'Shortest' },
];

export function readFilters(search: string): Filters {
  const query = new URLSearchParams(search);
  const filters = { ...NO_FILTERS };
  for (const name of FILTER_NAMES) filters[name] = query.get(name)?.trim() || NO_FILTERS[name];
  if (!SORTS.some(({ value }) => value === filters.sort)) filters.sort = DEFAULT_SORT;
  for (const name of ['from', 'to'] as const) if (!isDay(filters[name])) filters[name] = '';
  return filters;
}

/** The page's query; defaults are left out. */
export function writeFilters(filters: Filters): string {
  const text = conditions(filters).toString();
  return text && `?${text}`;
}

export function apiQuery(filters: Filters, limit: number, cursor: string | null): URLSearchParams {
  const query = conditions(filters);
  // A day is meant as the reader's own, from its first second to its last.
  if (filters.from) query.set('from', new Date(`${filters.from}T00:00:00`).toISOString());
  if (filters.to) query.set('to', new Date(`${filters.to}T23:59:59`).toISOString());
  query.set('limit', String(limit));
  // Counted once, with the first page.
  if (cursor) query.set('cursor', cursor);
  else query.set('total', 'true');
  return query;
}

/** Whether anything but the order and the search words narrows the list. */
export function narrowing(filters: Filters): FilterName[] {
  return FILTER_NAMES.filter((name) => name !== 'sort' && name !== 'q' && filters[name] !== '');
}

function conditions(filters: Filters): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of FILTER_NAMES) {
    const value = filters[name].trim();
    if (value && value !== NO_FILTERS[name]) query.set(name, value);
  }
  return query;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
