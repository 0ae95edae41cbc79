import { useSignal } from '@preact/signals';
import { grouped } from '../../../ui/format';
import type { PatternCount } from '../stats/statistics.types';

interface Column {
  head: string;
  /** The words that the head is short for. */
  title?: string;
  /** The number it is sorted by; patterns without one come last. */
  by(count: PatternCount): number | undefined;
  text(count: PatternCount): string;
  /** The greatest first when it is chosen. */
  isFalling: boolean;
}

/** The cost of a note of the pattern. */
const perNote = ({ lost, notes }: PatternCount): number => lost / notes;

const COLUMNS: readonly Column[] = [
  { head: 'Notes', by: ({ notes }) => notes, text: ({ notes }) => String(notes), isFalling: true },
  { head: 'Mistakes', by: ({ mistakes }) => mistakes, text: ({ mistakes }) => String(mistakes), isFalling: true },
  { head: 'Mean cut', by: ({ meanPoints }) => meanPoints, text: ({ meanPoints }) => meanPoints?.toFixed(1) ?? '–', isFalling: false },
  { head: 'Lost', by: ({ lost }) => lost, text: ({ lost }) => grouped(lost), isFalling: true },
  { head: 'A\u00a0note', title: 'Lost points a note', by: perNote, text: (count) => perNote(count).toFixed(1), isFalling: true },
];

interface Props {
  patterns: readonly [name: string, count: PatternCount][];
  chosen: string | null;
  onChoose(name: string): void;
}

/** How the notes of each pattern went: those on which a note costs most come first, until another column is chosen. */
export function Patterns({ patterns, chosen, onChoose }: Props) {
  const sorted = useSignal({ column: COLUMNS.at(-1)!, isFalling: true });
  const { column, isFalling } = sorted.value;
  const rows = patterns
    .filter(([, { notes }]) => notes > 0)
    .sort(([, a], [, b]) => {
      const [x, y] = [column.by(a), column.by(b)];
      if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
      return isFalling ? y - x : x - y;
    });
  return (
    <table class="patterns num" aria-label="Patterns">
      <thead>
        <tr>
          <th scope="col">Pattern</th>
          {COLUMNS.map((one) => {
            const isChosen = one === column;
            return (
              <th key={one.head} scope="col" aria-sort={isChosen ? (isFalling ? 'descending' : 'ascending') : undefined}>
                <button
                  type="button"
                  title={one.title}
                  aria-label={one.title}
                  onClick={() => (sorted.value = { column: one, isFalling: isChosen ? !isFalling : one.isFalling })}
                >
                  {one.head}
                </button>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, count]) => (
          <tr key={name}>
            <th scope="row">
              <button type="button" aria-pressed={chosen === name} title="Show them on the timeline" onClick={() => onChoose(name)}>
                {name}
              </button>
            </th>
            {COLUMNS.map(({ head, text }) => (
              <td key={head}>{text(count)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
