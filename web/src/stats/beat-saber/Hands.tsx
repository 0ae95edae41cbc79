import { type HandStats, LEFT, RIGHT, type Stats } from './compute';

const PARTS = [
  { name: 'Before the cut', most: 70 },
  { name: 'Distance', most: 15 },
  { name: 'After the cut', most: 30 },
];

/** The two hands side by side. */
export function Hands({ stats }: { stats: Stats }) {
  return (
    <section class="block">
      <header>
        <h3>Hands</h3>
      </header>
      <div class="average-cuts" aria-hidden="true">
        <AverageCut hand="left" stats={stats.hands[LEFT]} />
        <AverageCut hand="right" stats={stats.hands[RIGHT]} />
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
          <Line name="Average cut" of="115" stats={stats} text={(hand) => points(hand.acc, 2)} strong />
          {PARTS.map(({ name, most }, part) => (
            <Line key={name} name={name} of={String(most)} stats={stats} text={(hand) => points(hand.averageCut[part]!, 2)} />
          ))}
          <Line name="Timing" stats={stats} text={(hand) => timingText(hand.timing)} />
          <Line name="Swing before" stats={stats} text={(hand) => swing(hand.preswing)} />
          <Line name="Swing after" stats={stats} text={(hand) => swing(hand.postswing)} />
          <Line name="Good cuts" stats={stats} text={(hand) => String(hand.good)} />
          <Line name="Bad cuts" stats={stats} text={(hand) => String(hand.badCuts)} />
          <Line name="Misses" stats={stats} text={(hand) => String(hand.misses)} />
        </tbody>
      </table>
    </section>
  );
}

/** The mean cut as a bar of 115 points: swing before, distance, swing after. */
function AverageCut({ hand, stats }: { hand: 'left' | 'right'; stats: HandStats }) {
  return (
    <div class={`average-cut ${hand}`}>
      {stats.averageCut.map((value, part) => (
        <span key={part} class="part" style={{ flexGrow: PARTS[part]!.most }}>
          <span class="fill" style={{ transform: `scaleX(${(value ?? 0) / PARTS[part]!.most})` }} />
        </span>
      ))}
    </div>
  );
}

function Line(props: { name: string; of?: string; stats: Stats; text(hand: HandStats): string; strong?: boolean }) {
  const { name, of, stats, text, strong } = props;
  return (
    <tr class={strong ? 'strong' : undefined}>
      <th scope="row">
        {name}
        {of && <span class="of"> of {of}</span>}
      </th>
      <td>{text(stats.hands[LEFT])}</td>
      <td>{text(stats.hands[RIGHT])}</td>
    </tr>
  );
}

const points = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits));

const swing = (rating: number | null): string => (rating === null ? '–' : `${Math.round(rating * 100)}%`);

function timingText(seconds: number | null): string {
  if (seconds === null) return '–';
  const millis = Math.abs(seconds * 1000);
  if (millis < 0.05) return 'on time';
  return `${millis.toFixed(1)} ms ${seconds > 0 ? 'early' : 'late'}`;
}
