import './facts.css';
import type { Term } from '../decoder/questions.types';

/** What the words of a panel mean, for who asks. */
export function Terms({ terms }: { terms: readonly Term[] }) {
  return (
    <details class="terms">
      <summary>What these mean</summary>
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
