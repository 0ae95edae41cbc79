import type { Hit } from '../../stage/scene';

type Name = Hit['sound'];

/** How long each lasts, in seconds. */
const SECONDS: Record<Name, number> = { cut: 0.09, link: 0.05, thud: 0.2 };
/** Seconds in which a sound rises: at once it would crackle. */
const RISE = 0.0005;

/** The height of a sound at `t` seconds, where `noise` is anything between −1 and 1. */
const WAVES: Record<Name, (t: number, noise: number) => number> = {
  cut: (t, noise) => 0.4 * noise * fall(t, 0.006) + 0.35 * wave(t, 2100) * fall(t, 0.012) + 0.25 * wave(t, 780) * fall(t, 0.02),
  link: (t, noise) => 0.15 * noise * fall(t, 0.004) + 0.15 * wave(t, 2900) * fall(t, 0.008),
  thud: (t, noise) => 0.75 * wave(t, 115) * fall(t, 0.05) + 0.15 * noise * fall(t, 0.012),
};

const fall = (t: number, seconds: number): number => Math.exp(-t / seconds);
const wave = (t: number, hertz: number): number => Math.sin(2 * Math.PI * hertz * t);

/** A short tick for a cut, a softer one for a link of a chain, and a dull one for wrong hits. */
export function makeSounds(sampleRate: number): Record<Name, AudioBuffer> {
  const sounds = (Object.keys(WAVES) as Name[]).map((name) => {
    const buffer = new AudioBuffer({ length: Math.ceil(SECONDS[name] * sampleRate), sampleRate });
    const samples = buffer.getChannelData(0);
    let random = 1;
    for (let i = 0; i < samples.length; i++) {
      // The same noise each time.
      random = (random * 48271) % 0x7fffffff;
      const [t, left] = [i / sampleRate, 1 - i / samples.length];
      samples[i] = WAVES[name](t, (2 * random) / 0x7fffffff - 1) * Math.min(1, t / RISE, left * 8);
    }
    return [name, buffer];
  });
  return Object.fromEntries(sounds);
}
