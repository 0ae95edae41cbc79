import type { Player } from './player';

/** Actions of keys outside the player. */
export interface Page {
  toggleFullscreen(): void;
  toggleStats(): void;
  toggleHelp(): void;
  toggleBare(): void;
  toggleTheme(): void;
  copyLink(): void;
  savePicture(): void;
  /** Begins a clip, or gives up the one that is being made. */
  recordClip(): void;
  /** Makes one clip of all events that are marked. */
  clipOfMarkers(): void;
  /** The same of all games that belong together. */
  clipOfSeries(): void;
}

/** Actions of keys on the bar, while there is one. */
export const bar: { zoom?: (factor: number) => void } = {};

/** Seconds that arrows and the letters J and L go. */
const STEP = 5;
const LEAP = 10;

/** Acts on a key; false if it means nothing here. */
export function onKey(event: KeyboardEvent, player: Player, page: Page): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (isTyping(event)) return false;
  const ready = player.scene.peek() !== null;
  // A focused button or link answers to Space and Enter itself.
  if (event.key === ' ' && event.target instanceof Element && event.target.closest('button, a, summary, [role="menuitemradio"]')) {
    return false;
  }
  const key = keyOf(event);
  if (player.picture.fly(key.toLowerCase(), event.shiftKey)) return true;
  const action = pageAction(key, page) ?? (ready ? playerAction(key, event, player) : undefined);
  if (!action) return false;
  action();
  return true;
}

/** Letters as Shift alone makes them: Caps Lock changes nothing. */
function keyOf({ key, shiftKey }: KeyboardEvent): string {
  if (!/^\p{L}$/u.test(key)) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
}

function pageAction(key: string, page: Page): (() => void) | undefined {
  switch (key) {
    case 'f':
      return () => page.toggleFullscreen();
    case 's':
      return () => page.toggleStats();
    case 'h':
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

/** The keys are those that people know from video players, where there is the same to do. */
function playerAction(key: string, { shiftKey, target }: KeyboardEvent, player: Player): (() => void) | undefined {
  const span = player.scene.peek()!.span;
  const tenth = (span.end - span.start) / 10;
  const { cameraKeys } = player.scene.peek()!;
  if (/^[0-9]$/.test(key))
    return () => (cameraKeys ? player.picture.setCamera(cameraKeys[key] ?? '') : player.playback.seekTo(Number(key) / 10));
  // Actions of keys on a slider.
  const isSlider = target instanceof Element && target.getAttribute('role') === 'slider';
  if (isSlider && key === 'ArrowUp') return () => player.playback.seekBy(STEP);
  if (isSlider && key === 'ArrowDown') return () => player.playback.seekBy(-STEP);
  if (isSlider && key === 'PageUp') return () => player.playback.seekBy(tenth);
  if (isSlider && key === 'PageDown') return () => player.playback.seekBy(-tenth);
  switch (key) {
    case ' ':
    case 'k':
      return () => player.playback.toggle();
    case 'j':
      return () => player.playback.seekBy(-LEAP);
    case 'l':
      return () => player.playback.seekBy(LEAP);
    case 'ArrowLeft':
      return () => player.playback.seekBy(shiftKey ? -tenth : -STEP);
    case 'ArrowRight':
      return () => player.playback.seekBy(shiftKey ? tenth : STEP);
    case '[':
      return () => player.playback.seekMarker(-1);
    case ']':
      return () => player.playback.seekMarker(1);
    case 'g':
      return () => player.playback.seekDecisive(1);
    case 'G':
      return () => player.playback.seekDecisive(-1);
    case ',':
      return () => player.playback.stepFrame(-1);
    case '.':
      return () => player.playback.stepFrame(1);
    case 'Home':
      return () => player.playback.seekTo(0);
    case 'End':
      return () => player.playback.seekTo(1);
    case 'z':
      return () => bar.zoom?.(0.5);
    case 'Z':
      return () => bar.zoom?.(2);
    case 'c':
      return () => player.picture.nextCamera(1);
    case 'C':
      return () => player.picture.nextCamera(-1);
    case '-':
    case '<':
      return () => player.playback.stepSpeed(-1);
    case '+':
    case '=':
    case '>':
      return () => player.playback.stepSpeed(1);
    case 'b':
      return () => player.playback.markLoop();
    case 'i':
      return player.closeLook.all && (() => player.closeLook.toggle());
    case 'v':
      return player.closeLook.all && (() => player.closeLook.toggleSlow());
    case 'x':
      return () => player.picture.addCameraPoint();
    case 'X':
      return () => player.picture.clearPath();
    case 'n':
      return () => void player.queue.next();
    case 'm':
      return () => void player.toggleSound();
    default:
      return player.scene.peek()!.keys?.[key]?.act;
  }
}

function isTyping({ target, key }: KeyboardEvent): boolean {
  // A slider answers to keys that move it.
  if (target instanceof HTMLInputElement && target.type === 'range') return /^(Arrow|Page|Home|End)/.test(key);
  return target instanceof HTMLElement && (target.isContentEditable || /^(input|select|textarea)$/i.test(target.tagName));
}
