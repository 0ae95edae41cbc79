// For when sounds of hits are ordered: in time with the picture at every speed, after a leap, and over the ends of a loop. Time goes by
// steps here, so no clock is measured; hits.nightly.mjs listens to what comes of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals';
import { source } from './support/decoder.mjs';

/** Seconds from picture to picture. */
const FRAME = 1 / 60;
/** The most that a sound may be off from its picture, in seconds. */
const MOST = 0.004;

let now = 0;
/** The sounds that were ordered and not called off: when they sound. */
let ordered = [];
const heard = () => ordered.map(({ when }) => when).filter((when) => when <= now);

globalThis.localStorage = { getItem: () => JSON.stringify({ hits: true, hitVolume: 1 }), setItem() {} };
globalThis.document = {
  hidden: false,
  addEventListener() {},
  get timeline() {
    return { currentTime: now * 1000 };
  },
};
globalThis.AudioContext = class {
  state = 'running';
  sampleRate = 48_000;
  get currentTime() {
    return now;
  }
  getOutputTimestamp = () => ({ contextTime: now, performanceTime: now * 1000 });
  resume() {}
};
globalThis.GainNode = class {
  constructor(_context, { gain = 1 } = {}) {
    this.gain = { value: gain, setTargetAtTime: (value) => (this.gain.value = value) };
  }
  connect(to) {
    this.to = to;
  }
};
globalThis.AudioBuffer = class {
  constructor({ length, sampleRate }) {
    this.duration = length / sampleRate;
    this.samples = new Float32Array(length);
  }
  getChannelData = () => this.samples;
};
globalThis.AudioBufferSourceNode = class {
  constructor(_context, options) {
    Object.assign(this, options);
  }
  connect(to) {
    this.to = to;
  }
  start(when) {
    ordered.push({ when, node: this });
  }
  disconnect() {
    ordered = ordered.filter(({ node }) => node !== this);
  }
};

const { HitSounds } = await source('src/player/hits/hits.tsx');
const { Clock } = await source('src/player/clock.ts');

const HITS = [1, 2, 2.5, 3.25, 4, 4.5, 5.75, 6, 7, 8.5].map((time) => ({ time, sound: 'cut' }));
const SONG_SPEED = 1.2;

/** A replay that plays on from a time, with the sounds of its hits. */
function play(from, { loop = null, speed = 1, hits = () => HITS } = {}) {
  [now, ordered] = [100, []];
  const clock = new Clock();
  clock.reset(0, 20, SONG_SPEED);
  clock.setSpeed(speed);
  clock.setLoop(loop);
  clock.seek(from);
  clock.playing = true;
  const listeners = { time: [], seek: [] };
  const player = {
    scene: signal({ hits, rate: SONG_SPEED }),
    playback: { speed: signal(speed), loop: signal(loop), playing: signal(true), time: signal(from) },
    song: signal(null),
    events: { on: (name, listener) => listeners[name].push(listener) },
    picture: { options: { manual: false } },
  };
  const emit = (name) => {
    player.playback.time.value = clock.time;
    listeners[name].forEach((listener) => listener());
  };
  void new HitSounds(player);
  return {
    wait(seconds) {
      for (let left = Math.round(seconds / FRAME); left > 0; left--) {
        emit('time');
        now += FRAME;
        clock.advance(FRAME);
      }
    },
    seek(time) {
      clock.seek(time);
      emit('seek');
    },
    pause() {
      clock.playing = player.playback.playing.value = false;
    },
  };
}

/** As many sounds as expected, each at its time, in seconds from the beginning. */
function areHeard(expected, what) {
  const found = heard().map((when) => when - 100);
  assert.equal(found.length, expected.length, `${what}: ${found} instead of ${expected}`);
  found.forEach((when, i) => assert.ok(Math.abs(when - expected[i]) < MOST, `${what}: ${found} instead of ${expected}`));
}

for (const speed of [0.5, 1, 2, 4]) {
  test(`at speed ${speed} each hit sounds when it is seen`, () => {
    const rate = speed * SONG_SPEED;
    play(0, { speed }).wait(9.5 / rate);
    areHeard(
      HITS.map(({ time }) => time / rate),
      `speed ${speed}`,
    );
  });
}

test('after a leap ordered hits do not sound, and those at the new time do', () => {
  const replay = play(1.9);
  replay.wait(0.05);
  replay.seek(5.5);
  replay.wait(0.7);
  areHeard(
    [5.75, 6].map((time) => 0.05 + (time - 5.5) / SONG_SPEED),
    'sought',
  );
});

test('over the ends of a loop no hit is lost and none is heard twice', () => {
  // From a hit on, to just before another: both are next to the ends, and those are between two pictures.
  const [a, b] = [2, 3.245];
  const lap = (b - a) / SONG_SPEED;
  play(a, { loop: { a, b } }).wait(5 * lap - 0.1);
  areHeard(
    [0, 1, 2, 3, 4].flatMap((laps) => [laps * lap, laps * lap + 0.5 / SONG_SPEED]),
    'looped',
  );
});

test('a sound is as loud and as high as its scene says, and one that lasts goes out when it is paused', () => {
  const horn = [
    { time: 1, sound: 'goal', loudness: 0.5, pitch: 0.9 },
    { time: 1.1, sound: 'cut' },
  ];
  const replay = play(0, { hits: () => horn });
  replay.wait(1.2 / SONG_SPEED);
  const [{ node: goal }, { node: cut }] = ordered;
  const own = () => [goal.to.gain.value, goal.playbackRate];
  assert.deepEqual(own(), [0.5, 0.9]);
  assert.ok(goal.buffer.duration > 1.4 && goal.to.to === cut.to, 'both go into the one that has the reader’s volume');
  replay.pause();
  assert.equal(goal.to.gain.value, 0);
  assert.equal(cut.to.gain.value, 0.6, 'what follows is as loud as ever');
});

test('when a scene has other sounds, those are heard from then on, and what sounds already goes on', () => {
  const others = signal(false);
  const horn = { time: 1, sound: 'goal', loudness: 1 };
  const replay = play(0, { hits: () => [horn, { time: others.value ? 1.7 : 1.5, sound: 'touch', loudness: 1 }] });
  replay.wait(1.4 / SONG_SPEED);
  others.value = true;
  replay.wait(0.6 / SONG_SPEED);
  areHeard([1 / SONG_SPEED, 1.7 / SONG_SPEED], 'changed');
  assert.equal(ordered[0].node.to.gain.value, 1);
});

test('swells of boost are no denser at high speeds, and other sounds are not thinned out', () => {
  const time = Array.from({ length: 40 }, (_, i) => 1 + i * 0.11);
  for (const [sound, least, most] of [
    ['boost', 8, 13],
    ['touch', 40, 40],
  ]) {
    const hits = time.map((time) => ({ time, sound, loudness: 1 }));
    play(0, { hits: () => hits, speed: 4 }).wait(6 / 4 / SONG_SPEED);
    const times = heard();
    assert.ok(times.length >= least && times.length <= most, `${times.length} of ${sound}`);
  }
});
