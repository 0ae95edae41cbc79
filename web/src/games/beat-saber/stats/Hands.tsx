import { MAX_CUT_SCORE, MAX_POINTS } from '../points';
import { type Hand, leftHand, type Mean, rightHand } from './hands';
import type { BeatSaberStatistics } from './statistics.types';

const PARTS = [
  { name: 'Before the cut', most: MAX_POINTS.before },
  { name: 'Distance', most: MAX_POINTS.distance },
  { name: 'After the cut', most: MAX_POINTS.after },
];

/** The two hands side by side. */
export function Hands({ stats }: { stats: BeatSaberStatistics }) {
  const hands = [leftHand(stats), rightHand(stats)] as const;
  return (
    <section class="block">
      <header>
        <h3>Hands</h3>
      </header>
      <div class="average-cuts" aria-hidden="true">
        <AverageCut side="left" hand={hands[0]} />
        <AverageCut side="right" hand={hands[1]} />
      </div>
      <table class="hands num">
        <thead>
          <tr>
            <td />
            <th scope="col" class="left">
              Left
            </th>
            <th scope="col" class="right">
              Right
            </th>
          </tr>
        </thead>
        <tbody>
          <Line name="Average cut" of={String(MAX_CUT_SCORE)} hands={hands} text={(hand) => points(hand.acc, 2)} strong />
          {PARTS.map(({ name, most }, part) => (
            <Line key={name} name={name} of={String(most)} hands={hands} text={(hand) => points(hand.averageCut[part], 2)} />
          ))}
          <Line name="Timing" hands={hands} text={(hand) => timingText(hand.timing)} />
          <Line name="Swing before" hands={hands} text={(hand) => swing(hand.preswing)} />
          <Line name="Swing after" hands={hands} text={(hand) => swing(hand.postswing)} />
          <Line name="Good cuts" hands={hands} text={(hand) => String(hand.good)} />
          <Line name="Bad cuts" hands={hands} text={(hand) => String(hand.badCuts)} />
          <Line name="Misses" hands={hands} text={(hand) => String(hand.misses)} />
        </tbody>
      </table>
    </section>
  );
}

/** The mean cut as a bar of 115 points: swing before, distance, swing after. */
function AverageCut({ side, hand }: { side: 'left' | 'right'; hand: Hand }) {
  return (
    <div class={`average-cut ${side}`}>
      {hand.averageCut.map((value, part) => (
        <span key={part} class="part" style={{ flexGrow: PARTS[part]!.most }}>
          <span class="fill" style={{ transform: `scaleX(${(value ?? 0) / PARTS[part]!.most})` }} />
        </span>
      ))}
    </div>
  );
}

function Line(props: { name: string; of?: string; hands: readonly [Hand, Hand]; text(hand: Hand): string; strong?: boolean }) {
  const { name, of, hands, text, strong } = props;
  return (
    <tr class={strong ? 'strong' : undefined}>
      <th scope="row">
        {name}
        {of && <span class="of"> of {of}</span>}
      </th>
      <td>{text(hands[0])}</td>
      <td>{text(hands[1])}</td>
    </tr>
  );
}

const points = (value: Mean, digits: number): string => (typeof value !== 'number' ? '–' : value.toFixed(digits));

const swing = (rating: Mean): string => (typeof rating !== 'number' ? '–' : `${Math.round(rating * 100)}%`);

function timingText(seconds: Mean): string {
  if (typeof seconds !== 'number') return '–';
  const millis = Math.abs(seconds * 1000);
  if (millis < 0.05) return 'on time';
  return `${millis.toFixed(1)} ms ${seconds > 0 ? 'early' : 'late'}`;
}
