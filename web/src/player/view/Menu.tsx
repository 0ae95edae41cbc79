import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CheckIcon } from '../../ui/icons';

export interface Choice<T> {
  value: T;
  label: string;
  hint?: string;
}

interface Props<T> {
  label: string;
  button: ComponentChildren;
  choices: Choice<T>[];
  value: T;
  onChoose(value: T): void;
}

/** A button that opens a short list to pick one of, by pointer or by keys. */
export function Menu<T extends string | number>({ label, button, choices, value, onChoose }: Props<T>) {
  const open = useSignal(false);
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);

  // Before the list is painted: a key pressed at once must find the focus in it.
  useLayoutEffect(() => {
    if (!open.value) return;
    const items = [...list.current!.querySelectorAll<HTMLElement>('[role=menuitemradio]')];
    (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) open.value = false;
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open.value]);

  const close = () => {
    open.value = false;
    root.current?.querySelector<HTMLElement>('button')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...list.current!.querySelectorAll<HTMLElement>('[role=menuitemradio]')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (to !== undefined) items[(to + items.length) % items.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu" ref={root} data-open={open.value}>
      <button
        type="button"
        class="btn quiet"
        aria-haspopup="menu"
        aria-expanded={open.value}
        aria-label={label}
        title={label}
        onClick={() => (open.value = !open.value)}
      >
        {button}
      </button>
      {open.value && (
        <div class="menu-list glass" role="menu" aria-label={label} ref={list} onKeyDown={onKeyDown}>
          {choices.map((choice) => (
            <button
              type="button"
              role="menuitemradio"
              aria-checked={choice.value === value}
              tabIndex={-1}
              key={choice.value}
              onClick={() => {
                onChoose(choice.value);
                close();
              }}
            >
              <span>{choice.label}</span>
              {choice.value === value && <CheckIcon />}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
