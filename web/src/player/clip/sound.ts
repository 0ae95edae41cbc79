import type { Replay } from '../../decoder';
import type { Hit, Scene } from '../../stage/scene';
import { LEAST_APART, makeSound } from '../hits/sounds';
import { LOUDEST } from '../hits/voice';
import type { Player } from '../player';
import { hitVolume, muted, volume } from '../song/choices';
import { lengthOf, type Part } from './parts';

export const SAMPLE_RATE = 48_000;
export const CHANNELS = 2;

/** What the reader wants to hear in clips. */
export interface Heard {
  hits: boolean;
  song: boolean;
}

/** As the reader has set it. */
export const heardIn = (player: Player): Heard => ({
  hits: player.hits.peek()?.state().on === true,
  song: player.song.peek() !== null && !muted.peek(),
});

/** What is heard in parts of a replay: its song and its hits. */
export async function soundOf(replay: Replay, scene: Scene, heard: Heard, parts: readonly Part[], pace: number): Promise<AudioBuffer> {
  const hits = heard.hits ? await hitsOf(replay, scene) : [];
  const song = heard.song ? await songOf(replay) : null;
  const length = lengthOf(parts) / pace;
  const context = new OfflineAudioContext(CHANNELS, Math.max(1, Math.ceil(length * SAMPLE_RATE)), SAMPLE_RATE);
  const loud = (gain: number) => {
    const node = new GainNode(context, { gain });
    node.connect(context.destination);
    return node;
  };
  const [songGain, hitGain] = [loud(volume.peek()), loud(hitVolume.peek() * LOUDEST)];
  const sounds = new Map<Hit['sound'], AudioBuffer>();
  let begin = 0;
  for (const { from, until } of parts) {
    if (song) {
      const source = new AudioBufferSourceNode(context, { buffer: song, playbackRate: pace });
      source.connect(songGain);
      source.start(begin + Math.max(0, -from) / pace, Math.max(0, from), Math.max(0, until - Math.max(0, from)));
    }
    for (const hit of apart(hits, from, until)) {
      const sound = sounds.get(hit.sound) ?? makeSound(hit.sound, SAMPLE_RATE);
      sounds.set(hit.sound, sound);
      const gain = new GainNode(context, { gain: hit.loudness ?? 1 });
      gain.connect(hitGain);
      const source = new AudioBufferSourceNode(context, { buffer: sound, playbackRate: hit.pitch ?? 1 });
      source.connect(gain);
      source.start(begin + (hit.time - from) / pace);
    }
    begin += (until - from) / pace;
  }
  return context.startRendering();
}

/** The hits of a part, without those that come so soon after one that sounds the same that they would only be louder. */
function apart(hits: readonly Hit[], from: number, until: number): Hit[] {
  const last = new Map<Hit['sound'], number>();
  const inside = hits.filter(({ time }) => time >= from && time < until).sort((a, b) => a.time - b.time);
  return inside.filter(({ sound, time }) => {
    if (time - (last.get(sound) ?? -Infinity) < (LEAST_APART[sound] ?? 0)) return false;
    last.set(sound, time);
    return true;
  });
}

/** All hits. Some come once the decoder has found them: it answers what is asked first. */
async function hitsOf(replay: Replay, scene: Scene): Promise<readonly Hit[]> {
  scene.hits?.();
  await replay.moments();
  return scene.hits?.() ?? [];
}

/** The song of the map, as samples; null of a file that this browser does not decode. */
async function songOf(replay: Replay): Promise<AudioBuffer | null> {
  const bytes = await replay.song();
  if (bytes.byteLength === 0) return null;
  return new OfflineAudioContext(CHANNELS, 1, SAMPLE_RATE).decodeAudioData(bytes).catch(() => null);
}
