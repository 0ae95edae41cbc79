import type { Player } from './player';

/** What keys do outside the player. */
export interface Page {
  toggleFullscreen(): void;
  toggleStats(): void;
  toggleHelp(): void;
  toggleBare(): void;
  toggleTheme(): void;
  copyLink(): void;
  savePicture(): void;
  /** Begins a clip, or ends the one that is being recorded. */
  recordClip(): void;
}

export interface Key {
  /** As shown in the help; the first one is matched too unless `match` says otherwise. */
  keys: string[];
  label: string;
  group: 'Playback' | 'Moving about' | 'Picture';
}

/** The keys as the help lists them: those of asciinema-player first, since people know them. */
export const KEYS: Key[] = [
  { keys: ['Space'], label: 'Play or pause', group: 'Playback' },
  { keys: ['−', '+'], label: 'Slower, faster', group: 'Playback' },
  { keys: ['L'], label: 'Loop: from here, to here, off', group: 'Playback' },
  { keys: ['←', '→'], label: 'Back or ahead 5 seconds', group: 'Moving about' },
  { keys: ['Shift ←', 'Shift →'], label: 'Back or ahead 10 %', group: 'Moving about' },
  { keys: [',', '.'], label: 'One recorded frame', group: 'Moving about' },
  { keys: ['[', ']'], label: 'Previous or next event', group: 'Moving about' },
  { keys: ['0', '…', '9'], label: 'To 0 % … 90 %', group: 'Moving about' },
  { keys: ['Home', 'End'], label: 'To the start or end', group: 'Moving about' },
  { keys: ['C', 'Shift C'], label: 'Next or previous camera', group: 'Picture' },
  { keys: ['F'], label: 'Full screen', group: 'Picture' },
  { keys: ['S'], label: 'Statistics', group: 'Picture' },
  { keys: ['M'], label: 'Picture only', group: 'Picture' },
  { keys: ['T'], label: 'Dark or light', group: 'Picture' },
  { keys: ['Y'], label: 'Copy a link to this moment', group: 'Picture' },
  { keys: ['P'], label: 'Save a picture', group: 'Picture' },
  { keys: ['R'], label: 'Record a clip: of the loop, or 10 seconds', group: 'Picture' },
  { keys: ['?'], label: 'This help', group: 'Picture' },
];

/** Acts on a key; false if it means nothing here. */
export function onKey(event: KeyboardEvent, player: Player, page: Page): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (isTyping(event.target)) return false;
  const ready = player.scene.peek() !== null;
  // A focused button or link answers to Space and Enter itself.
  if (event.key === ' ' && event.target instanceof Element && event.target.closest('button, a, summary, [role="menuitemradio"]')) {
    return false;
  }
  const action = pageAction(event.key, page) ?? (ready ? playerAction(event, player) : undefined);
  if (!action) return false;
  action();
  return true;
}

function pageAction(key: string, page: Page): (() => void) | undefined {
  switch (key) {
    case 'f':
      return () => page.toggleFullscreen();
    case 's':
      return () => page.toggleStats();
    case 'm':
      return () => page.toggleBare();
    case 't':
      return () => page.toggleTheme();
    case 'y':
      return () => page.copyLink();
    case 'p':
      return () => page.savePicture();
    case 'r':
      return () => page.recordClip();
    case '?':
      return () => page.toggleHelp();
    default:
      return undefined;
  }
}

function playerAction({ key, shiftKey }: KeyboardEvent, player: Player): (() => void) | undefined {
  const span = player.scene.peek()!.span;
  const tenth = (span.end - span.start) / 10;
  if (/^[0-9]$/.test(key)) return () => player.seekTo(Number(key) / 10);
  switch (key) {
    case ' ':
      return () => player.toggle();
    case 'ArrowLeft':
      return () => player.seekBy(shiftKey ? -tenth : -5);
    case 'ArrowRight':
      return () => player.seekBy(shiftKey ? tenth : 5);
    case '[':
      return () => player.seekMarker(-1);
    case ']':
      return () => player.seekMarker(1);
    case ',':
      return () => player.stepFrame(-1);
    case '.':
      return () => player.stepFrame(1);
    case 'Home':
      return () => player.seekTo(0);
    case 'End':
      return () => player.seekTo(1);
    case 'c':
      return () => player.nextCamera(1);
    case 'C':
      return () => player.nextCamera(-1);
    case '-':
    case '<':
      return () => player.stepSpeed(-1);
    case '+':
    case '=':
    case '>':
      return () => player.stepSpeed(1);
    case 'l':
      return () => player.markLoop();
    default:
      return undefined;
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(input|select|textarea)$/i.test(target.tagName));
}
