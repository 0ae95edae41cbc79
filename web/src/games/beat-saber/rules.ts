// Made by `npm run types` from constants in Rust (page_rules.rs of the game in crates/analysis): do not edit.

/** The most points that the parts of a cut can give: the swing before it, the distance to the middle, the swing after it. */
export const MAX_POINTS = { after: 30, before: 70, distance: 15 } as const;

/** The most points that a cut can give. */
export const MAX_CUT_SCORE = 115;

/** How many in a row raise each multiplier. */
export const HITS_TO_RAISE = { '1': 2, '2': 4, '4': 8 } as const;

/** As the column `score.rank` numbers them. */
export const RANKS = ['E', 'D', 'C', 'B', 'A', 'S', 'SS', 'SSS'] as const;

/** As the column `flights.kind` numbers them. */
export const SHAPES = ['note', 'head', 'link', 'bomb'] as const;

/** Of the grid, from below. */
export const LAYERS = ['Bottom', 'Middle', 'Top'] as const;

/** As the column `notes.event_type` numbers them. */
export const EVENTS = { Bad: 1, Bomb: 3, Good: 0, Miss: 2 } as const;

/** In the order of lists: where each is among the members of `ByPattern`, and what it is called. */
export const PATTERNS = [
  { label: 'Up', place: ['directions', 0] },
  { label: 'Down', place: ['directions', 1] },
  { label: 'Left', place: ['directions', 2] },
  { label: 'Right', place: ['directions', 3] },
  { label: 'Up left', place: ['directions', 4] },
  { label: 'Up right', place: ['directions', 5] },
  { label: 'Down left', place: ['directions', 6] },
  { label: 'Down right', place: ['directions', 7] },
  { label: 'Any direction', place: ['directions', 8] },
  { label: 'Crossovers', place: ['crossovers'] },
  { label: 'Resets', place: ['resets'] },
  { label: 'Streams', place: ['streams'] },
  { label: 'Doubles', place: ['doubles'] },
  { label: 'One swing', place: ['oneSwing'] },
  { label: 'Below 15 m/s', place: ['speeds', 0] },
  { label: 'Below 20 m/s', place: ['speeds', 1] },
  { label: 'Below 25 m/s', place: ['speeds', 2] },
  { label: 'Below 30 m/s', place: ['speeds', 3] },
  { label: '30 m/s and more', place: ['speeds', 4] },
] as const;

/** How long a saber's blade is, in m. */
export const BLADE = 1;

/** Labels of discrepancies of cuts, and their units. */
export const OFF = {
  'after-cut-rating': ['swing after it, other than was swung', ''],
  'before-cut-rating': ['swing before it, other than was swung', ''],
  'cut-angle': ['angle of the cut', '°'],
  'cut-dir-deviation': ['angle from the arrow', '°'],
  'cut-direction': ['the wrong way, beyond what counts', '°'],
  'cut-distance': ['distance from the note’s middle', 'm'],
  'cut-flags': ['good, against its own flags', ''],
  'cut-normal': ['plane of the cut', '°'],
  'cut-point': ['point of the cut', 'm'],
  'cut-side': ['side of the note’s middle', 'm'],
  'event-time': ['no frame of its time', 's'],
  'met-before': ['the blade met the note a frame before', 'm'],
  'normal-length': ['length of the plane’s normal', ''],
  'note-place': ['place of the note', 'm'],
  'out-of-reach': ['the blade passed the note', 'm'],
  'saber-direction': ['way of the saber', '°'],
  'saber-type': ['the other saber’s note', ''],
  'time-deviation': ['how early it was', 's'],
} as const;

/** Labels of observations, and their units. */
export const OBSERVED = {
  acceleration: ['Faster than a body can', 'm/s²'],
  'constant-rate': ['Frames at one rate', 's'],
  'even-timing': ['Cuts all as early or late', 's'],
  'frame-gap': ['No frame', 's'],
  'frozen-pose': ['Does not move at all', 's'],
  'repeated-swing': ['The same swing again', 'm'],
  'smooth-motion': ['Moves without tremor', 's'],
  'song-speed': ['By its frames, the song ran at', '×'],
  teleport: ['Elsewhere in the next frame', 'm'],
} as const;

/** Labels of omissions from the map. */
export const PASSED = {
  bomb: 'A blade went through a bomb',
  miss: 'Counts as missed, and was cut',
  wall: 'The head was in a wall',
} as const;

/** Labels of moving parts. */
export const PARTS = { head: 'head', left: 'left hand', right: 'right hand' } as const;
