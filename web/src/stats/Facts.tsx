import type { ComponentChildren } from 'preact';
import './facts.css';
import './panel.css';
import type { SheetRow } from '../decoder/questions.types';

/** A column that is shown, of those of a sheet. */
export interface Column {
  key: number | string;
  /** Said before each figure of the column. */
  name: string;
  /** The colour's name in the style sheet. */
  hue: number | string;
  /** Which one of the sheet's it is. */
  at: number;
}

interface Props {
  title: string;
  columns: readonly Column[];
  rows: readonly SheetRow[];
  readout?: string;
  /** Whether the columns' names are shown; else they are only read out. */
  named?: boolean;
  /** Below the table. */
  children?: ComponentChildren;
}

/** A block of a sheet. Rows in which no column that is shown has anything are left out, and so is a block without rows. */
export function Facts({ title, columns, rows, readout, named, children }: Props) {
  const shown = rows.filter(({ cells }) => columns.some(({ at }) => cells[at]));
  if (shown.length === 0) return null;
  return (
    <section class="block">
      <header>
        <h3>{title}</h3>
        {readout && <span class="readout">{readout}</span>}
      </header>
      <table class="facts num">
        <colgroup>
          <col class="label" />
        </colgroup>
        <thead class={named ? undefined : 'sr-only'}>
          <tr>
            <td />
            {columns.map(({ key, name, hue }) => (
              <th key={key} scope="col" class={named ? 'team' : undefined} data-hue={hue}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.label} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
      {children}
    </section>
  );
}

function Row({ row: { label, is_part, cells, better }, columns }: { row: SheetRow; columns: readonly Column[] }) {
  const values = columns.map(({ at }) => cells[at]?.value ?? NaN);
  const numbers = values.filter((value) => !Number.isNaN(value));
  const best = better === 'low' ? Math.min(...numbers) : Math.max(...numbers);
  const isContest = better !== null && numbers.some((value) => value !== best);
  return (
    <tr class={is_part ? 'part' : undefined}>
      <th scope="row">{label}</th>
      {columns.map(({ key, hue, at }, i) => {
        const cell = cells[at];
        return (
          <td key={key} class={isContest && values[i] === best ? 'best' : undefined} data-hue={hue}>
            {cell ? (
              <>
                <span class="value">{cell.text}</span>
                {cell.aside && <small> {cell.aside}</small>}
                {cell.share !== null && (
                  <span class="meter" aria-hidden="true">
                    <i style={{ transform: `scaleX(${Math.min(1, Math.max(0, cell.share))})` }} />
                  </span>
                )}
              </>
            ) : (
              <span class="nothing">–</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}
