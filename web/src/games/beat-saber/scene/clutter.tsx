import { signal } from '@preact/signals';
import { Icon } from '../../../ui/icons';

const KEY = 'ghostreel.beat-saber.clutter';

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === 'less';
  } catch {
    return false; // An iframe without storage access.
  }
}

/** Less to look at: no halves, no trails, no points, and a small display. Mistakes are marked all the same. */
export const isPlain = signal(stored());

/** Stands in the display; the choice is kept in this browser. */
export function PlainButton({ changed }: { changed(): void }) {
  const label = isPlain.value ? 'Show cut pieces, trails and scores' : 'Clean view: hide cut pieces, trails, scores';
  return (
    <button
      type="button"
      class="btn quiet icon bs-plain"
      aria-label={label}
      title={label}
      aria-pressed={isPlain.value}
      onClick={() => {
        isPlain.value = !isPlain.value;
        try {
          if (isPlain.value) localStorage.setItem(KEY, 'less');
          else localStorage.removeItem(KEY);
        } catch {
          /* The choice then lasts as long as the page. */
        }
        changed();
      }}
    >
      <Icon>
        <path d="M3 5h14M6 10h8M9 15h2" />
      </Icon>
    </button>
  );
}
