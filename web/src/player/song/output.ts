/** The sound that comes out of the loudspeaker at a moment (in milliseconds, as `performance.now()`), in seconds of the context. */
export function outputAt(context: AudioContext, moment: number): number {
  const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
  // Nothing has come out yet.
  if (performanceTime === 0) return context.currentTime - (context.outputLatency ?? 0);
  return contextTime + (moment - performanceTime) / 1000;
}

/** Of which moment the picture is: of when the browser began with it, and not of when it gets to it. */
export const pictureMoment = (): number => Number(document.timeline.currentTime);

/** The sound of a context, to be recorded: it is heard so much later than it is played. */
export function recorded(context: AudioContext, sound: AudioNode): MediaStreamTrack[] {
  const delayTime = context.outputLatency || 0;
  const destination = new MediaStreamAudioDestinationNode(context);
  sound.connect(new DelayNode(context, { delayTime })).connect(destination);
  return destination.stream.getAudioTracks();
}
