/** The secrets that let whoever uploaded a replay take it down again: they stay in this browser. */
import { signal } from '@preact/signals';

const KEY = 'ghostreel.delete-tokens';

type Tokens = Readonly<Record<string, string>>;

export const tokens = signal<Tokens>(stored());

// Another tab may have uploaded.
addEventListener('storage', (event) => {
  if (event.key === KEY) tokens.value = stored();
});

export function keepToken(id: string, token: string): void {
  write({ ...stored(), [id]: token });
}

export function dropToken(id: string): void {
  const { [id]: _, ...rest } = stored();
  write(rest);
}

function write(next: Tokens): void {
  tokens.value = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    /* It then lasts as long as the page. */
  }
}

function stored(): Tokens {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Tokens) : {};
  } catch {
    return {};
  }
}
