import type { ComponentChildren } from 'preact';
import { type Palette, PALETTES } from './palette';

type Marked = 'hitstun' | 'intangible' | 'flash' | 'success' | 'miss';

/** A theme's own colour. */
const colourOf = (name: Marked) => {
  const hex = (palette: Palette) => `#${palette[name].getHexString()}`;
  return `light-dark(${hex(PALETTES.light)}, ${hex(PALETTES.dark)})`;
};

/** The meanings of the marks on and around fighters, for the help. */
export function Legend() {
  return (
    <dl class="melee-legend">
      <Mark of="hitstun" label="Hitstun: the line is thinner the sooner it ends">
        {BODY}
      </Mark>
      <Mark of="intangible" label="Intangible: hits go through">
        {BODY}
      </Mark>
      <Mark of="flash" label="Invulnerable: hits do nothing">
        {BODY}
      </Mark>
      <Mark of="flash" label="Shield stun: the shield’s colour fades">
        <circle class="shield" cx="15" cy="10" r="8" />
      </Mark>
      <Mark of="success" label="L-cancel">
        <path class="whole" d="M1 10l9-1.500L12 4l3 3.500L18 4l2 4.500 9 1.500-9 1.500L18 16l-3-3.500L12 16l-2-4.500z" />
      </Mark>
      <Mark of="miss" label="L-cancel missed">
        <path class="whole" d="M8 15a4 4 0 1 1 1-7.500 6 6 0 0 1 12 0A4 4 0 1 1 22 15z" />
      </Mark>
      <Mark of="success" label="Tech">
        <ellipse cx="15" cy="10" rx="12" ry="6" />
      </Mark>
      <Mark of="miss" label="Tech missed">
        <ellipse cx="15" cy="10" rx="12" ry="6" stroke-dasharray="7 5" />
      </Mark>
    </dl>
  );
}

const BODY = <circle cx="15" cy="10" r="7" />;

function Mark({ of, label, children }: { of: Marked; label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>
        <svg viewBox="0 0 30 20" aria-hidden="true" style={{ '--mark': colourOf(of) }}>
          {children}
        </svg>
      </dt>
      <dd>{label}</dd>
    </div>
  );
}
