import type { CutPlane } from '../questions.types';
import type { NoteCloseUp } from '../scene/note-close-up';
import { HEAD_HEIGHT, LINK_SIZE, NOTE_SIZE } from '../scene/sizes';
import { type CutLine, cutLines, turnOf } from './lines';

/** Half of the drawing, in metres. */
const HALF = 0.38;
const CORNER = 0.055;
/** Of the arrow's base, its height, and how far its base is from the middle, in metres. */
const ARROW = { base: 0.3, height: 0.14, from: 0.16 };

/** The radius of a bomb without its spikes, in metres. */
const BOMB = 0.17;
const SPIKES = Array.from({ length: 8 }, (_, i) => {
  const [x, y] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
  return `M${BOMB * x} ${BOMB * y}L${0.27 * x} ${0.27 * y}`;
}).join('');

interface Props {
  closeUp: NoteCloseUp;
  /** The recorded distance of the cut from the note's middle, in metres. */
  distance: number;
  /** As it follows from the frames. */
  recomputed: CutPlane | null;
}

/** The note as the player sees it when it is cut, and the cut across it. */
export function NoteFace({ closeUp, distance, recomputed }: Props) {
  const { note, moment, colour } = closeUp;
  const [width, height] = note.shape === 'link' ? LINK_SIZE : [NOTE_SIZE, note.shape === 'head' ? HEAD_HEIGHT : NOTE_SIZE];
  const lines = moment.cut ? cutLines(moment, note.lane, distance, recomputed) : null;
  return (
    <svg class="note-face" viewBox={`${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`} aria-hidden="true">
      {note.color === null ? (
        <g class="bomb">
          <path d={SPIKES} />
          <circle r={BOMB} />
        </g>
      ) : (
        <g transform={`rotate(${turnOf(moment, note.lane)})`} fill={`#${colour.getHexString()}`}>
          <rect x={-width / 2} y={-height / 2} width={width} height={height} rx={CORNER} />
          {note.shape === 'link' ? null : note.dot ? (
            <circle class="sign" r={0.075} />
          ) : (
            <path class="sign" d={`M${-ARROW.base / 2} ${-ARROW.from}h${ARROW.base}l${-ARROW.base / 2} ${ARROW.height}z`} />
          )}
        </g>
      )}
      {lines?.recomputed && <Line is="recomputed" line={lines.recomputed} />}
      {lines?.recorded && <Line is="recorded" line={lines.recorded} />}
    </svg>
  );
}

/** With a point where it is nearest to the middle, and a head where the saber goes. */
function Line({ is, line: { at, along, isWay } }: { is: string; line: CutLine }) {
  const [ax, ay] = [along.x, -along.y];
  const end = (far: number, aside = 0): string => `${at.x + far * ax - aside * ay} ${-at.y + far * ay + aside * ax}`;
  const head = isWay ? `M${end(HALF - 0.1, 0.05)}L${end(HALF - 0.04)}L${end(HALF - 0.1, -0.05)}` : '';
  const path = `M${end(-HALF + 0.04)}L${end(HALF - 0.04)}${head}`;
  return (
    <g class="cut-line" data-is={is}>
      <path class="edge" d={path} />
      <path d={path} />
      <circle cx={at.x} cy={-at.y} r={0.022} />
    </g>
  );
}
