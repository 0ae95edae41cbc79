import type { ComponentChildren } from 'preact';

interface Props {
  label: string;
  icon: ComponentChildren;
  /** Of what is on or off: whether it is on. */
  pressed?: boolean;
  onClick(): void;
}

/** A button that shows a sign, and says what it does to whoever points at it or does not see it. */
export function Tool({ label, icon, pressed, onClick }: Props) {
  return (
    <button type="button" class="btn quiet icon" aria-label={label} title={label} aria-pressed={pressed} onClick={onClick}>
      {icon}
    </button>
  );
}
