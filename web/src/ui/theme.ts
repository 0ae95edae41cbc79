import { signal } from '@preact/signals';

export type Theme = 'dark' | 'light';

const KEY = 'ghostreel.theme';
const system = matchMedia('(prefers-color-scheme: light)');

function stored(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'dark' || value === 'light' ? value : null;
  } catch {
    return null; // An iframe without storage access still gets a theme.
  }
}

const fromSystem = (): Theme => (system.matches ? 'light' : 'dark');

/** The theme in force: the reader's choice, else the system's. */
export const theme = signal<Theme>(stored() ?? fromSystem());

if (stored()) document.documentElement.dataset.theme = theme.value;
system.addEventListener('change', () => {
  if (!stored()) theme.value = fromSystem();
});

/** Switches between light and dark, and keeps the choice in this browser. */
export function toggleTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme.value;
  try {
    // Going back to what the system says also goes back to following it.
    if (theme.value === fromSystem()) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme.value);
  } catch {
    /* The choice then lasts as long as the page. */
  }
}
