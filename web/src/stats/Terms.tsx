import './facts.css';
import type { Term } from '../decoder/questions.types';

/** The meanings of a panel's words, on demand. */
export function Terms({ terms }: { terms: readonly Term[] }) {
  return (
    <details class="terms">
      <summary>Meanings of these words</summary>
      <dl>
        {terms.map(({ term, meaning }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
