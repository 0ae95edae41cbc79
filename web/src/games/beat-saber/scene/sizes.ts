/** How large notes are, in metres. */
export const NOTE_SIZE = 0.47;
export const HEAD_HEIGHT = 0.36;
/** Across, up and along. */
export const LINK_SIZE: [number, number, number] = [0.44, 0.13, 0.3];
