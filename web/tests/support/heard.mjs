// The sound of a map's song, compared with the replay: measured at the loudspeaker's input, in any player.

/** In the page, before its scripts: listens to what goes to the loudspeaker. `song` must be that of `dial`. */
export const LISTEN = () => {
  const heard = { clocks: [], samples: [], times: [] };
  globalThis.heard = heard;
  const connect = AudioNode.prototype.connect;
  const taps = new WeakMap();
  const tapOf = (context) => {
    const known = taps.get(context);
    if (known) return known;
    const gate = new GainNode(context);
    taps.set(context, gate);
    const listen = async () => {
      await context.audioWorklet.addModule('/files/tap.js');
      const tap = new AudioWorkletNode(context, 'tap', { numberOfOutputs: 0 });
      tap.port.onmessage = ({ data }) => {
        heard.samples.push(data);
        const { contextTime, performanceTime } = context.getOutputTimestamp();
        if (performanceTime > 0) heard.clocks.push([contextTime, performanceTime]);
      };
      connect.call(gate, tap);
    };
    void listen();
    return gate;
  };
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to === this.context.destination) connect.call(this, tapOf(this.context));
    return connect.call(this, to, ...rest);
  };
  // An element plays past the graph unless it is put into it.
  const play = HTMLMediaElement.prototype.play;
  const inGraph = new WeakSet();
  HTMLMediaElement.prototype.play = function () {
    if (!inGraph.has(this)) {
      inGraph.add(this);
      const context = new AudioContext();
      context.createMediaElementSource(this).connect(context.destination);
    }
    return play.call(this);
  };
  // When the browser began with a picture, and the time that it shows.
  globalThis.follow = () =>
    globalThis.ghostreel.on('time', () => heard.times.push([document.timeline.currentTime, globalThis.ghostreel.state().time]));
};

/** In the page, before its scripts: hits are not to be heard, where a song is listened to alone. */
export const WITHOUT_HITS = () => {
  try {
    const kept = JSON.parse(localStorage.getItem('ghostreel.song') ?? '{}');
    localStorage.setItem('ghostreel.song', JSON.stringify({ ...kept, hits: false }));
  } catch {
    // A page without storage.
  }
};

/** The processor of `LISTEN`: now and then, when a sample is played, its number and its loudness. */
export const TAP = `
registerProcessor('tap', class extends AudioWorkletProcessor {
  process([[x, y]]) {
    if (x && Math.floor(currentFrame / 128) % 8 === 0) {
      const [a, b] = [x[0], (y ?? x)[0]];
      const loudness = Math.hypot(a, b);
      if (loudness > 0.03) this.port.postMessage([currentTime, Math.atan2(b, a) / (2 * Math.PI), loudness]);
    }
    return true;
  }
});`;

/** So many looks at the clocks are taken in before one and after it. */
const AROUND = 20;

/** When time goes on by more, in seconds, it was moved. */
const LEAP = 0.5;
/** Sound that is heard so many milliseconds after a jump of time was on its way to the loudspeaker before. */
const ON_ITS_WAY = 150;

/** Seconds by which the song was heard ahead of the replay, one for each sample that was listened to while the replay went on evenly. */
export function drifts(heard, rate) {
  return [...shown(heard, rate)].map(({ sample: [, turn], time }) => {
    const apart = turn - time;
    return { time, drift: apart - Math.round(apart) };
  });
}

/** The time of the replay that was shown when each sample was heard, of those that were heard while it went on evenly. */
export function* shown({ clocks, samples, times }, rate) {
  // Each look at both clocks is a little off, and loudspeakers have clocks of their own: the median of the looks around is true.
  const offsets = clocks.map(([at, moment]) => moment - at * 1000);
  const offsetAt = (look) => median(offsets.slice(Math.max(0, look - AROUND), look + AROUND + 1));
  let [next, look, jumped] = [0, 0, -Infinity];
  for (const sample of samples) {
    const [at] = sample;
    while (look < clocks.length - 1 && clocks[look][0] < at) look++;
    const moment = at * 1000 + offsetAt(look);
    for (; next < times.length && times[next][0] < moment; next++) {
      const gone = times[next][1] - (times[next - 1]?.[1] ?? times[next][1]);
      if (gone < 0 || gone > LEAP) jumped = times[next][0];
    }
    if (moment - jumped < ON_ITS_WAY) continue;
    const [before, after] = [times[next - 1], times[next]];
    if (!before || !after) continue;
    const [gone, shown] = [(after[0] - before[0]) / 1000, after[1] - before[1]];
    // A jump, a loop or a stall of the page: there is nothing between the two pictures.
    if (shown <= 0 || gone > 0.2 || Math.abs(shown / gone - rate) > 0.5 * rate) continue;
    yield { sample, time: before[1] + ((moment - before[0]) / 1000 / gone) * shown };
  }
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
