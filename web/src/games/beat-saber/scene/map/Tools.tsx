import type { Signal } from '@preact/signals';
import { Icon } from '../../../../ui/icons';
import { Tool } from '../../../../ui/Tool';
import type { Choice } from './colours';

const COLOURS: Record<Choice, string> = {
  map: 'Colours of the map',
  usual: 'Red and blue',
  contrast: 'Orange and blue',
};
const ORDER: Choice[] = ['map', 'usual', 'contrast'];

/** Buttons for the dock: which colours, and whether there are lights. */
export function toolsOf(colours: Signal<Choice>, lights: Signal<boolean>, changed: () => void) {
  return function Tools() {
    const next = ORDER[(ORDER.indexOf(colours.value) + 1) % ORDER.length]!;
    const label = `${COLOURS[colours.value]}; choose: ${COLOURS[next]}`;
    const lamp = lights.value ? 'Lights off' : 'Lights on';
    return (
      <>
        <button
          type="button"
          class="btn quiet icon"
          data-colours={colours.value}
          aria-label={label}
          title={label}
          onClick={() => {
            colours.value = next;
            changed();
          }}
        >
          <Icon>
            <circle cx="7.5" cy="10" r="4.5" />
            <circle cx="12.5" cy="10" r="4.5" />
          </Icon>
        </button>
        <Tool
          label={lamp}
          pressed={lights.value}
          onClick={() => {
            lights.value = !lights.value;
            changed();
          }}
          icon={
            <Icon>
              <path d="M10 3a4.6 4.6 0 0 0-2.6 8.4c.4.3.6.8.6 1.3v.3h4v-.3c0-.5.2-1 .6-1.3A4.6 4.6 0 0 0 10 3zM8.3 16h3.4" />
            </Icon>
          }
        />
      </>
    );
  };
}
