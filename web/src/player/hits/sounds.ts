import type { Hit } from '../../stage/scene';

type Name = Hit['sound'];

/** How long each lasts, in seconds. */
const SECONDS: Record<Name, number> = { cut: 0.09, link: 0.05, thud: 0.2, touch: 0.24, goal: 1.5, demolition: 0.9, boost: 0.32 };
/** One that lasts is made of many: nearer to each other, in seconds, they would only be louder. */
export const LEAST_APART: Partial<Record<Name, number>> = { boost: 0.09 };
/** Seconds in which a sound rises: at once it would crackle. */
const RISE = 0.0005;

/** How fast dull noise follows the other. */
const DULL = 0.06;
/** So much louder it is to be as loud. */
const DULL_GAIN = 4;
/** The notes of the horn, in hertz. */
const HORN = [220, 277.2, 329.6];

/** The height of a sound at `t` seconds, where `noise` is anything between −1 and 1, and `dull` the deep part of it. */
const WAVES: Record<Name, (t: number, noise: number, dull: number) => number> = {
  cut: (t, noise) => 0.4 * noise * fall(t, 0.006) + 0.35 * wave(t, 2100) * fall(t, 0.012) + 0.25 * wave(t, 780) * fall(t, 0.02),
  link: (t, noise) => 0.15 * noise * fall(t, 0.004) + 0.15 * wave(t, 2900) * fall(t, 0.008),
  thud: (t, noise) => 0.75 * wave(t, 115) * fall(t, 0.05) + 0.15 * noise * fall(t, 0.012),
  touch: (t, noise, dull) => 0.6 * drop(t, 190, 75, 0.03) * fall(t, 0.06) + 0.4 * dull * fall(t, 0.03) + 0.08 * noise * fall(t, 0.004),
  goal: (t, _, dull) => 0.36 * horn(t) + 0.5 * drop(t, 95, 38, 0.12) * fall(t, 0.28) + 0.4 * dull * fall(t, 0.2),
  demolition: (t, _, dull) => 0.45 * drop(t, 120, 34, 0.1) * fall(t, 0.22) + 0.65 * dull * fall(t, 0.16),
  boost: (t, noise, dull) => (0.55 * dull + 0.05 * noise) * Math.sin((Math.PI * t) / SECONDS.boost) ** 2,
};

/** A tone that falls from one height to another. */
const drop = (t: number, from: number, to: number, seconds: number): number =>
  Math.sin(2 * Math.PI * (to * t + (from - to) * seconds * (1 - fall(t, seconds))));

/** It comes a little after the boom, and goes out at its end. */
function horn(t: number): number {
  const tones = HORN.map((hertz) => Math.tanh(1.6 * wave(t, hertz) + 0.7 * wave(t, 2 * hertz)));
  const loudness = Math.min(1, Math.max(0, t - 0.04) / 0.08) * Math.min(1, (SECONDS.goal - t) / 0.5);
  return (loudness * tones.reduce((sum, tone) => sum + tone, 0)) / HORN.length;
}

const fall = (t: number, seconds: number): number => Math.exp(-t / seconds);
const wave = (t: number, hertz: number): number => Math.sin(2 * Math.PI * hertz * t);

/** A short tick for a cut, a softer one for a link of a chain, and a dull one for wrong hits; a kick for a touch of a ball, a horn for a goal, a boom for a
 * car that bursts, and a swell of noise for boost. */
export function makeSound(name: Name, sampleRate: number): AudioBuffer {
  const buffer = new AudioBuffer({ length: Math.ceil(SECONDS[name] * sampleRate), sampleRate });
  const samples = buffer.getChannelData(0);
  let [random, dull] = [1, 0];
  for (let i = 0; i < samples.length; i++) {
    // The same noise each time.
    random = (random * 48271) % 0x7fffffff;
    const [t, left] = [i / sampleRate, 1 - i / samples.length];
    const noise = (2 * random) / 0x7fffffff - 1;
    dull += DULL * (noise - dull);
    samples[i] = WAVES[name](t, noise, dull * DULL_GAIN) * Math.min(1, t / RISE, left * 8);
  }
  return buffer;
}
