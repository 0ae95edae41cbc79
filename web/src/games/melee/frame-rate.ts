/** Frames a second. */
export const FRAME_RATE = 60;
