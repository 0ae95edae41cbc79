import { at, type Columns, valueAt } from '../../../stage/columns';
import { CUT_RULES, EVENTS, FASTEST_CUT, FULL_SWING, MAX_POINTS } from '../rules';

/** The columns of the table `notes` that say how one was cut. */
export const WANTED = [
  'event_type',
  'scoring_type',
  'direction',
  'points_before',
  'points_distance',
  'points_after',
  'cut.speed_ok',
  'cut.direction_ok',
  'cut.saber_type_ok',
  'cut.was_cut_too_soon',
  'cut.saber_type',
  'cut.saber_speed',
  'cut.time_deviation',
  'cut.cut_dir_deviation',
  'cut.cut_distance_to_center',
  'cut.before_cut_rating',
  'cut.after_cut_rating',
];

/** A part of a cut's points. */
export interface CutPart {
  label: string;
  points: number;
  most: number;
  /** The measured amount, in its own unit. */
  measured: string;
}

/** All that is known of how a note was cut, as it is read. */
export interface CutFacts {
  parts: CutPart[];
  /** The reason why it is a mistake. */
  wrong: string[];
  /** Further values by their names. */
  values: [name: string, value: string][];
  /** A remark about its points. */
  remark: string;
}

/** Notes that ask for no direction. */
const ANY_DIRECTION = 8;

/** `isKnown`: the file says credibly how the saber went through it. */
export function factsOf(notes: Columns, row: number, isKnown: boolean): CutFacts {
  const event = at(notes, 'event_type', row);
  const isGood = event === EVENTS.Good;
  const isCut = isGood || event === EVENTS.Bad;
  const rule = ruleOf(valueAt(notes, 'scoring_type', row));
  return {
    parts: isGood && isKnown ? partsOf(notes, row, rule) : [],
    wrong: wrongOf(notes, row, event, isKnown, rule),
    values: isCut && isKnown ? valuesOf(notes, row, rule) : [],
    remark: isGood ? remarkOf(rule, isKnown) : '',
  };
}

type Rule = (typeof CUT_RULES)[number];

const ruleOf = (scoringType: number | null): Rule => CUT_RULES[scoringType ?? 0] ?? CUT_RULES[0];

function partsOf(notes: Columns, row: number, rule: Rule): CutPart[] {
  const swing = (side: 'before' | 'after'): CutPart => {
    const [least, most] = rule[side];
    const rating = at(notes, `cut.${side}_cut_rating`, row);
    return {
      label: side === 'before' ? 'Before the cut' : 'After the cut',
      points: at(notes, `points_${side}`, row),
      most,
      measured: least === most ? 'given on this note' : swingText(rating, FULL_SWING[side]),
    };
  };
  const distance: CutPart = {
    label: 'Distance',
    points: at(notes, 'points_distance', row),
    most: rule.distance,
    measured: `${(100 * Math.abs(at(notes, 'cut.cut_distance_to_center', row))).toFixed(1)} cm from the middle`,
  };
  return [swing('before'), distance, swing('after')].filter(({ most }) => most > 0);
}

/** A rating of just 1 may stand for any swing that was at least full: not every mod wrote more. */
const swingText = (rating: number, full: number): string =>
  rating === 1 ? `${full}° or more` : `${Math.round(rating * full)}°, full at ${full}°`;

function valuesOf(notes: Columns, row: number, rule: Rule): [string, string][] {
  return [
    ['Timing', timingText(at(notes, 'cut.time_deviation', row))],
    ['Saber speed', speedText(at(notes, 'cut.saber_speed', row))],
    ['Angle to the arrow', offTheArrow(notes, row, rule)],
  ].filter((value): value is [string, string] => value[1] !== '');
}

/** Nothing where it was not measured. */
const speedText = (speed: number): string => (speed > 0 && speed <= FASTEST_CUT ? `${speed.toFixed(1)} m/s` : '');

/** Early is above 0; rounded as in the statistics. */
function timingText(seconds: number): string {
  const millis = 1000 * Math.abs(seconds);
  if (millis < 0.05) return 'on time';
  return `${millis.toFixed(1)} ms ${seconds < 0 ? 'late' : 'early'}`;
}

/** Nothing of a note without an arrow; links have none that counts. */
const offTheArrow = (notes: Columns, row: number, { fixed }: Rule): string =>
  at(notes, 'direction', row) < ANY_DIRECTION && fixed === 0 ? `${Math.abs(at(notes, 'cut.cut_dir_deviation', row)).toFixed(1)}°` : '';

function wrongOf(notes: Columns, row: number, event: number, isKnown: boolean, rule: Rule): string[] {
  if (event === EVENTS.Miss) return ['No saber cut it.'];
  if (event === EVENTS.Bomb) return ['A saber touched it.'];
  if (event !== EVENTS.Bad) return [];
  const is = (name: string): boolean => at(notes, `cut.${name}`, row) !== 0;
  const [off, speed] = [offTheArrow(notes, row, rule), speedText(at(notes, 'cut.saber_speed', row))];
  const found = [
    !is('saber_type_ok') && `Cut with the ${at(notes, 'cut.saber_type', row) === 0 ? 'left' : 'right'} saber.`,
    !is('direction_ok') && (off ? `Wrong direction: ${off} off the arrow.` : 'Wrong direction.'),
    !is('speed_ok') && (speed ? `Too slow: ${speed}.` : 'Too slow.'),
    is('was_cut_too_soon') && 'Too early.',
  ].filter((text) => text !== false);
  return isKnown && found.length > 0 ? found : ['The file does not say why.'];
}

function remarkOf({ fixed, after }: Rule, isKnown: boolean): string {
  if (fixed > 0) return `A link of a chain gives ${fixed} however it is cut.`;
  if (!isKnown) return 'The file does not say how it was cut.';
  return after[1] < MAX_POINTS.after ? 'The swing after the cut of a chain’s head does not count.' : '';
}
