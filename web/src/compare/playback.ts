import { useEffect, useRef, useState } from 'preact/hooks';
import type { Passage } from '../replays/copies';
import type { PlayerFrame } from './frame';
import { inB } from './passage';

/** After a stall it goes on from where it was. */
const LONGEST_STEP = 0.25;

/** How time goes on in a passage, which two players show at once. */
export function usePlayback(passage: Passage) {
  /** In seconds of A. */
  const [time, setTime] = useState(passage.fromA);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const frames = useRef<(PlayerFrame | null)[]>([null, null]);
  const toggle = () => {
    if (time >= passage.toA) setTime(passage.fromA);
    setPlaying(!playing);
  };
  const stopAt = (second: number) => {
    setPlaying(false);
    setTime(second);
  };
  const latest = useRef(toggle);
  latest.current = toggle;

  // Each picture waits until both have drawn the one before, so that neither falls behind.
  const drawing = useRef(false);
  const wanted = useRef(time);
  wanted.current = time;
  const draw = async () => {
    if (drawing.current) return;
    drawing.current = true;
    let drawn = Number.NaN;
    while (drawn !== wanted.current) {
      drawn = wanted.current;
      const times = [drawn, inB(passage, drawn)];
      await Promise.allSettled(frames.current.map((frame, i) => frame?.seek(times[i]!)));
    }
    drawing.current = false;
  };
  useEffect(() => void draw(), [time, passage]);

  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      frame = requestAnimationFrame(step);
      const seconds = Math.min(LONGEST_STEP, Math.max(0, now - last) / 1000);
      last = now;
      if (drawing.current) return;
      const next = Math.min(passage.toA, wanted.current + seconds * speed);
      setTime(next);
      if (next >= passage.toA) setPlaying(false);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, speed, passage]);

  /** The facts of each of the two. */
  const hooks = (i: 0 | 1) => ({
    onFrame: (frame: PlayerFrame | null) => (frames.current[i] = frame),
    onPress: () => latest.current(),
  });
  return { time, setTime, playing, toggle, stopAt, speed, setSpeed, hooks };
}

export type Playback = ReturnType<typeof usePlayback>;
