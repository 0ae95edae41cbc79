import type { Hit } from '../../stage/scene';
import { LEAST_APART, makeSound } from '../hits/sounds';
import { LOUDEST } from '../hits/voice';
import type { Player } from '../player';
import { hitVolume, muted, volume } from '../song/choices';
import type { Part } from './parts';

const SAMPLE_RATE = 48_000;

/** What is heard in a clip of these parts: the song and the hits, as the reader has set them; null if nothing is. */
export async function soundOf(player: Player, parts: readonly Part[], pace: number): Promise<AudioBuffer | null> {
  const hits = player.hits.peek()?.state().on ? (player.scene.peek()?.hits?.() ?? []) : [];
  const song = player.song.peek() && !muted.peek() ? await songOf(player) : null;
  if (!song && hits.length === 0) return null;
  const length = parts.reduce((sum, { from, until }) => sum + until - from, 0) / pace;
  const context = new OfflineAudioContext(2, Math.max(1, Math.ceil(length * SAMPLE_RATE)), SAMPLE_RATE);
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

/** The song of the map, as samples; null of a file that this browser does not decode. */
async function songOf(player: Player): Promise<AudioBuffer | null> {
  const bytes = await player.replay.peek()!.song();
  if (bytes.byteLength === 0) return null;
  return new OfflineAudioContext(2, 1, SAMPLE_RATE).decodeAudioData(bytes).catch(() => null);
}
