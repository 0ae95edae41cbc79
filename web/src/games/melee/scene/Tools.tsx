import { type Signal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../../ui/icons';
import { Tool } from '../../../ui/Tool';

/** Kept from replay to replay, as long as the page lives. */
export const showsControllers = signal(true);
/** The number of the frame, and each fighter's action state with its own frame. */
export const showsFrames = signal(false);

/** Parts that can be added to Melee's numbers, or taken away. */
export function Tools() {
  return (
    <>
      <Switch label="Controllers" on={showsControllers}>
        <path d="M6.5 6h7c2.5 0 4 3 4 6.5 0 2.5-2 2.5-3 .5l-.7-1.5H6.200L5.5 13c-1 2-3 2-3-.5C2.5 9 4 6 6.5 6zM6.5 7.800v2.400M5.300 9h2.400M13.200 9h.01" />
      </Switch>
      <Switch label="Frame data (D)" on={showsFrames}>
        <path d="M3 5h14v10H3zM6.5 5v10M13.5 5v10M3 8.3h3.5M3 11.7h3.5M13.5 8.3H17M13.5 11.7H17" />
      </Switch>
    </>
  );
}

function Switch({ label, on, children }: { label: string; on: Signal<boolean>; children: ComponentChildren }) {
  return <Tool label={label} pressed={on.value} onClick={() => (on.value = !on.value)} icon={<Icon>{children}</Icon>} />;
}
