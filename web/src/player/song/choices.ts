// How songs and hits are heard: the choice holds for every replay, and is kept in this browser.
import { effect, signal } from '@preact/signals';

const KEY = 'ghostreel.song';

function stored(): Record<string, unknown> {
  try {
    return Object(JSON.parse(localStorage.getItem(KEY) ?? '{}')) as Record<string, unknown>;
  } catch {
    return {}; // An iframe without storage access.
  }
}

const kept = stored();

/** Nothing is heard. */
export const muted = signal(kept.muted === true);
/** Whether a song that is played slower or faster keeps its pitch. */
export const keepsPitch = signal(kept.keepsPitch !== false);
/** Above 0, and at most 1: a song that is not heard is muted. */
export const volume = signal(isVolume(kept.volume) ? kept.volume : 1);
/** Whether hits are heard; null before the reader has chosen. */
export const hears = signal(typeof kept.hits === 'boolean' ? kept.hits : null);
/** Of hits, as `volume`. */
export const hitVolume = signal(isVolume(kept.hitVolume) ? kept.hitVolume : 0.5);

effect(() => {
  const choices = {
    muted: muted.value,
    keepsPitch: keepsPitch.value,
    volume: volume.value,
    hits: hears.value,
    hitVolume: hitVolume.value,
  };
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    /* They then last as long as the page. */
  }
});

function isVolume(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 1;
}

/** 0 to 1. Of a song that is muted the volume stays, so that it comes back. */
export function setVolume(to: number): void {
  muted.value = to === 0;
  if (to > 0) volume.value = to;
}

/** 0 to 1, as `setVolume`. */
export function setHitVolume(to: number): void {
  hears.value = to > 0;
  if (to === 0) return;
  hitVolume.value = to;
  muted.value = false;
}
