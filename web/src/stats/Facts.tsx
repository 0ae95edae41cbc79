import type { ComponentChildren } from 'preact';
import './facts.css';
import './panel.css';

/** Whom a column belongs to. */
export interface Column {
  key: number | string;
  /** Said before each figure of the column. */
  name: string;
  /** What the style sheet knows the colour by. */
  hue: number | string;
}

/** A row of a table with a column for each player or team: what they have, in words; null where they have nothing to show. */
export interface Fact {
  name: string;
  /** Belongs to the row above. */
  part?: boolean;
  cells: (Cell | null)[];
  /** Which numbers are the better ones, where that can be said. */
  better?: 'high' | 'low';
}

export interface Cell {
  text: string;
  /** In small type behind it. */
  aside?: string;
  /** Drawn as a bar below it, 0 to 1; also what `better` goes by if there is no `value`. */
  share?: number;
  value?: number;
}

interface Props {
  title: string;
  columns: readonly Column[];
  facts: readonly Fact[];
  readout?: string;
  /** Below the table. */
  children?: ComponentChildren;
}

/** A block of facts. Rows that nobody has anything in are left out, and so is a block without rows. */
export function Facts({ title, columns, facts, readout, children }: Props) {
  const shown = facts.filter(({ cells }) => cells.some((cell) => cell !== null));
  if (shown.length === 0) return null;
  return (
    <section class="block">
      <header>
        <h3>{title}</h3>
        {readout && <span class="readout">{readout}</span>}
      </header>
      <table class="facts num">
        <Columns />
        <thead class="sr-only">
          <tr>
            <td />
            {columns.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((fact) => (
            <Row key={fact.name} fact={fact} columns={columns} />
          ))}
        </tbody>
      </table>
      {children}
    </section>
  );
}

/** The labels' column; the others share the rest. */
export const Columns = () => (
  <colgroup>
    <col class="label" />
  </colgroup>
);

function Row({ fact: { name, part, cells, better }, columns }: { fact: Fact; columns: readonly Column[] }) {
  const values = cells.map((cell) => cell?.value ?? cell?.share ?? NaN);
  const known = values.filter((value) => !Number.isNaN(value));
  const best = better === 'low' ? Math.min(...known) : Math.max(...known);
  const isContest = better !== undefined && known.some((value) => value !== best);
  return (
    <tr class={part ? 'part' : undefined}>
      <th scope="row">{name}</th>
      {cells.map((cell, i) => (
        <td key={i} class={isContest && values[i] === best ? 'best' : undefined} data-hue={columns[i]!.hue}>
          {cell === null ? (
            <span class="nothing">–</span>
          ) : (
            <>
              <span class="value">{cell.text}</span>
              {cell.aside && <small> {cell.aside}</small>}
              {cell.share !== undefined && (
                <span class="meter" aria-hidden="true">
                  <i style={{ transform: `scaleX(${Math.min(1, Math.max(0, cell.share))})` }} />
                </span>
              )}
            </>
          )}
        </td>
      ))}
    </tr>
  );
}
