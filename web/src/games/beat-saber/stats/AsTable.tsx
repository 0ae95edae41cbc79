import { useState } from 'preact/hooks';

/** A plot's values, in numbers. Made only when someone opens it. */
export function AsTable({ head, rows }: { head: readonly string[]; rows(): string[][] }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="as-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {open && (
        <table class="num">
          <thead>
            <tr>
              {head.map((text, i) => (
                <th key={i} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows().map(([first, ...rest]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {rest.map((text, i) => (
                  <td key={i}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
