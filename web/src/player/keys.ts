import type { Scene } from '../stage/scene';

export interface Key {
  /** As shown. */
  keys: string[];
  label: string;
  group: 'Playback' | 'Moving about' | 'Picture';
}

/** The keys as the help lists them: those of every game, and those of the scene that is open. */
export function keysOf(scene: Scene | null): Key[] {
  const digits: Key = scene?.cameraKeys
    ? { keys: ['0', '…', '9'], label: 'Watch the match, or follow the player of that number', group: 'Picture' }
    : { keys: ['0', '…', '9'], label: 'To 0 % … 90 %', group: 'Moving about' };
  const noun = scene?.closeUps?.noun;
  const closely: Key[] = noun
    ? [
        { keys: ['I'], label: `Look closely at the nearest ${noun}`, group: 'Playback' },
        { keys: ['V'], label: `Slow motion around a ${noun}`, group: 'Playback' },
      ]
    : [];
  const flown: Key[] = scene?.cameras.some((camera) => camera.orbit)
    ? [
        {
          keys: ['W', 'A', 'S', 'D', 'E', 'Q'],
          label: 'Fly the free camera: ahead, left, back, right, up, down; Shift: faster',
          group: 'Picture',
        },
        { keys: ['X', 'Shift X'], label: 'The free camera passes here at this time; no path any more', group: 'Picture' },
      ]
    : [];
  const own = Object.entries(scene?.keys ?? {});
  return [
    ...KEYS,
    ...closely,
    digits,
    ...flown,
    ...own.map(([key, { label }]): Key => ({ keys: [key.toUpperCase()], label, group: 'Picture' })),
  ];
}

const KEYS: Key[] = [
  { keys: ['Space', 'K'], label: 'Play or pause', group: 'Playback' },
  { keys: ['−', '+'], label: 'Slower, faster', group: 'Playback' },
  { keys: ['B'], label: 'Loop: from here, to here, off', group: 'Playback' },
  { keys: ['M'], label: 'Sound on or off', group: 'Playback' },
  { keys: ['N'], label: 'Next of the replays that were dropped together', group: 'Playback' },
  { keys: ['←', '→'], label: 'Back or ahead 5 seconds', group: 'Moving about' },
  { keys: ['J', 'L'], label: 'Back or ahead 10 seconds', group: 'Moving about' },
  { keys: ['Shift ←', 'Shift →'], label: 'Back or ahead 10 %', group: 'Moving about' },
  { keys: [',', '.'], label: 'One recorded frame', group: 'Moving about' },
  { keys: ['[', ']'], label: 'Previous or next event', group: 'Moving about' },
  { keys: ['G', 'Shift G'], label: 'Next or previous goal or stock', group: 'Moving about' },
  { keys: ['Home', 'End'], label: 'To the start or end', group: 'Moving about' },
  { keys: ['Z', 'Shift Z'], label: 'Zoom into the bar or out, like the wheel over it', group: 'Moving about' },
  { keys: ['C', 'Shift C'], label: 'Next or previous camera', group: 'Picture' },
  { keys: ['F'], label: 'Full screen', group: 'Picture' },
  { keys: ['S'], label: 'Statistics', group: 'Picture' },
  { keys: ['H'], label: 'Picture only', group: 'Picture' },
  { keys: ['T'], label: 'Dark or light', group: 'Picture' },
  { keys: ['Y'], label: 'Copy a link to this moment', group: 'Picture' },
  { keys: ['P'], label: 'Save a picture', group: 'Picture' },
  { keys: ['R'], label: 'Save a clip: of the loop, or 10 seconds', group: 'Picture' },
  { keys: ['?'], label: 'This help', group: 'Picture' },
];
