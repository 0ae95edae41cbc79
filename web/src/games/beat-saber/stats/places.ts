/** The layers of the grid, from below. */
export const LAYERS = ['Bottom', 'Middle', 'Top'] as const;
