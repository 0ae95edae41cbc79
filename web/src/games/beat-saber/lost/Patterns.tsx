import { useSignal } from '@preact/signals';
import type { Listing } from '../../../decoder/questions.types';

interface Props {
  patterns: Listing;
  chosen: string | null;
  onChoose(name: string): void;
}

/** How the notes of each pattern went; a press on a head sorts by its column. Patterns without a number there come last. */
export function Patterns({ patterns: { title, columns, sorted_by, rows }, chosen, onChoose }: Props) {
  const sorted = useSignal({ by: sorted_by, isFalling: columns[sorted_by]!.is_falling });
  const { by, isFalling } = sorted.value;
  const value = (row: Listing['rows'][number]) => row.cells[by]?.value ?? null;
  const sortedRows = rows.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return isFalling ? y - x : x - y;
  });
  return (
    <table class="patterns num" aria-label={title}>
      <thead>
        <tr>
          <th scope="col">Pattern</th>
          {columns.map(({ head, meaning, is_falling }, at) => (
            <th key={head} scope="col" aria-sort={at === by ? (isFalling ? 'descending' : 'ascending') : undefined}>
              <button
                type="button"
                title={meaning ?? undefined}
                aria-label={meaning ?? undefined}
                onClick={() => (sorted.value = { by: at, isFalling: at === by ? !isFalling : is_falling })}
              >
                {head}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sortedRows.map(({ label, cells }) => (
          <tr key={label}>
            <th scope="row">
              <button type="button" aria-pressed={chosen === label} title="Show them on the timeline" onClick={() => onChoose(label)}>
                {label}
              </button>
            </th>
            {columns.map(({ head }, at) => (
              <td key={head}>{cells[at]?.text ?? '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
